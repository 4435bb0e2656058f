/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file types.c
 * Which of the files of types/ a buffer needs. A library of only raw buffers has types_raw.c in
 * the place of this file.
 */
#include "buf/layout.h"

NvSciError buf_validate_values(const BufMerge *merge)
{
    const bool has_image = buf_has_image(merge->types);
    const bool has_tensor = buf_has_type(merge->types, NvSciBufType_Tensor);
    NvSciError status = NvSciError_Success;

    if (has_image) {
        status = buf_image_validate(merge);
    }
    if ((status == NvSciError_Success) && has_tensor) {
        status = buf_tensor_validate(merge);
    }
    if ((status == NvSciError_Success) && has_image && has_tensor) {
        status = buf_image_tensor_validate(merge);
    }
    if ((status == NvSciError_Success) && buf_has_type(merge->types, NvSciBufType_Array)) {
        status = buf_array_validate(merge);
    }
    return status;
}

NvSciError buf_compute_types(const BufMerge *merge, const BufEngineNeeds *needs)
{
    NvSciError status = NvSciError_Success;
    const bool has_tensor = buf_has_type(merge->types, NvSciBufType_Tensor);

    if (buf_has_image(merge->types)) {
        const ImageShape *shape = NULL;

        status = buf_image_compute(merge, needs, &shape);
        if ((status == NvSciError_Success) && has_tensor) {
            buf_image_tensor_compute(merge);
        }
        if ((status == NvSciError_Success) && buf_has_type(merge->types, NvSciBufType_Pyramid)) {
            status = buf_pyramid_compute(merge, shape);
        }
    } else if (has_tensor) {
        status = buf_tensor_compute(merge, needs);
    } else {
        status = buf_array_compute(merge, needs);
    }
    return status;
}
