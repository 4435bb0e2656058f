# SPDX-License-Identifier: Apache-2.0
#
# libringfence.a and libringfence.so; libringfence_free.a for programs that call free() on descriptors; libringfence_kit.a;
# libringfence_mission.a, against which objects link that call what RUNTIME admits.

SONAME      := libringfence.so.0
# The port of the host: a directory of src/port.
HOST_PORT   ?= posix
# OBJ=folder on the command line: objects of another build, which has the same compiler and flags.
OBJ         := $(BUILD)/obj
LIB_ROOMS   := core attr sync buf buf/types engine ipc share stream stream/tree stream/remote stream/chip port/common port/$(HOST_PORT)
LIB_SRC     := $(filter-out %_raw.c %/no_ipc.c %/no_chip.c %/no_streams.c,$(wildcard $(LIB_ROOMS:%=src/%/*.c)))
LIB_OBJ     := $(LIB_SRC:%.c=$(OBJ)/%.o) $(OBJ)/src/ipc/builtin.o

# The public functions, and those of the library's inside that libringfence_cuda uses.
PUBLIC   := --wildcard --keep-global-symbol='NvSci*' --keep-global-symbol='Ringfence*' --keep-global-symbol='ringfence_*'

# Marks the object that a copy of the library is in. A note: length of the owner, length of the description, type, both texts.
NOTE = printf '\012\0\0\0\004\0\0\0\$(1)\0\0\0Ringfence\0\0\0\0\0\0\0' >$@.note
WITH_NOTE = --add-section=.note.ringfence=$@.note --set-section-flags=.note.ringfence=alloc,readonly,contents
NOTE_ALIGNED = --set-section-alignment=.note.ringfence=4

.PHONY: lib objects portable install uninstall dist clean

# Rewritten when the compiler or a flag changes, so that no object of another profile is linked.
$(OBJ)/flags: export FLAGS_NOW = $(CC) $(LIB_FLAGS) $(LDFLAGS) $(WRAP)
$(OBJ)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' "$$FLAGS_NOW" | cmp -s - $@ || printf '%s\n' "$$FLAGS_NOW" >$@

$(OBJ)/src/%.o: src/%.c $(OBJ)/flags
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) -MMD -MP -c -o $@ $<

# The endpoint table that is built in, as an array of bytes.
$(OBJ)/gen/builtin.c: $(TABLE) mk/library.mk
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q){ echo '#include "ipc/ipc.h"'; echo 'static const char g_ipc_bytes[] = {'; \
	    od -An -v -tu1 $< | sed 's/\([0-9][0-9]*\)/\1,/g'; \
	    echo '};'; echo 'const char *ipc_builtin_table(size_t *length)'; \
	    echo '{ *length = sizeof(g_ipc_bytes); return g_ipc_bytes; }'; } >$@

$(OBJ)/src/ipc/builtin.o: $(OBJ)/gen/builtin.c $(OBJ)/flags
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) -MMD -MP -c -o $@ $<

# All objects in one, in which nothing but the public functions is visible.
$(OBJ)/ringfence.o: $(LIB_OBJ)
	@$(say) LD $@
	$(Q)$(LD) -r -o $@ $(LIB_OBJ)
	$(Q)$(call NOTE,1) && $(OBJCOPY) $(WITH_NOTE) $@
	$(Q)$(OBJCOPY) $(NOTE_ALIGNED) $(PUBLIC) $@

$(BUILD)/lib/libringfence.a: $(OBJ)/ringfence.o
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $<

# It stays when it is closed: threads of the library may run in it, and what the C library calls at a fork.
$(BUILD)/lib/$(SONAME): $(OBJ)/ringfence.o
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs -Wl,-Bsymbolic-functions -Wl,-z,relro -Wl,-z,now -Wl,-z,nodelete \
	    $(LDFLAGS) -o $@ $<

$(BUILD)/lib/libringfence.so: $(BUILD)/lib/$(SONAME)
	@ln -sf $(SONAME) $@

# For programs that call free() on descriptors; no part of the library.
$(BUILD)/lib/libringfence_free.a: $(OBJ)/src/free/free.o
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $<

# What stands beside the API, of public functions alone; no part of the library.
$(BUILD)/lib/libringfence_kit.a: $(OBJ)/src/kit/kit.o
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $<

# A file for each function that RUNTIME does not admit: docs/mission.md. They stand before the library, whose own functions of
# these names are not asked for then.
MISSION := $(OBJ)/gen/mission
$(MISSION)/refusals.o: mk/mission.sh src/core/tables.h $(wildcard src/*/api.def cfg/*.h cfg/profiles/*.h) $(OBJ)/flags
	@$(say) GEN $(MISSION)
	$(Q)mk/mission.sh $(MISSION) $(CC) $(LIB_FLAGS)
	$(Q)cd $(MISSION) && $(CC) -std=c11 -fPIC $(CFLAGS) -fno-lto -c $$(ls *.c | grep -v refusals.c) && $(CC) -std=c11 -fPIC $(CFLAGS) -fno-lto -c refusals.c

$(BUILD)/lib/libringfence_mission.a: $(MISSION)/refusals.o $(OBJ)/ringfence.o
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $$(ls $(MISSION)/*.o | grep -v refusals.o) $^

lib: $(addprefix $(BUILD)/lib/libringfence,.a .so _free.a _kit.a _mission.a)

objects: $(LIB_OBJ)

# What needs no operating system.
portable: $(filter $(addprefix $(OBJ)/src/,core/% attr/% sync/% buf/% engine/%),$(LIB_OBJ))

install: lib engines ## Headers, libraries, files of pkg-config and CMake, under DESTDIR and PREFIX
	@test/tools/install.sh "$(BUILD)" "$(DESTDIR)" "$(PREFIX)" "$(COMPAT)" "$(LIBDIR)"

uninstall: ## Takes away what 'make install' put under DESTDIR and PREFIX
	@test/tools/install.sh uninstall "$(DESTDIR)" "$(PREFIX)"

dist: ## BUILD/dist/ringfence-VERSION.tar.gz: what is committed, the same bytes for a commit
	@test/tools/dist.sh "$(BUILD)"

clean: ## Removes build/
	rm -rf -- '$(BUILD)' '$(BUILD).lock'

-include $(LIB_OBJ:.o=.d) $(OBJ)/src/free/free.d $(OBJ)/src/kit/kit.d
