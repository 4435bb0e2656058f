# What the page lost, and what the listing says in words.
s|^goto fail;$|& }|
s|^/\* creation of the attribute list, receiving other lists from other listeners \*/$|AttrList1 = list_of();|
s|^/\* send the descriptor to the process2 \*/$|GIVE(ListDesc, ListDescSize);|
s|^/\* wait for process 1 to reconcile and export reconciled list \*/$|NOTE(second_process()); TAKE(ListDesc, ListDescSize);|
s|^&reconciledAttrList, /\* Imported reconciled list \*/$|\&reconciledAttrList);|
