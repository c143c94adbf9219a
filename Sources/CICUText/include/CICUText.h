#pragma once

#include <stddef.h>

// How a name is looked at.
typedef enum {
    // As it is written: a capital I looks like an l.
    sabir_name_written,
    // Without letter case.
    sabir_name_folded,
    // What other scripts' letters look like, and then without letter case: a Cyrillic capital В is a b.
    sabir_name_seen,
} sabir_name_view;

// What a name looks like: the skeleton of UTS #39 (section 4) of its NFKC form, without characters that are not seen.
// Two names with one skeleton cannot be told apart by eye. `name` is `length` bytes of UTF-8. Writes UTF-8 without NUL
// and returns how many bytes; 0 where it does not fit, the name is no UTF-8, or ICU's data is missing. May be called
// from any thread.
size_t sabir_name_skeleton(const char *name, size_t length, sabir_name_view view, char *skeleton, size_t capacity);

// The letters and digits of a name alone (of its NFKD form): without blanks, punctuation, symbols, and marks that only
// adorn. Else as `sabir_name_skeleton`; 0 also where nothing is left.
size_t sabir_name_bare(const char *name, size_t length, char *bare, size_t capacity);

// The form that a word of this language, a primary subtag, takes beside a number such as 21 or 1.50, of two digits at most
// behind the decimal sign: 0 to 5 for CLDR's zero, one, two, few, many, other; -1 where CLDR does not know the language.
// May be called from any thread.
int sabir_plural_category(const char *language, const char *number);
