// SPDX-License-Identifier: Apache-2.0
/**
 * @file cudlaExternalEtbl.hpp
 * Reports of statistics as comma-separated text, for C++: the table of functions that clients of
 * cuDLA ask for. The report and the text are those of Ringfence's engine, as
 * docs/dla-loadables.md has them.
 */
#ifndef RINGFENCE_CUDLA_EXTERNAL_ETBL_HPP
#define RINGFENCE_CUDLA_EXTERNAL_ETBL_HPP

#include "cudla.h"

extern "C" {
/**
 * Translates a report of statistics, which a task wrote and the CPU can read.
 *
 * @param[in]  devHandle  handle of the device that wrote it
 * @param[in]  report     the report: a statistics tensor
 * @param[out] length     characters of the text, with the zero at its end
 * @param[out] text       room for as many; NULL: the length alone is asked for
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidParam   iff report or length is NULL, or the bytes are no report of at
 *                                  most RINGFENCE_CFG_DLA_STEPS records
 * @retval cudlaErrorInvalidDevice  iff devHandle is no handle
 *
 * Each phase. Any thread. O(records). Nothing is allocated.
 */
cudlaStatus ringfenceDlaTranslateStatistics(cudlaDevHandle const devHandle,
                                            const uint8_t *const report, uint64_t *const length,
                                            char *const text);
}

/** What etiTranslateStats gives. */
enum cudlaTranslateCsvAttributeType {
    /** csvStreamLength becomes the bytes of the text, with the zero at its end. */
    CUDLA_GET_CSV_LENGTH = 0,
    /** The text is written to csvStreamStats, which has room for as many. */
    CUDLA_GET_CSV_STATS = 1
};

/** The length, or where the text goes. */
union cudlaTranslateCsvAttribute {
    uint64_t csvStreamLength;
    void *csvStreamStats;
};

/** The table. */
struct cudlaExternalEtbl {
    /**
     * Translates a report of statistics; see ringfenceDlaTranslateStatistics().
     *
     * @param[in]     devHandle     handle of the device that wrote it
     * @param[in]     stats         the report: a statistics tensor, where the CPU can read it
     * @param[in]     frequencyMHz  clock of the engine; not looked at: reports have microseconds
     * @param[in]     index         index of the statistics tensor; not looked at: all are the same
     * @param[in]     type          what is asked for
     * @param[in,out] attribute     the answer, or where it goes
     *
     * @return cudlaSuccess; cudlaErrorInvalidParam: attribute or where the text goes is NULL, type
     * is another number, or what ringfenceDlaTranslateStatistics() gives
     */
    cudlaStatus (*etiTranslateStats)(cudlaDevHandle devHandle, uint8_t *stats,
                                     uint32_t frequencyMHz, uint32_t index,
                                     cudlaTranslateCsvAttributeType type,
                                     cudlaTranslateCsvAttribute *attribute);
};

/** The function of the table. */
static inline cudlaStatus cudlaTranslateStatistics(cudlaDevHandle devHandle, uint8_t *stats,
                                                   uint32_t frequencyMHz, uint32_t index,
                                                   cudlaTranslateCsvAttributeType type,
                                                   cudlaTranslateCsvAttribute *attribute)
{
    cudlaStatus status = cudlaErrorInvalidParam;
    uint64_t length = 0U;

    (void)frequencyMHz;
    (void)index;
    if ((attribute != 0) && (type == CUDLA_GET_CSV_LENGTH)) {
        status = ringfenceDlaTranslateStatistics(devHandle, stats, &length, 0);
        if (status == cudlaSuccess) {
            attribute->csvStreamLength = length;
        }
    } else if ((attribute != 0) && (type == CUDLA_GET_CSV_STATS) &&
               (attribute->csvStreamStats != 0)) {
        status = ringfenceDlaTranslateStatistics(devHandle, stats, &length,
                                                 static_cast<char *>(attribute->csvStreamStats));
    } else {
        status = cudlaErrorInvalidParam;
    }
    return status;
}

/**
 * Gives the table. It lasts as long as the program.
 *
 * @param[out] table  becomes its address
 * @param[in]  flags  0
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidParam  iff table is NULL, or flags is not 0
 */
static inline cudlaStatus cudlaGetExternalExportTable(const cudlaExternalEtbl **table,
                                                      uint32_t flags)
{
    static const cudlaExternalEtbl only = {&cudlaTranslateStatistics};
    cudlaStatus status = cudlaErrorInvalidParam;

    if ((table != 0) && (flags == 0U)) {
        *table = &only;
        status = cudlaSuccess;
    }
    return status;
}

#endif // RINGFENCE_CUDLA_EXTERNAL_ETBL_HPP
