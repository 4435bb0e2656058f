/* SPDX-License-Identifier: Apache-2.0 */
#include "image_file.h"

#include <errno.h>
#include <string.h>

/** Bytes that tell PNG from PPM from the rest. */
#define MAGIC_SIZE 8U

static const uint8_t png_magic[MAGIC_SIZE] = {0x89U, 'P', 'N', 'G', '\r', '\n', 0x1AU, '\n'};

/** Reads the file's first bytes, goes back, and hands over to the reader of that kind. */
static bool read_by_magic(FILE *file, Image *image, char reason[REASON_MAX])
{
    uint8_t magic[MAGIC_SIZE] = {0U};
    bool done = false;
    const size_t count = fread(magic, 1U, sizeof(magic), file);

    if (ferror(file) != 0) {
        (void)snprintf(reason, REASON_MAX, "%s", strerror(errno));
    } else if (count == 0U) {
        (void)snprintf(reason, REASON_MAX, "the file is empty");
    } else if (fseek(file, 0L, SEEK_SET) != 0) {
        (void)snprintf(reason, REASON_MAX, "%s", strerror(errno));
    } else if ((count == sizeof(magic)) && (memcmp(magic, png_magic, sizeof(magic)) == 0)) {
        done = image_read_png(file, image, reason);
    } else if ((magic[0] == (uint8_t)'P') &&
               ((magic[1] == (uint8_t)'3') || (magic[1] == (uint8_t)'6'))) {
        done = image_read_ppm(file, image, reason);
    } else {
        (void)snprintf(reason, REASON_MAX, "not a PNG and not a PPM (P3, P6)");
    }
    return done;
}

bool image_read(const char *path, Image *image, char reason[REASON_MAX])
{
    bool done = false;
    FILE *const file = fopen(path, "rb");

    (void)memset(image, 0, sizeof(*image));
    if (file == NULL) {
        (void)snprintf(reason, REASON_MAX, "%s", strerror(errno));
    } else {
        done = read_by_magic(file, image, reason);
        (void)fclose(file);
    }
    return done;
}
