#pragma once

// glibc alone has malloc_trim(3), which its module for Swift leaves out.
#include <malloc.h>
