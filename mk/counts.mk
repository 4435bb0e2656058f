# SPDX-License-Identifier: Apache-2.0
#
# Instructions of the functions of the runtime path, beside those that are committed.

ACCEPT      ?= 0
COUNTS_BIN  := $(BUILD)/bin/bench/counts $(BUILD)/bin/bench/counts_shared
COUNTS_OBJ  := $(patsubst %,$(OBJ)/test/%.o,bench/counts bench/steps unit/support/own_table)

.PHONY: bench-counts

$(BUILD)/bin/bench/counts: $(COUNTS_OBJ) $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -Wl,-z,now -o $@ $^ -pthread

$(BUILD)/bin/bench/counts_shared: $(COUNTS_OBJ) $(BUILD)/lib/libringfence.so
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -Wl,-z,now -Wl,-rpath,$(abspath $(BUILD))/lib -o $@ $(COUNTS_OBJ) -L$(BUILD)/lib -lringfence -pthread

bench-counts: $(COUNTS_BIN) ## Instructions of the runtime path beside the committed ones; ACCEPT=1 writes them
	@test/tools/deps.sh bench-counts
	@test/tools/bench_counts.py $(BUILD) $(if $(filter 1,$(ACCEPT)),--accept)

-include $(COUNTS_OBJ:.o=.d)
