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
TABLE   ?= cfg/nvsciipc.cfg
ARGS    ?=
PROCS   ?= 1
CFLAGS  ?= -O2 -g
OBJCOPY ?= objcopy

ifneq ($(BOARD),)
include test/firmware/board.mk
endif

# One make at a time works in a folder. These targets write nothing there; what they start has folders of its own.
UNLOCKED := test soak fresh requirements-break misra coverage docs firmware fuzz clean
GOALS    := $(or $(MAKECMDGOALS),all)
HELD     := $(filter $(addsuffix /%,$(subst :, ,$(RINGFENCE_HELD))),$(abspath $(BUILD))/)
CAN_LOCK := $(if $(HELD)$(if $(filter-out $(UNLOCKED),$(GOALS)),,no),,$(shell command -v bash >/dev/null && command -v flock))
ifneq ($(CAN_LOCK),)
.PHONY: $(GOALS) in-turn
$(GOALS): in-turn ;
in-turn:
	+@exec test/tools/lock.sh $(BUILD) -- $(MAKE) --no-print-directory $(GOALS)
else

SONAME   := libringfence.so.0
WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wcast-qual -Wvla -Werror
INCLUDES := -Iinc -Isrc -Icfg
# A name, or the path of a header.
DEFINES  := -DRINGFENCE_CFG_PROFILE='"$(if $(findstring /,$(PROFILE)),$(abspath $(PROFILE)),profiles/$(PROFILE).h)"'
LIB_FLAGS  = -std=c11 $(WARNINGS) $(INCLUDES) $(DEFINES) -fPIC -ffunction-sections -fdata-sections \
             -fno-common -fno-semantic-interposition $(CFLAGS)
TEST_FLAGS = -std=c11 $(WARNINGS) $(INCLUDES) $(DEFINES) -Itest/unit/evidence -Itest/unit -Itest/unit/support $(CFLAGS)
DEMO_FLAGS = -std=c11 $(WARNINGS) -Iinc $(CFLAGS)

# ---------------------------------------------------------------- files

LIB_SRC     := $(filter-out %_raw.c,$(wildcard src/core/*.c src/sync/*.c src/buf/*.c src/engine/*.c src/ipc/*.c src/share/*.c src/port/common/*.c src/port/posix/*.c))
FAULT_SRC   := $(wildcard test/unit/support/fault_*.c)
SUPPORT_SRC := $(filter-out $(FAULT_SRC),$(wildcard test/unit/support/*.c))
TEST_SRC    := $(wildcard test/unit/*_test.c test/system/*_test.c)
DEMO_SRC    := $(wildcard test/apps/pipeline/*.c)

LIB_OBJ     := $(LIB_SRC:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/src/ipc/builtin.o
SUPPORT_OBJ := $(SUPPORT_SRC:%.c=$(BUILD)/obj/%.o)
FAULT_OBJ   := $(FAULT_SRC:%.c=$(BUILD)/obj/%.o)
# Found before cmocka's own header.
EVIDENCE    := test/unit/evidence/cmocka.h test/unit/evidence/evidence.h
TEST_OBJ    := $(TEST_SRC:%.c=$(BUILD)/obj/%.o)
DEMO_OBJ    := $(DEMO_SRC:%.c=$(BUILD)/obj/%.o)
FUZZ_SRC    := $(wildcard test/fuzz/fuzz_*.c)
FUZZ_OBJ    := $(FUZZ_SRC:%.c=$(BUILD)/obj/%.o)
FUZZ_BIN    := $(FUZZ_SRC:test/%.c=$(BUILD)/bin/%)
TEST_BIN    := $(TEST_SRC:test/%.c=$(BUILD)/bin/%)

CUDA_WRAP_SRC := $(wildcard src/cuda/wrap*.c)
CUDA_PRE_SRC  := $(wildcard src/cuda/preload*.c src/port/preload/*.c)
CUDA_SRC      := $(filter-out $(CUDA_WRAP_SRC) $(CUDA_PRE_SRC),$(wildcard src/cuda/*.c))
CUDA_TEST_SRC := $(wildcard test/cuda/*_test.c)
CUDA_MORE_SRC := $(wildcard test/cuda/support/*.c)
CUDA_KERNEL   := src/cuda/kernels/store.cu
CUDA_OBJ      := $(CUDA_SRC:%.c=$(BUILD)/obj-cuda/%.o) $(BUILD)/obj-cuda/src/cuda/graph_image.o
CUDA_WRAP_OBJ := $(CUDA_WRAP_SRC:%.c=$(BUILD)/obj-cuda/%.o)
CUDA_PRE_OBJ  := $(CUDA_PRE_SRC:%.c=$(BUILD)/obj-cuda/%.o) $(filter-out %/wrap_static.o,$(CUDA_WRAP_OBJ))
CUDA_TEST_OBJ := $(CUDA_TEST_SRC:%.c=$(BUILD)/obj-cuda/%.o)
CUDA_MORE_OBJ := $(CUDA_MORE_SRC:%.c=$(BUILD)/obj-cuda/%.o)
CUDA_TEST_BIN := $(CUDA_TEST_SRC:test/%.c=$(BUILD)/bin/%)
CUDA_FAKE_SRC := $(filter-out %_test.c %/fake_cudart.c,$(wildcard test/cuda/fake_*.c))
CUDA_FAKE_OBJ := $(CUDA_FAKE_SRC:%.c=$(BUILD)/obj-cuda/%.o)
CUDART_OBJ    := $(BUILD)/obj-cuda/test/cuda/fake_cudart.o

# Programs that use CUDA under its own names.
APP_FLAGS      = $(DEMO_FLAGS) -Itest/apps/pipeline -Itest/apps/cuda $(CUDA_INCLUDE)
APP_SRC       := $(wildcard test/apps/cuda/*.c test/apps/cuda/*/*.c)
APP_OBJ       := $(APP_SRC:%.c=$(BUILD)/obj-cuda/%.o)
APP_COMMON    := $(addprefix $(BUILD)/obj-cuda/test/apps/cuda/,interop.o kernels.o second.o)
APP_PIPELINE  := $(filter-out %/device_none.o,$(DEMO_OBJ)) $(BUILD)/obj-cuda/test/apps/cuda/device.o

WRAPPED  := $(shell cat test/unit/support/wrapped.txt 2>/dev/null)
WRAP     := $(WRAPPED:%=-Wl,--wrap=%)
CUDA_WRAPPED := $(shell cat src/cuda/wrapped.txt 2>/dev/null)
CUDA_WRAP    := $(CUDA_WRAPPED:%=-Wl,--wrap=%)
# In the preload library the wrappers have CUDA's own names.
CUDA_PRELOAD := $(foreach name,$(CUDA_WRAPPED),--redefine-sym=__wrap_$(name)=$(name)) $(CUDA_WRAPPED:%=--keep-global-symbol=%)
PUBLIC   := --wildcard --keep-global-symbol='NvSci*' --keep-global-symbol='Ringfence*'
CUDA_PUBLIC := --wildcard --keep-global-symbol='ringfenceCu*'
# What libringfence_cuda uses of the library's inside; both sides know it under a name of the library.
BORROWED := --redefine-syms=src/cuda/borrowed.txt

# Marks the object that a copy of the library is in. A note: length of the owner, length of the description, type, both texts.
NOTE = printf '\012\0\0\0\004\0\0\0\$(1)\0\0\0Ringfence\0\0\0\0\0\0\0' >$@.note
WITH_NOTE = --add-section=.note.ringfence=$@.note --set-section-flags=.note.ringfence=alloc,readonly,contents
NOTE_ALIGNED = --set-section-alignment=.note.ringfence=4

ifeq ($(V),1)
Q :=
say = :
else
Q := @
say = printf '%-5s %s\n'
endif

.PHONY: all lib objects portable cuda cuda-libraries cuda-objects cuda-tests cuda-preload-tests test-cuda tests test soak fresh fuzz fuzz-targets demo demo-binary cuda-apps demo-cuda bench-cuda misra misra-recall misra-counts size coverage docs install clean FORCE
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
$(BUILD)/gen/builtin.c: $(TABLE) Makefile
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q){ echo '#include "ipc/ipc.h"'; echo 'static const char g_ipc_bytes[] = {'; \
	    od -An -v -tu1 $< | sed 's/\([0-9][0-9]*\)/\1,/g'; \
	    echo '};'; echo 'const char *ipc_builtin_table(size_t *length)'; \
	    echo '{ *length = sizeof(g_ipc_bytes); return g_ipc_bytes; }'; } >$@

$(BUILD)/obj/src/ipc/builtin.o: $(BUILD)/gen/builtin.c $(BUILD)/flags
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) -MMD -MP -c -o $@ $<

# All objects in one, in which nothing but the public functions is visible.
$(BUILD)/obj/ringfence.o: $(LIB_OBJ) src/cuda/borrowed.txt
	@$(say) LD $@
	$(Q)$(LD) -r -o $@ $(LIB_OBJ)
	$(Q)$(call NOTE,1) && $(OBJCOPY) $(WITH_NOTE) $(BORROWED) $@
	$(Q)$(OBJCOPY) $(NOTE_ALIGNED) $(PUBLIC) $@

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

# ---------------------------------------------------------------- firmware

# The library for a machine without an operating system: docs/porting.md. ARCH chooses the core, CFG sets
# macros of cfg/ringfence_cfg.h. CORES=1: images on several cores share memory, over the channels of TABLE.
ARCH ?=
CFG  ?=
TYPES ?= all
CORES ?= 0
FIRM_ALL   := $(wildcard src/core/*.c src/sync/*.c src/buf/*.c src/engine/*.c src/port/common/*.c src/port/baremetal/*.c)
ifeq ($(CORES),1)
FIRM_ALL   := $(filter-out src/port/baremetal/alone.c src/port/baremetal/arena.c,$(FIRM_ALL)) $(wildcard src/ipc/*.c src/share/*.c src/port/cores/*.c)
endif
# Types of buffers: all, or raw buffers alone.
FIRM_RAW   := src/buf/keys_raw.c src/buf/types_raw.c
FIRM_TYPES := $(addprefix src/buf/,compute_types.c format.c keys.c layout_array.c layout_image.c layout_pyramid.c layout_tensor.c pixels.c \
              scale.c surface.c validate_values.c)
FIRM_SRC   := $(filter-out $(if $(filter raw,$(TYPES)),$(FIRM_TYPES),$(FIRM_RAW)),$(FIRM_ALL))
# UNIT=1: all rooms are one translation unit; GCC knows that nobody outside calls but public functions.
UNIT ?= 0
FIRM_ROOMS := $(filter-out src/port/%,$(FIRM_SRC))
FIRM_PORT  := $(filter src/port/%,$(FIRM_SRC))
FIRM_UNIT  := $(BUILD)/obj-firmware/unit.o
FIRM_OBJ   := $(if $(filter 1,$(UNIT)),$(FIRM_UNIT),$(FIRM_ROOMS:%.c=$(BUILD)/obj-firmware/%.o)) $(FIRM_PORT:%.c=$(BUILD)/obj-firmware/%.o) \
              $(if $(filter 1,$(CORES)),$(BUILD)/obj-firmware/gen/builtin.o)
FIRM_HEADS := $(addprefix inc/,nvscibuf.h nvscisync.h ringfence.h ringfence_engine.h $(if $(filter 1,$(CORES)),nvsciipc.h nvscievent.h))
# clang or gcc, asked for once: clang does not know their flags, and leaves to the linker what nobody calls.
FIRM_KIND   = $(eval FIRM_KIND := $(if $(findstring clang,$(shell $(CC) --version 2>/dev/null)),clang,gcc))$(FIRM_KIND)
ROOM_FLAGS  = $(if $(filter gcc,$(FIRM_KIND)),-fno-inline-functions-called-once)
# -fbuiltin: memcpy, memset and memcmp are those of C, so a short one may become some instructions.
UNIT_FLAGS  = -I. -fbuiltin '-DUNIT_KEPT=__attribute__(($(if $(filter gcc,$(FIRM_KIND)),externally_visible,used)))' \
              $(if $(filter gcc,$(FIRM_KIND)),-fwhole-program)
FIRM_FLAGS  = -std=c11 $(WARNINGS) $(INCLUDES) -isystem src/port/baremetal/include $(DEFINES) $(if $(filter raw,$(TYPES)),-DRINGFENCE_CFG_TYPES=0U) $(CFG) -ffreestanding \
              -ffunction-sections -fdata-sections -fno-common -fno-short-enums $(ARCH) $(if $(filter file,$(origin CFLAGS)),-Os -g,$(CFLAGS))

$(BUILD)/flags-firmware: export FIRM_FLAGS_NOW = $(CC) $(FIRM_FLAGS) $(TYPES) $(CORES) $(UNIT)
$(BUILD)/flags-firmware: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' "$$FIRM_FLAGS_NOW" | cmp -s - $@ || printf '%s\n' "$$FIRM_FLAGS_NOW" >$@

$(BUILD)/obj-firmware/%.o: %.c $(BUILD)/flags-firmware
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(FIRM_FLAGS) $(ROOM_FLAGS) -MMD -MP -c -o $@ $<

# The public functions once more, so that they stay visible, and all sources.
$(BUILD)/gen/unit.c: $(FIRM_ROOMS) $(FIRM_HEADS) Makefile $(BUILD)/flags-firmware
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q){ printf '#include "%s"\n' $(notdir $(FIRM_HEADS)); \
	    sed -n 's/^\([A-Za-z].*[ *]\)\{0,1\}\(\(NvSci\|Ringfence\)[A-Za-z0-9]*\)(.*/\2/p' $(FIRM_HEADS) | \
	    sed 's/.*/extern __typeof__(&) & UNIT_KEPT;/'; \
	    printf '#include "%s"\n' $(FIRM_ROOMS); } >$@

$(FIRM_UNIT): $(BUILD)/gen/unit.c $(BUILD)/flags-firmware
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(FIRM_FLAGS) $(UNIT_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/obj-firmware/gen/builtin.o: $(BUILD)/gen/builtin.c $(BUILD)/flags-firmware
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(FIRM_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/lib/libringfence_firmware.a: $(FIRM_OBJ) $(BUILD)/flags-firmware
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $(FIRM_OBJ)

.PHONY: firmware-lib firmware port-test
firmware-lib: $(BUILD)/lib/libringfence_firmware.a

-include $(FIRM_OBJ:.o=.d)

# The checks that every port passes. On this host, PORT: posix; baremetal, with hooks for a host; or a folder with
# hooks of one's own. With ARCH an image for the machine that the folder's hooks are for, which RUN runs if it is given.
PORT ?= baremetal
PORT_BUILD := $(BUILD)/port-$(notdir $(PORT:%/=%))
PORT_CFG   := -DRINGFENCE_CFG_ATOMICS=2U -DRINGFENCE_CFG_INTERRUPTS=1U -DRINGFENCE_CFG_CACHE_LINE=64U
# The same with the atomic instructions of the host.
PORT_WIDE  := $(subst ATOMICS=2U,ATOMICS=0U,$(PORT_CFG))
# Cores are processes there, and no section of one process excludes another one.
CORES_CFG  := -DRINGFENCE_CFG_CACHE_LINE=64U -DRINGFENCE_CFG_BUFFER_BYTES=262144U -DRINGFENCE_CFG_CORES=3U
PORT_TEST  := test/port/conformance.c test/port/port_test.c
PORT_FLAGS  = $(TEST_FLAGS) -Itest/port
PORT_IMAGE := $(wildcard $(PORT)/*.c $(PORT)/*.S) test/firmware/port.c test/port/conformance.c
PORT_OWN   := $(if $(filter posix baremetal,$(PORT)),,$(PORT))
LINK       ?= -nostdlib -static -Ldocs/examples/firmware $(patsubst %,-T %,$(firstword $(wildcard $(PORT)/*.ld)))
RUN        ?=
# Seconds; the checks take some.
PORT_LIMIT ?= 120

port-test:
ifneq ($(PORT_OWN),)
	@[ -n "$(wildcard $(PORT)/*.c)" ] || { echo "port-test: PORT=$(PORT) is neither posix nor baremetal nor a folder with .c files"; exit 1; }
endif
ifneq ($(ARCH),)
	@[ -n "$(PORT_OWN)" ] || { echo "port-test: ARCH needs PORT=folder, with hooks and start-up code of that machine"; exit 1; }
	@$(MAKE) --no-print-directory firmware-lib "BUILD=$(PORT_BUILD)" PROFILE=$(if $(filter file,$(origin PROFILE)),firmware,$(PROFILE))
	@$(MAKE) --no-print-directory $(PORT_BUILD)/port.elf PROFILE=$(if $(filter file,$(origin PROFILE)),firmware,$(PROFILE)) \
	    PORT_LIB=$(PORT_BUILD)/lib/libringfence_firmware.a
	@if [ -z "$(RUN)" ]; then echo "port-test: run $(PORT_BUILD)/port.elf on the machine; it prints a line for each check"; else \
	    timeout -k 5 $(PORT_LIMIT) $(RUN) $(PORT_BUILD)/port.elf </dev/null || { status=$$?; \
	    if [ $$status = 124 ]; then echo "port-test: the check behind the last line did not end in $(PORT_LIMIT) s"; \
	    else echo "port-test: failed, status $$status"; fi; exit 1; }; fi
else
	@test/tools/deps.sh port-test
ifeq ($(PORT),posix)
	@$(MAKE) --no-print-directory $(PORT_BUILD)/port_test PROFILE=linux
	@test/tools/cases.py $(PORT_BUILD)/port_test
else
	@$(MAKE) --no-print-directory firmware-lib "BUILD=$(PORT_BUILD)" PROFILE=firmware "CFG=$(PORT_CFG)"
	@$(MAKE) --no-print-directory $(PORT_BUILD)/port_test $(if $(PORT_OWN),,$(PORT_BUILD)/firmware_test) PROFILE=firmware "PORT_DEFINES=$(PORT_CFG)" \
	    "PORT_HOOKS=$(if $(PORT_OWN),$(wildcard $(PORT)/*.c),test/port/hooks_host.c)" \
	    PORT_LIB=$(PORT_BUILD)/lib/libringfence_firmware.a || \
	    { echo "port-test: these checks run on this host; hooks of another machine need CC, AR, ARCH and CFG as well"; exit 1; }
ifeq ($(PORT),baremetal)
	@$(MAKE) --no-print-directory firmware-lib "BUILD=$(PORT_BUILD)/wide" PROFILE=firmware "CFG=$(PORT_WIDE)"
	@$(MAKE) --no-print-directory $(PORT_BUILD)/wide_test PROFILE=firmware "PORT_DEFINES=$(PORT_WIDE)" PORT_HOOKS=test/port/hooks_host.c \
	    PORT_LIB=$(PORT_BUILD)/wide/lib/libringfence_firmware.a
	@$(MAKE) --no-print-directory firmware-lib "BUILD=$(PORT_BUILD)/raw" PROFILE=firmware "CFG=$(PORT_CFG)" TYPES=raw
	@$(MAKE) --no-print-directory $(PORT_BUILD)/raw_test PROFILE=firmware PORT_HOOKS=test/port/hooks_host.c \
	    PORT_LIB=$(PORT_BUILD)/raw/lib/libringfence_firmware.a
	@$(MAKE) --no-print-directory firmware-lib "BUILD=$(PORT_BUILD)/region" PROFILE=firmware "CFG=$(PORT_CFG) -DRINGFENCE_CFG_BUFFER_REGION=1U"
	@$(MAKE) --no-print-directory $(REGION_TESTS) PROFILE=firmware PORT_HOOKS=test/port/hooks_host.c \
	    PORT_LIB=$(PORT_BUILD)/region/lib/libringfence_firmware.a
	@$(CC) -std=c11 $(WARNINGS) -ffreestanding -Iinc -c -o $(PORT_BUILD)/skeleton.o docs/examples/port/hooks_cores.c
	@$(MAKE) --no-print-directory firmware-lib "BUILD=$(PORT_BUILD)/cores" CORES=1 TABLE=test/port/cores.cfg PROFILE=firmware "CFG=$(CORES_CFG)"
	@$(MAKE) --no-print-directory $(PORT_BUILD)/cores_test $(PORT_BUILD)/cores_port_test PROFILE=firmware "PORT_DEFINES=$(CORES_CFG)" \
	    "PORT_HOOKS=test/port/hooks_host.c test/port/hooks_cores.c" PORT_LIB=$(PORT_BUILD)/cores/lib/libringfence_firmware.a
	@$(MAKE) --no-print-directory parts-test "PORT_BUILD=$(PORT_BUILD)" PARTS=small PROFILE=firmware_small TYPES=all
	@$(MAKE) --no-print-directory parts-test "PORT_BUILD=$(PORT_BUILD)" PARTS=least PROFILE=firmware_raw TYPES=raw
endif
	@test/tools/cases.py $(PORT_BUILD)/port_test $(if $(filter baremetal,$(PORT)),$(REGION_TESTS) $(addprefix $(PORT_BUILD)/,firmware_test wide_test raw_test cores_test cores_port_test \
	    small/parts_test least/parts_test))
endif
endif

# Hooks, start-up code and linker script of the folder. They are not held to this project's warnings.
$(PORT_BUILD)/port.elf: $(PORT_IMAGE) $(PORT_LIB)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -std=gnu11 -Wall $(INCLUDES) -Itest/port -Idocs/examples/firmware -I$(PORT) -isystem src/port/baremetal/include $(DEFINES) $(CFG) -ffreestanding \
	    -ffunction-sections -fdata-sections -fno-short-enums -fno-tree-loop-distribute-patterns $(ARCH) -Os -g -Wl,--gc-sections $(LINK) -o $@ $^ -lgcc

# A library from which parts were left out, as one unit.
.PHONY: parts-test
parts-test:
	@$(MAKE) --no-print-directory firmware-lib "BUILD=$(PORT_BUILD)/$(PARTS)" PROFILE=$(PROFILE) "CFG=$(PORT_CFG)" TYPES=$(TYPES) UNIT=1
	@$(MAKE) --no-print-directory $(PORT_BUILD)/$(PARTS)/parts_test PROFILE=$(PROFILE) "PORT_DEFINES=$(PORT_CFG)" \
	    PORT_HOOKS=test/port/hooks_host.c PORT_LIB=$(PORT_BUILD)/$(PARTS)/lib/libringfence_firmware.a

$(PORT_BUILD)/small/parts_test $(PORT_BUILD)/least/parts_test: test/port/parts_test.c $(PORT_HOOKS) $(PORT_LIB)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(PORT_FLAGS) $(PORT_DEFINES) $(LDFLAGS) -o $@ $^ -lcmocka -pthread

$(PORT_BUILD)/port_test: $(PORT_TEST) $(PORT_HOOKS) $(if $(PORT_LIB),$(PORT_LIB),$(filter $(BUILD)/obj/src/port/%,$(LIB_OBJ)))
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(PORT_FLAGS) $(PORT_DEFINES) $(LDFLAGS) -o $@ $^ -lcmocka -pthread

$(PORT_BUILD)/cores_port_test: $(PORT_TEST) $(PORT_HOOKS) $(PORT_LIB)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(PORT_FLAGS) $(PORT_DEFINES) $(LDFLAGS) -o $@ $^ -lcmocka -pthread

$(PORT_BUILD)/cores_test: test/port/cores_test.c test/port/cores_play.c $(PORT_HOOKS) $(PORT_LIB)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(PORT_FLAGS) $(PORT_DEFINES) $(LDFLAGS) -o $@ $^ -lcmocka -pthread

$(PORT_BUILD)/firmware_test: test/port/conformance.c

$(PORT_BUILD)/wide_test: test/port/firmware_test.c test/port/conformance.c $(PORT_HOOKS) $(PORT_LIB)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(PORT_FLAGS) $(PORT_DEFINES) $(LDFLAGS) -o $@ $^ -lcmocka -pthread

# Where a region ends, of 16384 bytes: before some of them, before one, at its beginning, before it.
REGION_TESTS := $(addprefix $(PORT_BUILD)/region_test_,15384 16383 0 -64)
$(REGION_TESTS): $(PORT_BUILD)/region_test_%: test/port/region_test.c $(PORT_HOOKS) $(PORT_LIB)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(PORT_FLAGS) -DREGION_END=$* $(LDFLAGS) -o $@ $^ -lcmocka -pthread

$(PORT_BUILD)/firmware_test $(PORT_BUILD)/raw_test: $(PORT_BUILD)/%: test/port/%.c $(PORT_HOOKS) $(PORT_LIB)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(PORT_FLAGS) $(PORT_DEFINES) $(LDFLAGS) -o $@ $^ -lcmocka -pthread

# Unit tests, an example and counts on eight cores without an operating system and three with Linux, and images that share
# memory on two and three cores, under QEMU.
firmware:
	@test/tools/deps.sh firmware
	@test/tools/firmware_size.py
	@test/tools/firmware.py

# ---------------------------------------------------------------- CUDA

# Everything here is built by a make of its own, which knows where CUDA's headers are.
CUDA_INCLUDE ?=
CUDA_SONAME  := libringfence_cuda.so.0

cuda: lib
	@if include=$$(test/tools/cuda_headers.sh); then \
	    $(MAKE) --no-print-directory cuda-libraries "CUDA_INCLUDE=$$include"; fi

$(BUILD)/flags-cuda: export CUDA_FLAGS_NOW = $(CC) $(LIB_FLAGS) $(CUDA_INCLUDE) $(LDFLAGS) $(CUDA_WRAP)
$(BUILD)/flags-cuda: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' "$$CUDA_FLAGS_NOW" | cmp -s - $@ || printf '%s\n' "$$CUDA_FLAGS_NOW" >$@

$(BUILD)/obj-cuda/src/%.o: src/%.c $(BUILD)/flags-cuda
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) $(CUDA_INCLUDE) -MMD -MP -c -o $@ $<

# The kernel, compiled by nvcc and as an array of bytes; the tests may have one of their own, which the driver without
# a GPU takes.
CUDA_IMAGE ?= $(BUILD)/gen/graph_image.c

# Rewritten when another image is chosen, and when nvcc comes, goes or changes.
$(BUILD)/flags-image: FORCE
	@mkdir -p $(@D)
	@now="$(CUDA_IMAGE) $$(test/tools/gpu.sh version)"; printf '%s\n' "$$now" | cmp -s - $@ || printf '%s\n' "$$now" >$@

$(BUILD)/gen/graph_image.c: $(CUDA_KERNEL) test/tools/gpu.sh $(BUILD)/flags-image
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q)test/tools/gpu.sh image $@ $<

$(BUILD)/obj-cuda/src/cuda/graph_image.o: $(CUDA_IMAGE) $(BUILD)/flags-cuda $(BUILD)/flags-image
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) $(CUDA_INCLUDE) -MMD -MP -c -o $@ $<

$(BUILD)/obj-cuda/test/%.o: test/%.c $(BUILD)/flags-cuda $(EVIDENCE)
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(TEST_FLAGS) -Itest/cuda $(CUDA_INCLUDE) -MMD -MP -c -o $@ $<

$(BUILD)/obj-cuda/ringfence_cuda.o: $(CUDA_OBJ) src/cuda/borrowed.txt
	@$(say) LD $@
	$(Q)$(LD) -r -o $@ $(CUDA_OBJ)
	$(Q)$(call NOTE,2) && $(OBJCOPY) $(WITH_NOTE) $(BORROWED) $@
	$(Q)$(OBJCOPY) $(NOTE_ALIGNED) $(CUDA_PUBLIC) $@

$(BUILD)/lib/libringfence_cuda.a: $(BUILD)/obj-cuda/ringfence_cuda.o
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $<

$(BUILD)/lib/$(CUDA_SONAME): $(BUILD)/obj-cuda/ringfence_cuda.o $(BUILD)/lib/libringfence.so
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(CUDA_SONAME) -Wl,-z,defs -Wl,-z,relro -Wl,-z,now $(LDFLAGS) -o $@ $^ -ldl

$(BUILD)/lib/libringfence_cuda.so: $(BUILD)/lib/$(CUDA_SONAME)
	@ln -sf $(CUDA_SONAME) $@

# For programs that are linked with --wrap, so that they may keep CUDA's names.
$(BUILD)/lib/libringfence_cuda_wrap.a: $(CUDA_WRAP_OBJ)
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $^

cuda-objects: $(CUDA_OBJ)

# For programs with a shared CUDA runtime: CUDA's names, which go to the wrappers and from there to the next definition.
$(BUILD)/obj-cuda/preload.o: $(CUDA_PRE_OBJ) src/cuda/wrapped.txt
	@$(say) LD $@
	$(Q)$(LD) -r -o $@ $(CUDA_PRE_OBJ)
	$(Q)$(OBJCOPY) $(CUDA_PRELOAD) $@

$(BUILD)/lib/libringfence_cuda_preload.so: $(BUILD)/obj-cuda/preload.o $(BUILD)/lib/libringfence_cuda.so $(BUILD)/lib/libringfence.so
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(@F) -Wl,-z,defs -Wl,-z,relro -Wl,-z,now $(LDFLAGS) -o $@ $^ -ldl

cuda-libraries: $(if $(CUDA_SRC),$(BUILD)/lib/libringfence_cuda.a $(BUILD)/lib/libringfence_cuda.so) \
                $(if $(CUDA_WRAP_SRC),$(BUILD)/lib/libringfence_cuda_wrap.a $(BUILD)/lib/libringfence_cuda_preload.so)
	@$(if $(CUDA_SRC),:,echo "There is nothing in src/cuda.")
	@grep -q g_image $(CUDA_IMAGE) || echo "Nodes of graphs that signal are left out: there is no nvcc (PATH, CUDA_HOME, /usr/local/cuda)."

# A driver without a GPU, under the name by which programs find the driver.
$(BUILD)/fake/libcuda.so.1: $(CUDA_FAKE_OBJ)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,libcuda.so.1 $(LDFLAGS) -o $@ $^ -pthread

$(BUILD)/fake/libcudart_static.a: $(CUDART_OBJ)
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $^

# Only what is marked is seen: the driver's functions and the tests' way in.
$(CUDA_FAKE_OBJ) $(CUDART_OBJ): TEST_FLAGS += -fPIC -fvisibility=hidden

# The runtime that programs with --wrap are linked with.
CUDART ?= $(BUILD)/fake/libcudart_static.a

# The same as a shared runtime, with the version of its names that CUDA's has.
$(BUILD)/fake/libcudart.so.13: $(CUDART_OBJ)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)printf 'libcudart.so.13 { *; };\n' >$@.map
	$(Q)$(CC) -shared -Wl,-soname,$(@F) -Wl,--version-script=$@.map $(LDFLAGS) -o $@ $^ -ldl -pthread

$(BUILD)/fake/libplugin.so: $(BUILD)/obj-cuda/test/cuda/preload/plugin.o $(BUILD)/fake/libcudart.so.13
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared $(LDFLAGS) -o $@ $< $(CUDART_SO)

# Programs with CUDA's names and a shared runtime: as they are, and linked with the preload library; one with a copy of the
# library of its own, one that loads a runtime itself.
CUDART_SO ?= $(BUILD)/fake/libcudart.so.13
CUDA_PRE_DIR  := $(BUILD)/bin/cuda/preload
CUDA_PRE_BIN  := $(patsubst $(BUILD)/bin/cuda/%,$(CUDA_PRE_DIR)/%,$(filter $(BUILD)/bin/cuda/wrap_%,$(CUDA_TEST_BIN))) \
                 $(CUDA_PRE_DIR)/split_test $(CUDA_PRE_DIR)/local_test
CUDA_PRE_LINKED := $(patsubst $(BUILD)/bin/cuda/%,$(CUDA_PRE_DIR)/linked_%,$(filter $(BUILD)/bin/cuda/wrap_%,$(CUDA_TEST_BIN)))
CUDA_PRE_LIBS := $(BUILD)/lib/libringfence.so $(BUILD)/lib/libringfence_cuda_preload.so $(BUILD)/fake/libcudart.so.13 \
                 $(BUILD)/fake/libcuda.so.1 $(BUILD)/fake/libplugin.so
$(BUILD)/obj-cuda/test/cuda/preload/plugin.o: TEST_FLAGS += -fPIC

$(CUDA_PRE_DIR)/wrap_%: $(BUILD)/obj-cuda/test/cuda/wrap_%.o $(CUDA_PRE_LIBS)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/lib/libringfence.so $(CUDART_SO) $(BUILD)/fake/libcuda.so.1 -lcmocka -ldl

$(CUDA_PRE_DIR)/linked_%: $(BUILD)/obj-cuda/test/cuda/%.o $(CUDA_PRE_LIBS)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< -L$(BUILD)/lib -lringfence_cuda_preload -lringfence_cuda -lringfence $(CUDART_SO) \
	    $(BUILD)/fake/libcuda.so.1 -lcmocka -ldl

$(CUDA_PRE_DIR)/split_test: $(BUILD)/obj-cuda/test/cuda/preload/split_test.o $(CUDA_PRE_LIBS) $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/lib/libringfence.a $(CUDART_SO) $(BUILD)/fake/libcuda.so.1 -lcmocka -pthread

$(CUDA_PRE_DIR)/local_test: $(BUILD)/obj-cuda/test/cuda/preload/local_test.o $(CUDA_PRE_LIBS)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< -lcmocka -ldl

cuda-preload-tests: $(CUDA_PRE_BIN) $(CUDA_PRE_LINKED)

CUDA_WRAP_BIN := $(filter $(BUILD)/bin/cuda/wrap_% $(BUILD)/bin/cuda/fake_wrap_%,$(CUDA_TEST_BIN))
$(CUDA_WRAP_BIN): CUDA_LINK = $(BUILD)/lib/libringfence_cuda_wrap.a $(CUDA_WRAP) $(CUDART) $(BUILD)/fake/libcuda.so.1 -lrt
$(CUDA_WRAP_BIN): $(BUILD)/lib/libringfence_cuda_wrap.a $(BUILD)/fake/libcudart_static.a
# These tests have a library without a kernel.
$(BUILD)/bin/cuda/fake_kernel_test $(BUILD)/bin/cuda/fake_stamp_test: CUDA_LINK = -Wl,--wrap=graph_image
# This test makes threads and bells of the library fail.
$(BUILD)/bin/cuda/cuda_watch_test: CUDA_LINK = -Wl,--wrap=pthread_create -Wl,--wrap=eventfd
$(BUILD)/bin/cuda/fake_cudart_test: CUDA_LINK = $(BUILD)/fake/libcudart_static.a
$(BUILD)/bin/cuda/fake_cudart_test: $(BUILD)/fake/libcudart_static.a

# Which libcuda.so.1 they run with is decided when they start.
$(BUILD)/bin/cuda/%_test: $(BUILD)/obj-cuda/test/cuda/%_test.o $(CUDA_MORE_OBJ) $(CUDA_OBJ) $(SUPPORT_OBJ) $(LIB_OBJ) \
                          $(BUILD)/fake/libcuda.so.1
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter-out %.a,$^) $(CUDA_LINK) -lcmocka -ldl -pthread

cuda-tests: $(CUDA_TEST_BIN)

test-cuda:
	@test/tools/deps.sh cuda
	@test/tools/test_cuda.sh

# ---------------------------------------------------------------- tests

$(BUILD)/obj/test/apps/%.o: test/apps/%.c $(BUILD)/flags
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(DEMO_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/obj/test/%.o: test/%.c $(BUILD)/flags $(EVIDENCE)
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

# Every test program SOAK_RUNS times (50) under each sanitizer and without, two at a time on each core of SOAK_CORES (0).
soak:
	@test/tools/deps.sh soak
	@test/tools/soak.py

# Breaks the code for each requirement, and sees its test fail. Takes an hour of a processor; ARGS: -j N, UIDs.
.PHONY: requirements-break
requirements-break:
	@test/tools/deps.sh test
	@test/tools/requirements_break.py $(ARGS)

# make demo and make test in a Debian that has nothing but what README.md asks for.
fresh:
	@test/tools/deps.sh fresh
	@test/tools/fresh.sh

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
	@test/tools/demo.sh $(BUILD) --procs "$$PROCS" $${IMAGE:+"$$IMAGE"}

# ---------------------------------------------------------------- programs for a GPU

$(BUILD)/obj-cuda/test/apps/%.o: test/apps/%.c $(BUILD)/flags-cuda
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(APP_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/obj-cuda/test/apps/%.o: test/apps/%.cu test/apps/cuda/kernels.h test/tools/gpu.sh
	@mkdir -p $(@D) && $(say) NVCC $<
	$(Q)test/tools/gpu.sh compile $@ $<

APP_LIBS := $(BUILD)/lib/libringfence_cuda_wrap.a $(BUILD)/lib/libringfence_cuda.a $(BUILD)/lib/libringfence.a

# As a user links a program that was written for CUDA: see docs/cuda.md.
$(BUILD)/demo/%-cuda: $(APP_COMMON) $(APP_LIBS)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter-out $(APP_LIBS),$^) $(CUDA_WRAP) $(APP_LIBS) \
	    "$$(test/tools/gpu.sh cudart)" -lpng -lm -lrt -ldl -pthread

$(BUILD)/demo/pipeline-cuda: $(APP_PIPELINE)

# In these two, what the pipeline has for any program.
APP_BORROWED := $(filter %/check.o %/clock.o %/exchange.o %/image.o %/peer.o %/reference.o,$(DEMO_OBJ))
# The experiment's producer uses what the CPU has.
$(BUILD)/obj-cuda/test/apps/cuda/experiment/pixels.o: test/apps/pipeline/pixels.c $(BUILD)/flags-cuda
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(APP_FLAGS) -O3 -march=native -MMD -MP -c -o $@ $<

$(BUILD)/demo/experiment-cuda: $(BUILD)/obj-cuda/test/apps/cuda/experiment/pixels.o
$(BUILD)/demo/experiment-cuda: $(filter $(BUILD)/obj-cuda/test/apps/cuda/experiment/%,$(APP_OBJ)) $(APP_BORROWED)
$(BUILD)/demo/bench-cuda: $(filter $(BUILD)/obj-cuda/test/apps/cuda/bench/%,$(APP_OBJ)) $(APP_BORROWED)

# What needs no nvcc.
cuda-apps: $(APP_OBJ)

demo-cuda:
	@test/tools/deps.sh demo
	@test/tools/cuda_program.sh demo-cuda $(BUILD) experiment-cuda $(ARGS)

bench-cuda:
	@test/tools/deps.sh demo
	@test/tools/cuda_program.sh bench-cuda $(BUILD) bench-cuda $(ARGS)

# ---------------------------------------------------------------- checks and documentation

misra:
	@test/tools/deps.sh misra
	@test/tools/misra.py

# How many of the seeded violations the checkers find, by rule; misra-counts writes the numbers of uses into the records.
misra-recall:
	@test/tools/deps.sh misra
	@test/tools/misra.py recall

misra-counts:
	@test/tools/deps.sh misra
	@test/tools/misra.py counts

size: objects
	@test/tools/deps.sh size
	@CC="$(CC)" test/tools/size.py --profile $(PROFILE) --objects $(BUILD)/obj/src

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
	rm -rf $(BUILD) $(BUILD).lock

ifneq ($(BOARD),)
include test/firmware/firmware.mk
endif

-include $(LIB_OBJ:.o=.d) $(BUILD)/obj/src/free/free.d $(SUPPORT_OBJ:.o=.d) $(FAULT_OBJ:.o=.d) $(TEST_OBJ:.o=.d) $(FUZZ_OBJ:.o=.d) $(DEMO_OBJ:.o=.d) \
         $(CUDA_OBJ:.o=.d) $(CUDA_WRAP_OBJ:.o=.d) $(CUDA_PRE_OBJ:.o=.d) $(CUDA_TEST_OBJ:.o=.d) $(CUDA_MORE_OBJ:.o=.d) $(CUDA_FAKE_OBJ:.o=.d) $(CUDART_OBJ:.o=.d) $(APP_OBJ:.o=.d)

endif
