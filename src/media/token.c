/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file token.c
 * Tokens of the second generation of NvMedia 2D, and the operations that are prepared under them.
 *
 * A token counts how often its row was taken, in steps of all rows of all engines, and has the
 * index of its engine and that of its row besides; so has that of a filter buffer, whose rows come
 * behind those of tokens.
 */
#include <stddef.h>
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "media/token.h"
#include "nvmedia6/nvmedia_2d.h"

/** Rows of an engine, and those of all engines: what is left of 32 bits counts. */
#define TOKEN_ROWS   (MEDIA_TOKEN_FILTERS + MEDIA_FILTER_BUFFERS)
#define TOKEN_PLACES (TOKEN_ROWS * RINGFENCE_CFG_2D_ENGINES)
#define TOKEN_TURNS  ((UINT32_MAX / TOKEN_PLACES) - 1U)

uint32_t media_token(const MediaEngine *engine, uint32_t row, uint32_t turn)
{
    ASSERT(engine->index < RINGFENCE_CFG_2D_ENGINES);
    ASSERT(row < TOKEN_ROWS);
    return (((turn % TOKEN_TURNS) + 1U) * TOKEN_PLACES) + (engine->index * TOKEN_ROWS) + row;
}

uint32_t media_token_row(uint32_t token)
{
    return token % TOKEN_ROWS;
}

/** Operation that a token names; NULL: none, which is reported. Needs the engine's lock.
 * @satisfies RF-MEDIA-074 RF-MEDIA-084 */
static MediaCompose *compose_find(PhaseOp op, MediaEngine *engine, uint32_t token)
{
    const uint32_t row = media_token_row(token);
    MediaCompose *found = NULL;

    if (row < RINGFENCE_CFG_2D_TASKS) {
        MediaCompose *const compose = &engine->composes[row];
        const uint32_t own = media_token(engine, row, compose->turn);

        if (compose->is_taken && (own == token)) {
            found = compose;
        }
    }
    if (found == NULL) {
        ringfence_fault_report(op, RINGFENCE_FAULT_2D_TOKEN);
    }
    return found;
}

NvMediaStatus media_compose_take(PhaseOp op, const void *handle, uint32_t token,
                                 MediaEngine **engine, MediaCompose **compose)
{
    NvMediaStatus status = media_admit(op);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const row = media_engine_take(op, WORKER_NAME_MEDIA_COMPOSER, handle);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (row != NULL) {
            *compose = compose_find(op, row, token);
            if (*compose != NULL) {
                *engine = row;
                status = NVMEDIA_STATUS_OK;
            } else {
                media_engine_give(row);
            }
        }
    }
    return status;
}

NvMediaStatus media_compose_layer(PhaseOp op, const void *handle, uint32_t token, uint32_t index,
                                  MediaEngine **engine, MediaLayer **layer)
{
    MediaCompose *compose = NULL;
    NvMediaStatus status = media_compose_take(op, handle, token, engine, &compose);

    if (status == NVMEDIA_STATUS_OK) {
        if (index < BLIT_LAYERS) {
            *layer = &compose->layers[index];
        } else {
            media_engine_give(*engine);
            status = media_refuse_with(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_LAYER);
        }
    }
    return status;
}

/** Begins an operation: no layer, no destination, nothing to wait for or to signal. */
static void compose_begin(MediaCompose *compose)
{
    ASSERT(!compose->is_taken);
    compose->is_taken = true;
    compose->turn++;
    compose->destination.index = MEDIA_NONE;
    media_events_begin(&compose->events);
    (void)memset(compose->layers, 0, sizeof(compose->layers));
    for (uint32_t i = 0U; i < BLIT_LAYERS; i++) {
        MediaLayer *const layer = &compose->layers[i];

        layer->source.index = MEDIA_NONE;
        layer->transform = BLIT_TRANSFORM_NONE;
        layer->filter = BLIT_FILTER_OFF;
        layer->blend = BLIT_BLEND_DISABLED;
        layer->alpha = 1.0F;
    }
}

/** Reports that all tokens of an engine are given out.
 * @satisfies RF-MEDIA-955 */
static void token_report_full(PhaseOp op, const MediaEngine *engine)
{
    media_report_busy(op,
                      (engine->max_composes < RINGFENCE_CFG_2D_TASKS) ? FAULT_LIMIT_2D_OWN_TOKENS
                                                                      : FAULT_LIMIT_2D_TASKS,
                      engine->max_composes);
}

/** @satisfies RF-MEDIA-074 */
NvMediaStatus NvMedia2DGetComposeParameters(NvMedia2D *const handle,
                                            NvMedia2DComposeParameters *const params)
{
    const PhaseOp op = OP_MEDIA6_GET_PARAMETERS;
    NvMediaStatus status = media_admit(op);

    if ((status == NVMEDIA_STATUS_OK) && (params == NULL)) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    }
    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_COMPOSER, handle);
        bool is_given = false;

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            ASSERT(engine->max_composes <= RINGFENCE_CFG_2D_TASKS);
            for (uint32_t i = 0U; (i < engine->max_composes) && (!is_given); i++) {
                if (!engine->composes[i].is_taken) {
                    compose_begin(&engine->composes[i]);
                    worker_gauge_take(&engine->tokens_used);
                    *params = media_token(engine, i, engine->composes[i].turn);
                    is_given = true;
                }
            }
            if (!is_given) {
                token_report_full(op, engine);
            }
            status = is_given ? NVMEDIA_STATUS_OK : NVMEDIA_STATUS_INSUFFICIENT_BUFFERING;
            media_engine_give(engine);
        }
    }
    return status;
}
