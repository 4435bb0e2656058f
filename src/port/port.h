/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file port.h
 * The only door to the outside: memory, time, sleeping, locks, and channels.
 *
 * core, sync, buf and ipc call these functions and memcpy, memset, memcmp; nothing else.
 */
#ifndef RINGFENCE_PORT_PORT_H
#define RINGFENCE_PORT_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "port/atomic.h"

/** Result of a port call. */
typedef enum {
    PORT_OK = 0,
    /** There is no memory left for the request. */
    PORT_NO_MEMORY = 1,
    /** Another system resource is used up. */
    PORT_NO_RESOURCE = 2,
    /** The time is over. */
    PORT_TIMED_OUT = 3,
    /** The system refused for another reason. */
    PORT_FAILED = 4,
    /** Somebody else has it. */
    PORT_BUSY = 5,
    /** Not for this user. */
    PORT_DENIED = 6,
    /** Nothing is there at this moment. */
    PORT_NOT_YET = 7,
    /** The other side is gone. */
    PORT_CLOSED = 8
} PortStatus;

/** Memory that can be shared: zeroed, backed, page aligned at least. */
typedef struct {
    /** Writable mapping. */
    void *base;
    /** Mapping that cannot be written, of the same memory. NULL until port_memory_view(). */
    const void *view;
    /** Bytes that are mapped: a multiple of the page size. */
    uint64_t size;
    /** Alignment of both mappings. */
    uint64_t alignment;
    /** What the system calls it; -1: it has no name. */
    int32_t descriptor;
} PortMemory;

/**
 * Reserves zeroed memory and maps it writable. All of it is backed: a later access does not fail.
 *
 * @param[in]  size       bytes, not 0; rounded up to pages
 * @param[in]  alignment  power of two; less than a page counts as a page
 * @param[out] memory     what was reserved; unchanged on failure
 *
 * @return PORT_OK, PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED. Init only. Blocks for the time
 * of clearing.
 */
PortStatus port_memory_reserve(uint64_t size, uint64_t alignment, PortMemory *memory);

/**
 * Bytes by which the memory that buffers are taken from is smaller than the configuration says; 0:
 * none, or buffers come from the system. Init only.
 */
uint64_t port_memory_missing(void);

/** Bytes that the system has left for memory of buffers at this moment, as far as it tells. */
uint64_t port_memory_left(void);

/** Says whether that is enough for a reservation of so many bytes: besides what the tables of its
 * pages and the rest of the process take, and what others reserve at this moment. */
bool port_memory_is_left(uint64_t size);

/**
 * Maps reserved memory a second time, so that it cannot be written through `view`. Nothing to do if
 * it is mapped already.
 *
 * @return PORT_OK, PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED. Init only.
 */
PortStatus port_memory_view(PortMemory *memory);

/**
 * Maps memory that another process reserved: writable, or as `view` alone. The descriptor belongs
 * to the memory on success, else still to the caller.
 *
 * @return PORT_OK; PORT_FAILED: it is no such memory, has another size, lacks its pages, or could
 * shrink or grow; PORT_DENIED: it may not be written; PORT_NO_MEMORY or PORT_NO_RESOURCE. Init
 * only.
 */
PortStatus port_memory_adopt(int32_t descriptor, uint64_t size, uint64_t alignment, bool writable,
                             PortMemory *memory);

/**
 * Makes a descriptor of reserved or adopted memory for another process. One that is not writable
 * cannot be mapped for writing. It belongs to the caller.
 *
 * @return PORT_OK; PORT_DENIED: this process may not write it either; PORT_NO_RESOURCE or
 * PORT_FAILED. Init only.
 */
PortStatus port_memory_share(const PortMemory *memory, bool writable, int32_t *descriptor);

/**
 * Ends the making of writable mappings, in all processes and through every descriptor; those that
 * are there stay. Nothing to do if it was done before.
 *
 * @return PORT_OK or PORT_FAILED. Init only.
 */
PortStatus port_memory_seal(const PortMemory *memory);

/**
 * Ends the sealing of reserved memory, in all processes: who gets it writable can map it for
 * writing for ever.
 *
 * @return PORT_OK, PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED. Init only.
 */
PortStatus port_memory_keep_open(const PortMemory *memory);

/** Bytes of the largest parts of a sync object's memory: what stands before the timestamps, one
 * timestamp, one task status; what waiters write. */
#define PORT_COUNTER_BYTES     64U
#define PORT_TIMESTAMP_BYTES   16U
#define PORT_TASK_STATUS_BYTES 16U
#define PORT_WAITERS_BYTES     72U

/**
 * Reserves memory of a sync object as port_memory_reserve() does: all its counter, timestamps and
 * task statuses, or what its waiters write. Aligned for 64-bit words at least.
 *
 * @return as port_memory_reserve(). Init only.
 */
PortStatus port_counter_reserve(uint64_t size, PortMemory *memory);

/** Gives back what port_memory_reserve(), port_memory_adopt() and port_memory_view() took. Init and
 * de-init only. */
void port_memory_release(PortMemory *memory);

/** Bytes of a page: a power of two, the same at each call. */
uint64_t port_page_size(void);

/**
 * Takes the library's lock. Not recursive. Taken in phase RUNTIME by queries, if they are admitted
 * there, and by a wait during which an event object was deleted.
 */
void port_lock(void);

/** Takes the library's lock once no thread is between port_memory_begin() and port_memory_end(). */
void port_lock_alone(void);

/**
 * Gives the library's lock back for calls that reserve, map or release the memory of buffers, which
 * take as long as the memory is large. A port whose own tables of memory the lock guards keeps it.
 * Cancellation is held back until port_unlock().
 *
 * @return what port_memory_end() takes
 */
int32_t port_memory_begin(void);

/** Takes the lock again. */
void port_memory_end(int32_t held);

/** Says whether the caller may wait for a lock or sleep: an interrupt handler may not. */
bool port_may_block(void);

/** Gives the library's lock back. */
void port_unlock(void);

/**
 * Holds the cancellation of the calling thread back until port_cancel_resume(); nothing to do where
 * threads cannot be cancelled. The functions of the port are no cancellation points, and from
 * port_lock() to port_unlock() a thread is not cancelled. Whoever calls a function of the program
 * at another time holds cancellation back.
 *
 * @return what port_cancel_resume() takes
 */
int32_t port_cancel_hold(void);

/** Ends that. A cancellation that came meanwhile waits for the next cancellation point. */
void port_cancel_resume(int32_t before);

/** Microseconds of a clock that never goes back. */
uint64_t port_time_us(void);

/**
 * Sleeps until somebody calls port_wake() for the word, as long as the word is `expected`.
 *
 * @param[in] word       what port_wake() names; other processes may have mapped it too
 * @param[in] expected   if the word differs, the call returns at once
 * @param[in] timeout_us microseconds at most; negative: no limit
 *
 * @return PORT_OK after a wake-up (which may be without cause) or if the word differs,
 * PORT_TIMED_OUT, or PORT_FAILED
 */
PortStatus port_sleep(const PortAtomic32 *word, uint32_t expected, int64_t timeout_us);

/** Wakes everybody who sleeps on the word. */
void port_wake(PortAtomic32 *word);

/** Tells the CPU that the caller spins. */
void port_relax(void);

/** Gives the CPU to others that want it. */
void port_yield(void);

/**
 * Takes a lock that is a word of its own, zero while nobody has it. Not recursive. Sleeps while
 * another thread of this process has it.
 */
void port_mutex_lock(PortAtomic32 *mutex);

/** Gives such a lock back. */
void port_mutex_unlock(PortAtomic32 *mutex);

/** Says whether engines see the CPU's cache. False: software keeps it coherent. */
bool port_cache_is_coherent(void);

/**
 * Writes the CPU's cache lines of a range back to memory and drops them.
 *
 * @param[in] base    first byte of reserved memory
 * @param[in] offset  where the range begins in it
 * @param[in] size    bytes, not 0
 *
 * @return PORT_OK or PORT_FAILED
 */
PortStatus port_cache_flush(const void *base, uint64_t offset, uint64_t size);

/** Fills bytes with random ones that nobody can guess. PORT_OK or PORT_FAILED. Init only. */
PortStatus port_random(void *bytes, uint64_t size);

/**
 * Number that this process has and no other: drawn by the first call, and anew by the first one of
 * a child that was forked. Under the library's lock. Init only.
 *
 * Nobody can guess it where the system gives random bytes; where it refuses them, it follows from
 * the number of the process and the time. A child is known by its number, so one that is the first
 * process of a namespace, as its parent is, keeps the parent's. Where cores share memory it follows
 * from the numbers of the core and of its life, and its lowest three bits are those of the core. On
 * a machine without others it is 0.
 */
uint64_t port_secret(void);

/** What port_secret() gave first, in a child that was forked too; 0 before. */
extern PortOnce64 g_port_first_secret;

/** The same. Any thread, no lock. */
PORT_SHORT uint64_t port_first_secret(void)
{
    return port_once64_get(&g_port_first_secret);
}

/* ---------------------------------------------------------------- life of a peer */

/** A line between a process that others rely on, and those. Descriptors; -1: none. */
typedef struct {
    /** Whoever has it, keeps the line alive. */
    int32_t keep;
    /** Says whether somebody does. */
    int32_t watch;
} PortLife;

/** Makes a line with both ends. PORT_OK, PORT_NO_RESOURCE or PORT_FAILED. Init only. */
PortStatus port_life_make(PortLife *life);

/**
 * Says whether descriptors that another process sent are ends of a line: only then no call on them
 * blocks. A keeping end of -1 is not looked at. Init only.
 */
bool port_life_fits(const PortLife *life);

/** Says whether nobody has the other end any more. One system call, never blocks. */
bool port_life_is_over(int32_t watch);

/**
 * Sleeps until one of several lines is over, a bell is rung, or the time ends.
 *
 * @param[in] lines       watching ends, at most RINGFENCE_CFG_CUDA_SEMAPHORES
 * @param[in] count       number of them
 * @param[in] bell        bell
 * @param[in] timeout_us  microseconds at most; negative: no limit
 *
 * @return PORT_OK, also without a cause if a signal came; PORT_TIMED_OUT; PORT_FAILED: the system
 * refused
 */
PortStatus port_life_sleep(const int32_t *lines, uint32_t count, int32_t bell, int64_t timeout_us);

/* ---------------------------------------------------------------- threads of the library */

/** What a thread does. */
typedef struct {
    /** Runs in the thread; the thread ends with it. */
    void (*run)(void *context);
    void *context;
    /** Name for who looks at the process, of at most 15 characters. */
    const char *name;
    /** The port's own: what the system calls the thread, and the process that it belongs to; 0:
     * there is none. */
    uint64_t thread;
    int64_t process;
} PortTask;

/**
 * Starts a thread that takes no signals of the process. The task must last until port_task_join().
 * A child that the process forks has no such thread.
 *
 * @return PORT_OK, PORT_NO_RESOURCE: there are too many threads, or no memory for one; PORT_FAILED.
 * Init only.
 */
PortStatus port_task_start(PortTask *task);

/** Says whether the thread was started by this process. */
bool port_task_is_here(const PortTask *task);

/** Waits for the end of the thread, if this process started it. Init and de-init only. */
void port_task_join(PortTask *task);

/* ---------------------------------------------------------------- channels */

/** Files that may hold the endpoint table. */
typedef enum {
    /** The one that the environment variable RINGFENCE_NVSCIIPC_CFG names. */
    PORT_TABLE_OF_ENVIRONMENT = 0,
    /** /etc/nvsciipc.cfg */
    PORT_TABLE_OF_SYSTEM = 1
} PortTable;

/**
 * Reads an endpoint table.
 *
 * @return PORT_OK; PORT_NOT_YET: the variable is not set, or the system has no such file;
 * PORT_NO_MEMORY: the file is longer than `capacity`; PORT_FAILED: it cannot be read
 */
PortStatus port_table_read(PortTable table, char *text, uint64_t capacity, uint64_t *length);

/** Who can reach an address. */
typedef enum {
    /** Processes of this process's effective user. */
    PORT_SCOPE_USER = 0,
    /** Processes of this user and of members of a group. */
    PORT_SCOPE_GROUP = 1,
    /** This process alone. */
    PORT_SCOPE_PROCESS = 2
} PortScope;

/** Where an endpoint can be reached. */
typedef struct {
    /** Name of at most 63 characters. */
    const char *name;
    PortScope scope;
    /** The group of PORT_SCOPE_GROUP. */
    uint32_t gid;
} PortAddress;

/** What the system has of an open endpoint. Nothing of it outlives the process. */
typedef struct {
    /** Readable while something waits for port_endpoint_look(). */
    int32_t waiter;
    /** Rung by the endpoint itself. */
    int32_t bell;
    /** Listens under the endpoint's name. */
    int32_t name;
    /** Link to the peer; -1: none. */
    int32_t link;
    /** When port_link_is_over() looked last, in nanoseconds of a clock that goes in ticks. */
    uint64_t looked_ns;
} PortEndpoint;

/** Bits of port_endpoint_look(). */
#define PORT_READY_BELL 1U
#define PORT_READY_LINK 2U
#define PORT_READY_CALL 4U

/**
 * Takes an endpoint's address; from now on it can be called.
 *
 * @return PORT_OK; PORT_BUSY: somebody has it; PORT_DENIED: this process is no member of its group;
 * PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED. Init only.
 */
PortStatus port_endpoint_open(const PortAddress *own, PortEndpoint *endpoint);

/** Gives back what port_endpoint_open() and the links took. */
void port_endpoint_close(PortEndpoint *endpoint);

/** Descriptor of the system that is readable while the endpoint is ready; -1: the system has none
 * that a program can use. */
int32_t port_endpoint_descriptor(const PortEndpoint *endpoint);

/** Says whether calls make the endpoint ready. At first they do not. */
void port_endpoint_listen(const PortEndpoint *endpoint, bool listens);

/** Makes the endpoint ready until port_endpoint_hush(). */
void port_endpoint_ring(const PortEndpoint *endpoint);

/** Ends that. */
void port_endpoint_hush(const PortEndpoint *endpoint);

/** Gives what is ready now, as bits. */
uint32_t port_endpoint_look(const PortEndpoint *endpoint);

/** Ends all calls that wait, within reason. */
void port_endpoint_forget_calls(const PortEndpoint *endpoint);

/** Calls that wait at an address while there is room for one more: a call that finds no room gives
 * PORT_NOT_YET. */
#define PORT_CALLS_MAX 16U

/**
 * Calls an address and hangs up at once.
 *
 * @return PORT_OK: who listens there is told, as soon as it listens for calls; nobody may listen
 * there; PORT_NO_RESOURCE or PORT_NO_MEMORY: the call could not be made
 */
PortStatus port_link_knock(const PortAddress *peer);

/**
 * Calls an address; on success the endpoint has a link.
 *
 * @return PORT_OK; PORT_NOT_YET: nobody listens there, or there is no room for calls;
 * PORT_DENIED: another user does; PORT_NO_RESOURCE, PORT_NO_MEMORY or PORT_FAILED
 */
PortStatus port_link_call(PortEndpoint *endpoint, const PortAddress *peer);

/**
 * Answers the oldest call; on success the endpoint has a link.
 *
 * @return PORT_OK; PORT_NOT_YET: nobody calls; PORT_DENIED: another user did, and was hung up on;
 * PORT_CLOSED: who called hung up; PORT_NO_RESOURCE, PORT_NO_MEMORY or PORT_FAILED: somebody calls,
 * and waits or was hung up on
 */
PortStatus port_link_answer(PortEndpoint *endpoint, const PortAddress *own);

/**
 * Says whether the peer has ended the link, which must be there. Where looking takes a system call,
 * at most one is made in each tick of the system's clock, of 10 ms at most: in between the answer
 * is no. Messages that came before the end can still be received. Never blocks.
 */
bool port_link_is_over(PortEndpoint *endpoint);

/** Ends the link, if there is one; the peer notices. */
void port_link_drop(PortEndpoint *endpoint);

/** Most descriptors of a message. */
#define PORT_PARCEL_MAX 4U

/** Descriptors that travel with a message. */
typedef struct {
    uint32_t count;
    int32_t descriptors[PORT_PARCEL_MAX];
} PortParcel;

/**
 * Sends one message, and the descriptors of a parcel with it; the parcel may be NULL. The sender
 * keeps its descriptors. Never blocks.
 *
 * @return PORT_OK; PORT_NOT_YET: the peer has not read what was sent before; PORT_CLOSED;
 * PORT_NO_RESOURCE: too many descriptors are under way
 */
PortStatus port_link_send(const PortEndpoint *endpoint, const void *bytes, uint64_t size,
                          const PortParcel *parcel);

/**
 * Receives one message. The descriptors that came with it belong to the caller. Never blocks.
 *
 * @return PORT_OK; PORT_NOT_YET: nothing is there; PORT_CLOSED: the peer is gone and all it sent
 * was read; PORT_FAILED: the message is longer than `size`, or carries more than a parcel holds;
 * PORT_NO_RESOURCE or PORT_NO_MEMORY: this process has no room for it. In the last three cases it
 * is lost.
 */
PortStatus port_link_receive(const PortEndpoint *endpoint, void *bytes, uint64_t size,
                             uint64_t *length, PortParcel *parcel);

/** Closes the descriptors of a parcel, and empties it. */
void port_parcel_close(PortParcel *parcel);

/** Makes another descriptor of what a descriptor names, with the same rights. It belongs to the
 * caller. PORT_OK, PORT_NO_RESOURCE or PORT_FAILED. Init only. */
PortStatus port_descriptor_copy(int32_t descriptor, int32_t *copy);

/** Closes a descriptor that is not negative. */
void port_descriptor_close(int32_t descriptor);

/* ---------------------------------------------------------------- events */

/**
 * Makes a bell of this process; port_descriptor_close() ends it.
 *
 * @return PORT_OK, PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED. Init only.
 */
PortStatus port_bell_make(int32_t *bell);

/** Makes a bell ready until port_bell_hush(). Never blocks. */
void port_bell_ring(int32_t bell);

/** Ends that. Never blocks. */
void port_bell_hush(int32_t bell);

/** One descriptor of a wait. */
typedef struct {
    int32_t descriptor;
    /** Whether it was ready when the wait ended. */
    bool ready;
} PortWatch;

/**
 * Waits until one of several descriptors is ready, at most RINGFENCE_CFG_EVENT_NOTIFIERS + 1.
 *
 * @param[in,out] watches     descriptors; `ready` is written whatever the result
 * @param[in]     count       number of them
 * @param[in]     timeout_us  microseconds at most; negative: no limit
 *
 * @return PORT_OK, also without a ready one if a signal came; PORT_TIMED_OUT; PORT_FAILED: one of
 * them is no open descriptor, or the system refused
 */
PortStatus port_watch(PortWatch *watches, uint32_t count, int64_t timeout_us);

/** Number of the calling thread, different from those of all other threads that run. No system
 * call. */
uint64_t port_thread(void);

/* ---------------------------------------------------------------- memory of channels */

/**
 * Reserves addresses for memory that comes later and is replaced: they stay the same until
 * port_memory_release(). Nothing is mapped there yet. Where there are no addresses to reserve, the
 * memory of who `makes` it is there from now on, and that of the others has the address at which it
 * comes.
 *
 * @return PORT_OK, PORT_NO_MEMORY or PORT_FAILED. Init only.
 */
PortStatus port_space_reserve(uint64_t size, bool makes, PortMemory *memory);

/**
 * Puts new zeroed memory, that can neither shrink nor grow, at reserved addresses. The descriptor
 * belongs to the caller.
 *
 * @return PORT_OK, PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED
 */
PortStatus port_space_make(PortMemory *memory);

/**
 * Puts memory that another process made at reserved addresses.
 *
 * @return PORT_OK; PORT_FAILED: it is no such memory, has another size, lacks its pages, could
 * shrink or grow, or may not be written; PORT_NO_MEMORY
 */
PortStatus port_space_adopt(PortMemory *memory, int32_t descriptor);

#endif /* RINGFENCE_PORT_PORT_H */
