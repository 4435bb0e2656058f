# SPDX-License-Identifier: Apache-2.0
#
# Language, warnings and flags of what is compiled for this host, and how rules say what they do.

# Objects of a library are joined into one in which the public functions alone are visible. That is done with machine code, so
# what distributions ask for when a program is linked is left out.
ifneq ($(filter -flto -flto=%,$(CFLAGS) $(LDFLAGS)),)
override CFLAGS  := $(filter-out -flto -flto=%,$(CFLAGS))
override LDFLAGS := $(filter-out -flto -flto=%,$(LDFLAGS))
endif

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wcast-qual -Wvla -Werror
INCLUDES := -Iinc -Isrc -Icfg
# A name, or the path of a header.
DEFINES  := -DRINGFENCE_CFG_PROFILE='"$(if $(findstring /,$(PROFILE)),$(abspath $(PROFILE)),profiles/$(PROFILE).h)"'
LIB_FLAGS  = -std=c11 $(WARNINGS) $(INCLUDES) $(DEFINES) -fPIC -ffunction-sections -fdata-sections \
             -fno-common -fno-semantic-interposition $(CFLAGS)
TEST_FLAGS = -std=c11 $(WARNINGS) $(INCLUDES) $(DEFINES) -Itest/unit/evidence -Itest/unit -Itest/unit/support $(CFLAGS)
DEMO_FLAGS = -std=c11 $(WARNINGS) -Iinc $(CFLAGS)

# Programs of tests link some 170 objects each: gold, which binutils has, takes half the time of the default linker.
QUICK_LD := $(if $(shell command -v ld.gold),-fuse-ld=gold)

ifeq ($(V),1)
Q :=
say = :
else
Q := @
say = printf '%-5s %s\n'
endif
