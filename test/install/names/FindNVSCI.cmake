# SPDX-License-Identifier: Apache-2.0
#
# Buffers and sync objects of NvSci, by the names of their headers and libraries.

find_path(NVSCI_INCLUDE_DIR nvscibuf.h)
find_library(NVSCI_BUF_LIBRARY nvscibuf)
find_library(NVSCI_SYNC_LIBRARY nvscisync)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(NVSCI DEFAULT_MSG NVSCI_BUF_LIBRARY NVSCI_SYNC_LIBRARY NVSCI_INCLUDE_DIR)

set(NVSCI_INCLUDE_DIRS ${NVSCI_INCLUDE_DIR})
set(NVSCI_LIBRARIES ${NVSCI_BUF_LIBRARY} ${NVSCI_SYNC_LIBRARY})
