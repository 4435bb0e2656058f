# Blanks of the page.
s|\xC2\xA0| |g
# What the listing leaves to chance: members of parameters that it does not set.
s|^cudaExternalSemaphoreHandleDesc semaDesc;$|static &|
s|^cudaExternalSemaphoreSignalParams sigParams;$|static &|
s|^cudaExternalSemaphoreWaitParams waitParams;$|static &|
