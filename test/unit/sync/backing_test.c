/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file backing_test.c
 * What the system has of an object: two memories, and a name that no other object has.
 */
#include "sync_inside.h"

/**
 * The counter and what waiters write are two memories, of the sizes that the list says.
 * @verifies RF-SYNC-092
 */
static void counter_and_waiters_are_two_memories(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    const SyncObject *const object = object_of(scene.object);
    const SyncBacking *const parts = &object->parts;

    (void)state;
    assert_true(parts->memory.descriptor >= 0);
    assert_true(parts->waiting.descriptor >= 0);
    assert_int_not_equal(parts->memory.descriptor, parts->waiting.descriptor);
    assert_in_range(timeline_size(&object->shape), 1U, parts->memory.size);
    assert_in_range(parts->memory.size, 1U, timeline_size(&object->shape) + port_page_size());
    assert_int_equal(parts->waiting.size, port_page_size());
    assert_ptr_equal(object->counter, parts->memory.base);
    assert_ptr_equal(object->counter, object->writable.counter);
    assert_ptr_equal(object->waiters, parts->waiting.base);
    assert_int_equal(parts->life.keep, -1);
    assert_int_equal(parts->life.watch, -1);
    scene_close(&scene);
}

/**
 * Each object has a name of its own.
 * @verifies RF-SYNC-094
 */
static void each_object_has_a_name(void **state)
{
    const NvSciSyncModule module = open_module();
    uint64_t names[8][2];

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(names); i++) {
        const NvSciSyncObj object = make_object(module, (Traits){0});

        (void)memcpy(names[i], object_of(object)->parts.identity, sizeof(names[i]));
        NvSciSyncObjFree(object);
        for (size_t j = 0U; j < i; j++) {
            assert_memory_not_equal(names[i], names[j], sizeof(names[i]));
        }
    }
    NvSciSyncModuleClose(module);
}

/**
 * An object that may only be waited for is read through the mapping that cannot be written.
 * @verifies RF-SYNC-092
 */
static void who_may_not_signal_has_a_view_alone(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    SyncObject *const object = object_of(scene.object);
    void *const base = object->parts.memory.base;

    (void)state;
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_int_equal(port_memory_view(&object->parts.memory), PORT_OK);
    object->parts.memory.base = NULL;
    timeline_map(object);
    assert_null(object->writable.counter);
    assert_null(object->writable.timestamps);
    assert_null(object->writable.task_statuses);
    assert_ptr_equal(object->counter, object->parts.memory.view);
    assert_int_equal(port_load64(&object->counter->value), 1U);
    assert_true(timeline_reached(object, 1U));
    object->parts.memory.base = base;
    timeline_map(object);
    scene_close(&scene);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(counter_and_waiters_are_two_memories),
        sync_test(each_object_has_a_name),
        sync_test(who_may_not_signal_has_a_view_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
