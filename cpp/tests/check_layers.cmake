# A test of the dependencies between the layers of the core. The layers `search` and `logic` depend
# on `inference`, which depends on `board`. The layer `generate` also depends on `logic`.
#
# Usage: cmake -DCORE=<path of cpp/core> -P check_layers.cmake
cmake_minimum_required(VERSION 3.25)

set(allowed_board board)
set(allowed_inference board inference)
set(allowed_search board inference search)
set(allowed_logic board inference logic)
set(allowed_generate board inference logic generate)

file(GLOB_RECURSE sources RELATIVE "${CORE}" "${CORE}/*.hpp" "${CORE}/*.cpp")
list(LENGTH sources count)
if(count EQUAL 0)
  message(FATAL_ERROR "no sources found in ${CORE}")
endif()
foreach(source IN LISTS sources)
  get_filename_component(layer "${source}" DIRECTORY)
  if(NOT DEFINED allowed_${layer})
    message(SEND_ERROR "${source} belongs to no layer")
    continue()
  endif()
  file(STRINGS "${CORE}/${source}" includes REGEX "^#include \"")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "^#include \"([a-z_]*)/.*" "\\1" target "${include}")
    if(NOT target IN_LIST allowed_${layer})
      message(SEND_ERROR "${source} must not contain ${include}: ${layer} may include ${allowed_${layer}}")
    endif()
  endforeach()
endforeach()
