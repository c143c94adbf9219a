#pragma once

#include <histedit.h>
#include <langinfo.h>
#include <sys/eventfd.h>

// Swift cannot call variadic functions. Each call that the editor makes has its own typed door here.

static inline int cedit_set_reader(EditLine *editor, el_rfunc_t reader) {
    return el_wset(editor, EL_GETCFN, reader);
}

static inline int cedit_set_client_data(EditLine *editor, void *data) {
    return el_wset(editor, EL_CLIENTDATA, data);
}

static inline void *cedit_client_data(EditLine *editor) {
    void *data = NULL;
    return el_wget(editor, EL_CLIENTDATA, &data) == 0 ? data : NULL;
}

static inline int cedit_use_emacs_keys(EditLine *editor) {
    return el_set(editor, EL_EDITOR, "emacs");
}

// The mode while editing ("-d") passes Ctrl-C and Ctrl-S to the editor as keys. The mode between two lines ("-x") is
// as raw as that, so that nothing typed in that instant is echoed or taken for a signal.
static inline int cedit_keep_raw(EditLine *editor) {
    int edit = el_set(editor, EL_SETTY, "-d", "-isig", "-ixon", NULL);
    int between = el_set(editor, EL_SETTY, "-x", "-isig", "-icanon", "-echo", NULL);
    return edit == 0 && between == 0 ? 0 : -1;
}

// Applies the editing mode again, after something else changed the terminal behind the editor's back.
static inline int cedit_apply_raw(EditLine *editor) {
    el_set(editor, EL_PREP_TERM, 0);
    return el_set(editor, EL_PREP_TERM, 1);
}

static inline int cedit_add_function(
    EditLine *editor, const char *name, const char *help, unsigned char (*function)(EditLine *, int)) {
    return el_set(editor, EL_ADDFN, name, help, function);
}

static inline int cedit_bind(EditLine *editor, const char *key, const char *function) {
    return el_set(editor, EL_BIND, key, function, NULL);
}

static inline int cedit_use_history(EditLine *editor, HistoryW *history) {
    return el_wset(editor, EL_HIST, history_w, history);
}

static inline int cedit_history_bound(HistoryW *history, int entries) {
    HistEventW event;
    history_w(history, &event, H_SETSIZE, entries);
    return history_w(history, &event, H_SETUNIQUE, 1);
}

static inline int cedit_history_enter(HistoryW *history, const wchar_t *line) {
    HistEventW event;
    return history_w(history, &event, H_ENTER, line);
}

static inline int cedit_history_clear(HistoryW *history) {
    HistEventW event;
    return history_w(history, &event, H_CLEAR);
}

static inline const char *cedit_codeset(void) { return nl_langinfo(CODESET); }
