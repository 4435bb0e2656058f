/* SPDX-License-Identifier: Apache-2.0 */
/* A program of somebody else that has the names of NvMedia 2D, layers and compose parameters: it
 * sees the installed headers and libraries alone. C11 and C++17. */
#include <stdbool.h>
#include <stdlib.h>

#include "nvmedia_2d.h"
#include "nvmedia_2d_sci.h"
#include "nvmedia_common.h"

int main(void)
{
    NvMediaVersion version = {0U, 0U, 0U};
    NvMedia2D *engine = NULL;
    NvMedia2DComposeParameters token = 0U;
    NvMedia2DComposeResult result = {0U};
    bool works = (NvMedia2DGetVersion(&version) == NVMEDIA_STATUS_OK) &&
                 (version.major == NVMEDIA_2D_VERSION_MAJOR) &&
                 (version.patch == NVMEDIA_2D_VERSION_PATCH) &&
                 (NvMedia2DCreate(&engine, NULL) == NVMEDIA_STATUS_OK);

    works = works && (NvMedia2DGetComposeParameters(engine, &token) == NVMEDIA_STATUS_OK);
    /* Nothing is drawn: there is no destination. */
    works = works && (NvMedia2DCompose(engine, token, &result) == NVMEDIA_STATUS_BAD_PARAMETER);
    works = works && (NvMedia2DDestroy(engine) == NVMEDIA_STATUS_OK);
    return works ? EXIT_SUCCESS : EXIT_FAILURE;
}
