# SPDX-License-Identifier: Apache-2.0
#
# find_package(Ringfence); what links with --wrap uses LINKER:, which CMake has from 3.13 on:
#
#   Ringfence::ringfence         the shared library
#   Ringfence::ringfence_static  the archive
#   Ringfence::free              for programs that call free() on what the library gave
#   Ringfence::mission           the functions that phase RUNTIME admits: objects that call others do not link against it
#   Ringfence::kit               ringfence_kit.h: connections, messages, images
#   Ringfence::dla               cudla.h: cuDLA in software
#   Ringfence::dla_static        the same, with the archives
#   Ringfence::media2d           NvMedia 2D in software: images and blits
#   Ringfence::media2d_static    the same, with the archives
#   Ringfence::media2d_6         NvMedia 2D in software: layers and compose parameters, the headers of nvmedia6/; it
#                                stands before or behind the others
#   Ringfence::cuda              CUDA's external semaphores and memory under CUDA's names, by --wrap; it stands before
#                                CUDA's own libraries in target_link_libraries()
#   Ringfence::cuda_preload      the same names by the preload library, which stands before a shared CUDA runtime
#
# Those of NvMedia 2D and of CUDA are there if they were built. Paths follow the folder that this file is in.

get_filename_component(_ringfence_prefix "${CMAKE_CURRENT_LIST_DIR}/@PREFIX@" ABSOLUTE)
get_filename_component(_ringfence_lib "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

function(_ringfence_library name type file)
    if(NOT TARGET Ringfence::${name})
        add_library(Ringfence::${name} ${type} IMPORTED)
        set_target_properties(Ringfence::${name} PROPERTIES
            IMPORTED_LOCATION "${_ringfence_lib}/${file}"
            INTERFACE_INCLUDE_DIRECTORIES "${_ringfence_prefix}/include"
            INTERFACE_LINK_LIBRARIES "${ARGN}")
        if(type STREQUAL SHARED)
            set_target_properties(Ringfence::${name} PROPERTIES IMPORTED_SONAME "${file}")
        endif()
    endif()
endfunction()

_ringfence_library(ringfence SHARED libringfence.so.0)
_ringfence_library(ringfence_static STATIC libringfence.a -pthread)
_ringfence_library(free STATIC libringfence_needs_wrap_free.a Ringfence::ringfence)
set_target_properties(Ringfence::free PROPERTIES INTERFACE_LINK_OPTIONS "LINKER:--wrap=free")
_ringfence_library(kit STATIC libringfence_kit.a Ringfence::ringfence)
_ringfence_library(mission STATIC libringfence_mission.a -pthread)
_ringfence_library(dla SHARED libringfence_dla.so.0 Ringfence::ringfence)
_ringfence_library(dla_static STATIC libringfence_dla.a Ringfence::ringfence_static -ldl)

if(EXISTS "${_ringfence_lib}/libringfence_2d.a")
    _ringfence_library(media2d SHARED libringfence_2d.so.0 Ringfence::ringfence)
    _ringfence_library(media2d_static STATIC libringfence_2d.a Ringfence::ringfence_static -lzimg -lyuv -lm -ldl)
    if(NOT TARGET Ringfence::media2d_6)
        add_library(Ringfence::media2d_6 INTERFACE IMPORTED)
        set_target_properties(Ringfence::media2d_6 PROPERTIES
            INTERFACE_INCLUDE_DIRECTORIES "${_ringfence_prefix}/include/nvmedia6"
            INTERFACE_COMPILE_DEFINITIONS RINGFENCE_NVMEDIA_6
            INTERFACE_LINK_LIBRARIES Ringfence::media2d)
    endif()
endif()

if(EXISTS "${_ringfence_lib}/libringfence_cuda.a")
    _ringfence_library(cuda_functions SHARED libringfence_cuda.so.0 Ringfence::ringfence)
    _ringfence_library(cuda STATIC libringfence_cuda_wrap.a Ringfence::cuda_functions)
    set_target_properties(Ringfence::cuda PROPERTIES INTERFACE_LINK_OPTIONS "@WRAP@")
    _ringfence_library(cuda_preload SHARED libringfence_cuda_preload.so Ringfence::cuda_functions)
endif()

set(Ringfence_FOUND TRUE)
foreach(_ringfence_component ${Ringfence_FIND_COMPONENTS})
    if(TARGET Ringfence::${_ringfence_component})
        set(Ringfence_${_ringfence_component}_FOUND TRUE)
    elseif(Ringfence_FIND_REQUIRED_${_ringfence_component})
        set(Ringfence_FOUND FALSE)
        set(Ringfence_NOT_FOUND_MESSAGE "There is no Ringfence::${_ringfence_component} in ${_ringfence_prefix}")
    endif()
endforeach()
unset(_ringfence_component)
unset(_ringfence_lib)
unset(_ringfence_prefix)
