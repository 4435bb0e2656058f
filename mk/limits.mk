# SPDX-License-Identifier: Apache-2.0
#
# limits_test: its library, its engines and what it shares with other tests have the few rows of test/system/limits/profile.h.
# Ports have no such table.

LIMITS       := $(OBJ)/limits
LIMITS_CFG   := -URINGFENCE_CFG_PROFILE -DRINGFENCE_CFG_PROFILE='"test/system/limits/profile.h"' -DLIMITS_2D=$(if $(MEDIA_LACKS),0,1) -I.
LIMITS_PARTS := $(sort $(ENGINE_SRC) $(if $(MEDIA_LACKS),,$(MEDIA_SRC)))
LIMITS_TESTS := test/system/limits_test.c $(filter-out $(if $(MEDIA_LACKS),%/media.c),$(wildcard test/system/limits/*.c)) \
                $(addprefix test/unit/support/,sync_fixture.c buf_make.c own_table.c stream_fixture.c)
LIMITS_OBJ   := $(LIMITS)/library.o $(LIMITS_PARTS:%.c=$(LIMITS)/%.o) $(LIMITS_TESTS:%.c=$(LIMITS)/%.o)
LIMITS_LIB   := $(filter $(OBJ)/src/port/% %/builtin.o,$(LIB_OBJ)) $(DLA_IMAGE_OBJ) $(if $(MEDIA_LACKS),,$(BLIT_IMAGE_OBJ))

$(LIMITS)/library.o: $(ONE_ROW).c $(OBJ)/flags
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) $(if $(filter file,$(origin CFLAGS)),-O1) $(LIMITS_CFG) -MMD -MP -c -o $@ $<

$(LIMITS)/src/%.o: src/%.c $(OBJ)/flags
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) $(if $(filter file,$(origin CFLAGS)),-O1) $(LIMITS_CFG) -MMD -MP -c -o $@ $<

$(LIMITS)/test/%.o: test/%.c $(OBJ)/flags $(EVIDENCE)
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(TEST_FLAGS) -Itest/system $(if $(filter file,$(origin CFLAGS)),-O1) $(LIMITS_CFG) -MMD -MP -c -o $@ $<

$(BUILD)/bin/system/limits_test: $(LIMITS_OBJ) $(LIMITS_LIB)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(QUICK_LD) -o $@ $^ -lcmocka $(if $(MEDIA_LACKS),-ldl,$(MEDIA_NEEDS)) -pthread

# The same for libringfence_cuda.
LIMITS_CUDA := $(LIMITS)/library.o $(CUDA_SRC:%.c=$(LIMITS)/%.o) $(patsubst %.c,$(LIMITS)/%.o,$(wildcard src/beside/*.c)) \
               $(addprefix $(LIMITS)/src/gpu/,driver.o gpu.o lane.o memory.o) $(LIMITS)/test/cuda/fake_limits_test.o \
               $(LIMITS)/test/system/limits/limits.o

$(LIMITS)/src/cuda/%.o: src/cuda/%.c $(BUILD)/flags-cuda
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) $(if $(filter file,$(origin CFLAGS)),-O1) $(CUDA_INCLUDE) $(LIMITS_CFG) -MMD -MP -c -o $@ $<

$(LIMITS)/test/cuda/%.o: test/cuda/%.c $(BUILD)/flags-cuda $(EVIDENCE)
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(TEST_FLAGS) -Itest/cuda $(CUDA_INCLUDE) $(LIMITS_CFG) -MMD -MP -c -o $@ $<

$(BUILD)/bin/cuda/fake_limits_test: $(LIMITS_CUDA) $(BUILD)/obj-cuda/src/cuda/graph_image.o \
                                    $(filter $(OBJ)/src/port/% %/builtin.o,$(LIB_OBJ)) $(BUILD)/fake/libcuda.so.1
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(QUICK_LD) -o $@ $^ -lcmocka -ldl -pthread

-include $(LIMITS_OBJ:.o=.d) $(LIMITS_CUDA:.o=.d)
