/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file second_phase.h
 * The phase machine and its reports under other names, beside the one that the library was built
 * of: with the choices of the configuration that stand before this header is included, once in a
 * program.
 */
#ifndef RINGFENCE_TEST_SECOND_PHASE_H
#define RINGFENCE_TEST_SECOND_PHASE_H

#define ringfence_phase_admit        second_phase_admit
#define g_phase_signals              g_second_signals
#define g_admissions                 g_second_admissions
#define admission_name               second_admission_name
#define admission_number             second_admission_number
#define g_fault_entered              g_second_entered
#define ringfence_api_enter          second_core_enter
#define ringfence_api_leave          second_core_leave
#define core_memory_begin            second_core_memory_begin
#define core_memory_end              second_core_memory_end
#define ringfence_fault_report       second_fault_report
#define fault_report_missing         second_fault_report_missing
#define fault_report_taken           second_fault_report_taken
#define fault_report_refusal         second_fault_report_refusal
#define fault_report_call            second_fault_report_call
#define fault_report_limit           second_fault_report_limit
#define ringfence_fault_report_cause second_ringfence_fault_report_cause
#define ringfence_fault_report_limit second_ringfence_fault_report_limit
#define fault_report_endpoint        second_fault_report_endpoint
#define fault_report_capacity        second_fault_report_capacity
#define fault_report_full            second_fault_report_full
#define fault_report_name            second_fault_report_name
#define fault_report_order           second_fault_report_order
#define fault_report_late            second_fault_report_late
#define fault_report_list            second_fault_report_list
#define fault_report_pair            second_fault_report_pair
#define phase_note_name              second_phase_note_name
#define phase_answer                 second_phase_answer
#define phase_refuse_handler         second_phase_refuse_handler
#define ringfence_fault_assert       second_fault_assert
#define RingfenceAdvancePhase        second_advance
#define RingfenceCurrentPhase        second_current
#define RingfenceGetAdmission        second_admission
#define RingfenceGetLastRefusal      second_refusal
#define RingfenceGetLastFault        second_fault
#define fault_report_build           second_fault_report_build
#define fault_report_above           second_fault_report_above
#define fault_report_absence         second_fault_report_absence
#define fault_report_channel         second_fault_report_channel
#define fault_note_table             second_fault_note_table

#include "core/admission.c"
#include "core/fault.c"
#include "core/phase.c"

#endif /* RINGFENCE_TEST_SECOND_PHASE_H */
