# What the listing leaves out.
s|^\.\.\. // other attributes$|{NvSciSyncAttrKey_NeedCpuAccess, \&yes, sizeof(yes)}, {NvSciSyncAttrKey_RequiredPerm, \&perm, sizeof(perm)},|
