# SPDX-License-Identifier: Apache-2.0
#
# Payloads of streams beside iceoryx: mk/bench.mk says where that comes from.

FLOWS_OBJ := $(patsubst %,$(OBJ)/test/bench/%.o,clock cpus stream_scene streams streams_run streams_ours streams_iceoryx$(if $(BENCH_IOX),,_none))

.PHONY: bench-streams

$(filter %/streams.o %/streams_run.o %/streams_ours.o %/streams_iceoryx.o %/streams_iceoryx_none.o,$(FLOWS_OBJ)): $(OBJ)/%.o: %.c \
        $(OBJ)/flags $(OBJ)/flags-bench
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(BENCH_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/bench/streams: $(FLOWS_OBJ) $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(filter -L% -Wl%,$(BENCH_LIBS)) $(if $(BENCH_IOX),-liceoryx_binding_c) -pthread

bench-streams: ## Payloads of streams, beside iceoryx; ARGS=--quick
	@test/tools/deps.sh bench
	@$(MAKE) --no-print-directory $(BUILD)/bench/streams
	@test/tools/bench_streams.py $(BUILD) $(BENCH_USR) $(BENCH_LIB) $(ARGS)

-include $(FLOWS_OBJ:.o=.d)
