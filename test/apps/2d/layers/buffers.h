/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buffers.h
 * Engines, buffers and sync objects of the second generation of NvMedia 2D, for the programs of
 * this folder.
 */
#ifndef BUFFERS_H
#define BUFFERS_H

#include "../parts.h"
#include "nvmedia_2d.h"
#include "nvmedia_2d_sci.h"
#include "nvmedia_core.h"

/** A list of an image with what the engine needs besides. */
NvSciBufAttrList engine_buf_list(const Place *place, NvMedia2D *engine, const Kind *kind,
                                 uint32_t width, uint32_t height);
NvSciSyncAttrList engine_sync_list(const Place *place, NvMedia2D *engine,
                                   NvMediaNvSciSyncClientType type);
/** An image that is registered with an engine. */
void buffer_make(const Place *place, NvMedia2D *engine, const Kind *kind, uint32_t width,
                 uint32_t height, Picture *picture);
void buffer_end(NvMedia2D *engine, Picture *picture);

/** An operation that copies a whole image; 0 more to say. */
NvMedia2DComposeParameters copy_begin(NvMedia2D *engine, NvSciBufObj from, NvSciBufObj to);
/** Composes, and gives the fence of the end. */
void compose(NvMedia2D *engine, NvMedia2DComposeParameters params, NvSciSyncObj eof,
             NvSciSyncFence *fence);

#endif /* BUFFERS_H */
