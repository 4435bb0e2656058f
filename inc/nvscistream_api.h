/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvscistream_api.h
 * The name by which programs include the functions of streams alone: nvscistream.h has them.
 */
#ifndef NVSCISTREAM_API_H
#define NVSCISTREAM_API_H

#include "nvscistream.h"

#endif /* NVSCISTREAM_API_H */
