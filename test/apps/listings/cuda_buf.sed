# What the page lost, and what the listing takes for given.
s|^uint64_t gpuId\[\] = {};$|NvSciRmGpuId gpuid[1] = {};|
s|^cuDeviceGetUuid(&uuid, dev));$|cuDeviceGetUuid(\&uuid, dev);|
s|^gpuid\[0\] = (uint64_t)uuid.bytes;$|std::memcpy(\&gpuid[0], \&uuid, sizeof(gpuid[0]));|
s|^{ NvSciBufGeneralAttrKey_GpuId, &gpuid, sizeof(gpuId) },$|{ NvSciBufGeneralAttrKey_GpuId, \&gpuid, sizeof(gpuid) } };|
s|^// Create list by setting attributes$|& first: it is printed below\nerr = NvSciBufAttrListCreate(module, \&attrListBuffer);|
s|^err = NvSciBufAttrListSetAttrs(attrListBuffer, rawbuffattrs,$|& sizeof(rawbuffattrs) / sizeof(NvSciBufAttrKeyValuePair));|
s|^NvSciBufAttrListCreate(NvSciBufModule, &attrListBuffer);$||
s|^NvSciBufAttrListReconcile(&attrListBuffer, 1, &attrListReconciledBuffer, &attrListConflictBuffer)$|err = &;|
s|^NvSciBufObjAlloc(attrListReconciledBuffer, &bufferObjRaw);$|err = & err = NvSciBufObjGetAttrList(bufferObjRaw, \&retList);|
s|^{NvSciBufRawBufferAttrKey_Size, NULL, 0},$|& };|
s|^NvSciBufAttrListGetAttrs(retList, bufattrs, sizeof(bufattrs)/sizeof(NvSciBufAttrKeyValuePair)));$|err = NvSciBufAttrListGetAttrs(retList, bufattrs, sizeof(bufattrs)/sizeof(NvSciBufAttrKeyValuePair));|
s|^// Run CUDA Kernel on dptr$|check(cuMemsetD8((CUdeviceptr)dptr, 7, ret_size), "cuMemsetD8");|
