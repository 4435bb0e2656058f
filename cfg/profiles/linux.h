/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file linux.h
 * Profile of a process on a Linux host: the defaults of ringfence_cfg.h.
 */
#ifndef RINGFENCE_PROFILE_LINUX_H
#define RINGFENCE_PROFILE_LINUX_H

#endif /* RINGFENCE_PROFILE_LINUX_H */
