# SPDX-License-Identifier: Apache-2.0
#
# What the Makefile builds with when BOARD is set: compiler, folder, profile. A board is boards/BOARD.mk.

include test/firmware/boards/$(BOARD).mk

CC      := $(CROSS)gcc
AR      := $(CROSS)ar
BUILD   := build/firmware/$(BOARD)
ARCH    := $(CPU)
