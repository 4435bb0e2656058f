# SPDX-License-Identifier: Apache-2.0
#
# The 2D engine, beside the library: libringfence_2d, which is behind the headers of NvMedia. It needs zimg and libyuv.

MEDIA_SONAME := libringfence_2d.so.0
MEDIA_ROOMS  := beside worker gpu blit blit/cuda media
MEDIA_SRC    := $(wildcard $(MEDIA_ROOMS:%=src/%/*.c))
# The kernels of blits; without nvcc there are none, and blit_cuda.h says so.
BLIT_KERNEL  := $(wildcard src/blit/cuda/blit.cu)
BLIT_IMAGE   ?= $(OBJ)/gen/blit_image.c
BLIT_IMAGE_OBJ := $(if $(BLIT_KERNEL),$(OBJ)/src/blit/cuda/blit_image.o)
MEDIA_OBJ    := $(if $(MEDIA_LACKS),,$(MEDIA_SRC:%.c=$(OBJ)/%.o) $(BLIT_IMAGE_OBJ))
MEDIA_NEEDS  := -lzimg -lyuv -lm -ldl
MEDIA_PUBLIC := --wildcard --keep-global-symbol='NvMedia*' --keep-global-symbol='ringfenceMedia*'

MEDIA_LIBS := $(if $(MEDIA_LACKS),,$(if $(wildcard src/media/*.c),$(BUILD)/lib/libringfence_2d.a $(BUILD)/lib/libringfence_2d.so))
.PHONY: 2d-lacks
engines: $(MEDIA_LIBS) $(if $(MEDIA_LACKS),2d-lacks)
engine-objects: $(MEDIA_OBJ)

2d-lacks:
	@echo "libringfence_2d is left out: it needs zimg and libyuv (Debian: apt-get install $(MEDIA_LACKS))"

# Formulas are the same on each CPU and GPU.
# Rows are loops over samples, which -O3 makes vectors of.
$(OBJ)/src/blit/%.o: LIB_FLAGS += -ffp-contract=off $(if $(filter file,$(origin CFLAGS)),-O3)

# Rewritten when another image is chosen, and when nvcc comes, goes or changes.
$(OBJ)/flags-blit-image: FORCE
	@mkdir -p $(@D)
	@now="$(BLIT_IMAGE) $$(test/tools/gpu.sh version)"; printf '%s\n' "$$now" | cmp -s - $@ || printf '%s\n' "$$now" >$@

$(OBJ)/gen/blit_image.c: $(BLIT_KERNEL) $(wildcard src/blit/*.h src/blit/cuda/*.h) test/tools/gpu.sh $(OBJ)/flags-blit-image
	@mkdir -p $(@D) && $(say) GEN $@
	$(Q)test/tools/gpu.sh image $@ $(BLIT_KERNEL) blit_image blit/cuda/driver.h --fmad=false -Isrc -Icfg

$(OBJ)/src/blit/cuda/blit_image.o: $(BLIT_IMAGE) $(OBJ)/flags $(OBJ)/flags-blit-image
	@mkdir -p $(@D) && $(say) CC $<
	$(Q)$(CC) $(LIB_FLAGS) -MMD -MP -c -o $@ $<

# All objects in one, in which nothing but the public functions is visible.
$(OBJ)/ringfence_2d.o: $(MEDIA_OBJ)
	@$(say) LD $@
	$(Q)$(LD) -r -o $@ $(MEDIA_OBJ)
	$(Q)$(call NOTE,4) && $(OBJCOPY) $(WITH_NOTE) $@
	$(Q)$(OBJCOPY) $(NOTE_ALIGNED) $(MEDIA_PUBLIC) $@

$(BUILD)/lib/libringfence_2d.a: $(OBJ)/ringfence_2d.o
	@mkdir -p $(@D) && $(say) AR $@
	$(Q)rm -f $@ && $(AR) rcsD $@ $<

$(BUILD)/lib/$(MEDIA_SONAME): $(OBJ)/ringfence_2d.o $(BUILD)/lib/libringfence.so
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) -shared -Wl,-soname,$(MEDIA_SONAME) -Wl,-rpath,'$$ORIGIN' -Wl,-z,defs -Wl,-Bsymbolic-functions -Wl,-z,relro -Wl,-z,now -Wl,-z,nodelete \
	    $(LDFLAGS) -o $@ $^ $(MEDIA_NEEDS)

$(BUILD)/lib/libringfence_2d.so: $(BUILD)/lib/$(MEDIA_SONAME)
	@ln -sf $(MEDIA_SONAME) $@

# Tests and fuzz targets are linked with the objects; what makes calls fail stands between for some.
MEDIA_FAULT := $(filter $(BUILD)/bin/unit/blit/%_fault_test $(BUILD)/bin/unit/media/%_fault_test,$(TEST_BIN))
$(MEDIA_FAULT): LINK_WRAP = $(WRAP)
MEDIA_TESTED := $(SUPPORT_OBJ) $(LIB_OBJ) $(OBJ)/src/kit/kit.o $(MEDIA_OBJ)

$(BUILD)/bin/unit/blit/%_test: $(OBJ)/test/unit/blit/%_test.o $(MEDIA_TESTED)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(QUICK_LD) $(LINK_WRAP) -o $@ $^ -lcmocka $(MEDIA_NEEDS) -pthread

$(BUILD)/bin/unit/media/%_test: $(OBJ)/test/unit/media/%_test.o $(MEDIA_TESTED)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(QUICK_LD) $(LINK_WRAP) -o $@ $^ -lcmocka $(MEDIA_NEEDS) -pthread

$(BUILD)/bin/system/media_%_test: $(OBJ)/test/system/media_%_test.o $(MEDIA_TESTED)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(QUICK_LD) $(LINK_WRAP) -o $@ $^ -lcmocka $(MEDIA_NEEDS) -pthread

# This one has both engines.
$(BUILD)/bin/system/media_dla_test: $(filter-out $(MEDIA_OBJ),$(ENGINE_OBJ))

$(BUILD)/bin/fuzz/fuzz_blit_%: $(OBJ)/test/fuzz/fuzz_blit_%.o $(LIB_OBJ) $(MEDIA_OBJ)
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(MEDIA_NEEDS) -pthread

-include $(MEDIA_OBJ:.o=.d)
