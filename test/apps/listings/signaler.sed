# What the listing says in words, or takes for given.
s|^/\* receive waiterAttrListSize; \*/$|TAKE(\&waiterAttrListSize, sizeof(waiterAttrListSize));|
s|^/\* receive waiterAttrListDesc \*/$|waiterAttrListDesc = malloc(waiterAttrListSize); TAKE(waiterAttrListDesc, waiterAttrListSize);|
s|^/\* send objAndListSize \*/$|GIVE(\&objAndListSize, sizeof(objAndListSize));|
s|^/\* send objAndListDesc \*/$|GIVE(objAndListDesc, objAndListSize);|
s|^NvSciSyncObjSignal(syncObj);$|& GIVE(\&fenceDesc, sizeof(fenceDesc)); TAKE(\&done, sizeof(done));|
