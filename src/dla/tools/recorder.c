/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file recorder.c
 * Runs where there is a real cuDLA, and writes down what a loadable says of its tensors, as a
 * specification of which 'rfdla make' makes a loadable with the same tensors for the software
 * engine. It calls public functions of cudla.h alone, and looks into no byte of the loadable.
 *
 * Build: cc recorder.c -o recorder -lcudla -ldl
 * Start: ./recorder [--hybrid] LOADABLE SPECIFICATION
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cudla.h"

#define TENSORS_MAX 256U
#define PATH_BYTES  4096U
#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/** A kind of tensors: how the module tells of it. */
typedef struct {
    const char *name;
    cudlaModuleAttributeType count;
    cudlaModuleAttributeType descriptors;
} Kind;

/* cudla.h has names for these numbers from CUDA 12.4 on. A board of an earlier release knows no
 * statistics, and refuses to count them. */
#define STATISTICS_COUNT       4U
#define STATISTICS_DESCRIPTORS 5U

static const Kind g_kinds[] = {
    {"inputs", CUDLA_NUM_INPUT_TENSORS, CUDLA_INPUT_TENSOR_DESCRIPTORS},
    {"outputs", CUDLA_NUM_OUTPUT_TENSORS, CUDLA_OUTPUT_TENSOR_DESCRIPTORS},
    {"statistics", (cudlaModuleAttributeType)STATISTICS_COUNT,
     (cudlaModuleAttributeType)STATISTICS_DESCRIPTORS},
};

#define INPUTS     0U
#define OUTPUTS    1U
#define STATISTICS 2U
#define KINDS      3U

/** The tensors of a kind. */
typedef struct {
    uint32_t count;
    cudlaModuleTensorDescriptor tensors[TENSORS_MAX];
} Tensors;

static Tensors g_found[KINDS];

/** A file that can be read. */
typedef struct {
    const uint8_t *bytes;
    size_t size;
} Bytes;

/** Functions of CUDA's driver: the context of the first GPU is what hybrid mode works with. */
typedef int (*InitFunction)(unsigned int flags);
typedef int (*RetainFunction)(void **context, int device);
typedef int (*UseFunction)(void *context);

/* ---------------------------------------------------------------- what is wrong */

static bool say(bool done, const char *what)
{
    if (!done) {
        (void)fprintf(stderr, "recorder: %s\n", what);
    }
    return done;
}

/** Says which call failed, with the number of the status. */
static bool say_status(cudlaStatus status, const char *function)
{
    if (status != cudlaSuccess) {
        (void)fprintf(stderr, "recorder: %s gives %d\n", function, (int)status);
    }
    return status == cudlaSuccess;
}

/* ---------------------------------------------------------------- board */

static bool map_file(const char *path, Bytes *bytes)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    bool done = false;

    if ((file >= 0) && (fstat(file, &status) == 0) && (status.st_size > 0)) {
        void *const place = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);

        if (place != MAP_FAILED) {
            bytes->bytes = (const uint8_t *)place;
            bytes->size = (size_t)status.st_size;
            done = true;
        }
    }
    if (file >= 0) {
        (void)close(file);
    }
    return say(done, "the loadable cannot be read, or is empty");
}

/** The address of a function of the driver, as what it is. */
static bool find(void *driver, const char *name, void *function)
{
    void *const address = dlsym(driver, name);

    if (address != NULL) {
        (void)memcpy(function, &address, sizeof(address));
    }
    return address != NULL;
}

/** Makes the context of the first GPU current, for hybrid mode. */
static bool use_gpu(void)
{
    void *const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    InitFunction init = NULL;
    RetainFunction retain = NULL;
    UseFunction use = NULL;
    void *context = NULL;
    bool done = false;

    if (driver != NULL) {
        done = find(driver, "cuInit", &init) && find(driver, "cuDevicePrimaryCtxRetain", &retain) &&
               find(driver, "cuCtxSetCurrent", &use);
        done = done && (init(0U) == 0) && (retain(&context, 0) == 0) && (use(context) == 0);
    }
    return say(done, "there is no GPU that CUDA can use, and hybrid mode needs one");
}

/** Counts the tensors of a kind. A cuDLA that does not know the attribute has none of the kind. */
static bool count_kind(cudlaModule module, const Kind *kind, uint32_t *number)
{
    cudlaModuleAttribute attribute;
    cudlaStatus status = cudlaSuccess;

    (void)memset(&attribute, 0, sizeof(attribute));
    status = cudlaModuleGetAttributes(module, kind->count, &attribute);
    if ((kind == &g_kinds[STATISTICS]) &&
        ((status == cudlaErrorInvalidAttribute) || (status == cudlaErrorInvalidParam) ||
         (status == cudlaErrorUnsupportedOperation))) {
        status = cudlaSuccess;
        (void)memset(&attribute, 0, sizeof(attribute));
    }
    *number = attribute.numOutputTensors;
    return say_status(status, "cudlaModuleGetAttributes");
}

static bool read_kind(cudlaModule module, const Kind *kind, Tensors *found)
{
    cudlaModuleAttribute attribute;
    bool done = count_kind(module, kind, &found->count);

    (void)memset(&attribute, 0, sizeof(attribute));
    if (done) {
        done = say(found->count <= TENSORS_MAX, "the loadable has too many tensors");
    }
    if (done && (found->count > 0U)) {
        attribute.outputTensorDesc = found->tensors;
        done = say_status(cudlaModuleGetAttributes(module, kind->descriptors, &attribute),
                          "cudlaModuleGetAttributes");
    }
    return done;
}

static bool read_module(cudlaDevHandle device, const Bytes *loadable)
{
    cudlaModule module = NULL;
    bool done =
        say_status(cudlaModuleLoadFromMemory(device, loadable->bytes, loadable->size, &module, 0U),
                   "cudlaModuleLoadFromMemory");

    if (done) {
        for (size_t i = 0U; done && (i < KINDS); i++) {
            done = read_kind(module, &g_kinds[i], &g_found[i]);
        }
        done = say_status(cudlaModuleUnload(module, 0U), "cudlaModuleUnload") && done;
    }
    return done;
}

/** Reads the tensors of a loadable. */
static bool record(const Bytes *loadable, bool hybrid)
{
    const uint32_t mode = hybrid ? (uint32_t)CUDLA_CUDA_DLA : (uint32_t)CUDLA_STANDALONE;
    cudlaDevHandle device = NULL;
    bool done = !hybrid || use_gpu();

    if (done) {
        done = say_status(cudlaCreateDevice(0U, &device, mode), "cudlaCreateDevice");
    }
    if (done) {
        done = read_module(device, loadable);
        done = say_status(cudlaDestroyDevice(device), "cudlaDestroyDevice") && done;
    }
    return done;
}

/* ---------------------------------------------------------------- specification */

/** A name as text of JSON; what is not ASCII stands byte by byte, as rfdla reads it. */
static void write_name(FILE *file, const char *name)
{
    (void)fputc((int)'"', file);
    for (size_t i = 0U; (i < 80U) && (name[i] != '\0'); i++) {
        const uint32_t byte = (uint8_t)name[i];

        if (byte >= 0x80U) {
            (void)fprintf(file, "\\udc%02" PRIx32, byte);
        } else if ((byte < 0x20U) || (byte == (uint32_t)'"') || (byte == (uint32_t)'\\')) {
            (void)fprintf(file, "\\u%04" PRIx32, byte);
        } else {
            (void)fputc((int)byte, file);
        }
    }
    (void)fputc((int)'"', file);
}

static void write_tensor(FILE *file, const cudlaModuleTensorDescriptor *tensor)
{
    (void)fprintf(file, "    {\"name\": ");
    write_name(file, tensor->name);
    (void)fprintf(file,
                  ", \"dims\": [%" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64
                  "], \"type\": %u, \"format\": %u, \"category\": %u, \"pixelFormat\": %u"
                  ", \"pixelMapping\": %u, \"strides\": [",
                  tensor->n, tensor->c, tensor->h, tensor->w, (unsigned int)tensor->dataType,
                  (unsigned int)tensor->dataFormat, (unsigned int)tensor->dataCategory,
                  (unsigned int)tensor->pixelFormat, (unsigned int)tensor->pixelMapping);
    for (size_t i = 0U; i < COUNT(tensor->stride); i++) {
        (void)fprintf(file, "%s%" PRIu32, (i > 0U) ? ", " : "", tensor->stride[i]);
    }
    (void)fprintf(file, "], \"size\": %" PRIu64 "}", tensor->size);
}

static void write_kind(FILE *file, const Kind *kind, const Tensors *found)
{
    (void)fprintf(file, "  \"%s\": [", kind->name);
    for (uint32_t i = 0U; i < found->count; i++) {
        (void)fprintf(file, "%s\n", (i > 0U) ? "," : "");
        write_tensor(file, &found->tensors[i]);
    }
    (void)fprintf(file, "%s],\n", (found->count > 0U) ? "\n  " : "");
}

/** Each output depends on all inputs, or on the number of the task where there are none. */
static void write_steps(FILE *file)
{
    const Tensors *const outputs = &g_found[OUTPUTS];
    const char *const operation = (g_found[INPUTS].count > 0U) ? "mix" : "stamp";

    (void)fprintf(file, "  \"steps\": [");
    for (uint32_t i = 0U; i < outputs->count; i++) {
        (void)fprintf(file, "%s\n    {\"operation\": \"%s\", \"output\": ", (i > 0U) ? "," : "",
                      operation);
        write_name(file, outputs->tensors[i].name);
        (void)fprintf(file, "}");
    }
    (void)fprintf(file, "%s]\n", (outputs->count > 0U) ? "\n  " : "");
}

/** Writes under another name first: a specification is whole or not there. */
static bool write_specification(const char *path)
{
    static char other[PATH_BYTES];
    const int length = snprintf(other, sizeof(other), "%s.%ld.tmp", path, (long)getpid());
    FILE *file = NULL;
    bool done = (length > 0) && ((size_t)length < sizeof(other));

    if (done) {
        file = fopen(other, "wx");
        done = (file != NULL);
    }
    if (file != NULL) {
        (void)fprintf(file, "{\n  \"rfdla\": \"1.0\",\n");
        for (size_t i = 0U; i < KINDS; i++) {
            write_kind(file, &g_kinds[i], &g_found[i]);
        }
        write_steps(file);
        (void)fprintf(file, "}\n");
        done = (ferror(file) == 0);
        done = (fclose(file) == 0) && done;
        done = done && (rename(other, path) == 0);
        if (!done) {
            (void)unlink(other);
        }
    }
    return say(done, "the specification cannot be written");
}

/* ---------------------------------------------------------------- program */

int main(int count, char *words[])
{
    const bool hybrid = (count > 1) && (strcmp(words[1], "--hybrid") == 0);
    int first = 1;
    Bytes loadable = {NULL, 0U};
    int status = 2;

    if (hybrid) {
        first = 2;
    }
    if (count != (first + 2)) {
        (void)fprintf(stderr, "usage: recorder [--hybrid] LOADABLE SPECIFICATION\n");
    } else {
        bool done = map_file(words[first], &loadable);

        done = done && record(&loadable, hybrid);
        done = done && write_specification(words[first + 1]);
        status = 1;
        if (done) {
            status = 0;
        }
    }
    return status;
}
