/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ringfence_cfg.h
 * Every capacity and every choice of the library, with meaning, range, default and cost.
 *
 * A value is taken from the compiler's command line (-DRINGFENCE_CFG_...), else from the profile that
 * RINGFENCE_CFG_PROFILE names, else it is the default below. A value out of its range stops the build.
 * Costs are bytes of static memory for each unit, on a 64-bit target with the other values at their defaults, as `make records` wrote
 * them; in between they may be a sixteenth, or 8 bytes, more or less.
 * On a 32-bit target a table that has handles has 4095 rows at most, those of lists with those of their objects; more stop the build.
 */
#ifndef RINGFENCE_CFG_H
#define RINGFENCE_CFG_H

#ifdef RINGFENCE_CFG_PROFILE
#include RINGFENCE_CFG_PROFILE
#endif

/* CUDA needs an operating system: without one nothing else than a row of each of its tables is
 * reserved, unless the profile names them. */
#if (__STDC_HOSTED__ != 1)
#ifndef RINGFENCE_CFG_CUDA_SEMAPHORES
#define RINGFENCE_CFG_CUDA_SEMAPHORES 1U
#endif
#ifndef RINGFENCE_CFG_CUDA_MEMORIES
#define RINGFENCE_CFG_CUDA_MEMORIES 1U
#endif
#ifndef RINGFENCE_CFG_CUDA_MAPPINGS
#define RINGFENCE_CFG_CUDA_MAPPINGS 1U
#endif
/* A core of its own shares no lines. */
#ifndef RINGFENCE_CFG_LINE_BYTES
#define RINGFENCE_CFG_LINE_BYTES 0U
#endif
#endif

/* ---------------------------------------------------------------- capacities */

/**
 * Modules of NvSciSync that are open or still have lists, objects, wait contexts or fences.
 *
 * @range 1 to 65536
 * @default 16
 * @cost 20 bytes each
 * @table g_sync_module_slots, g_sync_module_needs
 */
#ifndef RINGFENCE_CFG_SYNC_MODULES
#define RINGFENCE_CFG_SYNC_MODULES 16U
#endif
#if (RINGFENCE_CFG_SYNC_MODULES < 1U) || (RINGFENCE_CFG_SYNC_MODULES > 65536U)
#error "RINGFENCE_CFG_SYNC_MODULES must be 1 to 65536"
#endif

/**
 * Slots of NvSciSync attribute lists; a list takes one for each of its slots. Each object has a
 * further one of its own.
 *
 * @range 1 to 32768
 * @default 512
 * @cost 4394 bytes each
 * @table g_sync_list_slots, g_sync_list_rows, g_sync_list_lengths, g_sync_list_words
 */
#ifndef RINGFENCE_CFG_SYNC_LISTS
#define RINGFENCE_CFG_SYNC_LISTS 512U
#endif
#if (RINGFENCE_CFG_SYNC_LISTS < 1U) || (RINGFENCE_CFG_SYNC_LISTS > 32768U)
#error "RINGFENCE_CFG_SYNC_LISTS must be 1 to 32768"
#endif

/**
 * Sync objects.
 *
 * @range 1 to 32768
 * @default 256
 * @cost 4922 bytes each
 * @table g_sync_object_slots, g_sync_objects
 */
#ifndef RINGFENCE_CFG_SYNC_OBJECTS
#define RINGFENCE_CFG_SYNC_OBJECTS 256U
#endif
#if (RINGFENCE_CFG_SYNC_OBJECTS < 1U) || (RINGFENCE_CFG_SYNC_OBJECTS > 32768U)
#error "RINGFENCE_CFG_SYNC_OBJECTS must be 1 to 32768"
#endif

/**
 * Handles of sync objects: one for an object, one more for each duplicate.
 *
 * @range 1 to 65536
 * @default 512
 * @cost 24 bytes each
 * @table g_sync_handle_slots, g_sync_handles
 */
#ifndef RINGFENCE_CFG_SYNC_HANDLES
#define RINGFENCE_CFG_SYNC_HANDLES 512U
#endif
#if (RINGFENCE_CFG_SYNC_HANDLES < 1U) || (RINGFENCE_CFG_SYNC_HANDLES > 65536U)
#error "RINGFENCE_CFG_SYNC_HANDLES must be 1 to 65536"
#endif

/**
 * CPU wait contexts.
 *
 * @range 1 to 65536
 * @default 64
 * @cost 144 bytes each
 * @table g_sync_context_slots, g_sync_contexts, g_sync_spins
 */
#ifndef RINGFENCE_CFG_SYNC_WAIT_CONTEXTS
#define RINGFENCE_CFG_SYNC_WAIT_CONTEXTS 64U
#endif
#if (RINGFENCE_CFG_SYNC_WAIT_CONTEXTS < 1U) || (RINGFENCE_CFG_SYNC_WAIT_CONTEXTS > 65536U)
#error "RINGFENCE_CFG_SYNC_WAIT_CONTEXTS must be 1 to 65536"
#endif

/**
 * Fences that the library stores for applications that keep none themselves. Fences in the
 * memory of the caller are not counted.
 *
 * @range 1 to 65536
 * @default 256
 * @cost 64 bytes each
 * @table g_fence_slots, g_fences
 */
#ifndef RINGFENCE_CFG_FENCES
#define RINGFENCE_CFG_FENCES 256U
#endif
#if (RINGFENCE_CFG_FENCES < 1U) || (RINGFENCE_CFG_FENCES > 65536U)
#error "RINGFENCE_CFG_FENCES must be 1 to 65536"
#endif

/**
 * Fence descriptors that the library stores for applications.
 *
 * @range 1 to 65536
 * @default 64
 * @cost 72 bytes each
 * @table g_fence_desc_slots, g_fence_descs
 */
#ifndef RINGFENCE_CFG_FENCE_DESCS
#define RINGFENCE_CFG_FENCE_DESCS 64U
#endif
#if (RINGFENCE_CFG_FENCE_DESCS < 1U) || (RINGFENCE_CFG_FENCE_DESCS > 65536U)
#error "RINGFENCE_CFG_FENCE_DESCS must be 1 to 65536"
#endif

/**
 * Modules of NvSciBuf that are open or still have lists or objects. An image of NvMedia with memory
 * of its own has one.
 *
 * @range 1 to 65536
 * @default 80
 * @cost 20 bytes each
 * @table g_buf_module_slots, g_buf_module_needs
 */
#ifndef RINGFENCE_CFG_BUF_MODULES
#define RINGFENCE_CFG_BUF_MODULES 80U
#endif
#if (RINGFENCE_CFG_BUF_MODULES < 1U) || (RINGFENCE_CFG_BUF_MODULES > 65536U)
#error "RINGFENCE_CFG_BUF_MODULES must be 1 to 65536"
#endif

/**
 * Slots of NvSciBuf attribute lists; a list takes one for each of its slots. Each object has a
 * further one of its own.
 *
 * @range 1 to 32768
 * @default 512
 * @cost 6178 bytes each
 * @table g_buf_list_slots, g_buf_list_rows, g_buf_list_lengths, g_buf_list_words
 */
#ifndef RINGFENCE_CFG_BUF_LISTS
#define RINGFENCE_CFG_BUF_LISTS 512U
#endif
#if (RINGFENCE_CFG_BUF_LISTS < 1U) || (RINGFENCE_CFG_BUF_LISTS > 32768U)
#error "RINGFENCE_CFG_BUF_LISTS must be 1 to 32768"
#endif

/**
 * Buffer objects; a duplicate with reduced rights is one of its own.
 *
 * @range 1 to 32768
 * @default 256
 * @cost 6226 bytes each
 * @table g_buf_object_slots, g_buf_objects
 */
#ifndef RINGFENCE_CFG_BUF_OBJECTS
#define RINGFENCE_CFG_BUF_OBJECTS 256U
#endif
#if (RINGFENCE_CFG_BUF_OBJECTS < 1U) || (RINGFENCE_CFG_BUF_OBJECTS > 32768U)
#error "RINGFENCE_CFG_BUF_OBJECTS must be 1 to 32768"
#endif

/**
 * Handles of buffer objects: one for an object, one more for each duplicate.
 *
 * @range 1 to 65536
 * @default 512
 * @cost 24 bytes each
 * @table g_buf_handle_slots, g_buf_handles
 */
#ifndef RINGFENCE_CFG_BUF_HANDLES
#define RINGFENCE_CFG_BUF_HANDLES 512U
#endif
#if (RINGFENCE_CFG_BUF_HANDLES < 1U) || (RINGFENCE_CFG_BUF_HANDLES > 65536U)
#error "RINGFENCE_CFG_BUF_HANDLES must be 1 to 65536"
#endif

/**
 * Memories behind buffer objects; duplicates share one.
 *
 * @range 1 to 65536
 * @default 256
 * @cost 72 bytes each
 * @table g_buf_memory_slots, g_buf_memories
 */
#ifndef RINGFENCE_CFG_BUF_MEMORIES
#define RINGFENCE_CFG_BUF_MEMORIES 256U
#endif
#if (RINGFENCE_CFG_BUF_MEMORIES < 1U) || (RINGFENCE_CFG_BUF_MEMORIES > 65536U)
#error "RINGFENCE_CFG_BUF_MEMORIES must be 1 to 65536"
#endif

/**
 * Texts of attribute lists that exist at one time (NvSciBufAttrListDebugDump,
 * NvSciSyncAttrListDebugDump).
 *
 * @range 1 to 65536
 * @default 4
 * @cost 8216 bytes each
 * @table g_dump_slots, g_dump_texts, g_dump_owners
 */
#ifndef RINGFENCE_CFG_DUMPS
#define RINGFENCE_CFG_DUMPS 4U
#endif
#if (RINGFENCE_CFG_DUMPS < 1U) || (RINGFENCE_CFG_DUMPS > 65536U)
#error "RINGFENCE_CFG_DUMPS must be 1 to 65536"
#endif

/**
 * Endpoints of channels that are open at one time.
 *
 * @range 1 to 65536
 * @default 500
 * @cost 3152 bytes each
 * @table g_ipc_endpoint_slots, g_ipc_endpoints
 */
#ifndef RINGFENCE_CFG_IPC_ENDPOINTS
#define RINGFENCE_CFG_IPC_ENDPOINTS 500U
#endif
#if (RINGFENCE_CFG_IPC_ENDPOINTS < 1U) || (RINGFENCE_CFG_IPC_ENDPOINTS > 65536U)
#error "RINGFENCE_CFG_IPC_ENDPOINTS must be 1 to 65536"
#endif

/**
 * Channels that the endpoint table can have.
 *
 * @range 1 to 4095
 * @default 256
 * @cost 168 bytes each
 * @table g_ipc_table
 */
#ifndef RINGFENCE_CFG_IPC_CHANNELS
#define RINGFENCE_CFG_IPC_CHANNELS 256U
#endif
#if (RINGFENCE_CFG_IPC_CHANNELS < 1U) || (RINGFENCE_CFG_IPC_CHANNELS > 4095U)
#error "RINGFENCE_CFG_IPC_CHANNELS must be 1 to 4095"
#endif

/**
 * Bytes of the file that holds the endpoint table.
 *
 * @range 256 to 1048576
 * @default 65536
 * @cost 1 bytes each
 * @table g_ipc_text
 */
#ifndef RINGFENCE_CFG_IPC_TABLE_BYTES
#define RINGFENCE_CFG_IPC_TABLE_BYTES 65536U
#endif
#if (RINGFENCE_CFG_IPC_TABLE_BYTES < 256U) || (RINGFENCE_CFG_IPC_TABLE_BYTES > 1048576U)
#error "RINGFENCE_CFG_IPC_TABLE_BYTES must be 256 to 1048576"
#endif

/**
 * Event loop services; one thread can wait on each.
 *
 * @range 1 to 255
 * @default 4
 * @cost 5192 bytes each
 * @table g_event_service_slots, g_event_services
 */
#ifndef RINGFENCE_CFG_EVENT_SERVICES
#define RINGFENCE_CFG_EVENT_SERVICES 4U
#endif
#if (RINGFENCE_CFG_EVENT_SERVICES < 1U) || (RINGFENCE_CFG_EVENT_SERVICES > 255U)
#error "RINGFENCE_CFG_EVENT_SERVICES must be 1 to 255"
#endif

/**
 * Event notifiers: one for an endpoint with an event service, one for a local event.
 *
 * @range 1 to 1023
 * @default 628
 * @cost 136 bytes each
 * @table g_event_notifier_slots, g_event_notifiers
 */
#ifndef RINGFENCE_CFG_EVENT_NOTIFIERS
#define RINGFENCE_CFG_EVENT_NOTIFIERS 628U
#endif
#if (RINGFENCE_CFG_EVENT_NOTIFIERS < 1U) || (RINGFENCE_CFG_EVENT_NOTIFIERS > 1023U)
#error "RINGFENCE_CFG_EVENT_NOTIFIERS must be 1 to 1023"
#endif

/**
 * Local events. Events of streams take one for each block.
 *
 * @range 1 to 1023
 * @default 128
 * @cost 64 bytes each
 * @table g_local_event_slots, g_local_events
 */
#ifndef RINGFENCE_CFG_LOCAL_EVENTS
#define RINGFENCE_CFG_LOCAL_EVENTS 128U
#endif
#if (RINGFENCE_CFG_LOCAL_EVENTS < 1U) || (RINGFENCE_CFG_LOCAL_EVENTS > 1023U)
#error "RINGFENCE_CFG_LOCAL_EVENTS must be 1 to 1023"
#endif

/**
 * Blocks of streams: producers, consumers, pools, queues and what stands between them. A block that was
 * deleted counts until nothing needs it any more.
 *
 * @range 1 to 2047
 * @default 128
 * @cost 368 bytes each
 * @table g_stream_block_slots, g_stream_blocks, g_stream_wakes, g_stream_waiters
 */
#ifndef RINGFENCE_CFG_STREAM_BLOCKS
#define RINGFENCE_CFG_STREAM_BLOCKS 128U
#endif
#if (RINGFENCE_CFG_STREAM_BLOCKS < 1U) || (RINGFENCE_CFG_STREAM_BLOCKS > 2047U)
#error "RINGFENCE_CFG_STREAM_BLOCKS must be 1 to 2047"
#endif

/**
 * Segments of streams. A segment is the part of a stream in this process, from a producer or an IPC
 * destination to its consumers and IPC sources.
 *
 * @range 1 to 255
 * @default 16
 * @cost 6224 bytes each
 * @table g_stream_segments
 */
#ifndef RINGFENCE_CFG_STREAM_SEGMENTS
#define RINGFENCE_CFG_STREAM_SEGMENTS 16U
#endif
#if (RINGFENCE_CFG_STREAM_SEGMENTS < 1U) || (RINGFENCE_CFG_STREAM_SEGMENTS > 255U)
#error "RINGFENCE_CFG_STREAM_SEGMENTS must be 1 to 255"
#endif

/**
 * IPC blocks of streams: the ends of channels between the segments of a stream.
 *
 * @range 1 to 255
 * @default 16
 * @cost 64016 bytes each
 * @table g_stream_ipcs
 */
#ifndef RINGFENCE_CFG_STREAM_IPC_BLOCKS
#define RINGFENCE_CFG_STREAM_IPC_BLOCKS 16U
#endif
#if (RINGFENCE_CFG_STREAM_IPC_BLOCKS < 1U) || (RINGFENCE_CFG_STREAM_IPC_BLOCKS > 255U)
#error "RINGFENCE_CFG_STREAM_IPC_BLOCKS must be 1 to 255"
#endif

/**
 * Packets of all segments together: a packet that goes through two segments of this process is two.
 *
 * @range 1 to 2047
 * @default 128
 * @cost 7824 bytes each
 * @table g_stream_packet_slots, g_stream_packets
 */
#ifndef RINGFENCE_CFG_STREAM_PACKETS
#define RINGFENCE_CFG_STREAM_PACKETS 128U
#endif
#if (RINGFENCE_CFG_STREAM_PACKETS < 1U) || (RINGFENCE_CFG_STREAM_PACKETS > 2047U)
#error "RINGFENCE_CFG_STREAM_PACKETS must be 1 to 2047"
#endif

/**
 * User infos of all blocks: those that were set in this process, and those that came to it from others.
 *
 * @range 1 to 2047
 * @default 32
 * @cost 288 bytes each
 * @table g_stream_info_slots, g_stream_infos
 */
#ifndef RINGFENCE_CFG_STREAM_INFOS
#define RINGFENCE_CFG_STREAM_INFOS 32U
#endif
#if (RINGFENCE_CFG_STREAM_INFOS < 1U) || (RINGFENCE_CFG_STREAM_INFOS > 2047U)
#error "RINGFENCE_CFG_STREAM_INFOS must be 1 to 2047"
#endif

/* ---------------------------------------------------------------- sizes and choices */

/**
 * Bytes of one such text; a longer one is cut.
 *
 * @range 256 to 65536
 * @default 8192
 */
#ifndef RINGFENCE_CFG_DUMP_BYTES
#define RINGFENCE_CFG_DUMP_BYTES 8192U
#endif
#if (RINGFENCE_CFG_DUMP_BYTES < 256U) || (RINGFENCE_CFG_DUMP_BYTES > 65536U)
#error "RINGFENCE_CFG_DUMP_BYTES must be 256 to 65536"
#endif

/**
 * GPU ids that one list can hold; the API allows 16.
 *
 * @range 1 to 16
 * @default 16
 */
#ifndef RINGFENCE_CFG_GPUS
#define RINGFENCE_CFG_GPUS 16U
#endif
#if (RINGFENCE_CFG_GPUS < 1U) || (RINGFENCE_CFG_GPUS > 16U)
#error "RINGFENCE_CFG_GPUS must be 1 to 16"
#endif

/**
 * Late peers, and engines of late peers, that one list can hold; the API allows 128.
 *
 * @range 1 to 128
 * @default 128
 */
#ifndef RINGFENCE_CFG_PEERS
#define RINGFENCE_CFG_PEERS 128U
#endif
#if (RINGFENCE_CFG_PEERS < 1U) || (RINGFENCE_CFG_PEERS > 128U)
#error "RINGFENCE_CFG_PEERS must be 1 to 128"
#endif

/**
 * Timestamp slots of a sync object whose list asks for timestamps. Each costs 16 bytes of the
 * object's shared memory. 0: no object has timestamps. A list that requires them is a conflict, and
 * NvSciSyncFenceGetTimestamp, NvSciSyncFenceAddTimestampSlot and NvSciSyncFenceExtractTimestampSlot
 * give NvSciError_NotSupported.
 *
 * @range 0 to 65536
 * @default 1024
 */
#ifndef RINGFENCE_CFG_TIMESTAMP_SLOTS
#define RINGFENCE_CFG_TIMESTAMP_SLOTS 1024U
#endif
#if (RINGFENCE_CFG_TIMESTAMP_SLOTS > 65536U)
#error "RINGFENCE_CFG_TIMESTAMP_SLOTS must be 0 to 65536"
#endif

/**
 * Task status slots of a sync object. Each costs 16 bytes of the object's shared memory. 0: no
 * object has any, and NvSciSyncFenceAddTaskStatusSlot, NvSciSyncFenceGetTaskStatus and
 * RingfenceSyncObjSetTaskStatus give NvSciError_NotSupported. Engines that signal need one.
 *
 * @range 0 to 65536
 * @default 1024
 */
#ifndef RINGFENCE_CFG_TASK_STATUS_SLOTS
#define RINGFENCE_CFG_TASK_STATUS_SLOTS 1024U
#endif
#if (RINGFENCE_CFG_TASK_STATUS_SLOTS > 65536U)
#error "RINGFENCE_CFG_TASK_STATUS_SLOTS must be 0 to 65536"
#endif

/**
 * Elements of one packet, and of the list of one block: what NvSciStreamQueryableAttrib_MaxElements gives.
 *
 * @range 1 to 32
 * @default 8
 */
#ifndef RINGFENCE_CFG_STREAM_ELEMENTS
#define RINGFENCE_CFG_STREAM_ELEMENTS 8U
#endif
#if (RINGFENCE_CFG_STREAM_ELEMENTS < 1U) || (RINGFENCE_CFG_STREAM_ELEMENTS > 32U)
#error "RINGFENCE_CFG_STREAM_ELEMENTS must be 1 to 32"
#endif

/**
 * Consumers of one stream, in all processes together: what NvSciStreamQueryableAttrib_MaxMulticastOutputs
 * gives.
 *
 * @range 1 to 63
 * @default 16
 */
#ifndef RINGFENCE_CFG_STREAM_CONSUMERS
#define RINGFENCE_CFG_STREAM_CONSUMERS 16U
#endif
#if (RINGFENCE_CFG_STREAM_CONSUMERS < 1U) || (RINGFENCE_CFG_STREAM_CONSUMERS > 63U)
#error "RINGFENCE_CFG_STREAM_CONSUMERS must be 1 to 63"
#endif

/**
 * Bytes of one user info at most.
 *
 * @range 16 to 65536
 * @default 256
 */
#ifndef RINGFENCE_CFG_STREAM_INFO_BYTES
#define RINGFENCE_CFG_STREAM_INFO_BYTES 256U
#endif
#if (RINGFENCE_CFG_STREAM_INFO_BYTES < 16U) || (RINGFENCE_CFG_STREAM_INFO_BYTES > 65536U)
#error "RINGFENCE_CFG_STREAM_INFO_BYTES must be 16 to 65536"
#endif

/**
 * Microseconds that a waiting CPU spins at most before it sleeps in the kernel. Waits of a context
 * whose spins did not pay leave them out. A few times what a sleep and a wake-up take. 0: no spins.
 *
 * @range 0 to 1000000
 * @default 50
 */
#ifndef RINGFENCE_CFG_SPIN_US
#define RINGFENCE_CFG_SPIN_US 50U
#endif
#if (RINGFENCE_CFG_SPIN_US > 1000000U)
#error "RINGFENCE_CFG_SPIN_US must be 0 to 1000000"
#endif

/**
 * Times that a wait gives the CPU away before it sleeps, where looking alone did not pay: it helps if
 * who signals has the same CPU. 0: such waits sleep.
 *
 * @range 0 to 1000
 * @default 2
 */
#ifndef RINGFENCE_CFG_SPIN_YIELDS
#define RINGFENCE_CFG_SPIN_YIELDS 2U
#endif
#if (RINGFENCE_CFG_SPIN_YIELDS > 1000U)
#error "RINGFENCE_CFG_SPIN_YIELDS must be 0 to 1000"
#endif

/**
 * Bytes of a line of the cache, a power of two: words that different threads write are in different
 * lines. Up to 8: they stand side by side, as is right where one core runs everything.
 *
 * @range 0 to 256
 * @default 64
 */
#ifndef RINGFENCE_CFG_LINE_BYTES
#define RINGFENCE_CFG_LINE_BYTES 64U
#endif
#if (RINGFENCE_CFG_LINE_BYTES > 256U)
#error "RINGFENCE_CFG_LINE_BYTES must be 0 to 256"
#endif
#if ((RINGFENCE_CFG_LINE_BYTES & (RINGFENCE_CFG_LINE_BYTES - 1U)) != 0U)
#error "RINGFENCE_CFG_LINE_BYTES must be a power of two"
#endif

/**
 * 1: a spin waits for a store with UMWAIT, in steps of half a microsecond at most, where the CPU has
 * that; it leaves more to the other thread of the core, and may notice a store later. 0: it looks again
 * and again.
 *
 * @range 0 to 1
 * @default 0
 */
#ifndef RINGFENCE_CFG_SPIN_MONITOR
#define RINGFENCE_CFG_SPIN_MONITOR 0U
#endif
#if (RINGFENCE_CFG_SPIN_MONITOR > 1U)
#error "RINGFENCE_CFG_SPIN_MONITOR must be 0 to 1"
#endif

/**
 * 1: phase INIT refuses the functions of fences too, also those of packets; docs/phases.md marks
 * them.
 *
 * @range 0 to 1
 * @default 0
 */
#ifndef RINGFENCE_CFG_STRICT_INIT
#define RINGFENCE_CFG_STRICT_INIT 0U
#endif
#if (RINGFENCE_CFG_STRICT_INIT > 1U)
#error "RINGFENCE_CFG_STRICT_INIT must be 0 to 1"
#endif

/**
 * 1: phase RUNTIME admits queries of lists and objects, and pixel copies.
 *
 * @range 0 to 1
 * @default 0
 */
#ifndef RINGFENCE_CFG_RUNTIME_QUERIES
#define RINGFENCE_CFG_RUNTIME_QUERIES 0U
#endif
#if (RINGFENCE_CFG_RUNTIME_QUERIES > 1U)
#error "RINGFENCE_CFG_RUNTIME_QUERIES must be 0 to 1"
#endif

/**
 * 1: the GPUs of this system are integrated and share the caches of system memory; 0: they are
 * discrete.
 *
 * @range 0 to 1
 * @default 0
 */
#ifndef RINGFENCE_CFG_INTEGRATED_GPU
#define RINGFENCE_CFG_INTEGRATED_GPU 0U
#endif
#if (RINGFENCE_CFG_INTEGRATED_GPU > 1U)
#error "RINGFENCE_CFG_INTEGRATED_GPU must be 0 to 1"
#endif

/**
 * Bytes to whose multiple the pitch of a pitch-linear plane is rounded up. A power of two.
 *
 * @range 1 to 4096
 * @default 256
 */
#ifndef RINGFENCE_CFG_PITCH_ALIGN
#define RINGFENCE_CFG_PITCH_ALIGN 256U
#endif
#if (RINGFENCE_CFG_PITCH_ALIGN < 1U) || (RINGFENCE_CFG_PITCH_ALIGN > 4096U)
#error "RINGFENCE_CFG_PITCH_ALIGN must be 1 to 4096"
#endif
#if ((RINGFENCE_CFG_PITCH_ALIGN & (RINGFENCE_CFG_PITCH_ALIGN - 1U)) != 0U)
#error "RINGFENCE_CFG_PITCH_ALIGN must be a power of two"
#endif

/**
 * Bytes at whose multiple a plane begins. A power of two.
 *
 * @range 1 to 65536
 * @default 512
 */
#ifndef RINGFENCE_CFG_PLANE_ALIGN
#define RINGFENCE_CFG_PLANE_ALIGN 512U
#endif
#if (RINGFENCE_CFG_PLANE_ALIGN < 1U) || (RINGFENCE_CFG_PLANE_ALIGN > 65536U)
#error "RINGFENCE_CFG_PLANE_ALIGN must be 1 to 65536"
#endif
#if ((RINGFENCE_CFG_PLANE_ALIGN & (RINGFENCE_CFG_PLANE_ALIGN - 1U)) != 0U)
#error "RINGFENCE_CFG_PLANE_ALIGN must be a power of two"
#endif

/**
 * Bytes to whose multiple the size of a pitch-linear plane is rounded up. A power of two.
 *
 * @range 1 to 65536
 * @default 4096
 */
#ifndef RINGFENCE_CFG_PLANE_SIZE_ALIGN
#define RINGFENCE_CFG_PLANE_SIZE_ALIGN 4096U
#endif
#if (RINGFENCE_CFG_PLANE_SIZE_ALIGN < 1U) || (RINGFENCE_CFG_PLANE_SIZE_ALIGN > 65536U)
#error "RINGFENCE_CFG_PLANE_SIZE_ALIGN must be 1 to 65536"
#endif
#if ((RINGFENCE_CFG_PLANE_SIZE_ALIGN & (RINGFENCE_CFG_PLANE_SIZE_ALIGN - 1U)) != 0U)
#error "RINGFENCE_CFG_PLANE_SIZE_ALIGN must be a power of two"
#endif

/**
 * Height of a block of block-linear images, in GOBs of 64 bytes by 8 rows. A power of two.
 *
 * @range 1 to 32
 * @default 16
 */
#ifndef RINGFENCE_CFG_BLOCK_HEIGHT
#define RINGFENCE_CFG_BLOCK_HEIGHT 16U
#endif
#if (RINGFENCE_CFG_BLOCK_HEIGHT < 1U) || (RINGFENCE_CFG_BLOCK_HEIGHT > 32U)
#error "RINGFENCE_CFG_BLOCK_HEIGHT must be 1 to 32"
#endif
#if ((RINGFENCE_CFG_BLOCK_HEIGHT & (RINGFENCE_CFG_BLOCK_HEIGHT - 1U)) != 0U)
#error "RINGFENCE_CFG_BLOCK_HEIGHT must be a power of two"
#endif

/**
 * Bytes to whose multiple the size of a block-linear plane is rounded up. A power of two.
 *
 * @range 512 to 65536
 * @default 65536
 */
#ifndef RINGFENCE_CFG_BLOCK_SIZE_ALIGN
#define RINGFENCE_CFG_BLOCK_SIZE_ALIGN 65536U
#endif
#if (RINGFENCE_CFG_BLOCK_SIZE_ALIGN < 512U) || (RINGFENCE_CFG_BLOCK_SIZE_ALIGN > 65536U)
#error "RINGFENCE_CFG_BLOCK_SIZE_ALIGN must be 512 to 65536"
#endif
#if ((RINGFENCE_CFG_BLOCK_SIZE_ALIGN & (RINGFENCE_CFG_BLOCK_SIZE_ALIGN - 1U)) != 0U)
#error "RINGFENCE_CFG_BLOCK_SIZE_ALIGN must be a power of two"
#endif

/**
 * Bytes to whose multiple the size of an array or a tensor is rounded up. A power of two.
 *
 * @range 1 to 65536
 * @default 4096
 */
#ifndef RINGFENCE_CFG_DATA_ALIGN
#define RINGFENCE_CFG_DATA_ALIGN 4096U
#endif
#if (RINGFENCE_CFG_DATA_ALIGN < 1U) || (RINGFENCE_CFG_DATA_ALIGN > 65536U)
#error "RINGFENCE_CFG_DATA_ALIGN must be 1 to 65536"
#endif
#if ((RINGFENCE_CFG_DATA_ALIGN & (RINGFENCE_CFG_DATA_ALIGN - 1U)) != 0U)
#error "RINGFENCE_CFG_DATA_ALIGN must be a power of two"
#endif

/**
 * Bytes at whose multiple an array, a tensor or a raw buffer begins if no list asks for more. A
 * power of two.
 *
 * @range 1 to 65536
 * @default 4096
 */
#ifndef RINGFENCE_CFG_BASE_ALIGN
#define RINGFENCE_CFG_BASE_ALIGN 4096U
#endif
#if (RINGFENCE_CFG_BASE_ALIGN < 1U) || (RINGFENCE_CFG_BASE_ALIGN > 65536U)
#error "RINGFENCE_CFG_BASE_ALIGN must be 1 to 65536"
#endif
#if ((RINGFENCE_CFG_BASE_ALIGN & (RINGFENCE_CFG_BASE_ALIGN - 1U)) != 0U)
#error "RINGFENCE_CFG_BASE_ALIGN must be a power of two"
#endif

/* ---------------------------------------------------------------- features that can be left out */

/**
 * 1: names of functions, keys, rules, errors and pools as text, and lists as text. 0: all names are
 * empty texts, conflicts and faults have numbers alone, and NvSciSyncAttrListDebugDump,
 * NvSciBufAttrListDebugDump, RingfenceFormatConflict and RingfenceFormatFault give
 * NvSciError_NotSupported.
 *
 * @range 0 to 1
 * @default 1
 */
#ifndef RINGFENCE_CFG_TEXTS
#define RINGFENCE_CFG_TEXTS 1U
#endif
#if (RINGFENCE_CFG_TEXTS > 1U)
#error "RINGFENCE_CFG_TEXTS must be 0 to 1"
#endif

/**
 * 1: GPUs and other engines. 0: lists cannot name any: setting their keys, late peers' among them, is
 * NvSciError_NotSupported, and so is each function of ringfence_engine.h that gives an error, and
 * RingfenceSyncAttrListIsLocal.
 *
 * @range 0 to 1
 * @default 1
 */
#ifndef RINGFENCE_CFG_ENGINES
#define RINGFENCE_CFG_ENGINES 1U
#endif
#if (RINGFENCE_CFG_ENGINES > 1U)
#error "RINGFENCE_CFG_ENGINES must be 0 to 1"
#endif

/**
 * 1: lists and objects travel between processes, and late peers can be attached. 0: all lists are of
 * one process; NvSciBufObjAttachPeer and NvSciSyncObjAttachPeer give NvSciError_NotSupported.
 * Channels and sharing need 1.
 *
 * @range 0 to 1
 * @default 1
 */
#ifndef RINGFENCE_CFG_SHARING
#define RINGFENCE_CFG_SHARING 1U
#endif
#if (RINGFENCE_CFG_SHARING > 1U)
#error "RINGFENCE_CFG_SHARING must be 0 to 1"
#endif

/**
 * 1: lists and objects can be checked once more, and without an operating system each call looks
 * whether an interrupt handler makes it that must not. 0: NvSciSyncObjValidate, NvSciBufObjValidate
 * and the functions NvSci...AttrListValidateReconciled... give NvSciError_NotSupported.
 *
 * @range 0 to 1
 * @default 1
 */
#ifndef RINGFENCE_CFG_CHECKS
#define RINGFENCE_CFG_CHECKS 1U
#endif
#if (RINGFENCE_CFG_CHECKS > 1U)
#error "RINGFENCE_CFG_CHECKS must be 0 to 1"
#endif

/**
 * 1: pixels of images can be copied. 0: NvSciBufObjGetPixels and NvSciBufObjPutPixels give
 * NvSciError_NotSupported.
 *
 * @range 0 to 1
 * @default 1
 */
#ifndef RINGFENCE_CFG_PIXELS
#define RINGFENCE_CFG_PIXELS 1U
#endif
#if (RINGFENCE_CFG_PIXELS > 1U)
#error "RINGFENCE_CFG_PIXELS must be 0 to 1"
#endif

/**
 * 1: all functions. 0: those alone that make, wait for, signal and free: reading, copying, appending
 * and reconciling lists without an object, objects of reconciled lists, duplicates and lists of
 * objects, contents of fences, stored fences and waits with a mode give NvSciError_NotSupported, and
 * reports of faults and refusals name no slot, and a pair that a list does not take is no fault.
 *
 * @range 0 to 1
 * @default 1
 */
#ifndef RINGFENCE_CFG_EXTRAS
#define RINGFENCE_CFG_EXTRAS 1U
#endif
#if (RINGFENCE_CFG_EXTRAS > 1U)
#error "RINGFENCE_CFG_EXTRAS must be 0 to 1"
#endif

/**
 * 1: buffers of all types. 0: raw buffers alone, which TYPES=raw of the Makefile sets: setting a key of
 * another type, and any key that is none, is NvSciError_NotSupported, and a list that names another
 * type is a conflict about the types.
 *
 * @range 0 to 1
 * @default 1
 */
#ifndef RINGFENCE_CFG_TYPES
#define RINGFENCE_CFG_TYPES 1U
#endif
#if (RINGFENCE_CFG_TYPES > 1U)
#error "RINGFENCE_CFG_TYPES must be 0 to 1"
#endif

/**
 * 1: the library asserts its own state where it changes; an assertion that does not hold is a fault
 * report with its file and line (RINGFENCE_FAULT_INTERNAL), and the call goes on. 0: it does not look.
 *
 * @range 0 to 1
 * @default 1
 */
#ifndef RINGFENCE_CFG_ASSERTS
#define RINGFENCE_CFG_ASSERTS 1U
#endif
#if (RINGFENCE_CFG_ASSERTS > 1U)
#error "RINGFENCE_CFG_ASSERTS must be 0 to 1"
#endif

/**
 * 1: the application has a function RingfenceHookFault(), which is called with each fault when it has
 * been recorded (ringfence.h). Static libraries alone: the link of the shared one asks for the function.
 *
 * @range 0 to 1
 * @default 0
 */
#ifndef RINGFENCE_CFG_FAULT_HOOK
#define RINGFENCE_CFG_FAULT_HOOK 0U
#endif
#if (RINGFENCE_CFG_FAULT_HOOK > 1U)
#error "RINGFENCE_CFG_FAULT_HOOK must be 0 to 1"
#endif

/**
 * 1: channels, events, and what is sent over them. 0: the library has none of their functions and
 * tables, which firmware-lib of the Makefile sets for images that share no memory.
 *
 * @range 0 to 1
 * @default 1
 */
#ifndef RINGFENCE_CFG_CHANNELS
#define RINGFENCE_CFG_CHANNELS 1U
#endif
#if (RINGFENCE_CFG_CHANNELS > 1U)
#error "RINGFENCE_CFG_CHANNELS must be 0 to 1"
#endif
#if (RINGFENCE_CFG_CHANNELS == 0U) && (__STDC_HOSTED__ == 1)
#error "RINGFENCE_CFG_CHANNELS can be 0 without an operating system alone: make firmware-lib"
#endif

/**
 * 1: streams: NvSciStream. 0: the library has none of its functions and tables, which firmware-lib of the
 * Makefile sets without STREAMS=1. Streams between processes need channels.
 *
 * @range 0 to 1
 * @default 1
 */
#ifndef RINGFENCE_CFG_STREAMS
#define RINGFENCE_CFG_STREAMS 1U
#endif
#if (RINGFENCE_CFG_STREAMS > 1U)
#error "RINGFENCE_CFG_STREAMS must be 0 to 1"
#endif
#if (RINGFENCE_CFG_STREAMS == 0U) && (__STDC_HOSTED__ == 1)
#error "RINGFENCE_CFG_STREAMS can be 0 without an operating system alone: make firmware-lib"
#endif

/**
 * 1: libringfence_cuda can be added. 0: the library has no row of its tables, which firmware-lib of
 * the Makefile sets.
 *
 * @range 0 to 1
 * @default 1
 */
#ifndef RINGFENCE_CFG_CUDA
#define RINGFENCE_CFG_CUDA 1U
#endif
#if (RINGFENCE_CFG_CUDA > 1U)
#error "RINGFENCE_CFG_CUDA must be 0 to 1"
#endif

/**
 * 1: libringfence_dla can be added. 0: the library has no row of its functions, which firmware-lib of
 * the Makefile sets; those of libringfence_dla give cudlaErrorUnsupportedOperation, and
 * RingfenceEngineSyncSignal and RingfenceEngineSyncWait NvSciError_NotSupported.
 *
 * @range 0 to 1
 * @default 1
 */
#ifndef RINGFENCE_CFG_DLA
#define RINGFENCE_CFG_DLA 1U
#endif
#if (RINGFENCE_CFG_DLA > 1U)
#error "RINGFENCE_CFG_DLA must be 0 to 1"
#endif

/**
 * 1: libringfence_2d can be added. 0: the library has no row of its functions, which firmware-lib of
 * the Makefile sets; those of libringfence_2d give NVMEDIA_STATUS_NOT_SUPPORTED, and without
 * libringfence_dla RingfenceEngineSyncSignal and RingfenceEngineSyncWait NvSciError_NotSupported.
 *
 * @range 0 to 1
 * @default 1
 */
#ifndef RINGFENCE_CFG_2D
#define RINGFENCE_CFG_2D 1U
#endif
#if (RINGFENCE_CFG_2D > 1U)
#error "RINGFENCE_CFG_2D must be 0 to 1"
#endif

/** 1: libringfence_dla, libringfence_2d or both can be added: engines that the CPU runs. */
#if (RINGFENCE_CFG_DLA == 1U) || (RINGFENCE_CFG_2D == 1U)
#define RINGFENCE_CPU_ENGINES 1U
#else
#define RINGFENCE_CPU_ENGINES 0U
#endif

/** Tells the application of a fault, where it has a function for that. */
#if (RINGFENCE_CFG_FAULT_HOOK == 1U)
#define RINGFENCE_TELL_FAULT(fault) RingfenceHookFault(fault)
#else
#define RINGFENCE_TELL_FAULT(fault) ((void)(fault))
#endif

/** A text that is left out with all others. */
#if (RINGFENCE_CFG_TEXTS == 1U)
#define RINGFENCE_TEXT(text) text
#else
#define RINGFENCE_TEXT(text) ""
#endif

/** A text that is left out with all others, and with channels. */
#if (RINGFENCE_CFG_CHANNELS == 1U)
#define RINGFENCE_TEXT_OF_CHANNELS(text) text
#else
#define RINGFENCE_TEXT_OF_CHANNELS(text) ""
#endif

/** Rows of tables that are left out with texts. */
#if (RINGFENCE_CFG_TEXTS == 1U)
#define RINGFENCE_OF_TEXTS(rows) rows
#else
#define RINGFENCE_OF_TEXTS(rows)
#endif

/** Rows of tables that are left out with channels. */
#if (RINGFENCE_CFG_CHANNELS == 1U)
#define RINGFENCE_OF_CHANNELS(rows) rows
#else
#define RINGFENCE_OF_CHANNELS(rows)
#endif

/** Rows of tables that are left out with streams. */
#if (RINGFENCE_CFG_STREAMS == 1U)
#define RINGFENCE_OF_STREAMS(rows) rows
#else
#define RINGFENCE_OF_STREAMS(rows)
#endif

/** Rows of tables that are left out with CUDA. */
#if (RINGFENCE_CFG_CUDA == 1U)
#define RINGFENCE_OF_CUDA(rows) rows
#else
#define RINGFENCE_OF_CUDA(rows)
#endif

/** Rows of tables that are left out where there is no engine that the CPU runs. */
#if (RINGFENCE_CPU_ENGINES == 1U)
#define RINGFENCE_OF_CPU_ENGINES(rows) rows
#else
#define RINGFENCE_OF_CPU_ENGINES(rows)
#endif

/** What stands for such rows where they are left out. */
#if (RINGFENCE_CPU_ENGINES == 1U)
#define RINGFENCE_OF_NO_CPU_ENGINES(rows)
#else
#define RINGFENCE_OF_NO_CPU_ENGINES(rows) rows
#endif

/** Rows of tables that are left out with the software engine behind cudla.h. */
#if (RINGFENCE_CFG_DLA == 1U)
#define RINGFENCE_OF_DLA(rows) rows
#else
#define RINGFENCE_OF_DLA(rows)
#endif

/** What stands for such rows where they are left out. */
#if (RINGFENCE_CFG_DLA == 1U)
#define RINGFENCE_OF_NO_DLA(rows)
#else
#define RINGFENCE_OF_NO_DLA(rows) rows
#endif

/** Rows of tables that are left out with the 2D engine. */
#if (RINGFENCE_CFG_2D == 1U)
#define RINGFENCE_OF_2D(rows) rows
#else
#define RINGFENCE_OF_2D(rows)
#endif

/** What stands for such rows where they are left out. */
#if (RINGFENCE_CFG_2D == 1U)
#define RINGFENCE_OF_NO_2D(rows)
#else
#define RINGFENCE_OF_NO_2D(rows) rows
#endif

/** Rows of tables that are left out with what a small firmware can do without. */
#if (RINGFENCE_CFG_EXTRAS == 1U)
#define RINGFENCE_OF_EXTRAS(rows) rows
#else
#define RINGFENCE_OF_EXTRAS(rows)
#endif

/** What an assertion states; nothing of it is evaluated where assertions are left out. */
#if (RINGFENCE_CFG_ASSERTS == 1U)
#define RINGFENCE_ASSERTED(holds) (holds)
#else
#define RINGFENCE_ASSERTED(holds) true
#endif

/* ---------------------------------------------------------------- sharing between processes */

/**
 * Processes that a list may pass through, one after the other, between who asked and who reconciles.
 *
 * @range 1 to 8
 * @default 4
 */
#ifndef RINGFENCE_CFG_HOPS
#define RINGFENCE_CFG_HOPS 4U
#endif
#if (RINGFENCE_CFG_HOPS < 1U) || (RINGFENCE_CFG_HOPS > 8U)
#error "RINGFENCE_CFG_HOPS must be 1 to 8"
#endif

/**
 * Processes that a reconciled list distinguishes, the own one included: one more than the consumers
 * of a stream, which may each be in a process of its own.
 *
 * @range 1 to 64
 * @default 17
 */
#ifndef RINGFENCE_CFG_ROUTES
#define RINGFENCE_CFG_ROUTES 17U
#endif
#if (RINGFENCE_CFG_ROUTES < 1U) || (RINGFENCE_CFG_ROUTES > 64U)
#error "RINGFENCE_CFG_ROUTES must be 1 to 64"
#endif

/**
 * List slots of each kind, of buffers and of sync objects, that one endpoint may hold: of lists that
 * were imported over it and not freed yet, whatever the peer sends.
 *
 * @range 1 to 65536
 * @default 256
 */
#ifndef RINGFENCE_CFG_PEER_LISTS
#define RINGFENCE_CFG_PEER_LISTS 256U
#endif
#if (RINGFENCE_CFG_PEER_LISTS < 1U) || (RINGFENCE_CFG_PEER_LISTS > 65536U)
#error "RINGFENCE_CFG_PEER_LISTS must be 1 to 65536"
#endif

/**
 * Descriptors of lists that were exported and not freed yet.
 *
 * @range 1 to 65536
 * @default 64
 * @cost 24596 bytes each
 * @table g_descriptor_slots, g_descriptors, g_descriptor_kinds
 */
#ifndef RINGFENCE_CFG_DESCRIPTORS
#define RINGFENCE_CFG_DESCRIPTORS 64U
#endif
#if (RINGFENCE_CFG_DESCRIPTORS < 1U) || (RINGFENCE_CFG_DESCRIPTORS > 65536U)
#error "RINGFENCE_CFG_DESCRIPTORS must be 1 to 65536"
#endif

/**
 * Bytes of such a descriptor at most. The frames of a channel over which lists are sent should hold as
 * many; those of the built-in table do.
 *
 * @range 2048 to 1048576
 * @default 24576
 */
#ifndef RINGFENCE_CFG_DESCRIPTOR_BYTES
#define RINGFENCE_CFG_DESCRIPTOR_BYTES 24576U
#endif
#if (RINGFENCE_CFG_DESCRIPTOR_BYTES < 2048U) || (RINGFENCE_CFG_DESCRIPTOR_BYTES > 1048576U)
#error "RINGFENCE_CFG_DESCRIPTOR_BYTES must be 2048 to 1048576"
#endif

/**
 * Objects that were exported over an endpoint and not imported by its peer yet, and as many the other
 * way. Both sides of a channel must have the same number.
 *
 * @range 1 to 1024
 * @default 64
 */
#ifndef RINGFENCE_CFG_PARCELS
#define RINGFENCE_CFG_PARCELS 64U
#endif
#if (RINGFENCE_CFG_PARCELS < 1U) || (RINGFENCE_CFG_PARCELS > 1024U)
#error "RINGFENCE_CFG_PARCELS must be 1 to 1024"
#endif

/**
 * Microseconds that a waiter sleeps at most before it looks whether the process that signals
 * lives. One that dumps its memory lives until the dump is written.
 *
 * @range 1000 to 1000000
 * @default 20000
 */
#ifndef RINGFENCE_CFG_LIFE_CHECK_US
#define RINGFENCE_CFG_LIFE_CHECK_US 20000U
#endif
#if (RINGFENCE_CFG_LIFE_CHECK_US < 1000U) || (RINGFENCE_CFG_LIFE_CHECK_US > 1000000U)
#error "RINGFENCE_CFG_LIFE_CHECK_US must be 1000 to 1000000"
#endif

/**
 * Sync objects that are imported into CUDA; all but 16 bytes of the cost are of libringfence_cuda.
 *
 * @range 1 to 65536
 * @default 256
 * @cost 6924 bytes each
 * @table g_cuda_semaphore_slots, g_semaphores, g_shared_objects,
 * g_registrations, g_clock_rows
 */
#ifndef RINGFENCE_CFG_CUDA_SEMAPHORES
#define RINGFENCE_CFG_CUDA_SEMAPHORES 256U
#endif
#if (RINGFENCE_CFG_CUDA_SEMAPHORES < 1U) || (RINGFENCE_CFG_CUDA_SEMAPHORES > 65536U)
#error "RINGFENCE_CFG_CUDA_SEMAPHORES must be 1 to 65536"
#endif

/**
 * Imports of buffers into CUDA. All but 16 bytes of the cost are of libringfence_cuda.
 *
 * @range 1 to 65536
 * @default 256
 * @cost 224 bytes each
 * @table g_cuda_memory_slots, g_memories, g_registrations
 */
#ifndef RINGFENCE_CFG_CUDA_MEMORIES
#define RINGFENCE_CFG_CUDA_MEMORIES 256U
#endif
#if (RINGFENCE_CFG_CUDA_MEMORIES < 1U) || (RINGFENCE_CFG_CUDA_MEMORIES > 65536U)
#error "RINGFENCE_CFG_CUDA_MEMORIES must be 1 to 65536"
#endif

/**
 * Pointers and arrays in such buffers that were given to CUDA programs and not freed yet; all but 16
 * bytes of the cost are of libringfence_cuda.
 *
 * @range 1 to 65536
 * @default 1024
 * @cost 32 bytes each
 * @table g_cuda_mapping_slots, g_mappings
 */
#ifndef RINGFENCE_CFG_CUDA_MAPPINGS
#define RINGFENCE_CFG_CUDA_MAPPINGS 1024U
#endif
#if (RINGFENCE_CFG_CUDA_MAPPINGS < 1U) || (RINGFENCE_CFG_CUDA_MAPPINGS > 65536U)
#error "RINGFENCE_CFG_CUDA_MAPPINGS must be 1 to 65536"
#endif

/**
 * Events of CUDA for a sync object that CUDA alone uses. Half of them can be under way at any time;
 * of half of them in a row one is a store. A power of two.
 *
 * @range 4 to 4096
 * @default 256
 */
#ifndef RINGFENCE_CFG_CUDA_EVENTS
#define RINGFENCE_CFG_CUDA_EVENTS 256U
#endif
#if (RINGFENCE_CFG_CUDA_EVENTS < 4U) || (RINGFENCE_CFG_CUDA_EVENTS > 4096U)
#error "RINGFENCE_CFG_CUDA_EVENTS must be 4 to 4096"
#endif
#if ((RINGFENCE_CFG_CUDA_EVENTS & (RINGFENCE_CFG_CUDA_EVENTS - 1U)) != 0U)
#error "RINGFENCE_CFG_CUDA_EVENTS must be a power of two"
#endif

/* ---------------------------------------------------------------- the software engine behind cudla.h */

/**
 * Devices that cudlaDeviceGetCount gives: engines that are software.
 *
 * @range 1 to 8
 * @default 2
 */
#ifndef RINGFENCE_CFG_DLA_ENGINES
#define RINGFENCE_CFG_DLA_ENGINES 2U
#endif
#if (RINGFENCE_CFG_DLA_ENGINES < 1U) || (RINGFENCE_CFG_DLA_ENGINES > 8U)
#error "RINGFENCE_CFG_DLA_ENGINES must be 1 to 8"
#endif

/**
 * Handles of such devices; each that stands alone has a thread.
 *
 * @range 1 to 64
 * @default 8
 * @cost 417400 bytes each
 * @table g_hybrid_rows, g_plots, g_dla_devices
 */
#ifndef RINGFENCE_CFG_DLA_HANDLES
#define RINGFENCE_CFG_DLA_HANDLES 8U
#endif
#if (RINGFENCE_CFG_DLA_HANDLES < 1U) || (RINGFENCE_CFG_DLA_HANDLES > 64U)
#error "RINGFENCE_CFG_DLA_HANDLES must be 1 to 64"
#endif

/**
 * Loadables that are loaded at one time, by all handles together.
 *
 * @range 1 to 256
 * @default 16
 * @cost 6720 bytes each
 * @table g_dla_modules
 */
#ifndef RINGFENCE_CFG_DLA_MODULES
#define RINGFENCE_CFG_DLA_MODULES 16U
#endif
#if (RINGFENCE_CFG_DLA_MODULES < 1U) || (RINGFENCE_CFG_DLA_MODULES > 256U)
#error "RINGFENCE_CFG_DLA_MODULES must be 1 to 256"
#endif

/**
 * Tensors of one module at most: inputs, outputs and statistics together.
 *
 * @range 1 to 64
 * @default 32
 * @cost 30312 bytes each
 * @table g_dla_devices, g_dla_modules, g_loadable_copy
 */
#ifndef RINGFENCE_CFG_DLA_TENSORS
#define RINGFENCE_CFG_DLA_TENSORS 32U
#endif
#if (RINGFENCE_CFG_DLA_TENSORS < 1U) || (RINGFENCE_CFG_DLA_TENSORS > 64U)
#error "RINGFENCE_CFG_DLA_TENSORS must be 1 to 64"
#endif

/**
 * Steps of one module at most.
 *
 * @range 1 to 256
 * @default 32
 * @cost 704 bytes each
 * @table g_dla_modules, g_loadable_copy
 */
#ifndef RINGFENCE_CFG_DLA_STEPS
#define RINGFENCE_CFG_DLA_STEPS 32U
#endif
#if (RINGFENCE_CFG_DLA_STEPS < 1U) || (RINGFENCE_CFG_DLA_STEPS > 256U)
#error "RINGFENCE_CFG_DLA_STEPS must be 1 to 256"
#endif

/**
 * Buffers, sync objects and pointers of CUDA that are registered at one time, by all handles
 * together.
 *
 * @range 1 to 65536
 * @default 256
 * @cost 304 bytes each
 * @table g_dla_registrations
 */
#ifndef RINGFENCE_CFG_DLA_REGISTRATIONS
#define RINGFENCE_CFG_DLA_REGISTRATIONS 256U
#endif
#if (RINGFENCE_CFG_DLA_REGISTRATIONS < 1U) || (RINGFENCE_CFG_DLA_REGISTRATIONS > 65536U)
#error "RINGFENCE_CFG_DLA_REGISTRATIONS must be 1 to 65536"
#endif

/**
 * Tasks of one handle that are queued or run; one more is refused with cudlaErrorOutOfResources.
 *
 * @range 1 to 1024
 * @default 64
 * @cost 40544 bytes each
 * @table g_hybrid_rows, g_dla_devices, g_media_engines
 */
#ifndef RINGFENCE_CFG_DLA_TASKS
#define RINGFENCE_CFG_DLA_TASKS 64U
#endif
#if (RINGFENCE_CFG_DLA_TASKS < 1U) || (RINGFENCE_CFG_DLA_TASKS > 1024U)
#error "RINGFENCE_CFG_DLA_TASKS must be 1 to 1024"
#endif

/**
 * Events that one task waits for at most, and as many that it signals.
 *
 * @range 1 to 256
 * @default 16
 * @cost 106368 bytes each
 * @table g_dla_devices, g_media_engines
 */
#ifndef RINGFENCE_CFG_DLA_EVENTS
#define RINGFENCE_CFG_DLA_EVENTS 16U
#endif
#if (RINGFENCE_CFG_DLA_EVENTS < 1U) || (RINGFENCE_CFG_DLA_EVENTS > 256U)
#error "RINGFENCE_CFG_DLA_EVENTS must be 1 to 256"
#endif

/* ---------------------------------------------------------------- the 2D engine */

/**
 * Devices of NvMedia.
 *
 * @range 1 to 64
 * @default 4
 * @cost 32 bytes each
 * @table g_media_devices
 */
#ifndef RINGFENCE_CFG_2D_DEVICES
#define RINGFENCE_CFG_2D_DEVICES 4U
#endif
#if (RINGFENCE_CFG_2D_DEVICES < 1U) || (RINGFENCE_CFG_2D_DEVICES > 64U)
#error "RINGFENCE_CFG_2D_DEVICES must be 1 to 64"
#endif

/**
 * Handles of 2D engines of both generations; each has a thread.
 *
 * @range 1 to 64
 * @default 4
 * @cost 42224704 bytes each
 * @table g_media_engines, g_scratch, g_blit_gpu_rows, g_media_images
 */
#ifndef RINGFENCE_CFG_2D_ENGINES
#define RINGFENCE_CFG_2D_ENGINES 4U
#endif
#if (RINGFENCE_CFG_2D_ENGINES < 1U) || (RINGFENCE_CFG_2D_ENGINES > 64U)
#error "RINGFENCE_CFG_2D_ENGINES must be 1 to 64"
#endif

/**
 * Images of the first generation.
 *
 * @range 1 to 4096
 * @default 64
 * @cost 856 bytes each
 * @table g_media_images
 */
#ifndef RINGFENCE_CFG_2D_IMAGES
#define RINGFENCE_CFG_2D_IMAGES 64U
#endif
#if (RINGFENCE_CFG_2D_IMAGES < 1U) || (RINGFENCE_CFG_2D_IMAGES > 4096U)
#error "RINGFENCE_CFG_2D_IMAGES must be 1 to 4096"
#endif

/**
 * Images or buffers that are registered with one engine, and as many sync objects.
 *
 * @range 1 to 1024
 * @default 64
 * @cost 2240 bytes each
 * @table g_media_engines
 */
#ifndef RINGFENCE_CFG_2D_REGISTRATIONS
#define RINGFENCE_CFG_2D_REGISTRATIONS 64U
#endif
#if (RINGFENCE_CFG_2D_REGISTRATIONS < 1U) || (RINGFENCE_CFG_2D_REGISTRATIONS > 1024U)
#error "RINGFENCE_CFG_2D_REGISTRATIONS must be 1 to 1024"
#endif

/**
 * Operations of one engine that are queued or run, and as many tokens of operations that are prepared;
 * one more is refused with NVMEDIA_STATUS_INSUFFICIENT_BUFFERING.
 *
 * @range 1 to 1024
 * @default 32
 * @cost 19485 bytes each
 * @table g_media_engines, g_dla_devices
 */
#ifndef RINGFENCE_CFG_2D_TASKS
#define RINGFENCE_CFG_2D_TASKS 32U
#endif
#if (RINGFENCE_CFG_2D_TASKS < 1U) || (RINGFENCE_CFG_2D_TASKS > 1024U)
#error "RINGFENCE_CFG_2D_TASKS must be 1 to 1024"
#endif

/** What the longer of the queues of software engines holds. */
#if (RINGFENCE_CFG_DLA_TASKS > RINGFENCE_CFG_2D_TASKS)
#define RINGFENCE_MOST_TASKS RINGFENCE_CFG_DLA_TASKS
#else
#define RINGFENCE_MOST_TASKS RINGFENCE_CFG_2D_TASKS
#endif

/**
 * Fences that one operation waits for at most.
 *
 * @range 16 to 256
 * @default 16
 * @cost 6272 bytes each
 * @table g_media_engines
 */
#ifndef RINGFENCE_CFG_2D_FENCES
#define RINGFENCE_CFG_2D_FENCES 16U
#endif
#if (RINGFENCE_CFG_2D_FENCES < 16U) || (RINGFENCE_CFG_2D_FENCES > 256U)
#error "RINGFENCE_CFG_2D_FENCES must be 16 to 256"
#endif

/**
 * Graphs of zimg, by all engines together: one for each set of formats, sizes and filter of a layer.
 *
 * @range 1 to 4096
 * @default 64
 * @cost 56 bytes each
 * @table g_blit_graphs
 */
#ifndef RINGFENCE_CFG_2D_GRAPHS
#define RINGFENCE_CFG_2D_GRAPHS 64U
#endif
#if (RINGFENCE_CFG_2D_GRAPHS < 1U) || (RINGFENCE_CFG_2D_GRAPHS > 4096U)
#error "RINGFENCE_CFG_2D_GRAPHS must be 1 to 4096"
#endif

/**
 * Pixels of a row of the widest image.
 *
 * @range 64 to 65535
 * @default 8192
 * @cost 20360 bytes each
 * @table g_scratch
 */
#ifndef RINGFENCE_CFG_2D_WIDTH
#define RINGFENCE_CFG_2D_WIDTH 8192U
#endif
#if (RINGFENCE_CFG_2D_WIDTH < 64U) || (RINGFENCE_CFG_2D_WIDTH > 65535U)
#error "RINGFENCE_CFG_2D_WIDTH must be 64 to 65535"
#endif

/* ---------------------------------------------------------------- without an operating system */

/**
 * 0: atomic operations of 32 and 64 bits are the compiler's, and the core has them. 1: those of 64
 * bits are critical sections (Cortex-M, RISC-V with 32 bits). 2: those of 32 bits too (cores
 * without an exclusive access). Values above 0 need src/port/baremetal.
 *
 * @range 0 to 2
 * @default 0
 */
#ifndef RINGFENCE_CFG_ATOMICS
#define RINGFENCE_CFG_ATOMICS 0U
#endif
#if (RINGFENCE_CFG_ATOMICS > 2U)
#error "RINGFENCE_CFG_ATOMICS must be 0 to 2"
#endif

/**
 * 1: interrupt handlers signal, generate and clear fences, and look at them without waiting;
 * critical sections exclude them then. 0: no interrupt handler calls the library; one that does is
 * refused, with a fault report, if RINGFENCE_CFG_CHECKS is 1.
 *
 * @range 0 to 1
 * @default 0
 */
#ifndef RINGFENCE_CFG_INTERRUPTS
#define RINGFENCE_CFG_INTERRUPTS 0U
#endif
#if (RINGFENCE_CFG_INTERRUPTS > 1U)
#error "RINGFENCE_CFG_INTERRUPTS must be 0 to 1"
#endif

/**
 * Bytes of a line of the data cache, a power of two, where engines do not see the CPU's cache:
 * buffers are whole lines, and lists that ask for CPU access get CpuNeedSwCacheCoherency. 0: there
 * is no such cache, or the engines see it, those excepted that the library knows not to.
 *
 * @range 0 to 256
 * @default 0
 */
#ifndef RINGFENCE_CFG_CACHE_LINE
#define RINGFENCE_CFG_CACHE_LINE 0U
#endif
#if (RINGFENCE_CFG_CACHE_LINE > 256U)
#error "RINGFENCE_CFG_CACHE_LINE must be 0 to 256"
#endif
#if ((RINGFENCE_CFG_CACHE_LINE & (RINGFENCE_CFG_CACHE_LINE - 1U)) != 0U)
#error "RINGFENCE_CFG_CACHE_LINE must be a power of two"
#endif

/**
 * Bytes of the static memory that buffers are taken from; a host's buffers come from the system.
 *
 * @range 256 to 1073741824
 * @default 1048576
 */
#ifndef RINGFENCE_CFG_BUFFER_BYTES
#define RINGFENCE_CFG_BUFFER_BYTES 1048576U
#endif
#if (RINGFENCE_CFG_BUFFER_BYTES < 256U) || (RINGFENCE_CFG_BUFFER_BYTES > 1073741824U)
#error "RINGFENCE_CFG_BUFFER_BYTES must be 256 to 1073741824"
#endif

/**
 * Bytes that a core has for the memory of the channels that it makes, where cores share memory: for
 * each line of the table of endpoints whose first endpoint it opens twice the frames, and 1152
 * bytes.
 *
 * @range 256 to 1073741824
 * @default 1048576
 */
#ifndef RINGFENCE_CFG_CHANNEL_BYTES
#define RINGFENCE_CFG_CHANNEL_BYTES 1048576U
#endif
#if (RINGFENCE_CFG_CHANNEL_BYTES < 256U) || (RINGFENCE_CFG_CHANNEL_BYTES > 1073741824U)
#error "RINGFENCE_CFG_CHANNEL_BYTES must be 256 to 1073741824"
#endif

/**
 * MiB of one buffer at most, and of its alignment. A list that asks for more is a conflict. Where
 * there is no sharing, nothing is refused by it. Where addresses have 32 bits, more than 1024
 * is as 1024.
 *
 * @range 1 to 1048576
 * @default 4096
 */
#ifndef RINGFENCE_CFG_BUFFER_MIB
#define RINGFENCE_CFG_BUFFER_MIB 4096U
#endif
#if (RINGFENCE_CFG_BUFFER_MIB < 1U) || (RINGFENCE_CFG_BUFFER_MIB > 1048576U)
#error "RINGFENCE_CFG_BUFFER_MIB must be 1 to 1048576"
#endif

/**
 * MiB of all buffers of a process together at most, those included that other processes reserved or
 * that are a device's. Where there is no sharing, nothing is refused by it.
 *
 * @range 1 to 16777216
 * @default 65536
 */
#ifndef RINGFENCE_CFG_ALL_BUFFERS_MIB
#define RINGFENCE_CFG_ALL_BUFFERS_MIB 65536U
#endif
#if (RINGFENCE_CFG_ALL_BUFFERS_MIB < 1U) || (RINGFENCE_CFG_ALL_BUFFERS_MIB > 16777216U)
#error "RINGFENCE_CFG_ALL_BUFFERS_MIB must be 1 to 16777216"
#endif

/**
 * Cores that share memory where there is no operating system, each with an image of its own. Used
 * by the library that is built for them alone.
 *
 * @range 2 to 8
 * @default 2
 */
#ifndef RINGFENCE_CFG_CORES
#define RINGFENCE_CFG_CORES 2U
#endif
#if (RINGFENCE_CFG_CORES < 2U) || (RINGFENCE_CFG_CORES > 8U)
#error "RINGFENCE_CFG_CORES must be 2 to 8"
#endif

/**
 * 1: the memory for buffers is not an array of RINGFENCE_CFG_BUFFER_BYTES but what lies between the
 * symbols ringfence_buffers_begin and ringfence_buffers_end of the linker script, as many bytes at least;
 * NvSciBufModuleOpen() fails and says how many are missing. Needs src/port/baremetal.
 *
 * @range 0 to 1
 * @default 0
 */
#ifndef RINGFENCE_CFG_BUFFER_REGION
#define RINGFENCE_CFG_BUFFER_REGION 0U
#endif
#if (RINGFENCE_CFG_BUFFER_REGION > 1U)
#error "RINGFENCE_CFG_BUFFER_REGION must be 0 to 1"
#endif

#endif /* RINGFENCE_CFG_H */
