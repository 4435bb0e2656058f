# What the page lost, and what the listing says in words.
s|^    //handle error$|    failed(__LINE__); }|
s|^err = cudlaGetNvSciSyncAttributes(reinterpret_cast<uint64_t\*>(signalerAttrListObj),$|& CUDLA_NVSCISYNC_ATTR_SIGNAL);|
s|^sciError = NvSciSyncAttrListReconcile(syncAttrListObj,$|& 2, \&nvSciSyncReconciledListObj, \&nvSciSyncConflictListObj);|
