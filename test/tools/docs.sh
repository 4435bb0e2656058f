#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# API pages of inc/ and the pages of docs/ with doxygen, the requirements and what satisfies and verifies them with
# StrictDoc. A warning is an error; with STRICT=1 also that there is no StrictDoc.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/tools/lock.sh
hold build/docs build/venv-docs || exit 1
out=build/docs
venv=build/venv-docs
strictdoc_version=0.30.4

rm -rf "$out"
mkdir -p "$out/api"
doxygen docs/Doxyfile >"$out/doxygen.log" 2>&1 || echo "doxygen ended with status $?" >>"$out/doxygen.log"
if [ -s "$out/doxygen.log" ]; then
    cat "$out/doxygen.log"
    echo "docs: $(wc -l <"$out/doxygen.log") warnings"
    exit 1
fi

if [ ! -x "$venv/bin/strictdoc" ]; then
    { python3 -m venv "$venv" && "$venv/bin/pip" install -q --disable-pip-version-check \
        "strictdoc==$strictdoc_version"; } >"$out/pip.log" 2>&1 || rm -rf "$venv"
fi
requirements="requirements not exported: StrictDoc $strictdoc_version cannot be installed here"
[ -x "$venv/bin/strictdoc" ] || [ "${STRICT:-0}" != 1 ] || { cat "$out/pip.log"; echo "docs: $requirements"; exit 1; }
if [ -x "$venv/bin/strictdoc" ]; then
    links=$(test/tools/requirement_pages.py "$out/project/requirements") || exit 1
    "$venv/bin/strictdoc" export "$out/project/requirements" --output-dir "$out/requirements" >"$out/strictdoc.log" 2>&1 || {
        cat "$out/strictdoc.log"
        echo "docs: StrictDoc refuses docs/requirements"
        exit 1
    }
    # Every requirement has a link to code and one to a test, and the pages have a name.
    test/tools/requirement_pages.py --check "$out/requirements/html" || exit 1
    requirements="$out/requirements/html/index.html with $links"
fi
echo "docs: $out/api/html/index.html, $requirements"
