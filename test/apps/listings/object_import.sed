# What the listing says in words, or takes for given.
s|^size_t objAndListSize;$|& TAKE(objAndList, objAndListSize);|
s|^/\* use the sync object, perhaps export it to more peers... \*/$|use_imported();|
