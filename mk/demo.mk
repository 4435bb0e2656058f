# SPDX-License-Identifier: Apache-2.0
#
# The pipeline: make demo, make demo-ring.

DEMO_SRC    := $(wildcard test/apps/pipeline/*.c)
DEMO_OBJ    := $(DEMO_SRC:%.c=$(OBJ)/%.o)

.PHONY: demo demo-ring demo-binary

$(BUILD)/demo/pipeline: $(DEMO_OBJ) $(BUILD)/lib/libringfence.a
	@mkdir -p $(@D) && $(say) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lpng -lm -pthread

# The engines' loops are the work that the demo measures.
$(OBJ)/test/apps/pipeline/pixels.o: CFLAGS += -O3

demo-binary: $(BUILD)/demo/pipeline

export IMAGE PROCS
demo: ## Builds and runs the pipeline; IMAGE=path, PROCS=2
	@test/tools/deps.sh demo
	@$(MAKE) --no-print-directory demo-binary
	@test/tools/demo.sh $(BUILD) --procs "$$PROCS" $${IMAGE:+"$$IMAGE"}

demo-ring: ## The same without streams: rings of buffers and fences; IMAGE=path, PROCS=2
	@test/tools/deps.sh demo
	@$(MAKE) --no-print-directory demo-binary
	@test/tools/demo.sh $(BUILD) --ring --procs "$$PROCS" $${IMAGE:+"$$IMAGE"}

-include $(DEMO_OBJ:.o=.d)
