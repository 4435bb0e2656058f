# SPDX-License-Identifier: Apache-2.0
#
# The library for a machine without an operating system, docs/porting.md, and its tests on boards that QEMU has. ARCH chooses
# the core, CFG sets macros of cfg/ringfence_cfg.h. CORES=1: images on several cores share memory, over the channels of TABLE.
# STREAMS=1: with streams.

ARCH ?=
CFG  ?=
TYPES ?= all
CORES ?= 0
STREAMS ?= 0
# No engines, whose calls are counted and whose builds are compared.
FIRM_ALL   := $(filter-out src/core/phase_keep.c src/core/stamp.c,$(wildcard src/core/*.c)) \
              $(wildcard src/attr/*.c src/sync/*.c src/buf/*.c src/buf/types/*.c src/engine/*.c src/port/common/*.c src/port/baremetal/*.c)
ifeq ($(CORES),1)
FIRM_ALL   := $(filter-out src/port/baremetal/no_sharing.c src/port/baremetal/arena.c,$(FIRM_ALL)) $(wildcard src/ipc/*.c src/share/*.c src/port/cores/*.c)
endif
ifeq ($(STREAMS),1)
FIRM_ALL   := $(filter-out src/core/no_streams.c,$(FIRM_ALL)) $(wildcard src/stream/*.c src/stream/tree/*.c)
endif
# Types of buffers: all, or raw buffers alone.
FIRM_RAW   := src/buf/keys_raw.c src/buf/types_raw.c
FIRM_TYPES := $(addprefix src/buf/,format.c keys.c pixels.c types.c) $(wildcard src/buf/types/*.c)
FIRM_SRC   := $(filter-out $(if $(filter raw,$(TYPES)),$(FIRM_TYPES),$(FIRM_RAW)),$(FIRM_ALL))
# UNIT=1: all components are one translation unit; GCC knows that nobody outside calls but public functions.
UNIT ?= 0
FIRM_ROOMS := $(filter-out src/port/%,$(FIRM_SRC))
FIRM_PORT  := $(filter src/port/%,$(FIRM_SRC))
FIRM_UNIT  := $(BUILD)/obj-firmware/unit.o
FIRM_OBJ   := $(if $(filter 1,$(UNIT)),$(FIRM_UNIT),$(FIRM_ROOMS:%.c=$(BUILD)/obj-firmware/%.o)) $(FIRM_PORT:%.c=$(BUILD)/obj-firmware/%.o) \
              $(if $(filter 1,$(CORES)),$(BUILD)/obj-firmware/gen/builtin.o)
FIRM_HEADS := $(addprefix inc/,nvscibuf.h nvscisync.h ringfence.h ringfence_engine.h $(if $(filter 1,$(CORES)),nvsciipc.h nvscievent.h) \
              $(if $(filter 1,$(STREAMS)),nvscistream.h nvscistream_api.h nvscistream_types.h))
# clang or gcc, asked for once: clang does not know their flags, and leaves to the linker what nobody calls.
FIRM_KIND   = $(eval FIRM_KIND := $(if $(findstring clang,$(shell $(CC) --version 2>/dev/null)),clang,gcc))$(FIRM_KIND)
ROOM_FLAGS  = $(if $(filter gcc,$(FIRM_KIND)),-fno-inline-functions-called-once)
# -fbuiltin: memcpy, memset and memcmp are those of C, so a short one may become some instructions.
UNIT_FLAGS  = -I. -fbuiltin '-DUNIT_KEPT=__attribute__(($(if $(filter gcc,$(FIRM_KIND)),externally_visible,used)))' \
              $(if $(filter gcc,$(FIRM_KIND)),-fwhole-program)
FIRM_FLAGS  = -std=c11 $(WARNINGS) $(INCLUDES) -isystem src/port/baremetal/include $(DEFINES) \
              $(if $(filter raw,$(TYPES)),-DRINGFENCE_CFG_TYPES=0U) -DRINGFENCE_CFG_CUDA=0U -DRINGFENCE_CFG_DLA=0U -DRINGFENCE_CFG_2D=0U \
              $(if $(filter 1,$(CORES)),,-DRINGFENCE_CFG_CHANNELS=0U) $(if $(filter 1,$(STREAMS)),,-DRINGFENCE_CFG_STREAMS=0U) \
              $(CFG) -ffreestanding \
              -ffunction-sections -fdata-sections -fno-common -fno-short-enums $(ARCH) $(if $(filter file,$(origin CFLAGS)),-Os -g,$(CFLAGS))

# Tables get the names of sections by which a linker script finds them: .bss.ringfence.tables.COMPONENT.TABLE, with UNIT=1
# .bss.ringfence.tables.unit.TABLE. The compiler names them .bss.TABLE. Constants stay.
FIRM_OBJCOPY ?= $(patsubst %ar,%objcopy,$(patsubst %gcc-ar,%ar,$(AR)))
FIRM_OBJDUMP ?= $(patsubst %objcopy,%objdump,$(FIRM_OBJCOPY))
# An object has its name when it is complete.
FIRM_NAME = $(FIRM_OBJDUMP) -h $@.part | sed -nE -e '/ \.s?(bss|data)\.(ringfence\.|rel\.ro)/d' \
    -e 's/^ *[0-9]+ \.(s?)(bss|data)(\.[^ ]+) .*/--rename-section=.\1\2\3=.\2.ringfence.tables.$(FIRM_ROOM)\3/p' >$@.names && \
    $(FIRM_OBJCOPY) @$@.names $@.part && mv $@.part $@
FIRM_ROOM = $(or $(word 2,$(subst /, ,$(filter src/%,$<))),unit)

$(BUILD)/flags-firmware: export FIRM_FLAGS_NOW = $(CC) $(FIRM_FLAGS) $(TYPES) $(CORES) $(STREAMS) $(UNIT) $(FIRM_OBJCOPY)
$(BUILD)/flags-firmware: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' "$$FIRM_FLAGS_NOW" | cmp -s - $@ || printf '%s\n' "$$FIRM_FLAGS_NOW" >$@

$(BUILD)/obj-firmware/%.o: %.c $(BUILD)/flags-firmware
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(FIRM_FLAGS) $(ROOM_FLAGS) -MMD -MP -MF $(@:.o=.d) -MT $@ -c -o $@.part $<
	$(Q)$(FIRM_NAME)

# The public functions once more, so that they stay visible, and all sources.
$(BUILD)/gen/unit.c: $(FIRM_ROOMS) $(FIRM_HEADS) mk/firmware.mk $(BUILD)/flags-firmware
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q){ printf '#include "%s"\n' $(notdir $(FIRM_HEADS)); \
	    sed -n -e '/RingfenceHook/d' -e 's/^\([A-Za-z].*[ *]\)\{0,1\}\(\(NvSci\|Ringfence\)[A-Za-z0-9]*\)(.*/\2/p' $(FIRM_HEADS) | \
	    sed 's/.*/extern __typeof__(&) & UNIT_KEPT;/'; \
	    printf '#include "%s"\n' $(FIRM_ROOMS); } >$@

$(FIRM_UNIT): $(BUILD)/gen/unit.c $(BUILD)/flags-firmware
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(FIRM_FLAGS) $(UNIT_FLAGS) -MMD -MP -MF $(@:.o=.d) -MT $@ -c -o $@.part $<
	$(Q)$(FIRM_NAME)

$(BUILD)/obj-firmware/gen/builtin.o: $(OBJ)/gen/builtin.c $(BUILD)/flags-firmware
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(FIRM_FLAGS) -MMD -MP -MF $(@:.o=.d) -MT $@ -c -o $@.part $< && mv $@.part $@

$(BUILD)/lib/libringfence_firmware.a: $(FIRM_OBJ) $(BUILD)/flags-firmware
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ $@.part && $(AR) rcsD $@.part $(FIRM_OBJ) && mv $@.part $@
	$(Q)mk/profile.sh $(if $(findstring /,$(PROFILE)),$(PROFILE),cfg/profiles/$(PROFILE).h) $(CORES) $(STREAMS) $(CC) $(FIRM_FLAGS)

.PHONY: firmware-lib firmware
firmware-lib: $(BUILD)/lib/libringfence_firmware.a ## The library without an operating system; ARCH, CFG, TYPES, UNIT, CORES, STREAMS

-include $(FIRM_OBJ:.o=.d)

# Unit tests, an example and counts on eight cores without an operating system and six with Linux, and images that share
# memory on two and three cores, under QEMU.
firmware: ## Tests, examples and counts on boards that QEMU has
	@test/tools/deps.sh firmware
	@test/tools/firmware_size.py
	@test/tools/firmware.py
