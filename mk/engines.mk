# SPDX-License-Identifier: Apache-2.0
#
# Engines that are software, beside the library: libringfence_dla, which is behind cudla.h; and, where oneDNN is found,
# libringfence_dla_network, which computes networks for it.

DLA_SONAME   := libringfence_dla.so.0
ENGINE_ROOMS := beside worker gpu dla dla/gpu dla/network
ENGINE_SRC   := $(wildcard $(ENGINE_ROOMS:%=src/%/*.c))
# The kernels of the hybrid mode; without nvcc there are none, and hybrid.h says so.
DLA_KERNEL   := $(wildcard src/dla/gpu/behaviours.cu)
DLA_IMAGE    ?= $(OBJ)/gen/hybrid_image.c
DLA_IMAGE_OBJ := $(if $(DLA_KERNEL),$(OBJ)/src/dla/gpu/hybrid_image.o)
ENGINE_OBJ   := $(ENGINE_SRC:%.c=$(OBJ)/%.o) $(DLA_IMAGE_OBJ)
DLA_PUBLIC   := --wildcard --keep-global-symbol='cudla*' --keep-global-symbol='ringfenceDla*'

# The library of networks needs a oneDNN of version 2 whose threads are those of OpenMP, as Debian has it. Without it there
# is none, and cudlaModuleLoadFromMemory says so.
NETWORK_SONAME := libringfence_dla_network.so.0
ONEDNN_ASKS    := \#include <dnnl.h>\n\#if (DNNL_VERSION_MAJOR != 2) || (DNNL_CPU_THREADING_RUNTIME != DNNL_RUNTIME_OMP)\n\#error\n\#endif\n
# Compilers for another machine may see the headers of this one, but not its libraries.
ONEDNN_FILE    := $(findstring /,$(shell $(CC) -print-file-name=libdnnl.so 2>/dev/null))
HAS_ONEDNN     := $(if $(ONEDNN_FILE),$(shell printf '$(ONEDNN_ASKS)' | $(CC) -E -x c - >/dev/null 2>&1 && echo yes))
NETWORK_SRC    := $(if $(HAS_ONEDNN),$(wildcard src/dla/onednn/*.c) $(addprefix src/dla/network/,network_read.c shapes.c cost.c) \
                  src/dla/loadable_layout.c)
NETWORK_OBJ    := $(NETWORK_SRC:%.c=$(OBJ)/%.o)
NETWORK_LIB    := $(if $(NETWORK_SRC),$(BUILD)/lib/$(NETWORK_SONAME))

.PHONY: engines engine-objects
ENGINE_LIBS := $(if $(ENGINE_SRC),$(BUILD)/lib/libringfence_dla.a $(BUILD)/lib/libringfence_dla.so $(NETWORK_LIB))
engines: lib $(ENGINE_LIBS) ## Software engines: behind cudla.h, and of NvMedia 2D

# Elementwise results are the same bytes on each CPU and GPU.
$(OBJ)/src/dla/%.o: LIB_FLAGS += -ffp-contract=off

# Rewritten when another image is chosen, and when nvcc comes, goes or changes.
$(OBJ)/flags-dla-image: FORCE
	@mkdir -p $(@D)
	@now="$(DLA_IMAGE) $$(test/tools/gpu.sh version)"; printf '%s\n' "$$now" | cmp -s - $@ || printf '%s\n' "$$now" >$@

$(OBJ)/gen/hybrid_image.c: $(DLA_KERNEL) $(wildcard src/dla/*.h src/dla/gpu/*.h) test/tools/gpu.sh $(OBJ)/flags-dla-image
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q)test/tools/gpu.sh image $@ $(DLA_KERNEL) hybrid_image dla/gpu/driver.h

$(OBJ)/src/dla/gpu/hybrid_image.o: $(DLA_IMAGE) $(OBJ)/flags $(OBJ)/flags-dla-image
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) -MMD -MP -c -o $@ $<

# All objects in one, in which nothing but the public functions is visible.
$(OBJ)/ringfence_dla.o: $(ENGINE_OBJ)
	@$(say) LD $@
	$(Q)$(LD) -r -o $@ $(ENGINE_OBJ)
	$(Q)$(call NOTE,3) && $(OBJCOPY) $(WITH_NOTE) $@
	$(Q)$(OBJCOPY) $(NOTE_ALIGNED) $(DLA_PUBLIC) $@

$(BUILD)/lib/libringfence_dla.a: $(OBJ)/ringfence_dla.o
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $<

$(BUILD)/lib/$(DLA_SONAME): $(OBJ)/ringfence_dla.o $(BUILD)/lib/libringfence.so
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(DLA_SONAME) -Wl,-rpath,'$$ORIGIN' -Wl,-z,defs -Wl,-Bsymbolic-functions -Wl,-z,relro -Wl,-z,now -Wl,-z,nodelete \
	    $(LDFLAGS) -o $@ $^ -ldl

$(BUILD)/lib/libringfence_dla.so: $(BUILD)/lib/$(DLA_SONAME)
	@ln -sf $(DLA_SONAME) $@

$(OBJ)/ringfence_dla_network.o: $(NETWORK_OBJ)
	@$(say) LD $@
	$(Q)$(LD) -r -o $@ $(NETWORK_OBJ)
	$(Q)$(OBJCOPY) --wildcard --keep-global-symbol='ringfence_network_*' $@

# What oneDNN calls for memory, C++'s names for new and delete among them: src/dla/onednn/heap.c.
NETWORK_HEAP := malloc=malloc calloc=calloc realloc=realloc aligned_alloc=aligned_alloc posix_memalign=posix_memalign free=free \
                _Znwm=new _ZnwmRKSt9nothrow_t=new_quietly _ZdlPv=delete
NETWORK_NAMES := $(foreach pair,$(NETWORK_HEAP),-Wl,--defsym=$(subst =,=ringfence_network_,$(pair)))

# Of libgomp there is no link name with each compiler.
$(BUILD)/lib/$(NETWORK_SONAME): $(OBJ)/ringfence_dla_network.o
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(NETWORK_SONAME) -Wl,-z,defs -Wl,-Bsymbolic-functions -Wl,-z,relro -Wl,-z,now \
	    $(NETWORK_NAMES) $(LDFLAGS) -o $@ $^ -ldnnl -l:libgomp.so.1

engine-objects: $(ENGINE_OBJ)

# Tests and fuzz targets of engines are linked with their objects besides; what makes calls fail stands between for some.
ENGINE_FAULT := $(filter $(BUILD)/bin/unit/worker/%_fault_test $(BUILD)/bin/unit/dla/%_fault_test,$(TEST_BIN))
$(ENGINE_FAULT): LINK_WRAP = $(WRAP)
# Here the test changes bytes between a look at them and their use.
$(BUILD)/bin/unit/dla/translate_test: LINK_WRAP = -Wl,--wrap=loadable_statistics_csv
$(BUILD)/bin/unit/dla/live_bytes_test: LINK_WRAP = -Wl,--wrap=loadable_layout -Wl,--wrap=network_open
# Here the test says whether there is a library of networks.
$(BUILD)/bin/unit/dla/network_absent_test: LINK_WRAP = -Wl,--wrap=dlmopen -Wl,--wrap=dlsym
# Here the test says how long a rehearsal takes.
$(BUILD)/bin/unit/dla/network_room_test: LINK_WRAP = -Wl,--wrap=network_rehearse

$(BUILD)/bin/unit/worker/%_test: $(OBJ)/test/unit/worker/%_test.o $(SUPPORT_OBJ) $(LIB_OBJ) $(OBJ)/src/kit/kit.o $(ENGINE_OBJ)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(QUICK_LD) $(LINK_WRAP) -o $@ $^ -lcmocka -ldl -pthread

# They look for the library of networks where it was built; sanitizers stand before dlopen(), so that only this kind of path is
# asked.
$(BUILD)/bin/unit/dla/%_test: $(OBJ)/test/unit/dla/%_test.o $(SUPPORT_OBJ) $(LIB_OBJ) $(OBJ)/src/kit/kit.o $(ENGINE_OBJ) | $(NETWORK_LIB)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(QUICK_LD) $(LINK_WRAP) -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/../../../lib' -o $@ $^ -lcmocka -ldl -pthread

$(BUILD)/bin/system/dla_%_test: $(OBJ)/test/system/dla_%_test.o $(SUPPORT_OBJ) $(LIB_OBJ) $(OBJ)/src/kit/kit.o $(ENGINE_OBJ)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(QUICK_LD) $(LINK_WRAP) -o $@ $^ -lcmocka -ldl -pthread

# What calls oneDNN is a part of them, so that sanitizers look at it.
$(BUILD)/bin/fuzz/fuzz_dla_%: $(OBJ)/test/fuzz/fuzz_dla_%.o $(LIB_OBJ) $(ENGINE_OBJ) $(filter $(OBJ)/src/dla/onednn/%,$(NETWORK_OBJ))
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(if $(NETWORK_SRC),-ldnnl -l:libgomp.so.1) -ldl -pthread

-include $(ENGINE_OBJ:.o=.d) $(NETWORK_OBJ:.o=.d)
