# What the page lost, and what the listing says in words.
s|^goto fail;$|& }|
s|^NvSciSyncAttrList importedUnreconciledAttrList = NULL;$|NvSciBufAttrList importedUnreconciledAttrList = NULL;|
s|^/\* create the local AttrList \*/$|AttrList2 = list_of();|
s|^/\* receive the descriptor from the other process \*/$|TAKE(ListDesc, ListDescSize);|
s|^ListDesc, ListDescSize,$|& \&importedUnreconciledAttrList);|
s|^err = NvSciBufAttrListReconcile(unreconciledList, 2, &reconciledList,$|& \&newConflictList);|
s|^&AttrList1, /\* array of unreconciled lists to be exported \*/$|reconciledList,|
