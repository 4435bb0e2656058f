/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file instrumented.h
 * Whether a program holds what a compiler added to look at it, which takes memory of its own.
 */
#ifndef RINGFENCE_TEST_INSTRUMENTED_H
#define RINGFENCE_TEST_INSTRUMENTED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||                               \
    defined(RINGFENCE_TEST_COVERAGE)
#define IS_INSTRUMENTED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define IS_INSTRUMENTED true
#endif
#endif
#ifndef IS_INSTRUMENTED
#define IS_INSTRUMENTED false
#endif

#if defined(__SANITIZE_THREAD__)
#define THREADS_ARE_INSTRUMENTED true
#else
#define THREADS_ARE_INSTRUMENTED false
#endif

#endif
