# What the page lost, and what the listing says in words.
s|^    // handle error$|    failed(__LINE__);|
s|^                       (uint64_t\* )inputBufferGPU,$|& size, \&bufferRegisteredPtr, 0);|
