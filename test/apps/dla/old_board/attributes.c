/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attributes.c
 * A cuDLA that knows no statistics, in front of the library: it is linked with
 * --wrap=cudlaModuleGetAttributes.
 */
#include "cudla.h"

cudlaStatus __real_cudlaModuleGetAttributes(cudlaModule const hModule,
                                            cudlaModuleAttributeType const attrType,
                                            cudlaModuleAttribute *const attribute);
cudlaStatus __wrap_cudlaModuleGetAttributes(cudlaModule const hModule,
                                            cudlaModuleAttributeType const attrType,
                                            cudlaModuleAttribute *const attribute);

cudlaStatus __wrap_cudlaModuleGetAttributes(cudlaModule const hModule,
                                            cudlaModuleAttributeType const attrType,
                                            cudlaModuleAttribute *const attribute)
{
    cudlaStatus status = cudlaErrorInvalidAttribute;

    if ((uint32_t)attrType <= (uint32_t)CUDLA_OUTPUT_TENSOR_DESCRIPTORS) {
        status = __real_cudlaModuleGetAttributes(hModule, attrType, attribute);
    }
    return status;
}
