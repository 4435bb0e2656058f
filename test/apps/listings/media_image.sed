# What the listing says in words, or spells in two ways; a call of it gives nothing.
s|^/\*Initialize surfFormatAttrs and surfAllocAttrs as required \*/$|& NVM_SURF_FMT_DEFINE_ATTR(surfFormatAttrs); const uint32_t numsurfallocattrs = describe(kind, surfFormatAttrs, surfAllocAttrs);|
s|^/\*Reconcile the NvSciBufAttrs and then allocate a NvSciBufObj \*/$|& err = ask_for_writes(attrlist);|
s|, bufobj, &conflictlist|, \&bufObj, \&conflictlist|
s|(device, bufobj, |(device, bufObj, |
s|^err = NvSciBufAttrListFree(attrlist);$|NvSciBufAttrListFree(attrlist);|
s|^/\*Use the image as input or output for any of the Nvmedia \*/$|& use_image(kind, device, image, bufObj);|
s|^/\*Destroy NvMediaImage \*/$|& NvMediaImageDestroy(image);|
s|^/\*NvMedia related Deinit\*/$|& NvMediaImageNvSciBufDeinit(); NvMediaDeviceDestroy(device);|
s|^/\*NvSciBuf related deinit\*/$|& NvSciBufObjFree(bufObj); NvSciBufModuleClose(module);|
