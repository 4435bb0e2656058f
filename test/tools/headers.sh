#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Each public header alone, twice, as C11 and as C++17, hosted and freestanding, with gcc and clang and all
# warnings; and the names that programs expect to get with it. In older and newer languages with the usual warnings, and
# with the older spellings: with clang alone as well, with gcc all of a folder in one, in both orders. One start of clang
# compiles many files. Each header with functions says what holds for signal handlers, for cancellation and for children of
# fork(), or which header does.
set -u
cd "$(dirname "$0")/../.." || exit 1
all=$(sed -n 's/^WARNINGS := //p' mk/flags.mk)
usual="-Wall -Wextra -Werror"
names='bool f(void *p, size_t n); bool f(void *p, size_t n) { uint8_t *const m = (uint8_t *)malloc(n);
    if (m != NULL) { (void)memcpy(p, m, n); free(m); } return true; }'
older='static NvSciSyncFence fence = NV_SCI_SYNC_FENCE_INITIALIZER;
    int f(NvSciBufAttrList list, NvSciBufObj *made, void **text, size_t *length, NvSciSyncCpuWaitContext context);
    int f(NvSciBufAttrList list, NvSciBufObj *made, void **text, size_t *length, NvSciSyncCpuWaitContext context) {
    return (int)NvSciBufAttrListObjAlloc(list, made) + (int)NvSciBufAttrListDump(list, text, length) +
        (int)NvSciBufAccessPerm_ReadOnly + (int)NvSciSyncFenceWait(&fence, context, NV_WAIT_INFINITE); }'
failed=0
count=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# unit FOLDER HEADER BODY: a source that includes the header twice.
unit() {
    mkdir -p "$work/$1" && printf '#include "%s"\n#include "%s"\n%s\n' "$2" "$2" "$3" >"$work/$1/$2.unit"
}

# many COMPILER FILE OPTION...: the command that compiles a file in the form in which more files may follow it.
many() {
    local compiler=$1 file=$2
    shift 2
    "$compiler" "-###" "$@" -fsyntax-only "$file" 2>&1 | grep '"-cc1"' | tail -n 1
}

# alone FOLDER LANGUAGE COMPILER STANDARD OPTION...: each unit of a folder by itself.
alone() {
    local folder=$work/$1 language=$2 compiler=$3 standard=$4 file command
    shift 4
    set -- -x "$language" "-std=$standard" "$@"
    count=$((count + $(find "$folder" -type f | wc -l)))
    case $compiler in
    clang*)
        set -- "$@" -Iinc
        command=$(many "$compiler" "$(find "$folder" -type f | sort | head -n 1)" "$@")
        [ -n "$command" ] && eval "$command" "$(find "$folder" -type f | sort | tail -n +2 | tr '\n' ' ')" && return
        ;;
    *)
        for file in "$folder"/*; do
            "$compiler" "$@" -Iinc -fsyntax-only "$file" || command=failed
        done
        [ -z "${command:-}" ] && return
        ;;
    esac
    echo "A header is not self-contained: $compiler $*"
    failed=$((failed + 1))
}

# together FOLDER LANGUAGE COMPILER STANDARD OPTION...: all units of a folder in one, in both orders.
together() {
    local folder=$work/$1 language=$2 compiler=$3 standard=$4 order
    shift 4
    for order in -s -r; do
        count=$((count + 1))
        find "$folder" -type f | sort ${order#-s} | sed 's/.*/#include "&"/' |
            "$compiler" -x "$language" "-std=$standard" "$@" -Iinc -fsyntax-only - || {
            echo "Headers do not compile: $compiler -std=$standard $*"
            failed=$((failed + 1))
        }
    done
}

older_and_newer() { # FOLDER LANGUAGE GCC CLANG STANDARD OPTION...
    local folder=$1 language=$2 gcc=$3 clang=$4
    shift 4
    # shellcheck disable=SC2086
    together "$folder" "$language" "$gcc" "$@" $usual
    # shellcheck disable=SC2086
    alone "$folder" "$language" "$clang" "$@" $usual
}

# group NAME OPTION...: all checks of the units NAME-names, NAME-plain and NAME-older.
group() {
    local name=$1 standard timespec=()
    shift
    # C before C11 has the structure of time with POSIX.
    case $name in media*) timespec=(-D_POSIX_C_SOURCE=199309L) ;; esac
    # shellcheck disable=SC2086
    {
        alone "$name-names" c gcc c11 $all "$@"
        alone "$name-names" c clang c11 $all "$@"
        alone "$name-names" c++ g++ c++17 $all "$@"
        alone "$name-names" c++ clang++ c++17 $all "$@"
        [ -d "$work/$name-plain" ] || return
        alone "$name-plain" c gcc c11 $all -ffreestanding "$@"
    }
    for standard in gnu89 c90 gnu99 c99 c17 gnu2x; do
        older_and_newer "$name-older" c gcc clang "$standard" "${timespec[@]}" "$@"
    done
    for standard in c++98 gnu++98 c++11 c++14 c++20; do
        older_and_newer "$name-older" c++ g++ clang++ "$standard" "$@"
    done
}

# rules HEADER: the header has no functions, or says what signal handlers may call, what cancellation does and what a child of
# fork() may call, or which header says it. Prints what is missing.
rules() {
    local text word other
    grep -Eq '^ *([A-Za-z].*[ *])?(NvSci|NvMedia|Ringfence|ringfence|cudla)[A-Za-z0-9_]*\(' "$1" || return 0
    text=$(tr -s ' */\n' ' ' <"$1")
    other=$(sed -n 's/.*[Ww]hat holds for all functions is said in \([a-z_]*\.h\).*/\1/p' <<<"$text")
    [ -z "$other" ] || text=$(tr -s ' */\n' ' ' <"inc/$other")
    for word in 'signal handler' 'cancellation point|cancelled thread' 'child of fork\(\)'; do
        grep -Eqi -- "$word" <<<"$text" || echo "$word"
    done
}

for path in inc/*.h inc/*.hpp inc/nvmedia6/*.h; do
    case ${path##*/} in
    # It is for machines without signals and processes; it takes functions away.
    ringfence_port.h | ringfence_mission.h) ;;
    *)
        missing=$(rules "$path" | paste -sd, -)
        [ -z "$missing" ] || {
            echo "$path does not say what holds for: $missing"
            failed=$((failed + 1))
        }
        ;;
    esac
done
for path in inc/*.h inc/nvmedia6/*.h; do
    header=${path##*/}
    body=""
    spelled=""
    case $path in
    inc/nvmedia6/nvmedia_* | inc/nvmedia6/ringfence_nvmedia.h) name=media6 ;;
    inc/nvmedia6/*) name=six ;;
    inc/nvmedia_* | inc/ringfence_nvmedia.h) name=media ;;
    inc/ringfence_cuda.h) name=cuda ;;
    # It takes functions away.
    inc/ringfence_mission.h) name=mission ;;
    *) name=main ;;
    esac
    case $header in
    nvscibuf.h | nvscisync.h) body=$names ;;
    ringfence_compat.h) spelled=$older ;;
    esac
    unit "$name-names" "$header" "$body"
    [ "$name" = cuda ] && continue
    unit "$name-plain" "$header" ""
    unit "$name-older" "$header" "$spelled"
done
for path in inc/*.hpp; do
    case $path in
    # It says what it needs.
    inc/ringfence.hpp) unit hpp17 "${path#inc/}" "" ;;
    *) unit hpp "${path#inc/}" "" ;;
    esac
done

group main
group mission
group media
[ ! -d "$work/six-names" ] || group six -Iinc/nvmedia6
group media6 -Iinc/nvmedia6
read -r -a cuda < <(test/tools/cuda_headers.sh) || failed=$((failed + 1))
group cuda "${cuda[@]}"
for compiler in g++ clang++; do
    # shellcheck disable=SC2086
    {
        alone hpp c++ "$compiler" c++17 $all
        alone hpp17 c++ "$compiler" c++17 $all
        alone hpp17 c++ "$compiler" c++20 $usual
        alone hpp c++ "$compiler" c++98 $usual
    }
done
[ "$count" -gt 0 ] || failed=1
echo "headers: $count compilations, $failed failed"
[ "$failed" -eq 0 ]
