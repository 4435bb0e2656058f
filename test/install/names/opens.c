/* SPDX-License-Identifier: Apache-2.0 */
/* A program of somebody else that uses NvSci and opens a library of its own choice. */
#include <dlfcn.h>
#include <stdio.h>

#include "nvscibuf.h"

int main(void)
{
    NvSciBufModule module = NULL;
    void *library = NULL;

    if (NvSciBufModuleOpen(&module) != NvSciError_Success) {
        (void)fprintf(stderr, "there is no module\n");
        return 1;
    }
    NvSciBufModuleClose(module);
    library = dlopen("libm.so.6", RTLD_NOW);
    if ((library == NULL) || (dlsym(library, "cos") == NULL)) {
        (void)fprintf(stderr, "the library was not opened: %s\n", dlerror());
        return 1;
    }
    (void)puts("it opens a library");
    return dlclose(library);
}
