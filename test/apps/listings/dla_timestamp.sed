# What the page lost, and what the listing says in words; the fences are an array.
s|^    //handle error$|    failed(__LINE__); }|
s|eofFences\.fence|eofFences[0].fence|
