# SPDX-License-Identifier: Apache-2.0
#
# The tests of test/cuda, and what they run with where there is no GPU.

CUDA_TEST_SRC := $(filter-out $(NO_MEDIA),$(wildcard test/cuda/*_test.c))
CUDA_TEST_OBJ := $(CUDA_TEST_SRC:%.c=$(BUILD)/obj-cuda/%.o)
CUDA_TEST_BIN := $(CUDA_TEST_SRC:test/%.c=$(BUILD)/bin/%)
CUDA_FAKE_SRC := $(filter-out %_test.c %/fake_cudart.c,$(wildcard test/cuda/fake_*.c))
CUDA_FAKE_OBJ := $(CUDA_FAKE_SRC:%.c=$(BUILD)/obj-cuda/%.o)
CUDART_OBJ    := $(BUILD)/obj-cuda/test/cuda/fake_cudart.o

$(BUILD)/obj-cuda/test/%.o: test/%.c $(BUILD)/flags-cuda $(EVIDENCE)
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(TEST_FLAGS) -Itest/cuda $(CUDA_INCLUDE) -MMD -MP -c -o $@ $<

# A driver without a GPU, under the name by which programs find the driver.
$(BUILD)/fake/libcuda.so.1: $(CUDA_FAKE_OBJ)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,libcuda.so.1 -Wl,-Bsymbolic-functions $(LDFLAGS) -o $@ $^ -lm -ldl -pthread

$(BUILD)/fake/libcudart_static.a: $(CUDART_OBJ)
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $^

# As the kernels are compiled for a GPU.
$(BUILD)/obj-cuda/test/cuda/fake_blit.o: TEST_FLAGS += -ffp-contract=off

# Only what is marked is seen: the driver's functions and the tests' way in.
$(CUDA_FAKE_OBJ) $(CUDART_OBJ): TEST_FLAGS += -fPIC -fvisibility=hidden

# The runtime that programs with --wrap are linked with.
CUDART ?= $(BUILD)/fake/libcudart_static.a

# The same as a shared runtime, with the version of its names that CUDA's has.
$(BUILD)/fake/libcudart.so.13: $(CUDART_OBJ)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)printf 'libcudart.so.13 { *; };\n' >$@.map
	$(Q)$(CC) -shared -Wl,-soname,$(@F) -Wl,--version-script=$@.map $(LDFLAGS) -o $@ $^ -ldl -pthread

$(BUILD)/fake/libplugin.so: $(BUILD)/obj-cuda/test/cuda/preload/plugin.o $(BUILD)/fake/libcudart.so.13
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared $(LDFLAGS) -o $@ $< $(CUDART_SO)

# Programs with CUDA's names and a shared runtime: as they are, and linked with the preload library; one with a copy of the
# library of its own, one that loads a runtime itself.
CUDART_SO ?= $(BUILD)/fake/libcudart.so.13
CUDA_PRE_DIR  := $(BUILD)/bin/cuda/preload
CUDA_PRE_BIN  := $(patsubst $(BUILD)/bin/cuda/%,$(CUDA_PRE_DIR)/%,$(filter $(BUILD)/bin/cuda/wrap_%,$(CUDA_TEST_BIN))) \
                 $(CUDA_PRE_DIR)/split_test $(CUDA_PRE_DIR)/local_test $(CUDA_PRE_DIR)/opened_test $(CUDA_PRE_DIR)/builds_test
CUDA_PRE_LINKED := $(patsubst $(BUILD)/bin/cuda/%,$(CUDA_PRE_DIR)/linked_%,$(filter $(BUILD)/bin/cuda/wrap_%,$(CUDA_TEST_BIN)))
# With the static runtime; and as the link names of NvSci link, behind CUDA's own libraries, with either runtime.
CUDA_PRE_STATIC := $(CUDA_PRE_DIR)/static_names_test $(CUDA_PRE_DIR)/static_graph_test
CUDA_PRE_NAMED  := $(CUDA_PRE_DIR)/named_names_test $(CUDA_PRE_DIR)/named_graph_test $(CUDA_PRE_DIR)/named_static_names_test \
                   $(CUDA_PRE_DIR)/named_opened_test
CUDA_PRE_LIBS := $(BUILD)/lib/libringfence.so $(BUILD)/lib/libringfence_cuda_driver.so $(BUILD)/lib/ringfence_cuda_names.o $(BUILD)/fake/libcudart.so.13 \
                 $(BUILD)/fake/libcuda.so.1 $(BUILD)/fake/libplugin.so
CUDA_PRE_NEAR := $(BUILD)/fake/near/libnear.so $(BUILD)/fake/near/libcuda.so.near $(BUILD)/fake/libcuda.so
# What the link names of NvSci stand for.
CUDA_NAMED := $(BUILD)/lib/ringfence_cuda_names.o $(BUILD)/lib/libringfence_cuda_preload.so $(BUILD)/lib/libringfence.so \
              -Wl,-rpath-link,$(BUILD)/lib
$(BUILD)/obj-cuda/test/cuda/preload/plugin.o: TEST_FLAGS += -fPIC

$(CUDA_PRE_DIR)/wrap_%: $(BUILD)/obj-cuda/test/cuda/wrap_%.o $(CUDA_PRE_LIBS)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/lib/libringfence.so $(CUDART_SO) $(BUILD)/fake/libcuda.so.1 -lcmocka -ldl

$(CUDA_PRE_DIR)/linked_%: $(BUILD)/obj-cuda/test/cuda/%.o $(CUDA_PRE_LIBS)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< -L$(BUILD)/lib -lringfence_cuda_preload -lringfence_cuda -lringfence $(CUDART_SO) \
	    $(BUILD)/fake/libcuda.so.1 -lcmocka -ldl

$(CUDA_PRE_STATIC): $(CUDA_PRE_DIR)/static_%: $(BUILD)/obj-cuda/test/cuda/wrap_%.o $(CUDA_PRE_LIBS) $(BUILD)/fake/libcudart_static.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/lib/libringfence.so $(CUDART) $(BUILD)/fake/libcuda.so.1 -lcmocka -lrt -ldl -pthread

$(CUDA_PRE_DIR)/named_%: $(BUILD)/obj-cuda/test/cuda/wrap_%.o $(CUDA_PRE_LIBS)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(CUDART_SO) $(BUILD)/fake/libcuda.so.1 $(CUDA_NAMED) -lcmocka -ldl

$(CUDA_PRE_DIR)/named_static_names_test: $(BUILD)/obj-cuda/test/cuda/wrap_names_test.o $(CUDA_PRE_LIBS) $(BUILD)/fake/libcudart_static.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(CUDART) $(BUILD)/fake/libcuda.so.1 $(CUDA_NAMED) -lcmocka -lrt -ldl -pthread

$(CUDA_PRE_DIR)/opened_test: $(BUILD)/obj-cuda/test/cuda/preload/opened_test.o $(CUDA_PRE_LIBS) $(CUDA_PRE_NEAR)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/lib/libringfence.so -Wl,-rpath,'$$ORIGIN/../../../fake/near' -lcmocka -ldl

$(CUDA_PRE_DIR)/named_opened_test: $(BUILD)/obj-cuda/test/cuda/preload/opened_test.o $(CUDA_PRE_LIBS) $(CUDA_PRE_NEAR)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< -Wl,-rpath,'$$ORIGIN/../../../fake/near' -lcmocka -ldl $(CUDA_NAMED)

# A library and a driver in a folder that one program alone knows, and the driver under its short name.
$(BUILD)/fake/near/libnear.so:
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -nostdlib -o $@ -x c /dev/null

$(BUILD)/fake/near/libcuda.so.near $(BUILD)/fake/libcuda.so: $(BUILD)/fake/libcuda.so.1
	@mkdir -p $(@D)
	$(Q)ln -sf $(abspath $<) $@

$(CUDA_PRE_DIR)/split_test: $(BUILD)/obj-cuda/test/cuda/preload/split_test.o $(CUDA_PRE_LIBS) $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/lib/libringfence.a $(CUDART_SO) $(BUILD)/fake/libcuda.so.1 -lcmocka -pthread

$(CUDA_PRE_DIR)/local_test: $(BUILD)/obj-cuda/test/cuda/preload/local_test.o $(CUDA_PRE_LIBS)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< -lcmocka -ldl

# A libringfence_cuda of another build, mk/mixed.mk, and a program for it.
MIXED_CUDA := $(MIXED)/cuda_lib/$(CUDA_SONAME)
$(MIXED)/cuda_lib/beside.o: src/beside/beside.c $(OBJ)/flags
	@mkdir -p $(@D) && $(say) CC $@
	$(Q)$(CC) $(LIB_FLAGS) -DRINGFENCE_CFG_CUDA_SEMAPHORES=255U -MMD -MP -c -o $@ $<

$(MIXED_CUDA): $(filter-out %/beside/beside.o,$(CUDA_OBJ)) $(MIXED)/cuda_lib/beside.o $(BUILD)/lib/libringfence.so
	@$(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(@F) -Wl,-z,defs -Wl,-Bsymbolic-functions $(LDFLAGS) -o $@ $^ -ldl

$(MIXED)/cuda: $(BUILD)/obj-cuda/test/cuda/mixed/program.o $(BUILD)/lib/libringfence_cuda.so $(BUILD)/lib/libringfence.so
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

$(CUDA_PRE_DIR)/builds_test: $(BUILD)/obj-cuda/test/cuda/preload/builds_test.o $(CUDA_PRE_LIBS) | $(MIXED)/cuda $(MIXED_CUDA)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< -lcmocka

-include $(MIXED)/cuda_lib/beside.d $(BUILD)/obj-cuda/test/cuda/mixed/program.d

cuda-preload-tests: $(CUDA_PRE_BIN) $(CUDA_PRE_LINKED) $(CUDA_PRE_STATIC) $(CUDA_PRE_NAMED)

CUDA_WRAP_BIN := $(filter $(BUILD)/bin/cuda/wrap_% $(BUILD)/bin/cuda/fake_wrap_%,$(CUDA_TEST_BIN))
$(CUDA_WRAP_BIN): CUDA_LINK = $(BUILD)/lib/libringfence_cuda_wrap.a $(CUDA_WRAP) $(CUDART) $(BUILD)/fake/libcuda.so.1 -lrt
$(CUDA_WRAP_BIN): $(BUILD)/lib/libringfence_cuda_wrap.a $(BUILD)/fake/libcudart_static.a
# These tests have a library without a kernel.
$(BUILD)/bin/cuda/fake_kernel_test: CUDA_LINK = -Wl,--wrap=graph_image
# And this one stops between two steps of the end of an import.
$(BUILD)/bin/cuda/fake_stamp_test: CUDA_LINK = -Wl,--wrap=graph_image -Wl,--wrap=ringfence_port_mutex_unlock
# This one changes the phase in the middle of a call.
$(BUILD)/bin/cuda/fake_lost_test: CUDA_LINK = -Wl,--wrap=RingfenceEngineFenceAbandon
# The hybrid mode of the software engine.
$(filter $(BUILD)/bin/cuda/dla_% $(BUILD)/bin/cuda/fake_dla_%,$(CUDA_TEST_BIN)): $(ENGINE_OBJ)
$(BUILD)/bin/cuda/fake_dla_load_test: CUDA_LINK = -Wl,--wrap=hybrid_image
$(BUILD)/bin/cuda/dla_network_test: CUDA_LINK = -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/../../lib'
$(BUILD)/bin/cuda/dla_network_test: | $(NETWORK_LIB)
# Blits on a GPU.
CUDA_MEDIA_BIN := $(filter $(addprefix $(BUILD)/bin/cuda/,blit_% media_% fake_blit_% fake_media_%),$(CUDA_TEST_BIN))
$(CUDA_MEDIA_BIN): $(MEDIA_OBJ)
$(CUDA_MEDIA_BIN): CUDA_LINK = $(MEDIA_NEEDS)
$(BUILD)/bin/cuda/fake_blit_load_test: CUDA_LINK = -Wl,--wrap=blit_image $(MEDIA_NEEDS)
# This test makes threads and bells of the library fail.
$(BUILD)/bin/cuda/cuda_watch_test: CUDA_LINK = -Wl,--wrap=pthread_create -Wl,--wrap=eventfd
$(BUILD)/bin/cuda/fake_cudart_test: CUDA_LINK = $(BUILD)/fake/libcudart_static.a
$(BUILD)/bin/cuda/fake_cudart_test: $(BUILD)/fake/libcudart_static.a

# Which libcuda.so.1 they run with is decided when they start.
$(BUILD)/bin/cuda/%_test: $(BUILD)/obj-cuda/test/cuda/%_test.o $(CUDA_OBJ) $(SUPPORT_OBJ) $(LIB_OBJ) \
                          $(BUILD)/fake/libcuda.so.1
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(QUICK_LD) -o $@ $(filter-out %.a,$^) $(CUDA_LINK) -lcmocka -ldl -pthread

# Programs by themselves for a GPU, which show a machine's driver to the library. Linked with the driver without a GPU, whose
# name that of the machine has too.
CUDA_ALONE_SRC := $(wildcard test/cuda/alone/*.c)
CUDA_ALONE_BIN := $(CUDA_ALONE_SRC:test/%.c=$(BUILD)/bin/%)
CUDA_ALONE_OBJ := $(CUDA_ALONE_SRC:%.c=$(BUILD)/obj-cuda/%.o)

$(BUILD)/bin/cuda/alone/%: $(BUILD)/obj-cuda/test/cuda/alone/%.o $(CUDA_OBJ) $(LIB_OBJ) $(BUILD)/fake/libcuda.so.1
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ldl -pthread

.PHONY: cuda-tests cuda-preload-tests test-cuda cuda-alone cuda-alone-programs
cuda-alone-programs: $(CUDA_ALONE_BIN)

cuda-alone: ## Builds and runs the programs that lose contexts and stress CUDA; needs a GPU
	@test/tools/deps.sh cuda
	@include=$$(test/tools/cuda_headers.sh) && $(MAKE) --no-print-directory cuda-alone-programs "CUDA_INCLUDE=$$include"
	@for program in $(CUDA_ALONE_BIN); do $$program || exit 1; done

cuda-tests: $(CUDA_TEST_BIN)

test-cuda: ## The tests of test/cuda with the GPU and the driver of this machine
	@test/tools/deps.sh cuda
	@test/tools/test_cuda.sh

-include $(CUDA_TEST_OBJ:.o=.d) $(CUDA_ALONE_OBJ:.o=.d) $(CUDA_FAKE_OBJ:.o=.d) $(CUDART_OBJ:.o=.d)
