# SPDX-License-Identifier: Apache-2.0
#
# The measurements of test/bench. Other libraries are taken from Debian packages: as they are installed, or from the
# folder BENCH_SYSROOT, into which packages were unpacked with dpkg -x. What is not there is left out.

BENCH_SYSROOT ?=
BENCH_USR     := $(abspath $(BENCH_SYSROOT)/usr)
BENCH_LIB     := $(BENCH_USR)/lib/$(shell uname -m)-linux-gnu
BENCH_IOX     := $(patsubst %/iceoryx_binding_c/publisher.h,%,$(lastword $(wildcard $(BENCH_USR)/include/iceoryx/v*/iceoryx_binding_c/publisher.h)))
BENCH_DDS     := $(and $(wildcard $(BENCH_USR)/include/dds/dds.h),$(wildcard $(BENCH_USR)/bin/idlc))
BENCH_HOPS    := $(addprefix test/bench/,clock.c cpus.c pair.c hops.c) \
                 $(addprefix test/bench/transports/,line.c futex.c descriptors.c posix.c ours.c ours_fences.c) \
                 test/bench/transports/iceoryx$(if $(BENCH_IOX),,_none).c test/bench/transports/cyclonedds$(if $(BENCH_DDS),,_none).c
BENCH_MANY    := $(addprefix test/bench/,clock.c cpus.c many.c)
BENCH_OBJ     := $(BENCH_HOPS:%.c=$(OBJ)/%.o) $(if $(BENCH_DDS),$(OBJ)/gen/bench/hop.o)
BENCH_ALL     := $(sort $(BENCH_HOPS:%.c=$(OBJ)/%.o) $(BENCH_MANY:%.c=$(OBJ)/%.o))
BENCH_FLAGS    = $(DEMO_FLAGS) $(if $(BENCH_IOX),-isystem $(BENCH_IOX)) $(if $(BENCH_DDS),-isystem $(OBJ)/gen/bench)
BENCH_LIBS    := $(if $(BENCH_IOX),-liceoryx_binding_c) $(if $(BENCH_DDS),-lddsc)
ifneq ($(BENCH_SYSROOT),)
BENCH_FLAGS   += -isystem $(BENCH_USR)/include -isystem $(BENCH_USR)/include/$(notdir $(BENCH_LIB))
BENCH_LIBS    := -L$(BENCH_LIB) -Wl,-rpath-link,$(BENCH_LIB) $(BENCH_LIBS)
endif

.PHONY: bench bench-capacities bench-doc bench-programs

# Rewritten when a flag or another library comes or goes.
$(OBJ)/flags-bench: export BENCH_NOW = $(BENCH_FLAGS) $(BENCH_LIBS)
$(OBJ)/flags-bench: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' "$$BENCH_NOW" | cmp -s - $@ || printf '%s\n' "$$BENCH_NOW" >$@

$(BENCH_ALL): $(OBJ)/%.o: %.c $(OBJ)/flags $(OBJ)/flags-bench
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(BENCH_FLAGS) -MMD -MP -c -o $@ $<

# What Cyclone DDS makes of the type of its topics.
$(OBJ)/gen/bench/hop.c: test/bench/transports/hop.idl $(OBJ)/flags-bench
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q)LD_LIBRARY_PATH=$(BENCH_LIB) $(BENCH_USR)/bin/idlc -o $(@D) $<

$(OBJ)/gen/bench/hop.o: $(OBJ)/gen/bench/hop.c
	$(Q)$(CC) -std=c11 -w $(BENCH_FLAGS) -c -o $@ $<

$(OBJ)/test/bench/transports/cyclonedds.o: $(OBJ)/gen/bench/hop.c

$(BUILD)/bench/hops: $(BENCH_OBJ) $(BUILD)/lib/libringfence_kit.a $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(BENCH_LIBS) -pthread

$(BUILD)/bench/many: $(BENCH_MANY:%.c=$(OBJ)/%.o) $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -pthread

bench-programs: $(BUILD)/bench/hops $(BUILD)/bench/many

bench: ## Hops between threads and processes, by Ringfence and other ways; BENCH_SYSROOT=folder, ARGS=--quick
	@test/tools/deps.sh bench
	@[ -n "$(BENCH_SYSROOT)" ] || test/tools/deps.sh bench-others || echo "bench: without these, other ways are left out"
	@$(MAKE) --no-print-directory bench-programs
	@test/tools/bench.py $(BUILD) $(BENCH_USR) $(BENCH_LIB) $(ARGS)

# The cases of bench-counts in a process whose tables are full.
$(BUILD)/bin/bench/counts_full: $(patsubst %,$(OBJ)/test/%.o,bench/fill bench/counts bench/steps bench/ends unit/support/own_table) \
                              $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -Wl,-z,now -o $@ $^ -pthread

bench-capacities: ## Instructions of the runtime path in libraries of several capacities
	@test/tools/deps.sh bench-counts
	@mkdir -p $(BUILD)/bench
	@test/tools/bench_capacities.py $(BUILD) $(ARGS)

bench-doc: ## The tables and the chart of docs/performance.md from what make bench wrote
	@test/tools/deps.sh bench-doc
	@test/tools/bench_doc.py $(wildcard $(BUILD)/bench/*.json)

-include $(BENCH_ALL:.o=.d) $(OBJ)/test/bench/fill.d
