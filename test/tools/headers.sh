#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Each public header alone, twice, as C11 and as C++17, hosted and freestanding, with gcc and clang and all
# warnings; and the names that programs expect to get with it. In older and newer languages with the usual warnings, and
# with the older spellings.
set -u
warnings=$(sed -n 's/^WARNINGS := //p' mk/flags.mk)
all=$warnings
usual="-Wall -Wextra -Werror"
older='static NvSciSyncFence fence = NV_SCI_SYNC_FENCE_INITIALIZER;
    int f(NvSciBufAttrList list, NvSciBufObj *made, void **text, size_t *length, NvSciSyncCpuWaitContext context);
    int f(NvSciBufAttrList list, NvSciBufObj *made, void **text, size_t *length, NvSciSyncCpuWaitContext context) {
    return (int)NvSciBufAttrListObjAlloc(list, made) + (int)NvSciBufAttrListDump(list, text, length) +
        (int)NvSciBufAccessPerm_ReadOnly + (int)NvSciSyncFenceWait(&fence, context, NV_WAIT_INFINITE); }'
failed=0
count=0

# check HEADER COMPILER LANGUAGE STANDARD OPTION...
check() {
    local header=$1 compiler=$2 language=$3 standard=$4
    shift 4
    count=$((count + 1))
    # shellcheck disable=SC2086
    printf '#include "%s"\n#include "%s"\n%s\n' "$header" "$header" "$body" |
        "$compiler" -x "$language" "-std=$standard" $warnings $places -Iinc "$@" -fsyntax-only - || {
        echo "$header is not self-contained: $compiler -std=$standard $*"
        failed=$((failed + 1))
    }
}

for path in inc/*.h inc/nvmedia6/*.h; do
    header=${path##*/}
    body=""
    places=""
    timespec=""
    # C before C11 has the structure of time with POSIX.
    case $header in
    nvmedia_* | ringfence_nvmedia.h) timespec=-D_POSIX_C_SOURCE=199309L ;;
    esac
    [ "$path" = "inc/$header" ] || places=-Iinc/nvmedia6
    if [ "$header" = ringfence_cuda.h ]; then
        read -r -a cuda < <(test/tools/cuda_headers.sh) || failed=$((failed + 1))
        check "$header" gcc c c11 "${cuda[@]}"
        check "$header" clang c c11 "${cuda[@]}"
        check "$header" g++ c++ c++17 "${cuda[@]}"
        check "$header" clang++ c++ c++17 "${cuda[@]}"
        continue
    fi
    case $header in
    nvscibuf.h | nvscisync.h)
        body='bool f(void *p, size_t n); bool f(void *p, size_t n) { uint8_t *const m = (uint8_t *)malloc(n);
            if (m != NULL) { (void)memcpy(p, m, n); free(m); } return true; }'
        ;;
    esac
    check "$header" gcc c c11
    check "$header" clang c c11
    check "$header" g++ c++ c++17
    check "$header" clang++ c++ c++17
    body=""
    check "$header" gcc c c11 -ffreestanding
    [ "$header" = ringfence_compat.h ] && body=$older
    warnings=$usual
    for standard in gnu89 c90 gnu99 c99 c17 gnu2x; do
        check "$header" gcc c "$standard" ${timespec:+"$timespec"}
        check "$header" clang c "$standard" ${timespec:+"$timespec"}
    done
    for standard in c++98 gnu++98 c++11 c++14 c++20; do
        check "$header" g++ c++ "$standard"
        check "$header" clang++ c++ "$standard"
    done
    warnings=$all
done
places=""
for path in inc/*.hpp; do
    check "${path#inc/}" g++ c++ c++17
    check "${path#inc/}" clang++ c++ c++17
    warnings=$usual
    check "${path#inc/}" g++ c++ c++98
    check "${path#inc/}" clang++ c++ c++98
    warnings=$all
done
[ "$count" -gt 0 ] || failed=1
echo "headers: $count compilations, $failed failed"
[ "$failed" -eq 0 ]
