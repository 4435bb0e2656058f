# What the page lost.
s|^if (result != cudaSuccess)$|& {|
s|^    if (result == cudaErrorExternalDevice)$|& {|
s|^            DPRINTF("Asynchronous error in HW = %u\\n", hwStatus);$|& } }|
