// SPDX-License-Identifier: Apache-2.0
/**
 * @file cudlaExternalEtbl.hpp
 * Reports of statistics as comma-separated text, for C++: the table of functions that clients of
 * cuDLA ask for. The report and the text are those of Ringfence's engine, as
 * docs/dla-loadables.md has them. What holds for all functions is said in cudla.h.
 */
#ifndef RINGFENCE_CUDLA_EXTERNAL_ETBL_HPP
#define RINGFENCE_CUDLA_EXTERNAL_ETBL_HPP

#include "cudla.h"

extern "C" {
/**
 * Translates a report of statistics, which a task wrote and the CPU can read. It is copied first, so
 * that what a task writes meanwhile changes neither the length nor the text.
 *
 * @param[in]  devHandle  handle of the device that wrote it
 * @param[in]  report     the report: a statistics tensor
 * @param[out] text       room for the text; NULL: the length alone is asked for
 * @param[in]  room       characters that there is room for, with the zero at the end
 * @param[out] length     characters of the text, with the zero at its end
 *
 * @retval cudlaSuccess
 * @retval cudlaErrorInvalidParam    iff report or length is NULL, or the bytes are no report of at
 *                                   most RINGFENCE_CFG_DLA_STEPS records
 * @retval cudlaErrorInvalidDevice   iff devHandle is no handle
 * @retval cudlaErrorOutOfResources  iff the text needs more room: length says how much, and text is
 *                                   as it was
 *
 * Any phase. Any thread. O(records). Nothing is allocated.
 */
cudlaStatus ringfenceDlaTranslateReport(cudlaDevHandle const devHandle,
                                            const uint8_t *const report, char *const text,
                                            uint64_t const room, uint64_t *const length);
}

/** What etiTranslateStats gives. */
enum cudlaTranslateCsvAttributeType {
    /** csvStreamLength becomes the bytes of the text, with the zero at its end. */
    CUDLA_GET_CSV_LENGTH = 0,
    /** The text is written to csvStreamStats, which has room for as many as this thread was told
     * last for the same report. */
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
     * Translates a report of statistics; see ringfenceDlaTranslateReport().
     *
     * @param[in]     devHandle     handle of the device that wrote it
     * @param[in]     stats         the report: a statistics tensor, where the CPU can read it
     * @param[in]     frequencyMHz  clock of the engine; not looked at: reports have microseconds
     * @param[in]     index         index of the statistics tensor; not looked at: all are the same
     * @param[in]     type          what is asked for
     * @param[in,out] attribute     the answer, or where it goes
     *
     * @return cudlaSuccess; cudlaErrorInvalidParam: attribute or where the text goes is NULL, type
     * is another number, this thread asked for the length of no report or of another one last; or
     * what ringfenceDlaTranslateReport() gives, so that cudlaErrorOutOfResources says that the
     * report has become longer since its length was asked for
     */
    cudlaStatus (*etiTranslateStats)(cudlaDevHandle devHandle, uint8_t *stats,
                                     uint32_t frequencyMHz, uint32_t index,
                                     cudlaTranslateCsvAttributeType type,
                                     cudlaTranslateCsvAttribute *attribute);
};

/** The room that a thread was told to make. */
struct cudlaTranslateRoom {
    const uint8_t *stats;
    uint64_t length;
};

/** The function of the table. */
static inline cudlaStatus cudlaTranslateStatistics(cudlaDevHandle devHandle, uint8_t *stats,
                                                   uint32_t frequencyMHz, uint32_t index,
                                                   cudlaTranslateCsvAttributeType type,
                                                   cudlaTranslateCsvAttribute *attribute)
{
    static __thread cudlaTranslateRoom told = {0, 0U};
    cudlaStatus status = cudlaErrorInvalidParam;
    uint64_t length = 0U;

    (void)frequencyMHz;
    (void)index;
    if ((attribute != 0) && (type == CUDLA_GET_CSV_LENGTH)) {
        status = ringfenceDlaTranslateReport(devHandle, stats, 0, 0U, &length);
        if (status == cudlaSuccess) {
            attribute->csvStreamLength = length;
            told.stats = stats;
            told.length = length;
        }
    } else if ((attribute != 0) && (type == CUDLA_GET_CSV_STATS) &&
               (attribute->csvStreamStats != 0) && (told.stats == stats)) {
        status = ringfenceDlaTranslateReport(devHandle, stats,
                                                 static_cast<char *>(attribute->csvStreamStats),
                                                 told.length, &length);
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
