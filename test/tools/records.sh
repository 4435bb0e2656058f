#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Writes what pages and headers say of the code, as it is now: docs/size.txt and the @cost of each capacity, which belong
# to gcc on x86-64, the tables of docs/configuration.md, docs/phases.md and docs/attributes-*.md, and the headers that are made
# with docs/phases.md. For a release, or when a gate says that one of them is too far away.
set -e
cd "$(dirname "$0")/../.."
export CC=gcc
make --no-print-directory -s objects engine-objects BUILD=build/gcc
test/tools/size.py --profile linux --objects build/gcc/obj/src --records
test/tools/readme.py --records
test/tools/phases_table.py
test/tools/keys_table.py
git --no-pager diff --stat -- docs inc cfg
