# SPDX-License-Identifier: Apache-2.0
#
# Targets, variables and dependencies are described in docs/building.md.
# What needs more than a few lines of shell is a script in test/tools/.

BUILD   ?= build
PROFILE ?= linux
PREFIX  ?= /usr/local
DESTDIR ?=
COMPAT  ?= 0
SECONDS ?= 60
IMAGE   ?=
PROCS   ?= 1
CFLAGS  ?= -O2 -g
OBJCOPY ?= objcopy

SONAME   := libringfence.so.0
WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wcast-qual -Wvla -Werror
INCLUDES := -Iinc -Isrc -Icfg
DEFINES  := -DRINGFENCE_CFG_PROFILE='"profiles/$(PROFILE).h"'
LIB_FLAGS  = -std=c11 $(WARNINGS) $(INCLUDES) $(DEFINES) -fPIC -ffunction-sections -fdata-sections \
             -fno-common -fno-semantic-interposition $(CFLAGS)
TEST_FLAGS = -std=c11 $(WARNINGS) $(INCLUDES) $(DEFINES) -Itest/unit -Itest/unit/support $(CFLAGS)
DEMO_FLAGS = -std=c11 $(WARNINGS) -Iinc $(CFLAGS)

# ---------------------------------------------------------------- files

LIB_SRC     := $(wildcard src/core/*.c src/sync/*.c src/buf/*.c src/engine/*.c src/ipc/*.c src/share/*.c src/port/posix/*.c)
FAULT_SRC   := $(wildcard test/unit/support/fault_*.c)
SUPPORT_SRC := $(filter-out $(FAULT_SRC),$(wildcard test/unit/support/*.c))
TEST_SRC    := $(wildcard test/unit/*_test.c test/system/*_test.c)
DEMO_SRC    := $(wildcard test/apps/pipeline/*.c)

LIB_OBJ     := $(LIB_SRC:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/src/ipc/builtin.o
SUPPORT_OBJ := $(SUPPORT_SRC:%.c=$(BUILD)/obj/%.o)
FAULT_OBJ   := $(FAULT_SRC:%.c=$(BUILD)/obj/%.o)
TEST_OBJ    := $(TEST_SRC:%.c=$(BUILD)/obj/%.o)
DEMO_OBJ    := $(DEMO_SRC:%.c=$(BUILD)/obj/%.o)
FUZZ_SRC    := $(wildcard test/fuzz/fuzz_*.c)
FUZZ_OBJ    := $(FUZZ_SRC:%.c=$(BUILD)/obj/%.o)
FUZZ_BIN    := $(FUZZ_SRC:test/%.c=$(BUILD)/bin/%)
TEST_BIN    := $(TEST_SRC:test/%.c=$(BUILD)/bin/%)

WRAPPED  := $(shell cat test/unit/support/wrapped.txt 2>/dev/null)
WRAP     := $(WRAPPED:%=-Wl,--wrap=%)
PUBLIC   := --wildcard --keep-global-symbol='NvSci*' --keep-global-symbol='Ringfence*'

ifeq ($(V),1)
Q :=
say = :
else
Q := @
say = printf '%-5s %s\n'
endif

.PHONY: all lib objects portable tests test fuzz fuzz-targets demo demo-binary misra size coverage docs install clean FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: lib

# ---------------------------------------------------------------- library

# Rewritten when the compiler or a flag changes, so that no object of another profile is linked.
$(BUILD)/flags: export FLAGS_NOW = $(CC) $(LIB_FLAGS) $(LDFLAGS) $(WRAP)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' "$$FLAGS_NOW" | cmp -s - $@ || printf '%s\n' "$$FLAGS_NOW" >$@

$(BUILD)/obj/src/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) -MMD -MP -c -o $@ $<

# The endpoint table that is built in, as an array of bytes.
$(BUILD)/gen/builtin.c: cfg/nvsciipc.cfg Makefile
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q){ echo '#include "ipc/ipc.h"'; echo 'static const char g_ipc_bytes[] = {'; \
	    od -An -v -tu1 $< | sed 's/\([0-9][0-9]*\)/\1,/g'; \
	    echo '};'; echo 'const char *ipc_builtin_table(size_t *length)'; \
	    echo '{ *length = sizeof(g_ipc_bytes); return g_ipc_bytes; }'; } >$@

$(BUILD)/obj/src/ipc/builtin.o: $(BUILD)/gen/builtin.c $(BUILD)/flags
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) -MMD -MP -c -o $@ $<

# All objects in one, in which nothing but the public functions is visible.
$(BUILD)/obj/ringfence.o: $(LIB_OBJ)
	@$(say) LD $@
	$(Q)$(LD) -r -o $@ $^
	$(Q)$(OBJCOPY) $(PUBLIC) $@

$(BUILD)/lib/libringfence.a: $(BUILD)/obj/ringfence.o
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $<

$(BUILD)/lib/$(SONAME): $(BUILD)/obj/ringfence.o
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs -Wl,-z,relro -Wl,-z,now $(LDFLAGS) -o $@ $<

$(BUILD)/lib/libringfence.so: $(BUILD)/lib/$(SONAME)
	@ln -sf $(SONAME) $@

# For programs that call free() on descriptors; no part of the library.
$(BUILD)/lib/libringfence_free.a: $(BUILD)/obj/src/free/free.o
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $<

lib: $(BUILD)/lib/libringfence.a $(BUILD)/lib/libringfence.so $(BUILD)/lib/libringfence_free.a

objects: $(LIB_OBJ)

# What needs no operating system.
portable: $(filter $(BUILD)/obj/src/core/% $(BUILD)/obj/src/sync/% $(BUILD)/obj/src/buf/% $(BUILD)/obj/src/engine/%,$(LIB_OBJ))

# ---------------------------------------------------------------- tests

$(BUILD)/obj/test/apps/%.o: test/apps/%.c $(BUILD)/flags
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(DEMO_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/obj/test/%.o: test/%.c $(BUILD)/flags
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(TEST_FLAGS) -MMD -MP -c -o $@ $<

# Fault tests put themselves between the library and what it calls.
FAULT_BIN := $(filter $(BUILD)/bin/unit/fault_%,$(TEST_BIN))
$(FAULT_BIN): LINK_WRAP = $(WRAP)
$(FAULT_BIN): $(FAULT_OBJ)

# Tests link the objects, not the archive: internal functions are visible to them, and can be wrapped.
$(BUILD)/bin/%_test: $(BUILD)/obj/test/%_test.o $(SUPPORT_OBJ) $(LIB_OBJ)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(LINK_WRAP) -o $@ $^ -lcmocka -pthread

tests: $(TEST_BIN)

test:
	@test/tools/deps.sh test
	@test/tools/test.sh

# ---------------------------------------------------------------- fuzzing

$(BUILD)/bin/fuzz/%: $(BUILD)/obj/test/fuzz/%.o $(LIB_OBJ)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ -pthread

fuzz-targets: $(FUZZ_BIN)

fuzz:
	@test/tools/deps.sh fuzz
	@test/tools/fuzz.sh --seconds $(SECONDS)

# ---------------------------------------------------------------- demo

$(BUILD)/demo/pipeline: $(DEMO_OBJ) $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lpng -lm -pthread

# The engines' loops are the work that the demo measures.
$(BUILD)/obj/test/apps/pipeline/pixels.o: CFLAGS += -O3

demo-binary: $(BUILD)/demo/pipeline

export IMAGE PROCS
demo:
	@test/tools/deps.sh demo
	@$(MAKE) --no-print-directory demo-binary
	@$(BUILD)/demo/pipeline --procs "$$PROCS" $${IMAGE:+"$$IMAGE"}

# ---------------------------------------------------------------- checks and documentation

misra:
	@test/tools/deps.sh misra
	@test/tools/misra.py

size: objects
	@test/tools/deps.sh size
	@test/tools/size.py --profile $(PROFILE) --objects $(BUILD)/obj/src

coverage:
	@test/tools/deps.sh coverage
	@test/tools/coverage.py

docs:
	@test/tools/deps.sh docs
	@test/tools/docs.sh

# ---------------------------------------------------------------- install

install: lib
	@test/tools/install.sh "$(BUILD)" "$(DESTDIR)" "$(PREFIX)" "$(COMPAT)"

clean:
	rm -rf $(BUILD)

-include $(LIB_OBJ:.o=.d) $(BUILD)/obj/src/free/free.d $(SUPPORT_OBJ:.o=.d) $(FAULT_OBJ:.o=.d) $(TEST_OBJ:.o=.d) $(FUZZ_OBJ:.o=.d) $(DEMO_OBJ:.o=.d)
