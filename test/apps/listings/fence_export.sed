# What the listing says in words.
s|^/\* generate sharedFence \*/$|NOTE(NvSciSyncObjGenerateFence(syncObj, \&sharedFence));|
s|^/\* send the descriptor via Ipc \*/$|g_fence_desc = fenceDesc;|
