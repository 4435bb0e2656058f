#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: test.sh [GATE]...: runs the named gates, or all, side by side; test/tools/check.py.
exec python3 "$(dirname "$0")/check.py" "$@"
