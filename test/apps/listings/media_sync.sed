# What the page lost, and what the listing says in words; a name that begins with a digit is none.
s|= get attribute list from the appropriate waiter;$|= list_of(nvscisyncModule, NvSciSyncAccessPerm_WaitOnly);|
s|(nvscisyncattr_unreconciled_h\[\],$|(nvscisyncattr_unreconciled_h,|
s|^nverr = NvSciSyncAttrListCreate(&nvscisyncattr_w);$|nverr = NvSciSyncAttrListCreate(nvscisyncModule, \&nvscisyncattr_w);|
s|^nvscisyncpre is the imported NvSciSyncObject on the waiter side \*/$|& nvscisyncpre = pre_object(nvscisyncModule, nvscisyncattr_w);|
s|^\*\*\*\*\*\*\*\*\*\*End of Registration of NvSciSync Objects \*\*\*\*\*\*\*\*\*\*\*\*$|/*&*/|
s|^\*\*\*\*\*\*End of Init-time and Start of Run-time \*\*\*\*\*\*\*\*\*$|/*&*/|
s|^for 2DBlit operation\. prenvscisyncfence is one such NvSciSyncFence\. \*/$|& nverr = NvSciSyncObjGenerateFence(nvscisyncpre, prenvscisyncfence);|
s|^2dblitparams, paramsout);$|\&blitparams, \&paramsout);|
s|^or application can decide to wait on CPU till their expiry using NvSciSyncWait API\. \*/$|& look(nvscisyncModule, nvscisyncpre, \&eofnvscisyncfence);|
