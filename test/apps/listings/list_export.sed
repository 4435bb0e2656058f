# What the listing says in words.
s|^/\* creation of the attribute list, receiving other lists from other listeners \*/$|waiterAttrList = list_of(NvSciSyncAccessPerm_WaitOnly);|
s|^/\* send the descriptor to the signaler \*/$|GIVE(waiterListDesc, waiterListDescSize);|
