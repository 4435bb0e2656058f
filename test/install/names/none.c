/* SPDX-License-Identifier: Apache-2.0 */
/* A program of somebody else without CUDA. It says so if something of CUDA is in the process. */
#include <stdio.h>
#include <string.h>

#include "nvscibuf.h"
#include "nvscisync.h"

/** Says whether a library of CUDA's is mapped. */
static int has_cuda(void)
{
    FILE *const maps = fopen("/proc/self/maps", "r");
    char line[4096];
    int found = maps == NULL;

    while ((maps != NULL) && (fgets(line, (int)sizeof(line), maps) != NULL)) {
        found =
            found || (strstr(line, "/libcuda.so") != NULL) || (strstr(line, "/libcudart") != NULL);
    }
    if (maps != NULL) {
        (void)fclose(maps);
    }
    return found;
}

int main(void)
{
    NvSciSyncModule sync = NULL;
    NvSciBufModule buf = NULL;
    const int works = (NvSciSyncModuleOpen(&sync) == NvSciError_Success) &&
                      (NvSciBufModuleOpen(&buf) == NvSciError_Success) && !has_cuda();

    NvSciSyncModuleClose(sync);
    NvSciBufModuleClose(buf);
    (void)puts(works ? "it works without CUDA" : "it does not work without CUDA");
    return works ? 0 : 1;
}
