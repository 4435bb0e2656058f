/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The listings "CPU Signaler Usage" and "CPU Waiter" of a guide, as they are printed, each in a
 * process of its own. What they say in words is in signaler.sed and waiter.sed: they send and
 * receive with the channel that they have opened, by one name at both ends, and reset nothing.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_MS 10
#define LOOKS   6000U

#define GIVE(bytes, count) transfer(ipcEndpoint, true, (bytes), (count))
#define TAKE(bytes, count) transfer(ipcEndpoint, false, (bytes), (count))

typedef struct {
    NvSciError (*fillSignalerAttrList)(NvSciSyncAttrList list);
} Arguments;

/** One frame for each value; a listing has no other word for what goes wrong here. */
static void transfer(NvSciIpcEndpoint endpoint, bool gives, void *bytes, size_t count)
{
    const uint32_t wanted = gives ? NV_SCI_IPC_EVENT_WRITE : NV_SCI_IPC_EVENT_READ;
    uint32_t events = 0U;
    int32_t moved = 0;
    NvSciError e = NvSciError_Success;

    for (unsigned i = 0U; (i < LOOKS) && (e == NvSciError_Success) && ((events & wanted) == 0U);
         i++) {
        e = NvSciIpcGetEvent(endpoint, &events);
        if ((events & wanted) == 0U) {
            (void)poll(NULL, 0U, LOOK_MS);
        }
    }
    if (e == NvSciError_Success) {
        e = gives ? NvSciIpcWrite(endpoint, bytes, count, &moved)
                  : NvSciIpcRead(endpoint, bytes, count, &moved);
    }
    if ((e != NvSciError_Success) || (moved != (int32_t)count)) {
        (void)fprintf(stderr, "processes: error 0x%x, %d of %zu bytes\n", (unsigned)e, (int)moved,
                      count);
        _exit(1);
    }
}

static NvSciError fill(NvSciSyncAttrList list)
{
    return (list != NULL) ? NvSciError_Success : NvSciError_BadParameter;
}

static NvSciError signaler(void)
{
    const Arguments arguments = {fill};
    const Arguments *const largs = &arguments;
    NvSciError err = NvSciError_Success;
    bool done = false;

#define list signalerAttrList
#include "signaler.inc"
#undef list
    return done ? err : NvSciError_Unknown;
}

static NvSciError waiter(void)
{
    NvSciSyncFence syncFence = NvSciSyncFenceInitializer;
    NvSciError err = NvSciError_Success;
    bool done = true;

#define list waiterAttrList
#include "waiter.inc"
#undef list
    return err;
}

int main(void)
{
    const pid_t child = fork();
    int ended = -1;
    NvSciError err = NvSciError_Unknown;

    (void)alarm(300U);
    if (child == 0) {
        _exit((waiter() == NvSciError_Success) ? 0 : 1);
    }
    err = signaler();
    if ((child < 0) || (waitpid(child, &ended, 0) != child) || (ended != 0) ||
        (err != NvSciError_Success)) {
        (void)fprintf(stderr, "processes: signaler 0x%x, waiter %d\n", (unsigned)err, ended);
        return 1;
    }
    (void)printf("processes: the listings of a signaler and of a waiter, as printed\n");
    return 0;
}
