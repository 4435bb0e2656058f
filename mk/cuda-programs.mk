# SPDX-License-Identifier: Apache-2.0
#
# Programs for a GPU that use CUDA under its own names.

APP_FLAGS      = $(DEMO_FLAGS) -Itest/apps/pipeline -Itest/apps/cuda $(CUDA_INCLUDE)
APP_SRC       := $(wildcard test/apps/cuda/*.c test/apps/cuda/*/*.c)
APP_OBJ       := $(APP_SRC:%.c=$(BUILD)/obj-cuda/%.o)
APP_COMMON    := $(addprefix $(BUILD)/obj-cuda/test/apps/cuda/,interop.o kernels.o second.o)
APP_PIPELINE  := $(filter-out %/device_none.o,$(DEMO_OBJ)) $(BUILD)/obj-cuda/test/apps/cuda/device.o

.PHONY: cuda-apps demo-cuda bench-cuda stream-cuda kills-cuda

$(BUILD)/obj-cuda/test/apps/%.o: test/apps/%.c $(BUILD)/flags-cuda
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(APP_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/obj-cuda/test/apps/%.o: test/apps/%.cu test/apps/cuda/kernels.h test/tools/gpu.sh
	@mkdir -p $(@D) && $(say) NVCC $<
	$(Q)test/tools/gpu.sh compile $@ $<

APP_LIBS := $(BUILD)/lib/libringfence_cuda_wrap.a $(BUILD)/lib/libringfence_cuda.a $(BUILD)/lib/libringfence.a

# As a user links a program that was written for CUDA: see docs/cuda.md.
APP_LINK = $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter-out $(APP_LIBS),$^) $(CUDA_WRAP) $(APP_LIBS) "$$(test/tools/gpu.sh cudart)"

$(BUILD)/demo/%-cuda: $(APP_COMMON) $(APP_LIBS)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(APP_LINK) $(PNG) -lm -lrt -ldl -pthread

$(BUILD)/demo/pipeline-cuda: $(APP_PIPELINE)

# In these two, what the pipeline has for any program.
APP_BORROWED := $(filter %/check.o %/clock.o %/exchange.o %/image.o %/peer.o %/reference.o,$(DEMO_OBJ))
# The experiment's producer uses what the CPU has.
$(BUILD)/obj-cuda/test/apps/cuda/experiment/pixels.o: test/apps/pipeline/pixels.c $(BUILD)/flags-cuda
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(APP_FLAGS) -O3 -march=native -MMD -MP -c -o $@ $<

$(BUILD)/demo/experiment-cuda: $(BUILD)/obj-cuda/test/apps/cuda/experiment/pixels.o
$(BUILD)/demo/experiment-cuda: $(filter $(BUILD)/obj-cuda/test/apps/cuda/experiment/%,$(APP_OBJ)) $(APP_BORROWED)
$(BUILD)/demo/bench-cuda: $(filter $(BUILD)/obj-cuda/test/apps/cuda/bench/%,$(APP_OBJ)) $(APP_BORROWED)

# The 2D engine of NvMedia as the producer.
$(BUILD)/demo/blits-cuda: $(filter $(BUILD)/obj-cuda/test/apps/cuda/blits/%,$(APP_OBJ)) \
                          $(filter-out %/second.o,$(APP_COMMON)) $(filter %/check.o %/clock.o,$(DEMO_OBJ)) \
                          $(APP_LIBS) $(BUILD)/lib/libringfence_2d.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(CUDA_WRAP) $(BUILD)/lib/libringfence_2d.a $(APP_LIBS) \
	    "$$(test/tools/gpu.sh cudart)" $(MEDIA_NEEDS) -lrt -pthread

# This one has no pictures: the tests build it too.
$(BUILD)/demo/stream-cuda: $(filter $(BUILD)/obj-cuda/test/apps/cuda/stream/%,$(APP_OBJ)) $(filter-out %/second.o,$(APP_COMMON)) \
                           $(filter %/check.o %/clock.o,$(DEMO_OBJ)) $(APP_LIBS)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(APP_LINK) -lrt -ldl -pthread

# Its streams, in processes that are killed.
$(BUILD)/demo/kills-cuda: $(filter $(BUILD)/obj-cuda/test/apps/cuda/kills/%,$(APP_OBJ)) \
                          $(BUILD)/obj-cuda/test/apps/cuda/stream/setup.o $(filter-out %/second.o,$(APP_COMMON)) \
                          $(filter %/check.o %/clock.o,$(DEMO_OBJ)) $(APP_LIBS)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(APP_LINK) -lrt -ldl -pthread
$(BUILD)/obj-cuda/test/apps/cuda/kills/%.o: APP_FLAGS += -Itest/apps/cuda/stream

# The same on the driver without a GPU.
STREAM_FAKE := $(BUILD)/obj-cuda/test/cuda/stand_in/stream_kernels.o
$(STREAM_FAKE): TEST_FLAGS += -Itest/apps/cuda
$(BUILD)/fake/stream-cuda: $(filter $(BUILD)/obj-cuda/test/apps/cuda/stream/%,$(APP_OBJ)) $(BUILD)/obj-cuda/test/apps/cuda/interop.o \
                           $(STREAM_FAKE) $(filter %/check.o %/clock.o,$(DEMO_OBJ)) $(APP_LIBS) $(BUILD)/fake/libcudart_static.a \
                           $(BUILD)/fake/libcuda.so.1
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(CUDA_WRAP) $(APP_LIBS) $(BUILD)/fake/libcudart_static.a \
	    $(BUILD)/fake/libcuda.so.1 -lrt -ldl -pthread

# NvMedia 2D before CUDA: from a GPU's libraries, and on the driver without one.
2D_CUDA := $(addprefix $(BUILD)/obj-cuda/test/apps/2d/,cuda/listing_cuda.o blits/images.o parts.o)
2D_CUDA_LIBS := $(BUILD)/lib/libringfence_2d.a $(APP_LIBS)
$(2D_CUDA): APP_FLAGS += -D_GNU_SOURCE
$(BUILD)/fake/2d-cuda: $(2D_CUDA) $(2D_CUDA_LIBS) $(BUILD)/fake/libcudart_static.a $(BUILD)/fake/libcuda.so.1
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(2D_CUDA) $(CUDA_WRAP) $(2D_CUDA_LIBS) $(BUILD)/fake/libcudart_static.a \
	    $(BUILD)/fake/libcuda.so.1 $(MEDIA_NEEDS) -lrt -pthread

# Linked with the driver without a GPU, whose name that of the machine has too.
$(BUILD)/demo/2d-cuda: $(2D_CUDA) $(2D_CUDA_LIBS) $(BUILD)/fake/libcuda.so.1
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(2D_CUDA) $(CUDA_WRAP) $(2D_CUDA_LIBS) "$$(test/tools/gpu.sh cudart)" \
	    $(BUILD)/fake/libcuda.so.1 $(MEDIA_NEEDS) -lrt -pthread

# Tasks of cuDLA in streams of CUDA.
HYBRID := $(addprefix $(BUILD)/obj-cuda/test/apps/dla/,hybrid/hybrid.o parts.o)
HYBRID_LIBS := $(BUILD)/lib/libringfence_dla.a $(APP_LIBS)
$(BUILD)/fake/dla-hybrid: $(HYBRID) $(HYBRID_LIBS) $(BUILD)/fake/libcudart_static.a $(BUILD)/fake/libcuda.so.1
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(HYBRID) $(CUDA_WRAP) $(HYBRID_LIBS) $(BUILD)/fake/libcudart_static.a $(BUILD)/fake/libcuda.so.1 \
	    -lrt -ldl -pthread

$(BUILD)/demo/dla-hybrid: $(HYBRID) $(HYBRID_LIBS) $(BUILD)/fake/libcuda.so.1
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(HYBRID) $(CUDA_WRAP) $(HYBRID_LIBS) "$$(test/tools/gpu.sh cudart)" $(BUILD)/fake/libcuda.so.1 \
	    -lrt -ldl -pthread

# What needs no nvcc.
cuda-apps: $(APP_OBJ) $(BUILD)/fake/stream-cuda $(BUILD)/fake/dla-hybrid $(if $(MEDIA_LACKS),,$(BUILD)/fake/2d-cuda)

demo-cuda: ## The experiment with a CUDA consumer; needs a GPU and nvcc
	@test/tools/deps.sh demo
	@test/tools/cuda_program.sh demo-cuda $(BUILD) experiment-cuda $(ARGS)
	@$(if $(MEDIA_LACKS),echo "The experiment with NvMedia 2D is left out: $(MEDIA_LACKS)", \
	    test/tools/cuda_program.sh demo-cuda $(BUILD) blits-cuda $(filter-out --profile,$(ARGS)))

bench-cuda: ## What signals and waits cost across CPU, streams, devices and processes; needs a GPU and nvcc
	@test/tools/deps.sh demo
	@test/tools/cuda_program.sh bench-cuda $(BUILD) bench-cuda $(ARGS)

stream-cuda: ## Streams whose ends are the CPU and CUDA, each byte compared, PROCS=2, 3; needs a GPU and nvcc
	@test/tools/deps.sh cuda
	@test/tools/cuda_program.sh stream-cuda $(BUILD) stream-cuda --procs "$$PROCS" $(ARGS)

kills-cuda: ## Processes are killed while their kernels run, ARGS=--quick or "KILLS SECONDS"; needs a GPU and nvcc
	@test/tools/deps.sh cuda
	@test/tools/cuda_program.sh kills-cuda $(BUILD) kills-cuda $(ARGS)

-include $(APP_OBJ:.o=.d) $(STREAM_FAKE:.o=.d) $(2D_CUDA:.o=.d) $(HYBRID:.o=.d)
