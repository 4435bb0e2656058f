# What the listing says in words.
s|^/\* create the local signalerAttrList \*/$|signalerAttrList = list_of(NvSciSyncAccessPerm_SignalOnly); NvSciError err;|
s|^/\* receive the descriptor from the waiter \*/$|TAKE(waiterListDesc, waiterListDescSize);|
