/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file steps.c
 * The trap flag is set until the call has returned. Copying, filling and comparing of the C library
 * run without it: their return goes through a few instructions that set it again.
 */
#define _GNU_SOURCE

#include "steps.h"

#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

/** The flag that brings a trap behind each instruction. */
#define TRAP_FLAG 0x100LL
/** An instruction that enters the kernel: its two bytes. */
#define ENTERS_KERNEL_0 0x0FU
#define ENTERS_KERNEL_1 0x05U
/** Functions of the C library that run without traps. */
#define PLAIN_FUNCTIONS 4U

typedef enum { STATE_OFF, STATE_ANNOUNCED, STATE_COUNTING } State;

/** Where the library's code is. */
static uintptr_t g_from;
static uintptr_t g_to;
static uintptr_t g_plain[PLAIN_FUNCTIONS];

static volatile State g_state;
static uintptr_t g_function;
static Steps *g_sums;
/** Where the call returns to, and the stack before it. */
static uintptr_t g_back;
static uintptr_t g_stack;
/** Instruction of the last trap, and whether it was the library's. */
static uintptr_t g_last;
static bool g_was_inside;
/** Where a function that runs without traps returns to. */
uintptr_t g_steps_return;

/** Sets the trap flag again, and returns to where the call came from. */
void steps_resume(void);
__asm__(".text\n"
        "steps_resume:\n"
        "    pushfq\n"
        "    orq $0x100, (%rsp)\n"
        "    popfq\n"
        "    jmp *g_steps_return(%rip)\n");

static uintptr_t word_at(uintptr_t address)
{
    uintptr_t word = 0U;

    (void)memcpy(&word, (const void *)address, sizeof(word));
    return word;
}

static bool is_plain(uintptr_t address)
{
    bool plain = false;

    for (uint32_t i = 0U; i < PLAIN_FUNCTIONS; i++) {
        plain = plain || (g_plain[i] == address);
    }
    return plain;
}

/** The call goes on; an instruction is about to be executed. */
static void count_step(ucontext_t *context, uintptr_t at)
{
    greg_t *const registers = context->uc_mcontext.gregs;
    const uint8_t *const code = (const uint8_t *)at;
    const bool inside = (at >= g_from) && (at < g_to);

    if (at != g_last) {
        g_sums->instructions += inside ? 1U : 0U;
        g_sums->calls += (g_was_inside && !inside) ? 1U : 0U;
        g_sums->system_calls +=
            ((code[0] == ENTERS_KERNEL_0) && (code[1] == ENTERS_KERNEL_1)) ? 1U : 0U;
    }
    if (!inside && is_plain(at)) {
        const uintptr_t resume = (uintptr_t)steps_resume;

        g_steps_return = word_at((uintptr_t)registers[REG_RSP]);
        (void)memcpy((void *)registers[REG_RSP], &resume, sizeof(resume));
        registers[REG_EFL] &= ~TRAP_FLAG;
    }
    g_was_inside = inside;
    g_last = at;
}

static void on_trap(int number, siginfo_t *info, void *place)
{
    ucontext_t *const context = place;
    greg_t *const registers = context->uc_mcontext.gregs;
    const uintptr_t at = (uintptr_t)registers[REG_RIP];
    const uintptr_t stack = (uintptr_t)registers[REG_RSP];

    (void)number;
    (void)info;
    if ((g_state == STATE_ANNOUNCED) && (at == g_function)) {
        g_state = STATE_COUNTING;
        g_back = word_at(stack);
        g_stack = stack;
        g_last = 0U;
        g_was_inside = true;
    }
    if ((g_state == STATE_COUNTING) && (at == g_back) && (stack > g_stack)) {
        g_state = STATE_OFF;
        registers[REG_EFL] &= ~TRAP_FLAG;
    } else if (g_state == STATE_COUNTING) {
        count_step(context, at);
    } else {
        /* On the way to the function. */
    }
}

static int find_code(struct dl_phdr_info *info, size_t size, void *data)
{
    const uintptr_t inside = *(const uintptr_t *)data;
    bool found = false;

    (void)size;
    for (int i = 0; i < (int)info->dlpi_phnum; i++) {
        const uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        const uintptr_t to = from + info->dlpi_phdr[i].p_memsz;

        if ((info->dlpi_phdr[i].p_type == PT_LOAD) && ((info->dlpi_phdr[i].p_flags & PF_X) != 0U) &&
            (inside >= from) && (inside < to)) {
            g_from = from;
            g_to = to;
            found = true;
        }
    }
    return found ? 1 : 0;
}

bool steps_begin(uintptr_t inside)
{
    uintptr_t address = inside;
    struct sigaction action;

    g_plain[0] = (uintptr_t)memcpy;
    g_plain[1] = (uintptr_t)memmove;
    g_plain[2] = (uintptr_t)memset;
    g_plain[3] = (uintptr_t)memcmp;
    (void)memset(&action, 0, sizeof(action));
    action.sa_sigaction = on_trap;
    action.sa_flags = SA_SIGINFO;
    return (dl_iterate_phdr(find_code, &address) == 1) && (sigaction(SIGTRAP, &action, NULL) == 0);
}

void steps_count(uintptr_t function, Steps *sums)
{
    g_function = function;
    g_sums = sums;
    g_state = STATE_ANNOUNCED;
    __asm__ volatile("lea -128(%%rsp), %%rsp\n"
                     "pushfq\n"
                     "orq $0x100, (%%rsp)\n"
                     "popfq\n"
                     "lea 128(%%rsp), %%rsp\n"
                     :
                     :
                     : "memory", "cc");
}

bool steps_are_over(void)
{
    return g_state == STATE_OFF;
}

bool steps_run_case(const StepsCase *item, Steps *sums, uint32_t rounds, uint32_t warm_rounds)
{
    Steps dearest = {0U, 0U, 0U};
    uint64_t fewest = UINT64_MAX;
    bool good = true;

    for (uint32_t i = 0U; (i < rounds) && good; i++) {
        *sums = (Steps){0U, 0U, 0U};
        item->run();
        good = steps_are_over() && (sums->instructions > 0U);
        if (i >= warm_rounds) {
            fewest = (sums->instructions < fewest) ? sums->instructions : fewest;
            dearest = (sums->instructions > dearest.instructions) ? *sums : dearest;
        }
    }
    if (good) {
        (void)printf("%s\t%llu\t%llu\t%llu\t%llu\n", item->name,
                     (unsigned long long)dearest.instructions, (unsigned long long)fewest,
                     (unsigned long long)dearest.calls, (unsigned long long)dearest.system_calls);
    }
    return good;
}

void steps_print_compiler(void)
{
#if defined(__clang__)
    (void)printf("clang %d", __clang_major__);
#elif defined(__GNUC__)
    (void)printf("gcc %d", __GNUC__);
#else
    (void)printf("unknown");
#endif
    (void)printf(" x86_64\n");
}
