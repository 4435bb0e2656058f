/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file keys.h
 * Rows of the attribute keys that a library of raw buffers has as well: those of all buffers, then
 * those of raw ones.
 */
#ifndef RINGFENCE_BUF_KEYS_H
#define RINGFENCE_BUF_KEYS_H

#include "buf/buf.h"

/** Greatest powers of two of 32 and of 64 bits. */
#define HIGHEST_BIT_32 0x80000000U
#define HIGHEST_BIT_64 0x8000000000000000U

#define SIZE_OF(type) ((uint16_t)sizeof(type))
#define WORD_OF(name) ((uint16_t)((size_t)offsetof(BufValues, name) / sizeof(uint64_t)))

_Static_assert(BUF_WORDS >= LIST_WORDS_MIN, "a slot must be able to hold a conflict");
_Static_assert(BUF_KEYS <= (LIST_KEY_SET_WORDS * LIST_KEYS_PER_WORD),
               "a key set must hold all keys");
_Static_assert((RINGFENCE_CFG_PEERS * sizeof(NvSciBufPeerLocationInfo)) <= UINT16_MAX,
               "a value's length must fit 16 bits");

/* clang-format off */
/** In the order of BufKey. */
#define BUF_ROWS_OF_RAW \
    {NvSciBufGeneralAttrKey_Types, RINGFENCE_TEXT("NvSciBufGeneralAttrKey_Types"), \
     NvSciBufType_General, SIZE_OF(NvSciBufType), BUF_TYPES_MAX, WORD_OF(raw.general_types), \
     ATTR_INPUT_OUTPUT, ATTR_IN_RANGE, RINGFENCE_RULE_UNION, ATTR_CHECK_SUPERSET, 1U, 5U}, \
    {NvSciBufGeneralAttrKey_NeedCpuAccess, RINGFENCE_TEXT("NvSciBufGeneralAttrKey_NeedCpuAccess"), \
     NvSciBufType_General, SIZE_OF(bool), 1U, WORD_OF(raw.general_need_cpu_access), \
     ATTR_INPUT_OUTPUT, ATTR_BOOL, RINGFENCE_RULE_OR, ATTR_CHECK_IMPLIED, 0U, 1U}, \
    {NvSciBufGeneralAttrKey_RequiredPerm, RINGFENCE_TEXT("NvSciBufGeneralAttrKey_RequiredPerm"), \
     NvSciBufType_General, SIZE_OF(NvSciBufAttrValAccessPerm), 1U, \
     WORD_OF(raw.general_required_perm), ATTR_INPUT, ATTR_IN_RANGE, RINGFENCE_RULE_MAXIMUM, \
     ATTR_CHECK_NONE, 1U, 3U}, \
    {NvSciBufGeneralAttrKey_EnableCpuCache, \
     RINGFENCE_TEXT("NvSciBufGeneralAttrKey_EnableCpuCache"), NvSciBufType_General, SIZE_OF(bool), \
     1U, WORD_OF(raw.general_enable_cpu_cache), ATTR_INPUT_OUTPUT, ATTR_BOOL, RINGFENCE_RULE_OR, \
     ATTR_CHECK_IMPLIED, 0U, 1U}, \
    {NvSciBufGeneralAttrKey_GpuId, RINGFENCE_TEXT("NvSciBufGeneralAttrKey_GpuId"), \
     NvSciBufType_General, SIZE_OF(NvSciRmGpuId), RINGFENCE_CFG_GPUS, WORD_OF(raw.general_gpu_id), \
     ATTR_OF_ENGINE, ATTR_BYTES, RINGFENCE_RULE_UNION, ATTR_CHECK_SUPERSET, 0U, 0U}, \
    {NvSciBufGeneralAttrKey_CpuNeedSwCacheCoherency, \
     RINGFENCE_TEXT("NvSciBufGeneralAttrKey_CpuNeedSwCacheCoherency"), NvSciBufType_General, \
     SIZE_OF(bool), 1U, WORD_OF(raw.general_cpu_need_sw_cache_coherency), ATTR_OUTPUT, ATTR_BOOL, \
     RINGFENCE_RULE_NONE, ATTR_CHECK_IMPLIED, 0U, 1U}, \
    {NvSciBufGeneralAttrKey_ActualPerm, RINGFENCE_TEXT("NvSciBufGeneralAttrKey_ActualPerm"), \
     NvSciBufType_General, SIZE_OF(NvSciBufAttrValAccessPerm), 1U, \
     WORD_OF(raw.general_actual_perm), ATTR_OUTPUT, ATTR_ANY, RINGFENCE_RULE_NONE, \
     ATTR_CHECK_AT_LEAST, 0U, 0U}, \
    {NvSciBufGeneralAttrKey_VidMem_GpuId, RINGFENCE_TEXT("NvSciBufGeneralAttrKey_VidMem_GpuId"), \
     NvSciBufType_General, SIZE_OF(NvSciRmGpuId), 1U, WORD_OF(raw.general_vidmem_gpu_id), \
     ATTR_OF_ENGINE, ATTR_BYTES, RINGFENCE_RULE_EQUAL, ATTR_CHECK_EQUAL, 0U, 0U}, \
    {NvSciBufGeneralAttrKey_EnableGpuCache, \
     RINGFENCE_TEXT("NvSciBufGeneralAttrKey_EnableGpuCache"), NvSciBufType_General, \
     SIZE_OF(NvSciBufAttrValGpuCache), RINGFENCE_CFG_GPUS, WORD_OF(raw.general_enable_gpu_cache), \
     ATTR_OF_ENGINE, ATTR_BYTES, RINGFENCE_RULE_AND, ATTR_CHECK_NONE, 0U, 0U}, \
    {NvSciBufGeneralAttrKey_GpuSwNeedCacheCoherency, \
     RINGFENCE_TEXT("NvSciBufGeneralAttrKey_GpuSwNeedCacheCoherency"), NvSciBufType_General, \
     SIZE_OF(NvSciBufAttrValGpuCache), RINGFENCE_CFG_GPUS, \
     WORD_OF(raw.general_gpu_sw_need_cache_coherency), ATTR_OUTPUT, ATTR_BYTES, \
     RINGFENCE_RULE_NONE, ATTR_CHECK_NONE, 0U, 0U}, \
    {NvSciBufGeneralAttrKey_EnableGpuCompression, \
     RINGFENCE_TEXT("NvSciBufGeneralAttrKey_EnableGpuCompression"), NvSciBufType_General, \
     SIZE_OF(NvSciBufAttrValGpuCompression), RINGFENCE_CFG_GPUS, \
     WORD_OF(raw.general_enable_gpu_compression), ATTR_OF_ENGINE, ATTR_TAGGED, \
     RINGFENCE_RULE_UNION, ATTR_CHECK_NONE, 0U, 0U}, \
    {NvSciBufGeneralAttrKey_PeerLocationInfo, \
     RINGFENCE_TEXT("NvSciBufGeneralAttrKey_PeerLocationInfo"), NvSciBufType_General, \
     SIZE_OF(NvSciBufPeerLocationInfo), RINGFENCE_CFG_PEERS, \
     WORD_OF(raw.general_peer_location_info), ATTR_OF_ENGINE, ATTR_PLACE, RINGFENCE_RULE_UNION, \
     ATTR_CHECK_SUPERSET, 0U, 0U}, \
    {NvSciBufGeneralAttrKey_PeerHwEngineArray, \
     RINGFENCE_TEXT("NvSciBufGeneralAttrKey_PeerHwEngineArray"), NvSciBufType_General, \
     SIZE_OF(NvSciBufPeerHwEngine), RINGFENCE_CFG_PEERS, \
     WORD_OF(raw.general_peer_hw_engine_array), ATTR_OF_ENGINE, ATTR_WORDS_32, \
     RINGFENCE_RULE_UNION, ATTR_CHECK_SUPERSET, 0U, 0U}, \
    {NvSciBufRawBufferAttrKey_Size, RINGFENCE_TEXT("NvSciBufRawBufferAttrKey_Size"), \
     NvSciBufType_RawBuffer, SIZE_OF(uint64_t), 1U, WORD_OF(raw.raw_size), ATTR_INPUT_OUTPUT, \
     ATTR_IN_RANGE, RINGFENCE_RULE_EQUAL, ATTR_CHECK_EQUAL, 1U, UINT64_MAX}, \
    {NvSciBufRawBufferAttrKey_Align, RINGFENCE_TEXT("NvSciBufRawBufferAttrKey_Align"), \
     NvSciBufType_RawBuffer, SIZE_OF(uint64_t), 1U, WORD_OF(raw.raw_align), ATTR_INPUT_OUTPUT, \
     ATTR_POWER_OF_TWO_OR_ZERO, RINGFENCE_RULE_MAXIMUM, ATTR_CHECK_AT_LEAST, 1U, HIGHEST_BIT_64}
/* clang-format on */

#endif /* RINGFENCE_BUF_KEYS_H */
