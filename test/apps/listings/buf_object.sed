# What the page lost, and what the listing says in words.
s|^goto fail;$|& }|
s|^\* which reconciledAttrlist belongs to\.$|& */|
s|^err = NvSciBufAttrListObjAlloc(reconciledAttrlist,$|& \&nvscibufobj);|
s|^err = NvSciBufObjGetAttrList(nvscibufobj,$|& \&list);|
