# SPDX-License-Identifier: Apache-2.0
#
# What looks at the code without running it, coverage, and the pages.

APP       ?=
APP_FLAGS ?=

.PHONY: misra misra-recall misra-counts misra-app misra-summary size records coverage docs

misra: ## The MISRA C:2012 gate alone
	@test/tools/deps.sh misra
	@test/tools/misra.py

misra-recall: ## How many of the seeded violations the checkers find, by rule
	@test/tools/deps.sh misra
	@test/tools/misra.py recall

misra-counts: ## Writes new numbers of uses into the records of misra/deviations that the gate would refuse
	@test/tools/deps.sh misra
	@test/tools/misra.py counts

misra-app: ## Files of an application by the same rules; APP="files or folders", APP_FLAGS
	@test/tools/deps.sh misra
	@test/tools/misra_app.py --flags="$(APP_FLAGS)" $(or $(APP),$(error misra-app: APP names the files or folders of the application))

misra-summary: ## Guideline compliance summary of the library, build/misra/compliance.md
	@test/tools/misra_summary.py

# Asked for by the variables of firmware-lib, or by a profile that no host has: the library without an operating system.
ifneq ($(filter size,$(GOALS)),)
SIZE_WORD := printf '\043include "ringfence_cfg.h"\nRINGFENCE_CFG_ATOMICS RINGFENCE_CFG_INTERRUPTS RINGFENCE_CFG_BUFFER_REGION\n'
SIZE_NEED := $(subst U,,$(shell $(SIZE_WORD) | $(CC) -E -P $(INCLUDES) $(DEFINES) $(CFG) - | tail -n 1))
SIZE_FIRM := $(or $(ARCH)$(CFG),$(filter raw,$(TYPES)),$(filter 1,$(UNIT) $(CORES) $(STREAMS)),$(filter-out 0,$(SIZE_NEED)))
endif
size: $(if $(SIZE_FIRM),$(FIRM_OBJ),objects engine-objects) ## Bytes of every static table of the profile; as firmware-lib: of a library for a target
	@test/tools/deps.sh size
	@CC="$(CC)" test/tools/size.py --profile $(PROFILE) $(if $(SIZE_FIRM),--firmware $(FIRM_OBJ),--objects $(BUILD)/obj/src)

records: ## Writes what pages say of the code: docs/size.txt, costs, and the tables of macros, phases and keys
	@test/tools/deps.sh size
	@test/tools/records.sh

coverage: ## Statements, branches and MC/DC; fails below 95 % of lines or 90 % of branches
	@test/tools/deps.sh coverage
	@test/tools/coverage.py --html

docs: ## API pages and requirements, in build/docs
	@test/tools/deps.sh docs
	@test/tools/docs.sh
