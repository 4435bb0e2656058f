# What the page lost, and what the listing says in words.
s|^goto fail;$|& }|
s|^sizeof(cpuaccess_flag) },$|& };|
s|^err = NvSciBufAttrListSetAttrs(umd1attrlist, rawbuffattrs,$|& sizeof(rawbuffattrs) / sizeof(NvSciBufAttrKeyValuePair));|
