#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Usage: test_listings.sh FOLDER LIBRARIES [BUILD]
# Runs the listings of test/apps/listings as they are printed, behind ringfence_compat.h: NAME.txt is the listing, NAME.sed
# what it says in words alone, and the program around it includes what that makes, NAME.inc. With BUILD, a build that has the
# libraries for CUDA and the driver without a GPU, it runs those of CUDA and of cuDLA in
# its streams, and no other. Those of cuDLA by itself and of NvMedia 2D are C++, and have the library of theirs that lies
# beside the last one of LIBRARIES.
#
# test/apps/listings.tsv has each listing of the documents. Left out are those of CUDA alone, which have no buffer, fence or task
# of this library, and those with images, streams and syncs of EGL, which the library does not have.
set -eu
folder=$1
libraries=$2
cuda=${3:-}
mkdir -p "$folder"
python3 test/apps/listings.py
space=l$(od -An -N6 -tx1 /dev/urandom | tr -d ' ')
table=$PWD/cfg/nvsciipc.cfg
compilers=gcc
! command -v clang >/dev/null || compilers="gcc clang"

for listing in test/apps/listings/*.txt; do
    name=${listing##*/}
    name=${name%.txt}
    sed -f "test/apps/listings/$name.sed" "$listing" >"$folder/$name.inc"
    # Each gap is one of the listing.
    while read -r line; do
        case $line in s* | [0-9]*)
            ! sed "$line" "$listing" | cmp -s - "$listing" || { echo "listings: $name has not: $line" >&2; exit 1; } ;;
        esac
    done <"test/apps/listings/$name.sed"
done
count=0
if [ -n "$cuda" ]; then
    compilers=g++
    include=$(test/tools/cuda_headers.sh)
    wraps=$(sed 's/^/-Wl,--wrap=/' "$cuda/gen/cuda_names.txt" | tr '\n' ' ')
    gcc -std=gnu11 -O1 -g -w -Iinc -c test/apps/dla/parts.c -o "$folder/parts.o"
    for name in cuda hybrid; do
        others=
        [ "$name" != hybrid ] || others="$folder/parts.o $cuda/lib/libringfence_dla.a"
        # shellcheck disable=SC2086
        g++ -std=gnu++17 -O1 -g -w -Iinc -I"$folder" $include -include ringfence_compat.h "test/apps/listings/$name.cpp" $others \
            -o "$folder/$name" -Wl,--wrap=free $wraps "$cuda/lib/libringfence_cuda_wrap.a" "$cuda/fake/libcudart_static.a" \
            "$cuda/lib/libringfence_cuda.a" $libraries "$cuda/fake/libcuda.so.1" -lrt -ldl -pthread
        LD_LIBRARY_PATH=$PWD/$cuda/fake RINGFENCE_NVSCIIPC_CFG=$table RINGFENCE_NVSCIIPC_SPACE=$space timeout 300 "$folder/$name"
        count=$((count + 1))
    done
fi
for compiler in $compilers; do
    [ -z "$cuda" ] || break
    for source in test/apps/listings/*.c; do
        name=${source##*/}
        program=$folder/${name%.c}-$compiler
        # Listings have variables that they do not use, and jump over others.
        # shellcheck disable=SC2086
        "$compiler" -std=gnu11 -O1 -g -w -Iinc -I"$folder" -include ringfence_compat.h "$source" -o "$program" -Wl,--wrap=free $libraries \
            -pthread
        RINGFENCE_NVSCIIPC_CFG=$table RINGFENCE_NVSCIIPC_SPACE=$space timeout 300 "$program"
        count=$((count + 1))
    done
done
if [ -z "$cuda" ] && command -v g++ >/dev/null; then
    compilers="$compilers g++"
    beside=${libraries##* }
    beside=${beside%/*}
    gcc -std=gnu11 -O1 -g -w -Iinc -c test/apps/dla/parts.c -o "$folder/parts.o"
    for name in dla media; do
        others="$folder/parts.o $beside/libringfence_dla.a"
        more=
        if [ "$name" = media ]; then
            others=$beside/libringfence_2d.a
            more="-lzimg -lyuv"
            [ -e "$others" ] || { echo "listings: no $others: those of NvMedia 2D are not run"; continue; }
        fi
        # shellcheck disable=SC2086
        g++ -std=gnu++17 -O1 -g -w -Iinc -I"$folder" -include ringfence_compat.h "test/apps/listings/$name.cpp" $others \
            -o "$folder/$name" -Wl,--wrap=free $libraries $more -lm -ldl -pthread
        RINGFENCE_NVSCIIPC_CFG=$table RINGFENCE_NVSCIIPC_SPACE=$space timeout 300 "$folder/$name"
        count=$((count + 1))
    done
elif [ -z "$cuda" ]; then
    echo "listings: no g++: those of cuDLA and of NvMedia 2D are not run"
fi
echo "listings: $count programs, by $compilers"
