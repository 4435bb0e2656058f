/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cmocka.h
 * cmocka's header, found behind this one, and the count of assertions: evidence.h.
 */
#ifndef RINGFENCE_TEST_CMOCKA_H
#define RINGFENCE_TEST_CMOCKA_H
/* For #include_next, which is of the compiler and not of C. */
#pragma GCC system_header

#include_next <cmocka.h>

#include "evidence.h"

#endif /* RINGFENCE_TEST_CMOCKA_H */
