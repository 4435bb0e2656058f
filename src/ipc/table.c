/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file table.c
 * Reads the endpoint table: one channel on each line, words separated by blanks, comments from '#'.
 */
#include <string.h>

#include "core/assert.h"
#include "ipc/ipc.h"

/** Most words of a line. */
#define LINE_WORDS 6U
/** Digits of the largest number of 32 bits. */
#define NUMBER_DIGITS 10U
/** Bytes of text below and above this are no characters. */
#define FIRST_CHARACTER 0x21
#define LAST_CHARACTER  0x7E

/** Before the second name: the first one opens both ends. */
#define ONE_NAME '='

/** A word of the text. */
typedef struct {
    const char *start;
    size_t length;
} Word;

/** The words of a line. */
typedef struct {
    Word words[LINE_WORDS];
    /** Words that there are; the line may have more than fit. */
    uint32_t count;
} Line;

/** Words of a line without a group: of a channel with both ends on this machine, and of one that
 * leaves it. */
#define WORDS_HERE  5U
#define WORDS_LEAVE 3U

/** A backend and a form of its lines. */
typedef struct {
    const char *word;
    IpcBackend backend;
    /** Words of a line without a group. */
    uint32_t words;
} Backend;

static const Backend g_backends[] = {{"INTER_THREAD", IPC_BACKEND_THREAD, WORDS_HERE},
                                     {"INTER_PROCESS", IPC_BACKEND_PROCESS, WORDS_HERE},
                                     {"INTER_VM", IPC_BACKEND_VM, WORDS_LEAVE},
                                     {"INTER_CHIP", IPC_BACKEND_CHIP, WORDS_LEAVE},
                                     {"INTER_CHIP", IPC_BACKEND_CHIP, WORDS_HERE},
                                     {"INTER_CHIP_PCIE", IPC_BACKEND_CHIP, WORDS_LEAVE},
                                     {"INTER_CHIP_PCIE", IPC_BACKEND_CHIP, WORDS_HERE}};

static bool is_blank(char byte)
{
    return (byte == ' ') || (byte == '\t') || (byte == '\r');
}

static bool is_character(char byte)
{
    return (byte >= (char)FIRST_CHARACTER) && (byte <= (char)LAST_CHARACTER);
}

/** Splits a line without its comment. False: it has a byte that is no text. */
static bool split_line(const char *text, size_t length, Line *line)
{
    bool inside = false;
    bool is_text = true;

    line->count = 0U;
    for (size_t i = 0U; i < length; i++) {
        if (is_blank(text[i])) {
            inside = false;
        } else if (!is_character(text[i])) {
            is_text = false;
        } else {
            if (!inside) {
                if (line->count < LINE_WORDS) {
                    line->words[line->count].start = &text[i];
                    line->words[line->count].length = 0U;
                }
                line->count++;
                inside = true;
            }
            if (line->count <= LINE_WORDS) {
                line->words[line->count - 1U].length++;
            }
        }
    }
    return is_text;
}

/** Says whether a word is a text, which ends with a zero. */
static bool word_is(const Word *word, const char *text)
{
    bool same = (word->length < NVSCIIPC_MAX_ENDPOINT_NAME);

    for (size_t i = 0U; same && (i < word->length); i++) {
        same = (text[i] == word->start[i]);
    }
    return same && (text[word->length] == '\0');
}

/** Says whether a word is a name of the table. Looks from the end: names often begin alike. */
static bool word_is_name(const Word *word, const char name[NVSCIIPC_MAX_ENDPOINT_NAME])
{
    bool same = (word->length < NVSCIIPC_MAX_ENDPOINT_NAME);
    size_t i = word->length;

    if (same) {
        same = (name[i] == '\0');
    }
    while (same && (i > 0U)) {
        i--;
        same = (name[i] == word->start[i]);
    }
    return same;
}

/** Reads a decimal number of 32 bits. */
static bool read_number(const Word *word, uint32_t *number)
{
    uint64_t value = 0U;
    bool is_number = (word->length <= NUMBER_DIGITS);

    for (size_t i = 0U; is_number && (i < word->length); i++) {
        const char digit = word->start[i];

        is_number = (digit >= '0') && (digit <= '9');
        if (is_number) {
            const uint32_t unit = (uint32_t)digit - (uint32_t)'0';

            value = (value * 10U) + unit;
        }
    }
    if (value > UINT32_MAX) {
        is_number = false;
    }
    if (is_number) {
        *number = (uint32_t)value;
    }
    return is_number;
}

/** Reads a name into a side of the new channel; no other end may have it. */
static IpcFlaw read_name(const IpcTable *table, const Word *word, IpcChannel *channel,
                         uint32_t side)
{
    IpcFlaw flaw = IPC_FLAW_NONE;

    if (word->length >= NVSCIIPC_MAX_ENDPOINT_NAME) {
        flaw = IPC_FLAW_NAME;
    } else {
        for (uint32_t i = 0U; i < table->count; i++) {
            if (word_is_name(word, table->channels[i].names[0]) ||
                word_is_name(word, table->channels[i].names[1])) {
                flaw = IPC_FLAW_NAME_TWICE;
            }
        }
        if ((side == 1U) && word_is_name(word, channel->names[0])) {
            flaw = IPC_FLAW_NAME_TWICE;
        }
    }
    if (flaw == IPC_FLAW_NONE) {
        ASSERT(side < IPC_SIDES);
        ASSERT(word->length < sizeof(channel->names[side]));
        (void)memcpy(channel->names[side], word->start, word->length);
    }
    return flaw;
}

/** Reads the geometry of a channel with both ends on this machine. */
static IpcFlaw read_geometry(const Line *line, IpcChannel *channel)
{
    IpcFlaw flaw = IPC_FLAW_NONE;

    if (!read_number(&line->words[3], &channel->nframes)) {
        flaw = IPC_FLAW_NUMBER;
    } else if (!read_number(&line->words[4], &channel->frame_size)) {
        flaw = IPC_FLAW_NUMBER;
    } else if ((channel->nframes == 0U) || (channel->nframes > IPC_FRAMES_MAX)) {
        flaw = IPC_FLAW_FRAMES;
    } else if ((channel->frame_size == 0U) || (channel->frame_size > IPC_FRAME_SIZE_MAX) ||
               ((channel->frame_size % IPC_FRAME_ALIGN) != 0U)) {
        flaw = IPC_FLAW_FRAME_SIZE;
    } else {
        flaw = IPC_FLAW_NONE;
    }
    return flaw;
}

/** Reads what stands between the backend and the group.
 * @satisfies RF-IPC-303 */
static IpcFlaw read_ends(const IpcTable *table, const Line *line, bool leaves, IpcChannel *channel)
{
    uint32_t number = 0U;
    IpcFlaw flaw = read_name(table, &line->words[1], channel, 0U);

    if (flaw == IPC_FLAW_NONE) {
        if (leaves) {
            if (!read_number(&line->words[2], &number)) {
                flaw = IPC_FLAW_NUMBER;
            }
        } else {
            Word second = line->words[2];

            channel->one_name = (second.length > 1U) && (second.start[0] == ONE_NAME);
            if (channel->one_name) {
                second.start = &second.start[1];
                second.length--;
            }
            flaw = read_name(table, &second, channel, 1U);
            if (flaw == IPC_FLAW_NONE) {
                flaw = read_geometry(line, channel);
            }
        }
    }
    return flaw;
}

/** Row of a line; NULL: there is no such one. `is_known`: there is a backend of its first word. */
static const Backend *find_backend(const Line *line, bool *is_known)
{
    const Backend *found = NULL;

    *is_known = false;
    for (size_t i = 0U; i < (sizeof(g_backends) / sizeof(g_backends[0])); i++) {
        const Backend *const row = &g_backends[i];

        if (word_is(&line->words[0], row->word)) {
            *is_known = true;
            if ((line->count == row->words) || (line->count == (row->words + 1U))) {
                found = row;
            }
        }
    }
    return found;
}

/** Reads a line that has words into a new channel. */
static IpcFlaw read_channel(const IpcTable *table, const Line *line, IpcChannel *channel)
{
    IpcFlaw flaw = IPC_FLAW_NONE;
    bool is_known = false;
    const Backend *const backend = find_backend(line, &is_known);

    (void)memset(channel, 0, sizeof(*channel));
    if (backend == NULL) {
        flaw = is_known ? IPC_FLAW_FIELDS : IPC_FLAW_BACKEND;
    } else {
        channel->backend = backend->backend;
        flaw = read_ends(table, line, backend->words == WORDS_LEAVE, channel);
        if ((flaw == IPC_FLAW_NONE) && (line->count > backend->words)) {
            channel->has_gid = read_number(&line->words[backend->words], &channel->gid);
            flaw = channel->has_gid ? IPC_FLAW_NONE : IPC_FLAW_GID;
        }
    }
    return flaw;
}

/** Adds what a line says to the table. */
static IpcFlaw add_line(const char *text, size_t length, IpcTable *table)
{
    IpcFlaw flaw = IPC_FLAW_NONE;
    Line line = {0};

    if (!split_line(text, length, &line)) {
        flaw = IPC_FLAW_BYTE;
    } else if (line.count == 0U) {
        flaw = IPC_FLAW_NONE;
    } else if (table->count >= RINGFENCE_CFG_IPC_CHANNELS) {
        flaw = IPC_FLAW_FULL;
    } else {
        IpcChannel channel;

        flaw = read_channel(table, &line, &channel);
        if (flaw == IPC_FLAW_NONE) {
            table->channels[table->count] = channel;
            table->count++;
        }
    }
    return flaw;
}

/** @satisfies RF-IPC-001 RF-IPC-002 RF-IPC-003 RF-IPC-261 */
bool ipc_table_parse(const char *text, size_t length, IpcTable *table)
{
    uint32_t number = 0U;
    size_t next = 0U;

    table->count = 0U;
    table->line = 0U;
    table->flaw = IPC_FLAW_NONE;
    while ((next < length) && (table->flaw == IPC_FLAW_NONE)) {
        const size_t start = next;
        size_t words_end = 0U;
        bool comment = false;

        while ((next < length) && (text[next] != '\n')) {
            comment = comment || (text[next] == '#');
            next++;
            words_end = comment ? words_end : (next - start);
        }
        next++;
        number++;
        ASSERT(words_end <= (length - start));
        table->flaw = add_line(&text[start], words_end, table);
    }
    if (table->flaw != IPC_FLAW_NONE) {
        table->line = number;
        table->count = 0U;
    }
    ASSERT(table->count <= number);
    return (table->flaw == IPC_FLAW_NONE);
}

/** @satisfies RF-IPC-016 */
bool ipc_table_find(const IpcTable *table, const char *name, uint32_t *channel, uint32_t *side)
{
    bool found = false;
    Word word = {name, 0U};

    while ((word.length < NVSCIIPC_MAX_ENDPOINT_NAME) && (name[word.length] != '\0')) {
        word.length++;
    }
    for (uint32_t i = 0U; (i < table->count) && (word.length > 0U); i++) {
        for (uint32_t end = 0U; end < IPC_SIDES; end++) {
            if (word_is_name(&word, table->channels[i].names[end])) {
                *channel = i;
                *side = end;
                found = true;
            }
        }
    }
    return found;
}
