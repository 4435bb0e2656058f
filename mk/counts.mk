# SPDX-License-Identifier: Apache-2.0
#
# Instructions of the functions of the runtime path, beside those that are committed.

ACCEPT      ?= 0
COUNTS_BIN  := $(addprefix $(BUILD)/bin/bench/,counts counts_shared stream_counts stream_counts_shared init_counts)
COUNTS_WITH := $(patsubst %,$(OBJ)/test/%.o,bench/steps bench/ends unit/support/own_table)

.PHONY: bench-counts

$(BUILD)/bin/bench/counts $(BUILD)/bin/bench/init_counts: $(BUILD)/bin/bench/%: $(OBJ)/test/bench/%.o $(COUNTS_WITH) \
                                                          $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -Wl,-z,now -o $@ $^ -pthread

$(BUILD)/bin/bench/stream_counts: $(OBJ)/test/bench/stream_counts.o $(OBJ)/test/bench/stream_scene.o $(COUNTS_WITH) $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -Wl,-z,now -o $@ $^ -pthread

$(BUILD)/bin/bench/stream_counts_shared: $(OBJ)/test/bench/stream_scene.o
$(BUILD)/bin/bench/%_shared: $(OBJ)/test/bench/%.o $(COUNTS_WITH) $(BUILD)/lib/libringfence.so
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -Wl,-z,now -Wl,-rpath,$(abspath $(BUILD))/lib -o $@ $(filter %.o,$^) -L$(BUILD)/lib -lringfence -pthread

bench-counts: $(COUNTS_BIN) ## Instructions of the runtime path beside the committed ones; ACCEPT=1 writes them
	@test/tools/deps.sh bench-counts
	@test/tools/bench_counts.py $(BUILD) $(if $(filter 1,$(ACCEPT)),--accept)

-include $(COUNTS_WITH:.o=.d) $(OBJ)/test/bench/counts.d $(OBJ)/test/bench/init_counts.d $(patsubst %,$(OBJ)/test/bench/%.d,stream_counts stream_scene)
