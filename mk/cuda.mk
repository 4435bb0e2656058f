# SPDX-License-Identifier: Apache-2.0
#
# The libraries for CUDA: libringfence_cuda, the wrappers of names of CUDA, the preload library.

# Everything here is built by a make of its own, which knows where CUDA's headers are.
CUDA_INCLUDE ?=
CUDA_SONAME  := libringfence_cuda.so.0

CUDA_PRE_SRC  := $(wildcard src/cuda/shim/preload.c src/cuda/shim/next_symbol.c src/cuda/shim/proc_address.c src/port/preload/*.c)
CUDA_LINK_SRC := src/cuda/shim/linked.c
CUDA_WRAP_SRC := $(filter-out $(CUDA_PRE_SRC) $(CUDA_LINK_SRC),$(wildcard src/cuda/shim/*.c))
CUDA_SRC      := $(wildcard $(addprefix src/cuda/,$(addsuffix /*.c,driver sync memory api)))
CUDA_KERNEL   := src/cuda/kernels/store.cu
# Programs of tests have engines too, so what each library has in itself is one object.
CUDA_WITH     := $(patsubst %.c,$(OBJ)/%.o,$(wildcard src/beside/*.c) $(addprefix src/gpu/,driver.c gpu.c lane.c memory.c))
CUDA_OBJ      := $(CUDA_SRC:%.c=$(BUILD)/obj-cuda/%.o) $(BUILD)/obj-cuda/src/cuda/graph_image.o $(CUDA_WITH)
CUDA_WRAP_OBJ := $(CUDA_WRAP_SRC:%.c=$(BUILD)/obj-cuda/%.o)
CUDA_PRE_OBJ  := $(CUDA_PRE_SRC:%.c=$(BUILD)/obj-cuda/%.o) $(filter-out %/wrap_static.o,$(CUDA_WRAP_OBJ))

# The names of CUDA that are taken over: each begins a row of the table.
CUDA_TABLE   := src/cuda/shim/names.h
CUDA_WRAPPED := $(shell sed -n 's/^ *[A-Z]*.[A-Z]*, _\(cu[A-Za-z0-9_]*\),.*/\1/p' $(CUDA_TABLE) 2>/dev/null)
CUDA_WRAP    := $(CUDA_WRAPPED:%=-Wl,--wrap=%)
# In the preload library the wrappers have CUDA's own names; so have what gives addresses of functions, and dlopen().
CUDA_PRELOAD := $(foreach name,$(CUDA_WRAPPED),--redefine-sym=__wrap_$(name)=$(name)) $(CUDA_WRAPPED:%=--keep-global-symbol=%) \
                --redefine-sym=preload_proc_address=cuGetProcAddress --keep-global-symbol=cuGetProcAddress \
                --redefine-sym=preload_proc_address_v2=cuGetProcAddress_v2 --keep-global-symbol=cuGetProcAddress_v2 \
                --redefine-sym=port_linker_open=dlopen --keep-global-symbol=dlopen
# The names that a program has itself if it is linked by the link names of NvSci, and what they lead to.
CUDA_LINKED  := $(CUDA_WRAPPED) cuGetProcAddress cuGetProcAddress_v2 dlopen
CUDA_PUBLIC := --wildcard --keep-global-symbol='ringfenceCu*'

.PHONY: cuda cuda-libraries cuda-objects
cuda: lib ## The libraries for programs that use CUDA
	@if include=$$(test/tools/cuda_headers.sh); then \
	    $(MAKE) --no-print-directory cuda-libraries "CUDA_INCLUDE=$$include"; fi

$(BUILD)/flags-cuda: export CUDA_FLAGS_NOW = $(CC) $(LIB_FLAGS) $(CUDA_INCLUDE) $(LDFLAGS) $(CUDA_WRAP)
$(BUILD)/flags-cuda: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' "$$CUDA_FLAGS_NOW" | cmp -s - $@ || printf '%s\n' "$$CUDA_FLAGS_NOW" >$@

$(BUILD)/obj-cuda/src/%.o: src/%.c $(BUILD)/flags-cuda
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) $(CUDA_INCLUDE) -MMD -MP -c -o $@ $<

# The kernel, compiled by nvcc and as an array of bytes; the tests may have one of their own, which the driver without
# a GPU takes.
CUDA_IMAGE ?= $(BUILD)/gen/graph_image.c

# Rewritten when another image is chosen, and when nvcc comes, goes or changes.
$(BUILD)/flags-image: FORCE
	@mkdir -p $(@D)
	@now="$(CUDA_IMAGE) $$(test/tools/gpu.sh version)"; printf '%s\n' "$$now" | cmp -s - $@ || printf '%s\n' "$$now" >$@

$(BUILD)/gen/graph_image.c: $(CUDA_KERNEL) test/tools/gpu.sh $(BUILD)/flags-image
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q)test/tools/gpu.sh image $@ $<

$(BUILD)/obj-cuda/src/cuda/graph_image.o: $(CUDA_IMAGE) $(BUILD)/flags-cuda $(BUILD)/flags-image
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) $(CUDA_INCLUDE) -MMD -MP -c -o $@ $<

$(BUILD)/obj-cuda/ringfence_cuda.o: $(CUDA_OBJ)
	@$(say) LD $@
	$(Q)$(LD) -r -o $@ $(CUDA_OBJ)
	$(Q)$(call NOTE,2) && $(OBJCOPY) $(WITH_NOTE) $@
	$(Q)$(OBJCOPY) $(NOTE_ALIGNED) $(CUDA_PUBLIC) $@

$(BUILD)/lib/libringfence_cuda.a: $(BUILD)/obj-cuda/ringfence_cuda.o
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $<

$(BUILD)/lib/$(CUDA_SONAME): $(BUILD)/obj-cuda/ringfence_cuda.o $(BUILD)/lib/libringfence.so
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(CUDA_SONAME) -Wl,-rpath,'$$ORIGIN' -Wl,-z,defs -Wl,-z,relro -Wl,-z,now -Wl,-z,nodelete $(LDFLAGS) -o $@ $^ -ldl

$(BUILD)/lib/libringfence_cuda.so: $(BUILD)/lib/$(CUDA_SONAME)
	@ln -sf $(CUDA_SONAME) $@

# For programs that are linked with --wrap, so that they may keep CUDA's names.
$(BUILD)/lib/libringfence_cuda_wrap.a: $(CUDA_WRAP_OBJ) $(BUILD)/gen/cuda_names.txt
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $(CUDA_WRAP_OBJ)

# The same names for who installs the library or checks what it shows.
$(BUILD)/gen/cuda_names.txt: $(CUDA_TABLE) mk/cuda.mk
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q)printf '%s\n' $(CUDA_WRAPPED) >$@

cuda-objects: $(CUDA_OBJ)

# For programs with a shared CUDA runtime: CUDA's names, which go to the wrappers and from there to the next definition.
$(BUILD)/obj-cuda/preload.o: $(CUDA_PRE_OBJ) $(CUDA_TABLE)
	@$(say) LD $@
	$(Q)$(LD) -r -o $@ $(CUDA_PRE_OBJ)
	$(Q)$(OBJCOPY) $(CUDA_PRELOAD) $@

# The jumps at the end of port_linker_open() and linked_dlopen() must be jumps, whatever CFLAGS are.
$(BUILD)/obj-cuda/src/port/preload/linker.o $(BUILD)/obj-cuda/$(CUDA_LINK_SRC:.c=.o): LIB_FLAGS += -O2 -foptimize-sibling-calls

# Its own names are its own, wherever the driver stands before it.
$(BUILD)/lib/libringfence_cuda_preload.so: $(BUILD)/obj-cuda/preload.o $(BUILD)/lib/libringfence_cuda.so $(BUILD)/lib/libringfence.so
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(@F) -Wl,-rpath,'$$ORIGIN' -Wl,-z,defs -Wl,-z,relro -Wl,-z,now -Wl,-z,nodelete -Wl,-Bsymbolic-functions \
	    $(foreach name,$(CUDA_LINKED),-Wl,--defsym=ringfence_$(name)=$(name)) $(LDFLAGS) -o $@ $^ -ldl

# What a program gets that opens the driver: the preload library and the driver, in this order. There may be no driver here.
$(BUILD)/gen/libcuda.so.1:
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -nostdlib -Wl,-soname,$(@F) -o $@ -x c /dev/null

$(BUILD)/lib/libringfence_cuda_driver.so: $(BUILD)/lib/libringfence_cuda_preload.so $(BUILD)/gen/libcuda.so.1
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -nostdlib -Wl,-soname,$(@F) -Wl,-rpath,'$$ORIGIN' -Wl,--no-as-needed -o $@ -x c /dev/null -x none $^

# The link names of NvSci bring it into the program.
$(BUILD)/obj-cuda/$(CUDA_LINK_SRC:.c=.o): LIB_FLAGS += -fvisibility=hidden
$(BUILD)/lib/ringfence_cuda_names.o: $(BUILD)/obj-cuda/$(CUDA_LINK_SRC:.c=.o) $(CUDA_TABLE)
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q)$(OBJCOPY) --strip-debug $(foreach name,$(CUDA_LINKED),--redefine-sym=linked_$(name)=$(name) --weaken-symbol=$(name)) $< $@

cuda-libraries: $(if $(CUDA_SRC),$(BUILD)/lib/libringfence_cuda.a $(BUILD)/lib/libringfence_cuda.so) \
                $(if $(CUDA_WRAP_SRC),$(BUILD)/lib/libringfence_cuda_wrap.a $(BUILD)/lib/libringfence_cuda_preload.so \
                  $(BUILD)/lib/libringfence_cuda_driver.so $(BUILD)/lib/ringfence_cuda_names.o)
	@$(if $(CUDA_SRC),:,echo "There is nothing in src/cuda.")
	@grep -q g_image $(CUDA_IMAGE) || \
	    echo "Nodes of graphs that signal are left out: there is no nvcc (PATH, CUDA_HOME, /usr/local/cuda)."

-include $(CUDA_OBJ:.o=.d) $(CUDA_WRAP_OBJ:.o=.d) $(CUDA_PRE_OBJ:.o=.d) $(BUILD)/obj-cuda/$(CUDA_LINK_SRC:.c=.d)
