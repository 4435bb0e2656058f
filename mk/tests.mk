# SPDX-License-Identifier: Apache-2.0
#
# The tests of test/unit and test/system, the gates, and fuzzing.

SUPPORT_SRC := $(wildcard test/unit/support/*.c)
# What the 2D engine lacks: nothing, or packages. Without it its tests are left out.
MEDIA_LACKS := $(shell test/tools/2d.sh $(CC))
NO_MEDIA    := $(if $(MEDIA_LACKS),test/unit/blit/% test/unit/media/% test/system/media_% test/fuzz/fuzz_blit_% test/cuda/media_% test/cuda/blit_% \
               test/cuda/fake_blit_% test/cuda/fake_media_%)
TEST_SRC    := $(filter-out $(NO_MEDIA),$(wildcard $(addsuffix /*_test.c,test/unit/* test/unit/*/* test/system)))
SUPPORT_OBJ := $(SUPPORT_SRC:%.c=$(OBJ)/%.o)
# Found before cmocka's own header.
EVIDENCE    := test/unit/evidence/cmocka.h test/unit/evidence/evidence.h
TEST_OBJ    := $(TEST_SRC:%.c=$(OBJ)/%.o)
TEST_BIN    := $(TEST_SRC:test/%.c=$(BUILD)/bin/%)
FUZZ_SRC    := $(filter-out $(NO_MEDIA),$(wildcard test/fuzz/fuzz_*.c))
FUZZ_OBJ    := $(FUZZ_SRC:%.c=$(OBJ)/%.o)
FUZZ_BIN    := $(FUZZ_SRC:test/%.c=$(BUILD)/bin/%)

WRAPPED  := $(shell cat test/unit/support/wrapped.txt 2>/dev/null)
WRAP     := $(WRAPPED:%=-Wl,--wrap=%)

.PHONY: tests test check ci soak requirements-break fresh fuzz fuzz-targets

$(OBJ)/test/apps/%.o: test/apps/%.c $(OBJ)/flags
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(DEMO_FLAGS) -MMD -MP -c -o $@ $<

# A fifth of the time that gcc takes for tests is for what -O2 adds. The objects of the library are compiled with it.
$(OBJ)/test/unit/%.o $(OBJ)/test/system/%.o: TEST_FLAGS += $(if $(filter file,$(origin CFLAGS)),-O1)

$(OBJ)/test/%.o: test/%.c $(OBJ)/flags $(EVIDENCE)
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(TEST_FLAGS) -MMD -MP -c -o $@ $<

# Fault tests put themselves between the library and what it calls.
FAULT_BIN := $(filter $(BUILD)/bin/unit/fault/%,$(TEST_BIN))
$(FAULT_BIN): LINK_WRAP = $(WRAP)

# Tests link the objects, not the archive: internal functions are visible to them, and can be wrapped.
$(BUILD)/bin/%_test: $(OBJ)/test/%_test.o $(SUPPORT_OBJ) $(LIB_OBJ) $(OBJ)/src/kit/kit.o
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(QUICK_LD) $(LINK_WRAP) -o $@ $^ -lcmocka -pthread

# Its cases link against that.
$(BUILD)/bin/system/unload_test: | $(BUILD)/lib/libringfence.so
$(BUILD)/bin/system/mission_link_test: | $(BUILD)/lib/libringfence_mission.a $(BUILD)/lib/libringfence.a

# Here the library has one row for sync objects, one for their handles and one for wait contexts. Ports have no such table.
ONE_ROW       := $(OBJ)/gen/one_row
ONE_ROW_FLAGS := -DRINGFENCE_CFG_SYNC_OBJECTS=1U -DRINGFENCE_CFG_SYNC_HANDLES=1U -DRINGFENCE_CFG_SYNC_WAIT_CONTEXTS=1U
ONE_ROW_TEST  := $(BUILD)/bin/unit/sync/one_row_test

$(ONE_ROW).c: $(filter-out src/port/%,$(LIB_SRC)) mk/tests.mk
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q)printf '#include "%s"\n' $(filter-out src/port/%,$(LIB_SRC)) >$@

$(ONE_ROW).o: $(ONE_ROW).c $(OBJ)/flags
	@$(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) $(if $(filter file,$(origin CFLAGS)),-O1) -I. $(ONE_ROW_FLAGS) -MMD -MP -c -o $@ $<

$(OBJ)/test/unit/sync/one_row_test.o: TEST_FLAGS += $(ONE_ROW_FLAGS)
$(ONE_ROW_TEST): $(OBJ)/test/unit/sync/one_row_test.o $(SUPPORT_OBJ) $(ONE_ROW).o $(filter $(OBJ)/src/port/% %/builtin.o,$(LIB_OBJ)) \
                 $(OBJ)/src/kit/kit.o
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka -pthread

tests: $(TEST_BIN) ## Builds the tests, and runs none

# For every day.
test: ## Builds all, and runs the unit and system cases and the demo
	@test/tools/deps.sh test
	@test/tools/test.sh build-gcc readme cases demo networks

check: ## Every gate; test/tools/test.sh GATE... runs some
	@test/tools/deps.sh check
	@test/tools/test.sh

ci: ## Every gate, and what is a target by itself: firmware, coverage, docs, misra-recall, fresh
	@test/tools/deps.sh check coverage firmware docs fresh
	@test/tools/test.sh --ci

# Every test program SOAK_RUNS times (50) under each sanitizer and without, two at a time on each core of SOAK_CORES (0).
soak: ## Every test program SOAK_RUNS times, with and without sanitizers
	@test/tools/deps.sh soak
	@test/tools/soak.py

# Breaks the code for each requirement, and sees its test fail. Takes an hour of a processor; ARGS: -j N, UIDs; PART=3/10: a tenth.
requirements-break: ## Breaks the code for each requirement, or for those of PART=K/N, and sees its test fail; ARGS
	@test/tools/deps.sh check
	@test/tools/requirements_break.py $(if $(PART),--part $(PART)) $(ARGS)

fresh: ## make demo, make test and make check in a new Debian; needs root
	@test/tools/deps.sh fresh
	@test/tools/fresh.sh

$(BUILD)/bin/fuzz/%: $(OBJ)/test/fuzz/%.o $(LIB_OBJ)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ -pthread

fuzz-targets: $(FUZZ_BIN)

fuzz: ## Runs each fuzz target for SECONDS=n (60)
	@test/tools/deps.sh fuzz
	@test/tools/fuzz.sh --seconds $(SECONDS)

-include $(SUPPORT_OBJ:.o=.d) $(TEST_OBJ:.o=.d) $(ONE_ROW).d $(FUZZ_OBJ:.o=.d)
