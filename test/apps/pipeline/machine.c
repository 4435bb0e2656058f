/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include "check.h"

static const char who[] = "application";

bool machine_has(const Machine *machine, uint32_t stage)
{
    return links_is_here(machine->peer, (Stage)stage);
}

void machine_describe(Machine *machine, StageContext *context)
{
    /* Different wishes, so that there is something to reconcile: the greatest holds. */
    static const uint32_t alignments[STAGES_AND_VIEWER] = {64U, 256U, 128U, 64U, 64U};

    for (uint32_t i = 0U; i < (uint32_t)STAGES_AND_VIEWER; i++) {
        machine->engine[i].name = stage_name((Stage)i);
        machine->engine[i].work = stage_work((Stage)i);
        machine->engine[i].context = context;
        machine->engine[i].alignment = alignments[i];
        machine->engine[i].self = i;
    }
    if (machine_has(machine, STAGE_B)) {
        machine->engine[STAGE_B].device = context->device;
    }
    for (uint32_t i = 0U; i < LINKS; i++) {
        Port *const output = &machine->engine[links[i].writer].output;

        output->used = true;
        output->format = links[i].format;
        output->perm = NvSciBufAccessPerm_ReadWrite;
        for (uint32_t j = 0U; j < links_all_readers(&links[i]); j++) {
            const Reader *const reader = &links[i].reader[j];
            Port *const input = &machine->engine[reader->stage].input[reader->input];

            input->used = true;
            input->format = links[i].format;
            input->perm = NvSciBufAccessPerm_Readonly;
        }
    }
}

NvSciError machine_open(Machine *machine, uint32_t stages)
{
    NvSciError status =
        check_call(NvSciBufModuleOpen(&machine->buf_module), who, "NvSciBufModuleOpen");

    if (status == NvSciError_Success) {
        status = check_call(NvSciSyncModuleOpen(&machine->sync_module), who, "NvSciSyncModuleOpen");
    }
    for (uint32_t i = 0U; (i < stages) && (status == NvSciError_Success); i++) {
        if (machine_has(machine, i)) {
            status = engine_open(&machine->engine[i], machine->sync_module);
        }
    }
    return status;
}

void machine_stop(Machine *machine, bool hurry)
{
    for (uint32_t i = 0U; i < (uint32_t)STAGES_AND_VIEWER; i++) {
        machine->engine[i].hurry = hurry;
        engine_stop(&machine->engine[i]);
    }
}

bool machine_failed(Machine *machine, uint32_t stages)
{
    bool failed = false;

    for (uint32_t i = 0U; i < stages; i++) {
        const bool one = machine_has(machine, i) && engine_failed(&machine->engine[i]);

        failed = failed || one;
    }
    return failed;
}

void machine_close(Machine *machine)
{
    for (uint32_t i = 0U; i < (uint32_t)STAGES_AND_VIEWER; i++) {
        engine_close(&machine->engine[i]);
    }
    if (machine->sync_module != NULL) {
        NvSciSyncModuleClose(machine->sync_module);
        machine->sync_module = NULL;
    }
    if (machine->buf_module != NULL) {
        NvSciBufModuleClose(machine->buf_module);
        machine->buf_module = NULL;
    }
}

NvSciError machine_advance(RingfencePhase phase)
{
    return check_call(RingfenceAdvancePhase(phase), who, "RingfenceAdvancePhase");
}

NvSciError machine_try_refused(const Machine *machine)
{
    NvSciBufAttrList list = NULL;
    NvSciError status = NvSciBufAttrListCreate(machine->buf_module, &list);

    if (status == NvSciError_InvalidState) {
        status = NvSciError_Success;
    } else if (status == NvSciError_Success) {
        check_say(who, "NvSciBufAttrListCreate was admitted in RUNTIME");
        NvSciBufAttrListFree(list);
        status = NvSciError_InvalidState;
    } else {
        (void)check_call(status, who, "NvSciBufAttrListCreate in RUNTIME");
    }
    return status;
}
