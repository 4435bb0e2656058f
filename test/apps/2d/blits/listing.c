/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file listing.c
 * The listings of the guide of release 5 for NvMedia 2D in one program, with their gaps filled:
 * images that are buffers, an object that the CPU signals, an object that 2D signals. Names are as
 * they stand there; the test compiles this file with `-include ringfence_compat.h`. The CPU takes
 * the place of the engine before 2D and of the one behind it.
 *
 * What is written before the pre-fence is signalled must be in the output, and nothing may be in it
 * before.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "images.h"

#define WIDTH  640U
#define HEIGHT 480U
#define FRAMES 8U

static NvMediaDevice *nvmdevice;
static NvMedia2D *nvm2dhdl;
static NvSciSyncModule nvscisyncModule;
static NvSciSyncCpuWaitContext waitContext;
static NvSciSyncAttrList nvscisyncattr_w;
static NvSciSyncAttrList nvscisyncattr_s;
static NvSciSyncAttrList nvscisyncattr_reconciled[2];
static NvSciSyncObj nvscisyncEOF;
static NvSciSyncObj nvscisyncpre;
static NvSciSyncFence eofnvscisyncfence = NV_SCI_SYNC_FENCE_INITIALIZER;

/** "Usage of NvSciBuf and NvMediaImage API". */
static NvMediaImage *make_image(const Surface *surface, NvSciBufObj *bufObj)
{
    NvMediaStatus status;
    NvSciError err;
    NvSciBufModule module;
    NvSciBufAttrList attrlist;
    NvSciBufAttrList conflictlist;
    NvMediaImage *image = NULL;
    NvMediaSurfaceType nvmsurfacetype;
    NvMediaSurfAllocAttr surfAllocAttrs[8];
    NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)};
    NVM_SURF_FMT_DEFINE_ATTR(surfFormatAttrs);

    /*NvMedia related initialization */
    status = NvMediaImageNvSciBufInit();
    CHECK(status == NVMEDIA_STATUS_OK);
    /*NvSciBuf related initialization*/
    err = NvSciBufModuleOpen(&module);
    CHECK(err == NvSciError_Success);
    /*Create NvSciBuf attribute list*/
    err = NvSciBufAttrListCreate(module, &attrlist);
    CHECK(err == NvSciError_Success);
    err = NvSciBufAttrListSetAttrs(attrlist, &pair, 1U);
    CHECK(err == NvSciError_Success);
    /*Initialize surfFormatAttrs and surfAllocAttrs as required */
    surfFormatAttrs[NVM_SURF_ATTR_SURF_TYPE].value = surface->type;
    surfFormatAttrs[NVM_SURF_ATTR_LAYOUT].value = surface->layout;
    surfFormatAttrs[NVM_SURF_ATTR_DATA_TYPE].value = NVM_SURF_ATTR_DATA_TYPE_UINT;
    surfFormatAttrs[NVM_SURF_ATTR_MEMORY].value = surface->memory;
    surfFormatAttrs[NVM_SURF_ATTR_SUB_SAMPLING_TYPE].value = surface->sampling;
    surfFormatAttrs[NVM_SURF_ATTR_BITS_PER_COMPONENT].value = NVM_SURF_ATTR_BITS_PER_COMPONENT_8;
    surfFormatAttrs[NVM_SURF_ATTR_COMPONENT_ORDER].value = surface->order;
    surface_attrs(surface, WIDTH, HEIGHT, surfAllocAttrs);
    /* Get NvMediaSurfaceType */
    nvmsurfacetype = NvMediaSurfaceFormatGetType(surfFormatAttrs, NVM_SURF_FMT_ATTR_MAX);
    /*Ask NvMedia to fill NvSciBufAttrs corresponding to nvmsurfacetype and surfAllocAttrs*/
    status =
        NvMediaImageFillNvSciBufAttrs(nvmdevice, nvmsurfacetype, surfAllocAttrs, 8U, 0, attrlist);
    CHECK(status == NVMEDIA_STATUS_OK);
    /*Reconcile the NvSciBufAttrs and then allocate a NvSciBufObj */
    err = NvSciBufAttrListReconcileAndObjAlloc(&attrlist, 1, bufObj, &conflictlist);
    CHECK(err == NvSciError_Success);
    /*Create NvMediaImage from NvSciBufObj */
    status = NvMediaImageCreateFromNvSciBuf(nvmdevice, *bufObj, &image);
    CHECK(status == NVMEDIA_STATUS_OK);
    /*Free the NvSciBufAttrList which is no longer required */
    NvSciBufAttrListFree(attrlist);
    NvSciBufModuleClose(module);
    return image;
}

/** A list of the CPU, as the waiter or signaller on the other side gives it. */
static NvSciSyncAttrList of_cpu(NvSciSyncAccessPerm perm)
{
    const Place place = {NULL, nvscisyncModule, NULL};

    return cpu_list(&place, perm);
}

/** "NvMedia2D NvSciSync API Usage", init-time. */
static void set_up(void)
{
    NvMediaStatus nvmstatus;
    NvSciError nverr;
    NvSciSyncAttrList nvscisyncattr_unreconciled_h[2];
    NvSciSyncAttrList ConflictAttrList;

    nvm2dhdl = NvMedia2DCreate(nvmdevice);
    CHECK(nvm2dhdl != NULL);
    nverr = NvSciSyncModuleOpen(&nvscisyncModule);
    CHECK(nverr == NvSciError_Success);
    nverr = NvSciSyncCpuWaitContextAlloc(nvscisyncModule, &waitContext);
    CHECK(nverr == NvSciError_Success);
    /**********NvMedia 2D as signaler ************/
    nverr = NvSciSyncAttrListCreate(nvscisyncModule, &nvscisyncattr_s);
    CHECK(nverr == NvSciError_Success);
    nvmstatus = NvMedia2DFillNvSciSyncAttrList(nvscisyncattr_s, NVMEDIA_SIGNALER);
    CHECK(nvmstatus == NVMEDIA_STATUS_OK);
    nvscisyncattr_unreconciled_h[0] = nvscisyncattr_s;
    nvscisyncattr_unreconciled_h[1] = of_cpu(NvSciSyncAccessPerm_WaitOnly);
    nverr = NvSciSyncAttrListReconcile(nvscisyncattr_unreconciled_h, 2,
                                       &nvscisyncattr_reconciled[0], &ConflictAttrList);
    CHECK(nverr == NvSciError_Success);
    nverr = NvSciSyncObjAlloc(nvscisyncattr_reconciled[0], &nvscisyncEOF);
    CHECK(nverr == NvSciError_Success);
    NvSciSyncAttrListFree(nvscisyncattr_unreconciled_h[1]);
    /**********NvMedia 2D as waiter ************/
    nverr = NvSciSyncAttrListCreate(nvscisyncModule, &nvscisyncattr_w);
    CHECK(nverr == NvSciError_Success);
    nvmstatus = NvMedia2DFillNvSciSyncAttrList(nvscisyncattr_w, NVMEDIA_WAITER);
    CHECK(nvmstatus == NVMEDIA_STATUS_OK);
    nvscisyncattr_unreconciled_h[0] = of_cpu(NvSciSyncAccessPerm_SignalOnly);
    nvscisyncattr_unreconciled_h[1] = nvscisyncattr_w;
    nverr = NvSciSyncAttrListReconcile(nvscisyncattr_unreconciled_h, 2,
                                       &nvscisyncattr_reconciled[1], &ConflictAttrList);
    CHECK(nverr == NvSciError_Success);
    nverr = NvSciSyncObjAlloc(nvscisyncattr_reconciled[1], &nvscisyncpre);
    CHECK(nverr == NvSciError_Success);
    NvSciSyncAttrListFree(nvscisyncattr_unreconciled_h[0]);
    /* **********Start of Registration of NvSciSync Objects ************/
    nvmstatus = NvMedia2DRegisterNvSciSyncObj(nvm2dhdl, NVMEDIA_EOFSYNCOBJ, nvscisyncEOF);
    CHECK(nvmstatus == NVMEDIA_STATUS_OK);
    nvmstatus = NvMedia2DRegisterNvSciSyncObj(nvm2dhdl, NVMEDIA_PRESYNCOBJ, nvscisyncpre);
    CHECK(nvmstatus == NVMEDIA_STATUS_OK);
}

/** Run-time: a frame that the CPU writes when the blit has been submitted. */
static void run(NvMediaImage *outputimg, NvMediaImage *inputimg, const Picture *input,
                uint32_t number)
{
    NvMediaStatus nvmstatus;
    NvSciSyncFence prenvscisyncfence = NV_SCI_SYNC_FENCE_INITIALIZER;
    NvMedia2DBlitParameters blitparams;
    NvMedia2DBlitParametersOut paramsout;

    (void)memset(&blitparams, 0, sizeof(blitparams));
    nvmstatus = NvMedia2DSetNvSciSyncObjforEOF(nvm2dhdl, nvscisyncEOF);
    CHECK(nvmstatus == NVMEDIA_STATUS_OK);
    /*Get a nvscisyncfence from somewhere*/
    CHECK(NvSciSyncObjGenerateFence(nvscisyncpre, &prenvscisyncfence) == NvSciError_Success);
    nvmstatus = NvMedia2DInsertPreNvSciSyncFence(nvm2dhdl, &prenvscisyncfence);
    CHECK(nvmstatus == NVMEDIA_STATUS_OK);
    NvSciSyncFenceClear(&prenvscisyncfence);
    nvmstatus = NvMedia2DBlitEx(nvm2dhdl, outputimg, NULL, inputimg, NULL, &blitparams, &paramsout);
    CHECK(nvmstatus == NVMEDIA_STATUS_OK);
    nvmstatus = NvMedia2DGetEOFNvSciSyncFence(nvm2dhdl, nvscisyncEOF, &eofnvscisyncfence);
    CHECK(nvmstatus == NVMEDIA_STATUS_OK);

    CHECK(NvSciSyncFenceWait(&eofnvscisyncfence, waitContext, 20000) == NvSciError_Timeout);
    pattern_draw(input, number);
    CHECK(NvSciSyncObjSignal(nvscisyncpre) == NvSciError_Success);
    CHECK(NvSciSyncFenceWait(&eofnvscisyncfence, waitContext, NV_WAIT_INFINITE) ==
          NvSciError_Success);
    CHECK(frame_faults(outputimg, number) == 0U);
    CHECK(frame_faults(outputimg, number + 1U) > (WIDTH * HEIGHT / 2U));
}

int main(void)
{
    NvMediaImage *inputimg = NULL;
    NvMediaImage *outputimg = NULL;
    NvSciBufObj inputObj = NULL;
    NvSciBufObj outputObj = NULL;
    NvMediaStatus nvmstatus;
    Picture input;

    nvmdevice = NvMediaDeviceCreate();
    CHECK(nvmdevice != NULL);
    set_up();
    inputimg = make_image(&surface_rgba, &inputObj);
    outputimg = make_image(&surface_yuv420, &outputObj);
    picture_open(inputObj, true, &input);
    for (uint32_t number = 1U; number <= FRAMES; number++) {
        run(outputimg, inputimg, &input, number);
    }
    NvSciSyncFenceClear(&eofnvscisyncfence);

    /*Unregister all of the registered NvSciSync objects */
    nvmstatus = NvMedia2DUnRegisterNvSciSyncObj(nvm2dhdl, nvscisyncEOF);
    CHECK(nvmstatus == NVMEDIA_STATUS_OK);
    nvmstatus = NvMedia2DUnRegisterNvSciSyncObj(nvm2dhdl, nvscisyncpre);
    CHECK(nvmstatus == NVMEDIA_STATUS_OK);
    NvMediaImageDestroy(inputimg);
    NvMediaImageDestroy(outputimg);
    NvMediaImageNvSciBufDeinit();
    NvMediaImageNvSciBufDeinit();
    NvMedia2DDestroy(nvm2dhdl);
    NvMediaDeviceDestroy(nvmdevice);
    NvSciBufObjFree(inputObj);
    NvSciBufObjFree(outputObj);
    NvSciSyncAttrListFree(nvscisyncattr_w);
    NvSciSyncAttrListFree(nvscisyncattr_s);
    NvSciSyncAttrListFree(nvscisyncattr_reconciled[0]);
    NvSciSyncAttrListFree(nvscisyncattr_reconciled[1]);
    NvSciSyncObjFree(nvscisyncEOF);
    NvSciSyncObjFree(nvscisyncpre);
    NvSciSyncCpuWaitContextFree(waitContext);
    NvSciSyncModuleClose(nvscisyncModule);
    (void)printf("listing: %u frames of the guide's listings\n", FRAMES);
    return EXIT_SUCCESS;
}
