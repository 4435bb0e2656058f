# SPDX-License-Identifier: Apache-2.0
#
# Images of one board, named by BOARD; the Makefile reads this after its own rules. What a board is stands in
# boards/BOARD.mk, what does not run there in left_out.txt. A board with ONLY := applications has too little memory for
# the unit tests and for streams.

FW         := test/firmware
FW_FILES   := $(FW)/boards/$(BOARD).mk $(FW)/board.mk $(FW)/firmware.mk
# Cores of a family run the same tests; the library and the start-up code are each core's own.
TESTS      := build/firmware/$(or $(FAMILY),$(BOARD))
# A command line may add -g: make BOARD=m4 FW_OPTIONS="-Os -g" firmware-images.
FW_OPTIONS := -Os
# What is tested is the code of the library. That of the tests takes less time with -O1, which knows too little of variables.
FW_TESTING := -O1 -Wno-maybe-uninitialized
EXAMPLE    := docs/examples/firmware
# The archive of another profile is built by a make of its own.
FW_MAKE     = $(MAKE) --no-print-directory firmware-lib BOARD=$(BOARD) CFLAGS="$(FW_OPTIONS)"
# The archive for buffers in a region is one unit, which takes half as long; a board may say otherwise.
REGION_LIB ?= UNIT=1

# The unit tests want tables of some size; what is linked for an application has the profile firmware.
TEST_CFG ?= -DRINGFENCE_CFG_SYNC_LISTS=128U -DRINGFENCE_CFG_SYNC_OBJECTS=64U -DRINGFENCE_CFG_BUF_LISTS=128U \
            -DRINGFENCE_CFG_BUF_OBJECTS=64U -DRINGFENCE_CFG_BUFFER_BYTES=4194304U

# ---------------------------------------------------------------- tests

LEFT_OUT   := $(FW)/left_out.txt
FW_SUPPORT := $(addprefix test/unit/support/,buf_lists.c buf_make.c list_kinds.c sync_calls.c sync_fixture.c wire_bytes.c wire_lists.c)
# Rooms whose tests programs of Linux run besides, where the board says MORE := 1; and test/system, where no QEMU runs them: its
# user mode ends children that were forked beside a thread, and has no filter of system calls.
FW_MORE    := $(if $(filter 1,$(MORE)),stream kit port fault worker dla)
FW_TESTS   := $(patsubst test/unit/%.c,%,$(wildcard $(foreach room,core attr sync buf engine header ipc share $(FW_MORE),test/unit/$(room)/*_test.c test/unit/$(room)/*/*_test.c))) \
              $(if $(FW_MORE),$(if $(strip $(QEMU)),,$(patsubst test/%.c,%,$(wildcard test/system/*_test.c))))

# Files and headers of left_out.txt whose line has this behind the name, as names of tests.
FW_GONE     = $(shell sed -n 's/^\([a-z_/]*_test\)$(1): .*/\1/p' $(LEFT_OUT)) \
              $(foreach header,$(shell sed -n 's/^\([a-z_]*\.h\)$(1): .*/\1/p' $(LEFT_OUT)),\
                $(patsubst test/%.c,%,$(patsubst test/unit/%.c,%,$(shell grep -lr --include='*_test.c' '"$(header)"' test/unit test/system))))
FW_TESTS   := $(filter-out $(call FW_GONE, \[all\]) $(call FW_GONE, \[$(BOARD)\]),$(FW_TESTS))

ifeq ($(MEMORY),)
# A program of Linux, with the port of the host.
FW_SUPPORT := $(if $(FW_MORE),$(SUPPORT_SRC),$(FW_SUPPORT) $(addprefix test/unit/support/,own_table.c share_lists.c))
FW_LIB_SRC := $(LIB_SRC) $(OBJ)/gen/builtin.c $(if $(FW_MORE),src/kit/kit.c)
FW_FLAGS   := -std=c11 $(WARNINGS) $(INCLUDES) -DRINGFENCE_CFG_PROFILE='"profiles/linux.h"' $(FW_OPTIONS)
# Some tests stand before functions of the C library, and engines open libraries.
FW_LINK    := $(ARCH) $(if $(FW_MORE),,-static) -pthread
FW_LIBS    :=
FW_BASE    := $(FW)/mini/mini.c
FW_OUT     := $(shell sed -n 's/^[a-z_/]*_test \([a-z0-9_]*\) \[$(BOARD)\]: .*/\1/p' $(LEFT_OUT))
else
# The bytes of lists are the same here.
FW_LIB_SRC := $(FIRM_SRC) src/share/wire.c src/share/list_wire.c
FW_FLAGS   := -std=c11 $(WARNINGS) -nostdinc -isystem $(shell $(CC) -print-file-name=include) $(INCLUDES) -isystem $(FW)/libc \
              -ffreestanding -ffunction-sections -fdata-sections -fno-common -DRINGFENCE_CFG_PROFILE='"profiles/linux.h"' $(TEST_CFG) $(CFG) $(FW_OPTIONS)
FW_LINK    := $(ARCH) $(LINK) -nostdlib -static -L$(FW)/boards -L$(EXAMPLE) -T $(FW)/boards/$(MEMORY) -Wl,--gc-sections \
              -Wl,--build-id=none -Wl,--fatal-warnings -Wl,--no-warn-rwx-segments
FW_LIBS    := -lgcc
FW_BASE    := $(FW)/mini/mini.c $(wildcard $(FW)/libc/*.c) $(FW)/common/stack.c
# Files that are left out, and names of tests of others. Those of streams are below.
FW_TESTS   := $(filter-out $(call FW_GONE) header/stream_test,$(FW_TESTS))
FW_OUT     := $(shell sed -n -e 's/^[a-z_/]*_test \([a-z0-9_]*\): .*/\1/p' -e 's/^[a-z_/]*_test \([a-z0-9_]*\) \[$(BOARD)\]: .*/\1/p' $(LEFT_OUT))
endif

FW_BOARD    := $(addprefix $(FW)/boards/,$(START))
FW_INCLUDES := -I$(FW)/mini -I$(FW)/common -I$(EXAMPLE) -I$(FW)/boards -Itest/unit -Itest/unit/support -Itest/port
FW_OBJ      := $(FW_BOARD:%=$(BUILD)/%.o) $(FW_LIB_SRC:%=$(BUILD)/%.o) $(FW_BASE:%=$(TESTS)/%.o) $(FW_SUPPORT:%=$(TESTS)/%.o)

$(TESTS)/$(FW)/mini/mini.c.o: $(LEFT_OUT)
$(TESTS)/$(FW)/mini/mini.c.o: FW_FLAGS += -DMINI_LEFT_OUT='" $(FW_OUT) "'
# uint32_t is long for some of the compilers, and as wide as int.
$(TESTS)/test/unit/%.o $(TESTS)/test/system/%.o: FW_FLAGS += -Wno-format $(FW_TESTING)
# A loop that copies must not become a call of the function that it is in.
$(TESTS)/$(FW)/libc/%.o: FW_FLAGS += -fno-builtin -fno-tree-loop-distribute-patterns

$(BUILD)/%.o: % $(FW_FILES)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FW_FLAGS) $(ARCH) $(if $(filter test/%,$<),$(FW_INCLUDES)) -MMD -MP -c -o $@ $<

$(TESTS)/%.o: % $(FW_FILES)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FW_FLAGS) $(or $(COMMON),$(ARCH)) $(FW_INCLUDES) -MMD -MP -c -o $@ $<

# The engines are beside the library. What makes calls fail stands between for some.
FW_ENGINE_OBJ  := $(if $(FW_MORE),$(ENGINE_SRC:%=$(BUILD)/%.o) $(if $(DLA_KERNEL),$(BUILD)/$(OBJ)/gen/hybrid_image.c.o))
FW_ENGINE_TEST := $(filter $(BUILD)/tests/worker/% $(BUILD)/tests/dla/% $(BUILD)/tests/system/dla_%,$(FW_TESTS:%=$(BUILD)/tests/%))
$(FW_ENGINE_OBJ): FW_FLAGS += -ffp-contract=off
$(FW_ENGINE_TEST): $(FW_ENGINE_OBJ)
$(FW_ENGINE_TEST): FW_LIBS = -ldl
# Some have pthread_atfork() in an archive, of which a weak reference takes nothing.
$(BUILD)/tests/fault/% $(BUILD)/tests/worker/%_fault_test $(BUILD)/tests/dla/%_fault_test: FW_WRAP = $(WRAP) -Wl,-u,pthread_atfork
$(BUILD)/tests/dla/translate_test: FW_WRAP = -Wl,--wrap=loadable_statistics_csv
$(BUILD)/tests/dla/live_bytes_test: FW_WRAP = -Wl,--wrap=loadable_layout -Wl,--wrap=network_open
$(BUILD)/tests/dla/network_absent_test: FW_WRAP = -Wl,--wrap=dlmopen -Wl,--wrap=dlsym
$(BUILD)/tests/dla/network_room_test: FW_WRAP = -Wl,--wrap=network_rehearse

$(BUILD)/tests/system/%: $(TESTS)/test/system/%.c.o $(FW_OBJ)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FW_LINK) $(FW_WRAP) -o $@ $(filter %.o,$^) $(FW_LIBS)

$(BUILD)/tests/%: $(TESTS)/test/unit/%.c.o $(FW_OBJ) $(if $(MEMORY),$(FW)/boards/$(MEMORY) $(EXAMPLE)/sections.ld)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FW_LINK) $(FW_WRAP) -o $@ $(filter %.o,$^) $(FW_LIBS)

firmware-tests: $(FW_TESTS:%=$(BUILD)/tests/%)

# Writes and reads descriptors that go to other machines.
$(BUILD)/exchange: $(TESTS)/$(FW)/exchange.c.o $(FW_OBJ)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FW_LINK) -o $@ $^ $(FW_LIBS)

# ---------------------------------------------------------------- tests of streams

# With the library as an application gets it: the archive with streams, and with tables of some size.
STREAM_CFG ?= -DRINGFENCE_CFG_SYNC_MODULES=4U -DRINGFENCE_CFG_SYNC_LISTS=256U -DRINGFENCE_CFG_SYNC_OBJECTS=64U \
              -DRINGFENCE_CFG_SYNC_HANDLES=256U -DRINGFENCE_CFG_BUF_MODULES=4U -DRINGFENCE_CFG_BUF_LISTS=256U \
              -DRINGFENCE_CFG_BUF_OBJECTS=64U -DRINGFENCE_CFG_BUF_HANDLES=256U -DRINGFENCE_CFG_BUF_MEMORIES=64U \
              -DRINGFENCE_CFG_BUFFER_BYTES=65536U -DRINGFENCE_CFG_STREAM_BLOCKS=64U -DRINGFENCE_CFG_STREAM_SEGMENTS=4U \
              -DRINGFENCE_CFG_STREAM_PACKETS=16U -DRINGFENCE_CFG_STREAM_ELEMENTS=4U -DRINGFENCE_CFG_STREAM_CONSUMERS=16U \
              -DRINGFENCE_CFG_STREAM_INFOS=8U

FW_STREAM_TESTS := header/stream_test $(patsubst test/unit/%.c,%,$(wildcard test/unit/stream/*_test.c))
FW_STREAM_TESTS := $(filter-out $(call FW_GONE) $(call FW_GONE, \[all\]),$(FW_STREAM_TESTS))
FW_STREAM_WITH  := $(addprefix test/unit/support/,stream_calls.c stream_course.c stream_fixture.c stream_model.c sync_fixture.c)
FW_STREAM_LIB   := $(BUILD)/streams/lib/libringfence_firmware.a
FW_STREAM_OBJ   := $(FW_STREAM_WITH:%=$(TESTS)/streams/%.o) $(FW_BASE:%=$(TESTS)/%.o) $(FW_BOARD:%=$(BUILD)/%.o)
FW_STREAM_FLAGS  = $(subst profiles/linux.h,profiles/firmware.h,$(filter-out $(TEST_CFG),$(FW_FLAGS))) -DRINGFENCE_CFG_CHANNELS=0U \
                   -DRINGFENCE_CFG_CUDA=0U -DRINGFENCE_CFG_DLA=0U -DRINGFENCE_CFG_2D=0U $(STREAM_CFG) -Wno-format $(FW_TESTING)

$(FW_STREAM_LIB): FORCE
	+@$(FW_MAKE) BUILD=$(BUILD)/streams STREAMS=1 PROFILE=firmware CFG="$(CFG) $(STREAM_CFG)"

$(TESTS)/streams/%.o: % $(FW_FILES)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FW_STREAM_FLAGS) $(or $(COMMON),$(ARCH)) $(FW_INCLUDES) -MMD -MP -c -o $@ $<

$(BUILD)/streams/tests/%: $(TESTS)/streams/test/unit/%.c.o $(FW_STREAM_OBJ) $(FW_STREAM_LIB) $(if $(MEMORY),$(FW)/boards/$(MEMORY) $(EXAMPLE)/sections.ld)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FW_LINK) -o $@ $(filter %.o %.a,$^) $(FW_LIBS)

firmware-streams: $(FW_STREAM_TESTS:%=$(BUILD)/streams/tests/%)

# ---------------------------------------------------------------- applications

# Each with the library as an application gets it: the archive, with the profile that the application chose.
FW_APP_BASE  := $(FW_BOARD:%=$(BUILD)/%.o) $(addprefix $(TESTS)/$(FW)/,libc/string.c.o libc/stdio.c.o common/stack.c.o)
FW_APP_FLAGS  = -std=c11 $(WARNINGS) -nostdinc -isystem $(shell $(CC) -print-file-name=include) -Iinc -I$(FW)/common -I$(EXAMPLE) -isystem $(FW)/libc \
             -ffreestanding -ffunction-sections -fdata-sections $(ARCH) $(FW_OPTIONS)
FW_APP_LIB   := lib/libringfence_firmware.a

$(BUILD)/camera/$(FW_APP_LIB): FORCE
	+@$(FW_MAKE) BUILD=$(BUILD)/camera TYPES=raw UNIT=1 \
	    PROFILE=$(EXAMPLE)/camera_cfg.h

$(BUILD)/count/$(FW_APP_LIB): FORCE
	+@$(FW_MAKE) BUILD=$(BUILD)/count PROFILE=firmware CFG="$(CFG) $(COUNT_CFG)"

$(BUILD)/camera.elf: $(EXAMPLE)/camera.c $(BUILD)/camera/$(FW_APP_LIB) $(FW_APP_BASE) $(EXAMPLE)/sections.ld
	$(Q)$(CC) $(FW_APP_FLAGS) $(FW_LINK) -o $@ $(filter-out %.ld,$^) -lgcc

# The same with buffers in a region that the linker script names; and in one that is too small, which has the module say
# so, and without the option the link.
$(BUILD)/region/$(FW_APP_LIB): FORCE
	+@$(FW_MAKE) BUILD=$(BUILD)/region $(REGION_LIB) CFG="$(CFG) -DRINGFENCE_CFG_BUFFER_REGION=1U" \
	    PROFILE=$(EXAMPLE)/camera_cfg.h

$(BUILD)/short.ld: $(FW)/boards/$(MEMORY)
	@mkdir -p $(@D)
	$(Q)sed 's/^\( *BUFFERS .*LENGTH = \).*/\14000/' $< >$@

FW_SHORT = $(patsubst $(FW)/boards/$(MEMORY),$(BUILD)/short.ld,$(FW_LINK))

$(BUILD)/camera-region.elf: $(EXAMPLE)/camera.c $(BUILD)/region/$(FW_APP_LIB) $(FW_APP_BASE) $(EXAMPLE)/sections.ld
	$(Q)$(CC) $(FW_APP_FLAGS) $(FW_LINK) -o $@ $(filter-out %.ld,$^) -lgcc

$(BUILD)/camera-short.elf: $(EXAMPLE)/camera.c $(BUILD)/region/$(FW_APP_LIB) $(FW_APP_BASE) $(EXAMPLE)/sections.ld $(BUILD)/short.ld
	$(Q)$(CC) $(FW_APP_FLAGS) $(FW_SHORT) -o $@ $(filter-out %.ld,$^) -lgcc

$(BUILD)/camera-overflow.elf: $(EXAMPLE)/camera.c $(BUILD)/camera/$(FW_APP_LIB) $(FW_APP_BASE) $(EXAMPLE)/sections.ld $(BUILD)/short.ld
	$(Q)$(CC) $(FW_APP_FLAGS) $(FW_SHORT) -o $@ $(filter-out %.ld,$^) -lgcc

# The same with a camera that stops.
$(BUILD)/camera-stops.elf: $(EXAMPLE)/camera.c $(BUILD)/camera/$(FW_APP_LIB) $(FW_APP_BASE) $(EXAMPLE)/sections.ld
	$(Q)$(CC) $(FW_APP_FLAGS) -DCAMERA_STOPS_AFTER=3U $(FW_LINK) -o $@ $(filter-out %.ld,$^) -lgcc

# The example of a stream in one thread, with the profile for it.
$(BUILD)/stream/$(FW_APP_LIB): FORCE
	+@$(FW_MAKE) BUILD=$(BUILD)/stream STREAMS=1 UNIT=1 PROFILE=firmware_streams CFG="$(CFG)"

$(BUILD)/stream.elf: docs/examples/stream_loop.c $(BUILD)/stream/$(FW_APP_LIB) $(FW_APP_BASE) $(TESTS)/$(FW)/libc/stdlib.c.o $(EXAMPLE)/sections.ld
	$(Q)$(CC) $(FW_APP_FLAGS) $(FW_LINK) -o $@ $(filter-out %.ld,$^) -lgcc

$(BUILD)/count.elf: $(FW)/count.c $(BUILD)/count/$(FW_APP_LIB) $(FW_APP_BASE) $(EXAMPLE)/sections.ld
	$(Q)$(CC) $(FW_APP_FLAGS) $(COUNT_FLAGS) $(FW_LINK) -o $@ $(filter-out %.ld,$^) -lgcc

$(BUILD)/port.elf: $(TESTS)/$(FW)/port.c.o $(TESTS)/test/port/conformance.c.o $(TESTS)/test/port/sections.c.o $(FW_OBJ) $(FW)/boards/$(MEMORY) $(EXAMPLE)/sections.ld
	$(Q)$(CC) $(FW_LINK) -o $@ $(filter %.o,$^) $(FW_LIBS)

# ---------------------------------------------------------------- several cores

# An image for each core, with the library that is built for cores which share memory. BOARD_CORE tells them apart.
IMAGES       ?= 0 1
FW_CORES_SRC := $(FW)/cores.c test/port/cores_play.c $(FW_BOARD)

$(BUILD)/cores/$(FW_APP_LIB): FORCE
	+@$(FW_MAKE) BUILD=$(BUILD)/cores TABLE=test/port/cores.cfg \
	    DEFINES='-DRINGFENCE_CFG_PROFILE=\"profiles/firmware.h\" -DRINGFENCE_CFG_BUFFER_BYTES=65536U -DRINGFENCE_CFG_CHANNEL_BYTES=196608U'

$(BUILD)/cores%.elf: $(FW_CORES_SRC) $(BUILD)/cores/$(FW_APP_LIB) $(addprefix $(TESTS)/$(FW)/,libc/string.c.o libc/stdio.c.o common/stack.c.o) \
                     $(FW)/boards/$(MEMORY)_%.ld $(FW)/boards/cores.ld $(EXAMPLE)/sections.ld
	$(Q)$(CC) $(FW_APP_FLAGS) -I$(FW)/boards -Itest/port -DBOARD_CORE=$* -DBOARD_CORES=$(words $(IMAGES))U $(ARCH) \
	    $(LINK) -nostdlib -static -L$(FW)/boards -L$(EXAMPLE) -T $(FW)/boards/$(MEMORY)_$*.ld \
	    -Wl,--gc-sections -Wl,--build-id=none -Wl,--fatal-warnings -Wl,--no-warn-rwx-segments -o $@ $(filter-out %.ld,$^) -lgcc

ifeq ($(CORES),1)
firmware-images: $(IMAGES:%=$(BUILD)/cores%.elf)
else
FW_IMAGES := $(BUILD)/port.elf $(addprefix $(BUILD)/camera,.elf -stops.elf -region.elf -short.elf) $(BUILD)/count.elf \
             $(if $(filter applications,$(ONLY)),,$(BUILD)/stream.elf)
firmware-applications: $(if $(MEMORY),$(FW_IMAGES),$(BUILD)/exchange)
firmware-images: $(if $(filter applications,$(ONLY)),,firmware-tests $(if $(MEMORY),firmware-streams)) $(if $(MEMORY),$(FW_IMAGES),$(BUILD)/exchange)
endif

-include $(FW_OBJ:.o=.d) $(FW_STREAM_OBJ:.o=.d) $(FW_STREAM_TESTS:%=$(TESTS)/streams/test/unit/%.c.d) $(TESTS)/$(FW)/exchange.c.d $(FW_TESTS:%=$(TESTS)/test/unit/%.c.d) \
         $(patsubst %,$(TESTS)/test/%.c.d,$(filter system/%,$(FW_TESTS))) $(FW_ENGINE_OBJ:.o=.d)
