/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file status.h
 * Result of a call of the port.
 */
#ifndef RINGFENCE_PORT_STATUS_H
#define RINGFENCE_PORT_STATUS_H

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
    PORT_CLOSED = 8,
    /** The other side could not be opened. */
    PORT_DECLINED = 9
} PortStatus;

#endif /* RINGFENCE_PORT_STATUS_H */
