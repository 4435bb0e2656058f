# What the page lost, and what the listing says in words.
s|^/\* send via Ipc \*/$|GIVE(objAndList, objAndListSize);|
