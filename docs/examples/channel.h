/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file channel.h
 * What signaler.c and waiter.c share: a connection, and messages on it.
 */
#ifndef EXAMPLE_CHANNEL_H
#define EXAMPLE_CHANNEL_H

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "nvsciipc.h"
#include "nvscisync.h"

/** Longest message. It fits a frame of the table of endpoints that is built in. */
#define MESSAGE_MAX 24000U

/** Milliseconds that the other process may take to come, and to send what it has to. */
#define PATIENCE_MS 60000

/** One end of a channel. */
typedef struct {
    NvSciIpcEndpoint endpoint;
    int32_t fd;
} Channel;

/** A message as it travels: one frame. */
typedef struct {
    uint64_t size;
    uint8_t bytes[MESSAGE_MAX];
} Message;

/** Waits for an event, PATIENCE_MS from one sign of the other process to the next. */
static NvSciError channel_await(const Channel *channel, uint32_t wanted)
{
    struct pollfd entry = {channel->fd, POLLIN, 0};
    uint32_t events = 0U;
    NvSciError e = NvSciIpcGetEventSafe(channel->endpoint, &events);

    while ((e == NvSciError_Success) && ((events & wanted) == 0U)) {
        if ((events & NV_SCI_IPC_EVENT_CONN_RESET) != 0U) {
            e = NvSciError_ConnectionReset;
        } else if (poll(&entry, 1U, PATIENCE_MS) == 0) {
            e = NvSciError_Timeout;
        } else {
            e = NvSciIpcGetEventSafe(channel->endpoint, &events);
        }
    }
    return e;
}

/** Opens an endpoint and waits for the other one; either may be first. */
static NvSciError channel_open(Channel *channel, const char *name)
{
    NvSciError e = NvSciIpcInit();

    e = e ? e : NvSciIpcOpenEndpoint(name, &channel->endpoint);
    e = e ? e : NvSciIpcGetLinuxEventFd(channel->endpoint, &channel->fd);
    e = e ? e : NvSciIpcResetEndpointSafe(channel->endpoint);
    if (e == NvSciError_Success) {
        (void)printf("%s is open\n", name);
        (void)fflush(stdout);
    }
    return e ? e : channel_await(channel, NV_SCI_IPC_EVENT_CONN_EST);
}

static void channel_close(const Channel *channel)
{
    if (channel->endpoint != 0U) {
        (void)NvSciIpcCloseEndpointSafe(channel->endpoint, false);
    }
    NvSciIpcDeinit();
}

/** Sends a message. A frame is always free here: there are more of them than messages. */
static NvSciError channel_send(const Channel *channel, const void *bytes, size_t size)
{
    static Message message;
    uint32_t sent = 0U;
    NvSciError e = NvSciError_TooBig;

    if (size <= MESSAGE_MAX) {
        message.size = size;
        (void)memcpy(message.bytes, bytes, size);
        e = NvSciIpcWriteSafe(channel->endpoint, &message, (uint32_t)(sizeof(message.size) + size),
                              &sent);
    }
    return e;
}

/** Waits for a message. */
static NvSciError channel_receive(const Channel *channel, Message *message)
{
    uint32_t bytes = 0U;
    NvSciError e = channel_await(channel, NV_SCI_IPC_EVENT_READ);

    e = e ? e : NvSciIpcReadSafe(channel->endpoint, message, (uint32_t)sizeof(*message), &bytes);
    if ((e == NvSciError_Success) && (message->size > MESSAGE_MAX)) {
        e = NvSciError_TooBig;
    }
    return e;
}

/** Says what was done. Passes the error on. */
static NvSciError say(NvSciError e, const char *who, const char *what)
{
    if (e == NvSciError_Success) {
        (void)printf("%s: %s\n", who, what);
        (void)fflush(stdout);
    }
    return e;
}

/** Says how it ended, and gives the status to exit with. */
static int say_end(NvSciError e, const char *who, const char *peer)
{
    int status = 1;

    if (e == NvSciError_Success) {
        (void)printf("%s: all is given back\n", who);
        status = 0;
    } else if ((e == NvSciError_NoSuchProcess) || (e == NvSciError_ConnectionReset)) {
        (void)fprintf(stderr, "%s: the %s is gone\n", who, peer);
    } else if (e == NvSciError_Timeout) {
        (void)fprintf(stderr, "%s: no %s comes or answers\n", who, peer);
    } else if (e == NvSciError_Busy) {
        (void)fprintf(stderr, "%s: there is a %s already\n", who, who);
    } else {
        (void)fprintf(stderr, "%s: NvSciError 0x%08x\n", who, (unsigned int)e);
    }
    return status;
}

/** Says what a list needs: CPU access, and some rights. */
static NvSciError need(NvSciSyncAttrList list, NvSciSyncAccessPerm perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};

    return NvSciSyncAttrListSetAttrs(list, pairs, 2U);
}

#endif /* EXAMPLE_CHANNEL_H */
