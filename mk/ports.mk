# SPDX-License-Identifier: Apache-2.0
#
# The checks that every port passes. On this host, PORT: posix; baremetal, with hooks for a host; or a folder with
# hooks of one's own. With ARCH an image for the machine that the folder's hooks are for, which RUN runs if it is given.

PORT ?= baremetal
PORT_BUILD := $(BUILD)/port-$(notdir $(PORT:%/=%))
# The library without an operating system, for this host; hooks of one's own get the same.
PORT_HOST  := $(BUILD)/port-host
PORT_CFG   := -DRINGFENCE_CFG_ATOMICS=2U -DRINGFENCE_CFG_INTERRUPTS=1U -DRINGFENCE_CFG_CACHE_LINE=64U
# The same with the atomic instructions of the host.
PORT_WIDE  := $(subst ATOMICS=2U,ATOMICS=0U,$(PORT_CFG))
# And with handlers that do not call.
PORT_POLLED := $(subst INTERRUPTS=1U,INTERRUPTS=0U,$(PORT_CFG))
# Cores are processes there, and no section of one process excludes another one.
CORES_CFG  := -DRINGFENCE_CFG_CACHE_LINE=64U -DRINGFENCE_CFG_BUFFER_BYTES=65536U -DRINGFENCE_CFG_CHANNEL_BYTES=196608U -DRINGFENCE_CFG_CORES=3U
PORT_FLAGS  = $(TEST_FLAGS) -Itest/port
PORT_IMAGE := $(wildcard $(PORT)/*.c $(PORT)/*.S) test/firmware/port.c test/port/conformance.c test/port/sections.c
PORT_OWN   := $(if $(filter posix baremetal,$(PORT)),,$(PORT))
LINK       ?= -nostdlib -static -Ldocs/examples/firmware $(patsubst %,-T %,$(firstword $(wildcard $(PORT)/*.ld)))
RUN        ?=
# Seconds; the checks take some.
PORT_LIMIT ?= 120

FIRM_LIB   := lib/libringfence_firmware.a
PORT_MAKE  := $(MAKE) --no-print-directory
PORT_FIRM  := $(PORT_MAKE) PROFILE=firmware
PORT_ELF   := $(PORT_MAKE) PROFILE=$(if $(filter file,$(origin PROFILE)),firmware,$(PROFILE))
# Where a region ends, of 16384 bytes: before some of them, before one, at its beginning, before it, behind them.
REGION_TESTS := $(addprefix $(PORT_BUILD)/region_test_,15384 16383 0 -64 20480)
# Programs that the port baremetal has besides port_test.
BARE_TESTS := $(REGION_TESTS) \
              $(addprefix $(PORT_BUILD)/,firmware_test wide_test polled_test raw_test streams_test cores_test cores_order_test \
              cores_port_test small/parts_test least/parts_test)

.PHONY: port-test parts-test
port-test: ## The checks that every port passes, on this host; PORT=posix, baremetal or a folder with hooks
ifneq ($(PORT_OWN),)
	@[ -n "$(wildcard $(PORT)/*.c)" ] || \
	    { echo "port-test: PORT=$(PORT) is neither posix nor baremetal nor a folder with .c files"; exit 1; }
endif
ifneq ($(ARCH),)
	@[ -n "$(PORT_OWN)" ] || { echo "port-test: ARCH needs PORT=folder, with hooks and start-up code of that machine"; exit 1; }
	+@$(PORT_ELF) firmware-lib "BUILD=$(PORT_BUILD)"
	+@$(PORT_ELF) $(PORT_BUILD)/port.elf PORT_LIB=$(PORT_BUILD)/$(FIRM_LIB)
	@if [ -z "$(RUN)" ]; then echo "port-test: run $(PORT_BUILD)/port.elf on the machine; it prints a line for each check"; else \
	    timeout -k 5 $(PORT_LIMIT) $(RUN) $(PORT_BUILD)/port.elf </dev/null || { status=$$?; \
	    if [ $$status = 124 ]; then echo "port-test: the check behind the last line did not end in $(PORT_LIMIT) s"; \
	    else echo "port-test: failed, status $$status"; fi; exit 1; }; fi
else
	@test/tools/deps.sh port-test
ifeq ($(PORT),posix)
	+@$(PORT_MAKE) $(PORT_BUILD)/port_test PROFILE=linux
	@test/tools/cases.py $(PORT_BUILD)/port_test
else
	+@$(PORT_FIRM) firmware-lib "BUILD=$(PORT_HOST)" "CFG=$(PORT_CFG)"
	+@$(PORT_FIRM) $(PORT_BUILD)/port_test $(PORT_BUILD)/sections_test $(if $(PORT_OWN),,$(PORT_BUILD)/firmware_test) "PORT_DEFINES=$(PORT_CFG)" \
	    "PORT_HOOKS=$(if $(PORT_OWN),$(wildcard $(PORT)/*.c),test/port/hooks_host.c)" PORT_LIB=$(PORT_HOST)/$(FIRM_LIB) || \
	    { echo "port-test: these checks run on this host; hooks of another machine need CC, AR, ARCH and CFG as well"; exit 1; }
ifeq ($(PORT),baremetal)
	+@$(PORT_FIRM) firmware-lib "BUILD=$(PORT_BUILD)/wide" "CFG=$(PORT_WIDE)"
	+@$(PORT_FIRM) $(PORT_BUILD)/wide_test "PORT_DEFINES=$(PORT_WIDE)" PORT_HOOKS=test/port/hooks_host.c \
	    PORT_LIB=$(PORT_BUILD)/wide/$(FIRM_LIB)
	+@$(PORT_FIRM) firmware-lib "BUILD=$(PORT_BUILD)/polled" "CFG=$(PORT_POLLED)"
	+@$(PORT_FIRM) $(PORT_BUILD)/polled_test "PORT_DEFINES=$(PORT_POLLED)" PORT_HOOKS=test/port/hooks_host.c \
	    PORT_LIB=$(PORT_BUILD)/polled/$(FIRM_LIB)
	+@$(PORT_FIRM) firmware-lib "BUILD=$(PORT_BUILD)/raw" "CFG=$(PORT_CFG)" TYPES=raw
	+@$(PORT_FIRM) $(PORT_BUILD)/raw_test PORT_HOOKS=test/port/hooks_host.c PORT_LIB=$(PORT_BUILD)/raw/$(FIRM_LIB)
	+@$(PORT_MAKE) firmware-lib "BUILD=$(PORT_BUILD)/streams" PROFILE=firmware_streams "CFG=$(PORT_CFG)" STREAMS=1 UNIT=1
	+@$(PORT_MAKE) $(PORT_BUILD)/streams_test PROFILE=firmware_streams "PORT_DEFINES=$(PORT_CFG)" \
	    PORT_HOOKS=test/port/hooks_host.c PORT_LIB=$(PORT_BUILD)/streams/$(FIRM_LIB)
	+@$(PORT_FIRM) firmware-lib "BUILD=$(PORT_BUILD)/region" "CFG=$(PORT_CFG) -DRINGFENCE_CFG_BUFFER_REGION=1U"
	+@$(PORT_FIRM) $(REGION_TESTS) PORT_HOOKS=test/port/hooks_host.c PORT_LIB=$(PORT_BUILD)/region/$(FIRM_LIB)
	@$(CC) -std=c11 $(WARNINGS) -ffreestanding -Iinc -c -o $(PORT_BUILD)/skeleton.o docs/examples/port/hooks_cores.c
	@$(CC) -std=c11 $(WARNINGS) -ffreestanding -Iinc -c -o $(PORT_BUILD)/camera.o docs/examples/firmware/camera.c
	+@$(PORT_FIRM) firmware-lib "BUILD=$(PORT_BUILD)/cores" CORES=1 TABLE=test/port/cores.cfg "CFG=$(CORES_CFG)"
	+@$(PORT_FIRM) $(PORT_BUILD)/cores_test $(PORT_BUILD)/cores_order_test $(PORT_BUILD)/cores_port_test "PORT_DEFINES=$(CORES_CFG)" \
	    "PORT_HOOKS=test/port/hooks_host.c test/port/hooks_cores.c" PORT_LIB=$(PORT_BUILD)/cores/$(FIRM_LIB)
	+@$(PORT_MAKE) parts-test "PORT_BUILD=$(PORT_BUILD)" PARTS=small PROFILE=firmware_small TYPES=all
	+@$(PORT_MAKE) parts-test "PORT_BUILD=$(PORT_BUILD)" PARTS=least PROFILE=firmware_raw TYPES=raw
endif
	@test/tools/cases.py $(PORT_BUILD)/port_test $(if $(filter posix,$(PORT)),,$(PORT_BUILD)/sections_test) \
	    $(if $(filter baremetal,$(PORT)),$(BARE_TESTS))
endif
endif

# A library from which parts were left out, as one unit.
parts-test:
	+@$(PORT_MAKE) firmware-lib "BUILD=$(PORT_BUILD)/$(PARTS)" PROFILE=$(PROFILE) "CFG=$(PORT_CFG)" TYPES=$(TYPES) UNIT=1
	+@$(PORT_MAKE) $(PORT_BUILD)/$(PARTS)/parts_test PROFILE=$(PROFILE) "PORT_DEFINES=$(PORT_CFG)" \
	    PORT_HOOKS=test/port/hooks_host.c PORT_LIB=$(PORT_BUILD)/$(PARTS)/$(FIRM_LIB)

# Hooks, start-up code and linker script of the folder. They are not held to this project's warnings.
# Linked anew each time: two folders may have one name, and what their sources and scripts include is theirs to know.
$(PORT_BUILD)/port.elf: $(PORT_IMAGE) $(PORT_LIB) FORCE
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -std=gnu11 -Wall $(INCLUDES) -Itest/port -Idocs/examples/firmware -I$(PORT) -isystem src/port/baremetal/include \
	    $(DEFINES) $(CFG) -ffreestanding -ffunction-sections -fdata-sections -fno-short-enums -fno-tree-loop-distribute-patterns \
	    $(ARCH) -Os -g -Wl,--gc-sections $(LINK) -o $@ $(filter-out FORCE,$^) -lgcc

# Programs for this host: sources, hooks and the library with which they are linked.
PORT_WITH := $(PORT_HOOKS) $(PORT_LIB)
$(PORT_BUILD)/port_test: test/port/conformance.c test/port/port_test.c \
                         $(if $(PORT_LIB),$(PORT_WITH),$(PORT_HOOKS) $(filter $(BUILD)/obj/src/port/%,$(LIB_OBJ)))
$(PORT_BUILD)/sections_test: test/port/sections.c test/port/sections_test.c $(PORT_WITH)
$(PORT_BUILD)/cores_port_test: test/port/conformance.c test/port/port_test.c $(PORT_WITH)
$(PORT_BUILD)/cores_test: test/port/cores_test.c test/port/cores_play.c $(PORT_WITH)
$(PORT_BUILD)/cores_order_test: test/port/cores_order_test.c $(PORT_WITH)
$(PORT_BUILD)/firmware_test: test/port/conformance.c test/port/firmware_test.c $(PORT_WITH)
$(PORT_BUILD)/wide_test: test/port/firmware_test.c test/port/conformance.c $(PORT_WITH)
$(PORT_BUILD)/polled_test: test/port/polled_test.c test/port/sections.c $(PORT_WITH)
$(PORT_BUILD)/streams_test: test/port/streams_test.c $(PORT_WITH)
$(PORT_BUILD)/raw_test: test/port/raw_test.c $(PORT_WITH)
$(PORT_BUILD)/small/parts_test $(PORT_BUILD)/least/parts_test: test/port/parts_test.c $(PORT_WITH)
$(REGION_TESTS): test/port/region_test.c $(PORT_WITH)
$(REGION_TESTS): REGION_AT = -DREGION_END=$(subst $(PORT_BUILD)/region_test_,,$@)

$(PORT_BUILD)/port_test $(PORT_BUILD)/sections_test $(BARE_TESTS):
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(PORT_FLAGS) $(PORT_DEFINES) $(REGION_AT) $(LDFLAGS) -o $@ $^ -lcmocka -pthread
