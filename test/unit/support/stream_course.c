/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_course.c
 * Streams of any shape for tests.
 */
#include "stream_course.h"

#include <ctype.h>
#include <stdlib.h>

/** Number that the program gives the first element. */
#define FIRST_TYPE 100U

/* ---------------------------------------------------------------- shapes */

static uint32_t add_block(Course *course, CourseKind kind, uint32_t up, uint32_t number)
{
    const uint32_t index = course->block_count;

    assert_in_range(index, 0U, COURSE_BLOCKS - 1U);
    course->blocks[index] =
        (CourseBlock){.kind = kind, .up = up, .partner = COURSE_NONE, .number = number};
    course->block_count++;
    return index;
}

static void bind(Course *course, uint32_t one, uint32_t other)
{
    course->blocks[one].partner = other;
    course->blocks[other].partner = one;
}

static void add_consumer(Course *course, bool is_mailbox, uint32_t up)
{
    const uint32_t queue =
        add_block(course, is_mailbox ? COURSE_MAILBOX : COURSE_FIFO, COURSE_NONE, 0U);
    const uint32_t end = add_block(course, COURSE_END, up, course->consumers);

    bind(course, queue, end);
    assert_in_range(course->consumers, 0U, COURSE_CONSUMERS - 1U);
    course->ends[COURSE_CONSUMER(course->consumers)] = end;
    course->consumers++;
}

/** Block that what follows in the text is connected to. */
static uint32_t behind(const Course *course, uint32_t up)
{
    uint32_t at = up;

    while ((course->blocks[at].kind == COURSE_LIMITER) ||
           (course->blocks[at].kind > COURSE_MULTICAST)) {
        at = course->blocks[at].up;
    }
    return at;
}

void course_plan(Course *course, const CourseShape *shape)
{
    const char *text = shape->tree;
    uint32_t up = 0U;

    *course = (Course){.shape = *shape};
    assert_in_range(shape->packets, 1U, COURSE_PACKETS);
    assert_in_range(shape->elements, 1U, COURSE_ELEMENTS);
    (void)add_block(course, COURSE_POOL, COURSE_NONE, 0U);
    up = add_block(course, COURSE_PRODUCER, COURSE_NONE, 0U);
    bind(course, 0U, up);
    course->ends[0] = up;
    while (*text != '\0') {
        char *rest = NULL;

        if ((*text == 'F') || (*text == 'B')) {
            add_consumer(course, *text == 'B', up);
            up = behind(course, up);
            text++;
        } else if ((*text == 'P') || (*text == 'R')) {
            up = add_block(course, (*text == 'P') ? COURSE_PRESENT_SYNC : COURSE_RETURN_SYNC, up,
                           0U);
            text++;
        } else if (*text == 'L') {
            up = add_block(course, COURSE_LIMITER, up, (uint32_t)strtoul(&text[1], &rest, 10));
            text = rest;
        } else if (isdigit((unsigned char)*text) != 0) {
            up = add_block(course, COURSE_MULTICAST, up, (uint32_t)strtoul(text, &rest, 10));
            text = rest;
        } else {
            if (*text == ')') {
                up = behind(course, course->blocks[up].up);
            }
            text++;
        }
    }
}

/* ---------------------------------------------------------------- lists */

NvSciBufAttrList course_buffer_list(const Course *course)
{
    static const NvSciBufType type = NvSciBufType_RawBuffer;
    static const uint64_t size = 4096U;
    static const uint64_t align = 64U;
    static const bool cpu = true;
    static const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciBufAttrList list = NULL;

    assert_status(NvSciBufAttrListCreate(course->buffers, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

/* ---------------------------------------------------------------- setup */

NvSciStreamBlock course_end(const Course *course, uint32_t end)
{
    return course->blocks[course->ends[end]].block;
}

static NvSciStreamBlock pool_of(const Course *course)
{
    return course->blocks[0].block;
}

static void mark(NvSciStreamBlock block, NvSciStreamSetup setup)
{
    assert_status(NvSciStreamBlockSetupStatusSet(block, setup, true), NvSciError_Success);
}

/** Elements that an endpoint sees, and those of them that it uses. */
static uint32_t seen_by(const Course *course, uint32_t end)
{
    const uint32_t all = (1U << course->shape.elements) - 1U;

    return (end == 0U) ? all : (all & ~course->shape.hidden[end - 1U]);
}

static uint32_t used_by(const Course *course, uint32_t end)
{
    return (end == 0U) ? seen_by(course, end)
                       : (seen_by(course, end) & ~course->shape.unused[end - 1U]);
}

static void make_one(Course *course, uint32_t index)
{
    CourseBlock *const row = &course->blocks[index];
    NvSciStreamBlock partner = 0U;
    NvSciError status = NvSciError_NotSupported;

    if (row->partner != COURSE_NONE) {
        partner = course->blocks[row->partner].block;
    }
    switch (row->kind) {
    case COURSE_POOL:
        status = NvSciStreamStaticPoolCreate(course->shape.packets, &row->block);
        break;
    case COURSE_PRODUCER:
        status = NvSciStreamProducerCreate(partner, &row->block);
        break;
    case COURSE_FIFO:
        status = NvSciStreamFifoQueueCreate(&row->block);
        break;
    case COURSE_MAILBOX:
        status = NvSciStreamMailboxQueueCreate(&row->block);
        break;
    case COURSE_END:
        status = NvSciStreamConsumerCreate(partner, &row->block);
        break;
    case COURSE_LIMITER:
        status = NvSciStreamLimiterCreate(row->number, &row->block);
        break;
    case COURSE_PRESENT_SYNC:
        status = NvSciStreamPresentSyncCreate(course->module, &row->block);
        break;
    case COURSE_RETURN_SYNC:
        status = NvSciStreamReturnSyncCreate(course->module, &row->block);
        break;
    default:
        status = NvSciStreamMulticastCreate(row->number, &row->block);
        break;
    }
    assert_status(status, NvSciError_Success);
    row->is_there = true;
}

static void make_all(Course *course)
{
    for (uint32_t i = 0U; i < course->block_count; i++) {
        make_one(course, i);
    }
}

static void join(Course *course)
{
    for (uint32_t i = 0U; i < course->block_count; i++) {
        if (course->blocks[i].up != COURSE_NONE) {
            assert_status(NvSciStreamBlockConnect(course->blocks[course->blocks[i].up].block,
                                                  course->blocks[i].block),
                          NvSciError_Success);
        }
    }
}

static void see_connected(Course *course)
{
    for (uint32_t i = 0U; i < course->block_count; i++) {
        course_expect(course->blocks[i].block, NvSciStreamEventType_Connected);
    }
}

static void send_elements(Course *course)
{
    const NvSciBufAttrList list = course_buffer_list(course);

    for (uint32_t i = 0U; i <= course->consumers; i++) {
        for (uint32_t e = 0U; e < course->shape.elements; e++) {
            assert_status(
                NvSciStreamBlockElementAttrSet(course_end(course, i), FIRST_TYPE + e, list),
                NvSciError_Success);
        }
        mark(course_end(course, i), NvSciStreamSetup_ElementExport);
    }
    NvSciBufAttrListFree(list);
}

static void choose_element(Course *course, uint32_t element)
{
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList conflict = NULL;
    uint32_t type = 0U;

    assert_status(NvSciStreamBlockElementAttrGet(pool_of(course), NvSciStreamBlockType_Producer,
                                                 element, &type, &lists[0]),
                  NvSciError_Success);
    assert_int_equal(type, FIRST_TYPE + element);
    assert_status(NvSciStreamBlockElementAttrGet(pool_of(course), NvSciStreamBlockType_Consumer,
                                                 element, &type, &lists[1]),
                  NvSciError_Success);
    assert_status(NvSciBufAttrListReconcile(lists, 2U, &course->lists[element], &conflict),
                  NvSciError_Success);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
}

static void choose_elements(Course *course)
{
    course_expect(pool_of(course), NvSciStreamEventType_Elements);
    for (uint32_t e = 0U; e < course->shape.elements; e++) {
        choose_element(course, e);
    }
    mark(pool_of(course), NvSciStreamSetup_ElementImport);
    for (uint32_t e = 0U; e < course->shape.elements; e++) {
        assert_status(
            NvSciStreamBlockElementAttrSet(pool_of(course), FIRST_TYPE + e, course->lists[e]),
            NvSciError_Success);
        for (uint32_t i = 0U; i < course->consumers; i++) {
            if (((course->shape.hidden[i] >> e) & 1U) == 1U) {
                assert_status(NvSciStreamBlockElementNotVisible(pool_of(course), FIRST_TYPE + e, i),
                              NvSciError_Success);
            }
        }
    }
    mark(pool_of(course), NvSciStreamSetup_ElementExport);
}

static void take_elements(Course *course)
{
    for (uint32_t i = 0U; i <= course->consumers; i++) {
        uint32_t index = 0U;

        course_expect(course_end(course, i), NvSciStreamEventType_Elements);
        for (uint32_t e = 0U; e < course->shape.elements; e++) {
            const uint32_t bit = 1U << e;

            if (((seen_by(course, i) & bit) != 0U) && ((used_by(course, i) & bit) == 0U)) {
                assert_status(NvSciStreamBlockElementUsageSet(course_end(course, i), index, false),
                              NvSciError_Success);
            }
            index += ((seen_by(course, i) & bit) != 0U) ? 1U : 0U;
        }
        mark(course_end(course, i), NvSciStreamSetup_ElementImport);
    }
}

static void offer_packets(Course *course)
{
    for (uint32_t p = 0U; p < course->shape.packets; p++) {
        assert_status(NvSciStreamPoolPacketCreate(pool_of(course), p + 1U, &course->made[p]),
                      NvSciError_Success);
        for (uint32_t e = 0U; e < course->shape.elements; e++) {
            NvSciBufObj object = NULL;

            assert_status(NvSciBufObjAlloc(course->lists[e], &object), NvSciError_Success);
            assert_status(
                NvSciStreamPoolPacketInsertBuffer(pool_of(course), course->made[p], e, object),
                NvSciError_Success);
            NvSciBufObjFree(object);
        }
        assert_status(NvSciStreamPoolPacketComplete(pool_of(course), course->made[p]),
                      NvSciError_Success);
    }
}

static void send_packets(Course *course)
{
    mark(pool_of(course), NvSciStreamSetup_PacketExport);
}

static void take_packets(Course *course)
{
    for (uint32_t i = 0U; i <= course->consumers; i++) {
        const NvSciStreamBlock end = course_end(course, i);

        for (uint32_t p = 0U; p < course->shape.packets; p++) {
            course_expect(end, NvSciStreamEventType_PacketCreate);
            assert_status(NvSciStreamBlockPacketNewHandleGet(end, &course->packets[i][p]),
                          NvSciError_Success);
            assert_status(NvSciStreamBlockPacketStatusSet(end, course->packets[i][p],
                                                          course_cookie(i, p), NvSciError_Success),
                          NvSciError_Success);
        }
        course_expect(end, NvSciStreamEventType_PacketsComplete);
        mark(end, NvSciStreamSetup_PacketImport);
    }
}

static void admit_packets(Course *course)
{
    for (uint32_t p = 0U; p < course->shape.packets; p++) {
        course_expect(pool_of(course), NvSciStreamEventType_PacketStatus);
    }
    mark(pool_of(course), NvSciStreamSetup_PacketImport);
}

static void send_waiters(Course *course)
{
    const NvSciSyncAttrList list =
        make_perm_list(course->module, NvSciSyncAccessPerm_WaitOnly, true);

    for (uint32_t i = 0U; i <= course->consumers; i++) {
        for (uint32_t index = 0U; index < course->shape.elements; index++) {
            if (((seen_by(course, i) >> index) != 0U) &&
                (((course->shape.without_list >> i) & 1U) == 0U)) {
                const NvSciError status =
                    NvSciStreamBlockElementWaiterAttrSet(course_end(course, i), index, list);

                assert_true((status == NvSciError_Success) ||
                            (status == NvSciError_IndexOutOfRange));
            }
        }
        mark(course_end(course, i), NvSciStreamSetup_WaiterAttrExport);
    }
    NvSciSyncAttrListFree(list);
}

/** An object that an endpoint signals for all of its elements: of what waits for the first one; none
 * if nobody does. */
static void take_waiter(Course *course, uint32_t end)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;

    assert_status(NvSciStreamBlockElementWaiterAttrGet(course_end(course, end), 0U, &lists[0]),
                  NvSciError_Success);
    assert_true((lists[0] != NULL) || (course->shape.without_list != 0U));
    if (lists[0] != NULL) {
        lists[1] = make_perm_list(course->module, NvSciSyncAccessPerm_SignalOnly, true);
        assert_status(
            NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &course->objects[end], &conflict),
            NvSciError_Success);
    }
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
}

static void take_waiters(Course *course)
{
    for (uint32_t i = 0U; i <= course->consumers; i++) {
        course_expect(course_end(course, i), NvSciStreamEventType_WaiterAttr);
        take_waiter(course, i);
        mark(course_end(course, i), NvSciStreamSetup_WaiterAttrImport);
    }
}

static void send_signals(Course *course)
{
    for (uint32_t i = 0U; i <= course->consumers; i++) {
        uint32_t index = 0U;

        for (uint32_t e = 0U; e < course->shape.elements; e++) {
            const uint32_t bit = 1U << e;

            if ((used_by(course, i) & bit) != 0U) {
                assert_status(NvSciStreamBlockElementSignalObjSet(course_end(course, i), index,
                                                                  course->objects[i]),
                              NvSciError_Success);
            }
            index += ((seen_by(course, i) & bit) != 0U) ? 1U : 0U;
        }
        mark(course_end(course, i), NvSciStreamSetup_SignalObjExport);
    }
}

static void take_signals(Course *course)
{
    for (uint32_t i = 0U; i <= course->consumers; i++) {
        course_expect(course_end(course, i), NvSciStreamEventType_SignalObj);
        mark(course_end(course, i), NvSciStreamSetup_SignalObjImport);
    }
}

static void see_ready(Course *course)
{
    for (uint32_t i = 0U; i < course->block_count; i++) {
        course_expect(course->blocks[i].block, NvSciStreamEventType_SetupComplete);
    }
}

void course_go_to(Course *course, CourseStep step)
{
    static void (*const steps[])(Course *) = {[COURSE_MADE] = make_all,
                                              [COURSE_JOINED] = join,
                                              [COURSE_CONNECTED] = see_connected,
                                              [COURSE_ELEMENTS_SENT] = send_elements,
                                              [COURSE_ELEMENTS_CHOSEN] = choose_elements,
                                              [COURSE_ELEMENTS_TAKEN] = take_elements,
                                              [COURSE_PACKETS_OFFERED] = offer_packets,
                                              [COURSE_PACKETS_SENT] = send_packets,
                                              [COURSE_PACKETS_TAKEN] = take_packets,
                                              [COURSE_PACKETS_ADMITTED] = admit_packets,
                                              [COURSE_WAITERS_SENT] = send_waiters,
                                              [COURSE_WAITERS_TAKEN] = take_waiters,
                                              [COURSE_SIGNALS_SENT] = send_signals,
                                              [COURSE_SIGNALS_TAKEN] = take_signals,
                                              [COURSE_READY] = see_ready};

    if (course->module == NULL) {
        course->module = open_module();
        course->context = make_context(course->module);
        assert_status(NvSciBufModuleOpen(&course->buffers), NvSciError_Success);
    }
    while (course->step < step) {
        course->step++;
        steps[course->step](course);
    }
}

void course_open(Course *course, const CourseShape *shape)
{
    course_plan(course, shape);
    course_go_to(course, COURSE_READY);
}

/* ---------------------------------------------------------------- ends */

void course_delete(Course *course, uint32_t block)
{
    assert_true(course->blocks[block].is_there);
    assert_status(NvSciStreamBlockDelete(course->blocks[block].block), NvSciError_Success);
    course->blocks[block].is_there = false;
}

void course_forget(Course *course)
{
    for (uint32_t e = 0U; e < COURSE_ELEMENTS; e++) {
        NvSciBufAttrListFree(course->lists[e]);
        course->lists[e] = NULL;
    }
    for (uint32_t i = 0U; i < COURSE_ENDS; i++) {
        NvSciSyncObjFree(course->objects[i]);
        course->objects[i] = NULL;
    }
    NvSciSyncCpuWaitContextFree(course->context);
    NvSciSyncModuleClose(course->module);
    NvSciBufModuleClose(course->buffers);
    course->module = NULL;
}

void course_close(Course *course)
{
    for (uint32_t i = 0U; i < course->block_count; i++) {
        if (course->blocks[i].is_there) {
            course_delete(course, i);
        }
    }
    course_forget(course);
}

/* ---------------------------------------------------------------- events */

uint32_t course_event(NvSciStreamBlock block)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    const NvSciError status = NvSciStreamBlockEventQuery(block, 0, &event);

    if (status != NvSciError_Success) {
        assert_status(status, NvSciError_Timeout);
    }
    return (status == NvSciError_Success) ? (uint32_t)event : 0U;
}

void course_expect(NvSciStreamBlock block, NvSciStreamEventType event)
{
    assert_int_equal(course_event(block), event);
}

void course_expect_none(NvSciStreamBlock block)
{
    assert_int_equal(course_event(block), 0U);
}

/* ---------------------------------------------------------------- packets */

NvSciStreamCookie course_cookie(uint32_t end, uint32_t packet)
{
    return (1000U * (end + 1U)) + packet;
}

uint32_t course_packet(uint32_t end, NvSciStreamCookie cookie)
{
    const uint32_t packet = (uint32_t)(cookie - course_cookie(end, 0U));

    assert_in_range(packet, 0U, COURSE_PACKETS - 1U);
    return packet;
}

uint32_t course_get(const Course *course)
{
    NvSciStreamCookie cookie = 0U;

    assert_status(NvSciStreamProducerPacketGet(course_end(course, 0U), &cookie),
                  NvSciError_Success);
    return course_packet(0U, cookie);
}

void course_present(const Course *course, uint32_t packet)
{
    assert_status(
        NvSciStreamProducerPacketPresent(course_end(course, 0U), course->packets[0][packet]),
        NvSciError_Success);
}

uint32_t course_send(const Course *course)
{
    const uint32_t packet = course_get(course);

    course_present(course, packet);
    return packet;
}

uint32_t course_acquire(const Course *course, uint32_t consumer)
{
    const uint32_t end = COURSE_CONSUMER(consumer);
    NvSciStreamCookie cookie = 0U;

    assert_status(NvSciStreamConsumerPacketAcquire(course_end(course, end), &cookie),
                  NvSciError_Success);
    return course_packet(end, cookie);
}

void course_release(const Course *course, uint32_t consumer, uint32_t packet)
{
    const uint32_t end = COURSE_CONSUMER(consumer);

    assert_status(
        NvSciStreamConsumerPacketRelease(course_end(course, end), course->packets[end][packet]),
        NvSciError_Success);
}

void course_expect_empty(const Course *course, uint32_t consumer)
{
    NvSciStreamCookie cookie = 7U;

    assert_status(
        NvSciStreamConsumerPacketAcquire(course_end(course, COURSE_CONSUMER(consumer)), &cookie),
        NvSciError_NoStreamPacket);
    assert_int_equal(cookie, 7U);
}
