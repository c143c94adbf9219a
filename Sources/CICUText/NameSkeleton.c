#include "CICUText.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

// A name of 64 characters, each of which may become 18 by NFKC, and each of those several by the skeleton.
enum { UNITS = 4096 };

// Made once and never changed: ICU lets a checker be read by many threads at a time.
static USpoofChecker *checker;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_checker(void) {
    UErrorCode status = U_ZERO_ERROR;
    checker = uspoof_open(&status);
    if (U_FAILURE(status)) checker = NULL;
}

// What a reader sees nothing of, or nothing of meaning: what is to be ignored (Default_Ignorable_Code_Point), what
// nobody has assigned or agreed on (a font shows a box, or nothing), and the blanks that are no white space: a Braille
// pattern without dots, a note without a head, fillers of Egyptian and Khitan writing.
static bool is_invisible(UChar32 character) {
    switch (character) {
    case 0x2800: case 0x13441: case 0x13442: case 0x16FE4: case 0x1D159: return true;
    default: break;
    }
    switch (u_charType(character)) {
    case U_PRIVATE_USE_CHAR: case U_UNASSIGNED: case U_SURROGATE: return true;
    default: return u_hasBinaryProperty(character, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
    }
}

// Takes out what is not seen, in place; returns the new length.
static int32_t without_invisible(UChar *text, int32_t length) {
    int32_t kept = 0, next = 0;
    while (next < length) {
        UChar32 character;
        U16_NEXT(text, next, length, character);
        if (!is_invisible(character)) U16_APPEND_UNSAFE(text, kept, character);
    }
    return kept;
}

// A text in the buffers of one call.
typedef struct {
    UChar units[UNITS];
    int32_t count;
} name_text;

static bool normalize(const UNormalizer2 *form, const name_text *from, name_text *to, UErrorCode *status) {
    to->count = unorm2_normalize(form, from->units, from->count, to->units, UNITS, status);
    return U_SUCCESS(*status);
}

static bool look(const name_text *from, name_text *to, UErrorCode *status) {
    to->count = uspoof_getSkeleton(checker, 0, from->units, from->count, to->units, UNITS, status);
    return U_SUCCESS(*status) && to->count <= UNITS;
}

// Replaces each letter beyond ASCII by what it looks like.
static bool look_at_foreign(const name_text *from, name_text *to, UErrorCode *status) {
    int32_t next = 0;
    to->count = 0;
    while (next < from->count) {
        const int32_t start = next;
        UChar32 character;
        U16_NEXT(from->units, next, from->count, character);
        UChar *end = to->units + to->count;
        const int32_t room = UNITS - to->count;
        int32_t length = 1;
        if (character < 0x80) {
            if (room < 1) return false;
            *end = (UChar)character;
        } else {
            length = uspoof_getSkeleton(checker, 0, from->units + start, next - start, end, room, status);
        }
        if (U_FAILURE(*status) || length > room) return false;
        to->count += length;
    }
    return true;
}

size_t sabir_name_skeleton(const char *name, size_t length, sabir_name_view view, char *skeleton, size_t capacity) {
    pthread_once(&once, open_checker);
    if (checker == NULL || length > UNITS || capacity > INT_MAX) return 0;

    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *plain = unorm2_getNFKCInstance(&status), *folded = unorm2_getNFKCCasefoldInstance(&status);
    name_text one, other;
    u_strFromUTF8(one.units, UNITS, &one.count, name, (int32_t)length, &status);
    if (U_FAILURE(status)) return 0;
    if (view == sabir_name_seen) {
        if (!normalize(plain, &one, &other, &status) || !look_at_foreign(&other, &one, &status)) return 0;
    }
    if (!normalize(view == sabir_name_written ? plain : folded, &one, &other, &status)) return 0;
    other.count = without_invisible(other.units, other.count);
    if (!look(&other, &one, &status)) return 0;

    int32_t bytes = 0;
    u_strToUTF8(skeleton, (int32_t)capacity, &bytes, one.units, one.count, &status);
    return U_FAILURE(status) || bytes < 0 || (size_t)bytes > capacity ? 0 : (size_t)bytes;
}

// Letters in black circles and squares, and as halves of flags, which no form of normalization takes for letters.
static UChar32 letter_of(UChar32 character) {
    static const UChar32 rows[] = {0x1F150, 0x1F170, 0x1F1E6};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (character >= rows[i] && character < rows[i] + 26) return 'A' + (character - rows[i]);
    }
    return character;
}

static UScriptCode script_of(UChar32 character) {
    UErrorCode status = U_ZERO_ERROR;
    return uscript_getScript(character, &status);
}

// Whether a mark behind a letter of this script only adorns it. Where vowels are written as marks, as in India, those of
// the script itself are letters; Japanese has two more. The scripts named here are read without their marks.
static bool adorns(UChar32 mark, UScriptCode script) {
    if (u_charType(mark) == U_ENCLOSING_MARK) return true;
    if (mark == 0x3099 || mark == 0x309A) return script != USCRIPT_HIRAGANA && script != USCRIPT_KATAKANA;
    switch (script) {
    case USCRIPT_LATIN: case USCRIPT_GREEK: case USCRIPT_CYRILLIC: case USCRIPT_ARABIC: case USCRIPT_HEBREW: return true;
    default: return script_of(mark) != script;
    }
}

// Takes out all but letters, digits and the marks that belong to them, in place; returns the new length.
static int32_t without_ornament(UChar *text, int32_t length) {
    UScriptCode script = USCRIPT_COMMON;
    int32_t kept = 0, next = 0;
    while (next < length) {
        UChar32 character;
        U16_NEXT(text, next, length, character);
        character = letter_of(character);
        const uint32_t kind = U_GET_GC_MASK(character);
        if (kind & U_GC_M_MASK) {
            if (adorns(character, script)) continue;
        } else if (kind & (U_GC_L_MASK | U_GC_N_MASK)) {
            script = script_of(character);
        } else {
            continue;
        }
        U16_APPEND_UNSAFE(text, kept, character);
    }
    return kept;
}

size_t sabir_name_bare(const char *name, size_t length, char *bare, size_t capacity) {
    if (length > UNITS || capacity > INT_MAX) return 0;

    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *apart = unorm2_getNFKDInstance(&status);
    name_text one, other;
    u_strFromUTF8(one.units, UNITS, &one.count, name, (int32_t)length, &status);
    if (U_FAILURE(status) || !normalize(apart, &one, &other, &status)) return 0;
    other.count = without_ornament(other.units, other.count);

    int32_t bytes = 0;
    u_strToUTF8(bare, (int32_t)capacity, &bytes, other.units, other.count, &status);
    return U_FAILURE(status) || bytes < 0 || (size_t)bytes > capacity ? 0 : (size_t)bytes;
}
