# What the page lost, and what the listing says in words.
s|^goto fail;$|& }|
s|^\* module with which input unreconciled lists belong to\.$|& */|
s|^NvSciSyncAttrListFree(reconciledList); // .*$|g_reconciled = reconciledList;|
s|^NvSciSyncAttrListFree(ConflictList); // .*$|NvSciBufAttrListFree(ConflictList);|
