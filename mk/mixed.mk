# SPDX-License-Identifier: Apache-2.0
#
# Libraries and programs of two builds, for test/system/builds_test.c; mk/cuda-tests.mk has those for CUDA. The other build is
# the same source with a value of its stamp that differs.

MIXED := $(BUILD)/mixed
# With a row more in the table of functions.
MIXED_ROW   := $(filter-out %/core/stamp.o,$(LIB_OBJ)) $(MIXED)/row/stamp.o
# With another capacity.
MIXED_TASKS := $(filter-out %/beside/beside.o,$(ENGINE_OBJ)) $(MIXED)/tasks/beside.o

$(MIXED)/row/sync/api.def: src/sync/api.def
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q)sed '/ROW(OP_SYNC_MODULE_CLOSE,/i ROW(OP_ONE_MORE, 199U, "NvSciSyncOneMore", ADMIT_INIT) \\' $< >$@
	$(Q)grep -q OP_ONE_MORE $@

$(MIXED)/row/stamp.o: src/core/stamp.c $(MIXED)/row/sync/api.def $(OBJ)/flags
	@$(say) CC $@
	$(Q)$(CC) -I$(MIXED)/row $(LIB_FLAGS) -MMD -MP -c -o $@ $<

$(MIXED)/tasks/beside.o: src/beside/beside.c $(OBJ)/flags
	@mkdir -p $(@D) && $(say) CC $@
	$(Q)$(CC) $(LIB_FLAGS) -DRINGFENCE_CFG_DLA_TASKS=63U -MMD -MP -c -o $@ $<

# As the libraries are made of their objects: mk/library.mk, mk/engines.mk.
$(MIXED)/row/ringfence.o: $(MIXED_ROW)
	@$(say) LD $@
	$(Q)$(LD) -r -o $@ $^
	$(Q)$(OBJCOPY) $(PUBLIC) $@

$(MIXED)/tasks/ringfence_dla.o: $(MIXED_TASKS)
	@$(say) LD $@
	$(Q)$(LD) -r -o $@ $^
	$(Q)$(OBJCOPY) $(DLA_PUBLIC) $@

$(MIXED)/row/$(SONAME): $(MIXED)/row/ringfence.o
	@$(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs -Wl,-Bsymbolic-functions $(LDFLAGS) -o $@ $<

$(MIXED)/tasks/$(DLA_SONAME): $(MIXED)/tasks/ringfence_dla.o $(BUILD)/lib/libringfence.so
	@$(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(DLA_SONAME) -Wl,-z,defs -Wl,-Bsymbolic-functions $(LDFLAGS) -o $@ $^ -ldl

MIXED_PROGRAM := $(OBJ)/test/system/mixed/program.o
# Libraries are found where LD_LIBRARY_PATH says; in one program both libraries, in one this library alone, which stands before
# the shared one.
$(MIXED)/shared: $(MIXED_PROGRAM) $(BUILD)/lib/libringfence_dla.so $(BUILD)/lib/libringfence.so
$(MIXED)/static: $(MIXED_PROGRAM) $(MIXED)/tasks/ringfence_dla.o $(BUILD)/lib/libringfence.a
$(MIXED)/two: $(MIXED_PROGRAM) $(MIXED)/row/ringfence.o $(BUILD)/lib/libringfence_dla.so
MIXED_BIN := $(addprefix $(MIXED)/,shared static two)
$(MIXED_BIN):
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -Wl,-rpath-link,$(BUILD)/lib -ldl -pthread

# Shared libraries are not linked with sanitizers: there the test has nothing to run, and says so.
$(BUILD)/bin/system/builds_test: | $(if $(findstring -fsanitize,$(LDFLAGS)),,$(MIXED_BIN) $(MIXED)/row/$(SONAME) $(MIXED)/tasks/$(DLA_SONAME))

-include $(MIXED)/row/stamp.d $(MIXED)/tasks/beside.d $(MIXED_PROGRAM:.o=.d)
