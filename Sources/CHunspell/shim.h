#pragma once

#include <hunspell/hunspell.h>
#include <iconv.h>
