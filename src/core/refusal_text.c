/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file refusal_text.c
 * A call that was refused because of the phase, in words.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/admission.h"
#include "core/feature.h"
#include "core/text.h"
#include "ringfence.h"

/** The phases that admit a function, by its number. */
static uint32_t phases_of(RingfenceFunctionId function)
{
    uint32_t phases = 0U;

    for (uint32_t record = 1U; record <= (uint32_t)OP_COUNT; record++) {
        if (admission_number(record) == function) {
            phases = g_admissions[record] & ADMISSION_PHASES;
        }
    }
    return phases;
}

/** The phase of a bit of a set of phases. */
static const char *phase_bit_name(uint32_t bit)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_INIT, RINGFENCE_PHASE_RUNTIME,
                                            RINGFENCE_PHASE_DEINIT};
    const char *name = "";

    for (uint32_t i = 0U; i < (sizeof(phases) / sizeof(phases[0])); i++) {
        if ((uint32_t)phases[i] == bit) {
            name = RingfencePhaseName(phases[i]);
        }
    }
    return name;
}

/** The phases that admit a function. */
static void admitting_text(TextOut *out, uint32_t phases)
{
    const char *between = "; it is admitted in ";

    for (uint32_t bit = (uint32_t)RINGFENCE_PHASE_INIT; bit <= (uint32_t)RINGFENCE_PHASE_DEINIT;
         bit <<= 1U) {
        if ((phases & bit) != 0U) {
            text_string(out, between);
            text_string(out, phase_bit_name(bit));
            between = " and ";
        }
    }
}

/** When to call a function that a phase refused: in the next one, if that admits it and comes
 * before INIT, or else in the last one before that admits it. */
static void remedy_text(TextOut *out, uint32_t phases, uint32_t refused)
{
    uint32_t bit = refused << 1U;

    if ((phases & bit) != 0U) {
        text_string(out, ": call it after RingfenceAdvancePhase(");
    } else {
        bit = refused;
        while ((bit > (uint32_t)RINGFENCE_PHASE_RUNTIME) && ((phases & (bit >> 1U)) == 0U)) {
            bit >>= 1U;
        }
        text_string(out, ": call it before RingfenceAdvancePhase(");
    }
    text_string(out, phase_bit_name(bit));
    text_string(out, ")");
}

/** What a function was to free and what stays. */
static void staying_text(TextOut *out, const RingfenceRefusal *refusal)
{
    RingfencePoolUsage usage = {0};

    if (RingfenceGetPoolUsage(refusal->pool, &usage) == NvSciError_Success) {
        text_string(out, "; slot ");
        text_number(out, refusal->slot);
        text_string(out, " of ");
        text_string(out, usage.name);
        text_string(out, " stays taken");
    }
}

/** A refusal that there was. */
static void refusal_text(TextOut *out, const RingfenceRefusal *refusal)
{
    const uint32_t phases = phases_of(refusal->functionId);

    text_string(out, refusal->function);
    if ((phases & (uint32_t)refusal->phase) != 0U) {
        text_string(out, " was called in an interrupt handler: call it in a thread");
    } else {
        text_string(out, " was called in ");
        text_string(out, phase_bit_name((uint32_t)refusal->phase));
        admitting_text(out, phases);
        remedy_text(out, phases, (uint32_t)refusal->phase);
        staying_text(out, refusal);
    }
}

/** @satisfies RF-CORE-344 */
NvSciError RingfenceDescribeLastRefusal(char *text, size_t size)
{
    NvSciError status = NvSciError_Success;

    if (!feature_enabled(RINGFENCE_CFG_TEXTS)) {
        status = NvSciError_NotSupported;
    } else if ((text == NULL) || (size == 0U)) {
        status = NvSciError_BadParameter;
    } else {
        TextOut out = text_begin(text, size);
        RingfenceRefusal refusal;

        /* There is a place for it. */
        (void)RingfenceGetLastRefusal(&refusal);
        if (refusal.function == NULL) {
            text_string(&out, "no call was refused because of its phase");
        } else {
            refusal_text(&out, &refusal);
        }
    }
    return status;
}
