# What the listing says in words, or takes for given; its second keyValue is one too many.
13s|^NvSciSyncAttrKeyValuePair keyValue\[2\] = {0};$||
s|^/\* send waiterAttrListSize \*/$|GIVE(\&waiterAttrListSize, sizeof(waiterAttrListSize));|
s|^/\* send waiterAttrListDesc \*/$|GIVE(waiterAttrListDesc, waiterAttrListSize);|
s|^/\* receive objAndListDesc \*/$|TAKE(\&objAndListSize, sizeof(objAndListSize)); objAndListDesc = malloc(objAndListSize); TAKE(objAndListDesc, objAndListSize);|
s|^/\* receive fenceDesc \*/$|TAKE(\&fenceDesc, sizeof(fenceDesc));|
s|^NvSciSyncFenceClear(&syncFence);$|& GIVE(\&done, sizeof(done));|
