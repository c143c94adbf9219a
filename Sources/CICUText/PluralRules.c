#include "CICUText.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/unumberformatter.h>
#include <unicode/upluralrules.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

// CLDR has no rules for Occitan: its neighbours' count alike.
static const char *counted_as(const char *language) { return strcmp(language, "oc") == 0 ? "es" : language; }

// How a number is written decides, too: 1.0 is not 1. One form for each number of digits behind the decimal sign.
static const UChar *const skeletons[] = {u"precision-integer", u".0", u".00"};
enum { FORMS = sizeof skeletons / sizeof *skeletons, LONGEST_LANGUAGE = 8 };
static UNumberFormatter *forms[FORMS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_forms(void) {
    for (int i = 0; i < FORMS; i++) {
        UErrorCode status = U_ZERO_ERROR;
        forms[i] = unumf_openForSkeletonAndLocale(skeletons[i], -1, "en", &status);
        if (U_FAILURE(status)) forms[i] = NULL;
    }
}

// Rules are made once for each language and never changed: ICU lets them be read by many threads at a time.
typedef struct known {
    struct known *next;
    UPluralRules *rules;
    char language[LONGEST_LANGUAGE + 1];
} known;
static known *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// For a language that it does not know ICU gives rules that make no difference: only its table says so.
static bool is_known(const char *language) {
    UErrorCode status = U_ZERO_ERROR;
    UResourceBundle *plurals = ures_openDirect(NULL, "plurals", &status);
    UResourceBundle *languages = ures_getByKey(plurals, "locales", NULL, &status);
    int32_t length;
    ures_getStringByKey(languages, language, &length, &status);
    ures_close(languages);
    ures_close(plurals);
    return U_SUCCESS(status);
}

static const UPluralRules *rules_for(const char *language) {
    if (strlen(language) > LONGEST_LANGUAGE) return NULL;
    pthread_mutex_lock(&lock);
    known *found = all;
    while (found != NULL && strcmp(found->language, language) != 0) found = found->next;
    if (found == NULL && is_known(language) && (found = malloc(sizeof *found)) != NULL) {
        UErrorCode status = U_ZERO_ERROR;
        *found = (known){.next = all, .rules = uplrules_open(language, &status)};
        strcpy(found->language, language);
        if (U_FAILURE(status)) found->rules = NULL;
        all = found;
    }
    pthread_mutex_unlock(&lock);
    return found == NULL ? NULL : found->rules;
}

int sabir_plural_category(const char *language, const char *number) {
    static const char *const names[] = {"zero", "one", "two", "few", "many", "other"};
    const UPluralRules *rules = rules_for(counted_as(language));
    const char *sign = strchr(number, '.');
    const size_t digits = sign == NULL ? 0 : strlen(sign + 1);
    pthread_once(&once, open_forms);
    if (rules == NULL || digits >= FORMS || forms[digits] == NULL) return -1;

    UErrorCode status = U_ZERO_ERROR;
    UChar name[16];
    UFormattedNumber *written = unumf_openResult(&status);
    unumf_formatDecimal(forms[digits], number, -1, written, &status);
    const int32_t length = uplrules_selectFormatted(rules, written, name, sizeof name / sizeof *name, &status);
    unumf_closeResult(written);
    if (U_FAILURE(status) || length >= (int32_t)(sizeof name / sizeof *name)) return -1;
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        UChar wanted[sizeof name / sizeof *name];
        u_uastrcpy(wanted, names[i]);
        if (u_strcmp(wanted, name) == 0) return i;
    }
    return -1;
}
