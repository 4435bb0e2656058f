/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ctype.h
 * Letters and digits of ASCII.
 */
#ifndef RINGFENCE_FIRMWARE_CTYPE_H
#define RINGFENCE_FIRMWARE_CTYPE_H

static inline int isupper(int c)
{
    return ((c >= 'A') && (c <= 'Z')) ? 1 : 0;
}

static inline int isdigit(int c)
{
    return ((c >= '0') && (c <= '9')) ? 1 : 0;
}

static inline int isalnum(int c)
{
    return ((isdigit(c) != 0) || ((c >= 'a') && (c <= 'z')) || (isupper(c) != 0)) ? 1 : 0;
}

#endif /* RINGFENCE_FIRMWARE_CTYPE_H */
