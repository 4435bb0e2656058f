# What the page lost, and what the listing says in words.
s|^size_t objAndListSize;$|& TAKE(objAndList, objAndListSize);|
