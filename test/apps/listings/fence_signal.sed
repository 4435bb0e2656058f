# What the listing says in words, and an address that it lacks.
s|^err = NvSciSyncFenceDup(&localFence, sharedFence);$|err = NvSciSyncFenceDup(\&localFence, \&sharedFence);|
s|^/\* communicate the fence to the waiter. \*/$|g_fence = sharedFence;|
