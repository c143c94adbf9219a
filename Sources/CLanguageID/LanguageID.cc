#include "CLanguageID.h"

#include <climits>
#include <cstdio>

// compact_lang_det.h needs <cstdio> before it.
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

sabir_language sabir_identify_language(const char *text, size_t length) {
    const CLD2::CLDHints no_hints = {nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
    CLD2::Language languages[3];
    int percents[3];
    double scores[3];
    int text_bytes = 0, valid_bytes = 0;
    bool is_reliable = false;
    const int bytes = length > INT_MAX ? INT_MAX : static_cast<int>(length);
    const CLD2::Language language = CLD2::ExtDetectLanguageSummaryCheckUTF8(
        text, bytes, true, &no_hints, 0, languages, percents, scores, nullptr, &text_bytes, &is_reliable,
        &valid_bytes);

    sabir_language answer = {};
    std::snprintf(answer.code, sizeof answer.code, "%s", CLD2::LanguageCode(language));
    answer.is_reliable = is_reliable && valid_bytes == bytes;
    answer.percent = languages[0] == language ? percents[0] : 0;
    return answer;
}
