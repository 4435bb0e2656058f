// SPDX-License-Identifier: Apache-2.0
// A program in C++ that has a report of statistics translated, as clients of cuDLA do.
#include <cstdlib>
#include <cstring>

#include "cudlaExternalEtbl.hpp"

static_assert(sizeof(cudlaTranslateCsvAttribute) == 8U, "as cuDLA has it");
static_assert((CUDLA_GET_CSV_LENGTH == 0) && (CUDLA_GET_CSV_STATS == 1), "as cuDLA has them");

int main()
{
    // A report of task 7 without records.
    uint8_t report[32] = {'R', 'F', 'S', 'T', 'A', 'T', '\r', '\n', 1, 0, 0, 0, 32};
    const char expected[] = "task,step,operation,output,start_us,time_us,bytes\n";
    const cudlaExternalEtbl *table = nullptr;
    cudlaTranslateCsvAttribute attribute;
    cudlaDevHandle device = nullptr;
    bool works = false;

    report[20] = 40U;
    report[24] = 7U;
    attribute.csvStreamStats = report;
    // The length is asked for first.
    works = (cudlaCreateDevice(0U, &device, CUDLA_STANDALONE) == cudlaSuccess) &&
            (cudlaTranslateStatistics(device, report, 1600U, 0U, CUDLA_GET_CSV_STATS, &attribute) ==
             cudlaErrorInvalidParam) &&
            (cudlaGetExternalExportTable(nullptr, 0) == cudlaErrorInvalidParam) &&
            (cudlaGetExternalExportTable(&table, 0) == cudlaSuccess) &&
            (table->etiTranslateStats(device, report, 1600U, 0U, CUDLA_GET_CSV_LENGTH,
                                      &attribute) == cudlaSuccess) &&
            (attribute.csvStreamLength == sizeof(expected));
    if (works) {
        char *const text = static_cast<char *>(std::malloc(sizeof(expected)));

        attribute.csvStreamStats = text;
        works = (text != nullptr) &&
                (table->etiTranslateStats(device, report, 1600U, 0U, CUDLA_GET_CSV_STATS,
                                          &attribute) == cudlaSuccess) &&
                (std::strcmp(text, expected) == 0);
        std::free(text);
        attribute.csvStreamStats = nullptr;
        works = works &&
                (table->etiTranslateStats(device, report, 1600U, 0U, CUDLA_GET_CSV_STATS,
                                          &attribute) == cudlaErrorInvalidParam) &&
                (table->etiTranslateStats(device, report, 1600U, 0U, CUDLA_GET_CSV_LENGTH,
                                          nullptr) == cudlaErrorInvalidParam) &&
                (cudlaDestroyDevice(device) == cudlaSuccess);
    }
    return works ? EXIT_SUCCESS : EXIT_FAILURE;
}
