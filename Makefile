# SPDX-License-Identifier: Apache-2.0
#
# 'make help' lists the targets; docs/building.md has them, the variables and the dependencies. The rules are in mk/.
# What needs more than a few lines of shell is a script in test/tools/.

BUILD   ?= build
PREFIX  ?= /usr/local
DESTDIR ?=
# Distributions say it in small letters.
LIBDIR  ?= $(or $(if $(filter command,$(origin libdir)),$(libdir)),lib)
COMPAT  ?= 0
SECONDS ?= 60
IMAGE   ?=
ARGS    ?=
PROCS   ?= 1
CFLAGS  ?= -O2 -g

# Other programs have variables of these names too: the environment does not set them.
$(foreach name,BOARD PROFILE TABLE,$(if $(filter environment,$(origin $(name))),$(eval undefine $(name))))
PROFILE ?= linux
TABLE   ?= cfg/nvsciipc.cfg

# It is a part of rules, and 'make clean' removes it.
ifneq ($(words $(BUILD))$(findstring :,$(BUILD))$(findstring %,$(BUILD))$(findstring \,$(BUILD)),1)
$(error BUILD is '$(BUILD)': it must be one path without white space, ':', '%' and '\')
endif

ifneq ($(BOARD),)
include test/firmware/board.mk
endif
# Those of the compiler, which may be for another machine.
ifeq ($(origin LD),default)
LD := $(or $(shell $(CC) -print-prog-name=ld 2>/dev/null),ld)
endif
OBJCOPY ?= $(or $(shell $(CC) -print-prog-name=objcopy 2>/dev/null),objcopy)

# One make at a time works in a folder. These targets write nothing there; what they start has folders of its own.
UNLOCKED := help test check ci soak fresh requirements-break misra misra-recall misra-counts misra-app misra-summary coverage docs firmware fuzz clean uninstall
GOALS    := $(or $(MAKECMDGOALS),all)
FREE     := $(if $(filter-out $(UNLOCKED),$(GOALS)),,yes)
CAN_LOCK := $(if $(FREE),,$(shell command -v bash >/dev/null && command -v flock >/dev/null && ! test/tools/lock.sh -q $(BUILD) && echo yes))
ifneq ($(CAN_LOCK),)
.PHONY: $(GOALS) in-turn
$(GOALS): in-turn ;
in-turn:
	+@exec test/tools/lock.sh '$(BUILD)' -- $(MAKE) --no-print-directory $(GOALS)
else

.PHONY: all help FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: lib engines ## The library: build/lib/libringfence.a and build/lib/libringfence.so, libringfence_dla and libringfence_2d

include mk/flags.mk mk/library.mk mk/tests.mk mk/engines.mk mk/2d.mk mk/mixed.mk mk/demo.mk mk/firmware.mk mk/ports.mk
include mk/counts.mk mk/bench.mk mk/bench-startup.mk mk/bench-streams.mk mk/cuda.mk mk/cuda-tests.mk mk/limits.mk mk/cuda-programs.mk mk/checks.mk
# The library alone has no rules of images.
ifneq ($(and $(BOARD),$(filter-out firmware-lib,$(GOALS))),)
include test/firmware/firmware.mk
endif

# From the comments beside the targets.
help: ## This list
	@sed -n 's/^\([a-z][a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' Makefile mk/*.mk | LC_ALL=C sort | \
	    awk -F '\t' '{ printf "%-18s %s\n", $$1, $$2 }'

endif
