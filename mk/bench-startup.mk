# SPDX-License-Identifier: Apache-2.0
#
# Startup and memory of a process with one object, and messages of channels, beside other libraries: mk/bench.mk says which.

CLIENTS       := nothing ours $(if $(BENCH_IOX),iceoryx) $(if $(BENCH_DDS),cyclonedds)
CLIENTS_BIN   := $(CLIENTS:%=$(BUILD)/bench/client_%)
CLIENTS_OBJ   := $(CLIENTS:%=$(OBJ)/test/bench/clients/%.o)

CHANNELS_OBJ  := $(patsubst %,$(OBJ)/test/bench/%.o,clock cpus channels channels_iceoryx$(if $(BENCH_IOX),,_none))

.PHONY: bench-startup bench-channels

$(CLIENTS_OBJ) $(filter %/channels.o %/channels_iceoryx.o %/channels_iceoryx_none.o,$(CHANNELS_OBJ)): $(OBJ)/%.o: %.c $(OBJ)/flags $(OBJ)/flags-bench
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(BENCH_FLAGS) -MMD -MP -c -o $@ $<

$(OBJ)/test/bench/clients/cyclonedds.o: $(OBJ)/gen/bench/hop.c
$(BUILD)/bench/client_ours: $(BUILD)/lib/libringfence_kit.a $(BUILD)/lib/libringfence.a
$(BUILD)/bench/client_cyclonedds: $(OBJ)/gen/bench/hop.o
$(BUILD)/bench/client_iceoryx: CLIENT_LIBS = $(filter -L% -Wl%,$(BENCH_LIBS)) -liceoryx_binding_c
$(BUILD)/bench/client_cyclonedds: CLIENT_LIBS = $(filter -L% -Wl%,$(BENCH_LIBS)) -lddsc
$(CLIENTS_BIN): $(BUILD)/bench/client_%: $(OBJ)/test/bench/clients/%.o
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(CLIENT_LIBS) -pthread

bench-startup: ## Startup and memory of a process with one object, beside other libraries; ARGS=--quick
	@test/tools/deps.sh bench
	@$(MAKE) --no-print-directory $(CLIENTS_BIN)
	@test/tools/bench_startup.py $(BUILD) $(BENCH_USR) $(BENCH_LIB) $(ARGS)

$(BUILD)/bench/channels: $(CHANNELS_OBJ) $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(filter -L% -Wl%,$(BENCH_LIBS)) $(if $(BENCH_IOX),-liceoryx_binding_c) -pthread -lrt

bench-channels: ## Messages of channels, beside other ways; ARGS=--quick
	@test/tools/deps.sh bench
	@$(MAKE) --no-print-directory $(BUILD)/bench/channels
	@test/tools/bench_channels.py $(BUILD) $(BENCH_USR) $(BENCH_LIB) $(ARGS)

-include $(CLIENTS_OBJ:.o=.d) $(CHANNELS_OBJ:.o=.d)
