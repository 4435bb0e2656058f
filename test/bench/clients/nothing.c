/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nothing.c
 * A program that does nothing: what each one costs.
 */
#define _GNU_SOURCE

#include "client.h"

int main(int argc, char **argv)
{
    if (client_is_server(argc, argv)) {
        client_serves();
        (void)pause();
    } else {
        client_step("main");
        client_report();
    }
    return 0;
}
