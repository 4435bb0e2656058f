# What the listing says in words.
s|^/\* send via Ipc \*/$|GIVE(objAndList, objAndListSize);|
