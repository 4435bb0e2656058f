# What the page lost, and what the listing says in words.
s|^    // handle error$|    failed(__LINE__);|
/syncObj1;$/,/^if/s|^err = cudlaImportExternalSemaphore(devHandle,$|& \&semaMemDesc, \&nvSciSyncObjRegPtr1, 0);|
/syncObj2;$/,/^if/s|^err = cudlaImportExternalSemaphore(devHandle,$|& \&semaMemDesc, \&nvSciSyncObjRegPtr2, 0);|
s|^CudlaFence\* preFences = (CudlaFence \*)malloc(waitEvents->numEvents \*$|& sizeof(CudlaFence));|
s|^signalEvents->eofFences = (CudlaFence \*)malloc(signalEvents->numEvents \*$|& sizeof(CudlaFence));|
s|^// Signal wait events\.$|signal_input(syncObj1);|
