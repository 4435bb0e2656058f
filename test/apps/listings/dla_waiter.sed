# What the page lost, and the type that it has for the result.
s|^sciError fillCpuWaiterAttrList(NvSciSyncAttrList list)$|static NvSciError fillCpuWaiterAttrList(NvSciSyncAttrList list) {|
s|^    return NvSciSyncAttrListSetAttrs(list, keyValue, 3);$|& }|
