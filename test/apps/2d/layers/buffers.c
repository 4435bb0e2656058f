/* SPDX-License-Identifier: Apache-2.0 */
#include "buffers.h"

NvSciBufAttrList engine_buf_list(const Place *place, NvMedia2D *engine, const Kind *kind,
                                 uint32_t width, uint32_t height)
{
    NvSciBufAttrList list = NULL;

    CALL(NvSciBufAttrListCreate(place->buf, &list));
    picture_list(list, kind, width, height, NvSciBufAccessPerm_ReadWrite);
    CALL(NvMedia2DFillNvSciBufAttrList(engine, list));
    return list;
}

NvSciSyncAttrList engine_sync_list(const Place *place, NvMedia2D *engine,
                                   NvMediaNvSciSyncClientType type)
{
    NvSciSyncAttrList list = NULL;

    CALL(NvSciSyncAttrListCreate(place->sync, &list));
    CALL(NvMedia2DFillNvSciSyncAttrList(engine, list, type));
    return list;
}

void buffer_make(const Place *place, NvMedia2D *engine, const Kind *kind, uint32_t width,
                 uint32_t height, Picture *picture)
{
    picture_make(engine_buf_list(place, engine, kind, width, height), picture);
    CALL(NvMedia2DRegisterNvSciBufObj(engine, picture->object));
}

void buffer_end(NvMedia2D *engine, Picture *picture)
{
    CALL(NvMedia2DUnregisterNvSciBufObj(engine, picture->object));
    picture_free(picture);
}

NvMedia2DComposeParameters copy_begin(NvMedia2D *engine, NvSciBufObj from, NvSciBufObj to)
{
    NvMedia2DComposeParameters params = 0U;

    CALL(NvMedia2DGetComposeParameters(engine, &params));
    CALL(NvMedia2DSetSrcNvSciBufObj(engine, params, 0U, from));
    CALL(NvMedia2DSetDstNvSciBufObj(engine, params, to));
    return params;
}

void compose(NvMedia2D *engine, NvMedia2DComposeParameters params, NvSciSyncObj eof,
             NvSciSyncFence *fence)
{
    NvMedia2DComposeResult result;

    CALL(NvMedia2DSetNvSciSyncObjforEOF(engine, params, eof));
    CALL(NvMedia2DCompose(engine, params, &result));
    CALL(NvMedia2DGetEOFNvSciSyncFence(engine, &result, fence));
}
