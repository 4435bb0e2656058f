#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# A compiler for builds of one library in several configurations. Usage: CC="test/tools/once.sh FOLDER COMPILER": a source whose
# preprocessed text was compiled before gets the object that is in FOLDER for that text and these options, whatever its levels of
# optimisation and of debugging are. All else is for the compiler alone. A text with a warning has no object, where warnings are errors.
set -eu
folder=$1
compiler=$2
shift 2
output=""
sources=()
words=()
# Options that say something beside the text.
kinds=""
for word; do
    if [ "$output" = next ]; then
        output=$word
        continue
    fi
    case $word in
    -o) output=next ;;
    -c) ;;
    *.c) sources+=("$word") ;;
    *) words+=("$word") ;;
    esac
    case $word in -[fmsW]*) kinds+=" $word" ;; esac
done
case " $* " in
*" -c "*) ;;
*) exec "$compiler" "$@" ;;
esac

if [ "${#sources[@]}" -eq 1 ] && [ -n "$output" ]; then
    text=$output.text
    # The rules about dependencies are those of the object.
    "$compiler" "${words[@]}" "${sources[0]}" -E -P -MF "${output%.o}.d" -MQ "$output" -o "$text"
    key=$({ echo "$kinds" && cat "$text"; } | sha256sum)
    key=$folder/${key%% *}-${sources[0]//\//_}.o
    if [ ! -e "$key" ]; then
        "$compiler" "$@"
        mv "$output" "$key"
    fi
    exec ln -f "$key" "$output"
fi

# Several sources that include nothing, in this folder.
missing=()
sums=$(sha256sum -- "${sources[@]}")
while read -r sum name; do
    [ -e "$folder/$sum.o" ] || missing+=("$name")
done <<<"$sums"
[ "${#missing[@]}" -eq 0 ] || "$compiler" "${words[@]}" -c "${missing[@]}"
while read -r sum name; do
    if [ -e "$folder/$sum.o" ]; then
        ln -f "$folder/$sum.o" "${name%.c}.o"
    else
        mv "${name%.c}.o" "$folder/$sum.o"
        ln "$folder/$sum.o" "${name%.c}.o"
    fi
done <<<"$sums"
