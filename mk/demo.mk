# SPDX-License-Identifier: Apache-2.0
#
# The pipeline: make demo, make demo-ring.

# Where there is no libpng the program reads and writes PPM files alone; pipeline-plain is built so anyway.
PNG         := $(shell printf '\043include <stdio.h>\n\043include <png.h>\n' | $(CC) -E -x c - >/dev/null 2>&1 && echo -lpng)
DEMO_PNG    := $(addprefix test/apps/pipeline/,image_read_png.c image_write_png.c)
DEMO_PLAIN  := test/apps/pipeline/image_no_png.c
DEMO_COMMON := $(filter-out $(DEMO_PNG) $(DEMO_PLAIN),$(wildcard test/apps/pipeline/*.c))
DEMO_SRC    := $(DEMO_COMMON) $(if $(PNG),$(DEMO_PNG),$(DEMO_PLAIN))
DEMO_OBJ    := $(DEMO_SRC:%.c=$(OBJ)/%.o)
DEMO_PLAIN_OBJ := $(DEMO_COMMON:%.c=$(OBJ)/%.o) $(DEMO_PLAIN:%.c=$(OBJ)/%.o)

.PHONY: demo demo-ring demo-binary demo-plain

$(BUILD)/demo/pipeline: $(DEMO_OBJ) $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(PNG) -lm -pthread

$(BUILD)/demo/pipeline-plain: $(DEMO_PLAIN_OBJ) $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm -pthread

# The engines' loops are the work that the demo measures.
$(OBJ)/test/apps/pipeline/pixels.o: CFLAGS += -O3

demo-binary: $(BUILD)/demo/pipeline

demo-plain: $(BUILD)/demo/pipeline-plain

export IMAGE PROCS
demo: ## Builds and runs the pipeline; IMAGE=path, PROCS=2
	@test/tools/deps.sh demo
	@test/tools/progress.sh $(MAKE) --no-print-directory demo-binary
	@test/tools/demo.sh $(BUILD) --procs "$$PROCS" $${IMAGE:+"$$IMAGE"}

demo-ring: ## The same without streams: rings of buffers and fences; IMAGE=path, PROCS=2
	@test/tools/deps.sh demo
	@test/tools/progress.sh $(MAKE) --no-print-directory demo-binary
	@test/tools/demo.sh $(BUILD) --ring --procs "$$PROCS" $${IMAGE:+"$$IMAGE"}

-include $(DEMO_OBJ:.o=.d) $(DEMO_PLAIN_OBJ:.o=.d)
