# What the listing says in words.
s|^ *// handle error$|    failed(__LINE__);|
