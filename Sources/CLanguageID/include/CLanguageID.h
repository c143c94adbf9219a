#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// The language that most of a text is in.
typedef struct {
    // As CLD2 writes it ("es", "zh-Hant", "iw"), ended by NUL; "un" where it cannot tell.
    char code[24];
    // Whether the language is likelier than the next one by far.
    bool is_reliable;
    // Of the text, 0 to 100.
    int percent;
} sabir_language;

// Identifies `length` bytes of UTF-8. Keeps nothing and shares nothing: may be called from any thread.
sabir_language sabir_identify_language(const char *text, size_t length);

#ifdef __cplusplus
}
#endif
