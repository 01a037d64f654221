# SDKs of OpenAPI documents with CMake 3.21 or newer. `codegen init --cmake` prints the lines that include this file.
#
#     codegen_sdk(trains SPEC api/openapi.yaml OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/trains TARGETS python go)
#     add_dependencies(my_program trains)
#
# `cmake --build . --target trains` builds the SDKs where the document, a file that it refers to, an overlay or gen.yaml
# has changed. Other custom commands depend on ${trains_STAMP}, which changes only if the output has.

find_program(CODEGEN_EXECUTABLE codegen REQUIRED)

# codegen_sdk(NAME [SPEC document] [CONFIG gen.yaml] [OUTPUT folder] [TARGETS target...] [FLAGS flag...] [ALL])
function(codegen_sdk name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL" "SPEC;CONFIG;OUTPUT" "TARGETS;FLAGS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "codegen_sdk(${name}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_SPEC AND NOT arg_CONFIG)
    message(FATAL_ERROR "codegen_sdk(${name}): give a SPEC, or a CONFIG that names one")
  endif()
  if(NOT arg_OUTPUT)
    set(arg_OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}")
  endif()
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${name}.stamp")
  set(depfile "${CMAKE_CURRENT_BINARY_DIR}/${name}.d")
  set(command "${CODEGEN_EXECUTABLE}" build)
  set(inputs "${CODEGEN_EXECUTABLE}")
  if(arg_SPEC)
    cmake_path(ABSOLUTE_PATH arg_SPEC)
    list(APPEND command "${arg_SPEC}")
    list(APPEND inputs "${arg_SPEC}")
  endif()
  if(arg_CONFIG)
    cmake_path(ABSOLUTE_PATH arg_CONFIG)
    list(APPEND command -c "${arg_CONFIG}")
    list(APPEND inputs "${arg_CONFIG}")
  endif()
  foreach(target IN LISTS arg_TARGETS)
    list(APPEND command -t "${target}")
  endforeach()
  add_custom_command(
    OUTPUT "${stamp}"
    COMMAND ${command} -o "${arg_OUTPUT}" ${arg_FLAGS} --depfile "${depfile}" --stamp "${stamp}"
    DEPENDS ${inputs}
    DEPFILE "${depfile}"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "codegen ${name}"
    VERBATIM)
  set(all "")
  if(arg_ALL)
    set(all ALL)
  endif()
  add_custom_target("${name}" ${all} DEPENDS "${stamp}")
  set("${name}_STAMP" "${stamp}" PARENT_SCOPE)
endfunction()
