/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file setjmp.h
 * Nothing jumps here; cmocka asks for the name.
 */
