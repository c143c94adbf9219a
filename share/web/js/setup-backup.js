/** A place that comes from a backup: its file, and the words of the sheet that opens it. */

import { post } from "./api.js";
import { button, el } from "./dom.js";
import { untilOpen } from "./setup-done.js";
import { field, heading, refusal, report } from "./setup-fields.js";

/** In bytes: what a slow wifi brings within the node's time for a request. */
const PIECE = 256 * 1024;
/** A piece that did not arrive is sent again so often. */
const TRIES = 3;
/** What is wrong with a backup by the part of it that the node names. */
const FAULTS = { words: "setup.backup.words.wrong", backup: "setup.backup.wrong" };
/** For a large history to be judged. */
const PATIENCE = 600_000;

export function fromBackup(page) {
  const { t } = page.words;
  const file = el("input", { type: "file", accept: ".sabirbackup" });
  const words = el("textarea", { rows: 5, autocomplete: "off", autocapitalize: "none", spellcheck: "false", dir: "ltr" });
  const told = report();
  const state = el("p", { role: "status" });
  const go = el("button", { type: "submit", class: "button large wide" }, t("setup.backup.start"));
  const bring = async (event) => {
    event.preventDefault();
    told.textContent = file.files.length ? "" : t("setup.backup.none");
    if (!file.files.length) return;
    go.disabled = true;
    try {
      await send(file.files[0], (percent) => (state.textContent = t("setup.backup.sending", { percent })));
      state.textContent = t("setup.backup.checking");
      await restore(words.value);
      page.show(() => [heading(t("setup.backup.back")), el("p", { role: "status" }, t("setup.backup.anew"))]);
      await page.opened(await untilOpen());
    } catch (error) {
      state.textContent = "";
      told.textContent = FAULTS[error.detail] ? t(FAULTS[error.detail]) : refusal(error, page.words);
      go.disabled = false;
    }
  };
  return [
    heading(t("setup.begin.backup")),
    el(
      "form",
      { class: "setup-form", novalidate: true, on: { submit: bring } },
      field("backup", t("setup.backup.file"), t("setup.backup.file.hint"), file),
      field("words", t("setup.backup.words"), t("setup.backup.words.hint"), words),
      told,
      state,
      go,
    ),
    button(t("setup.back"), () => page.enter(), { class: "plain" }),
  ];
}

async function send(file, tell) {
  for (let at = 0; at < file.size || at === 0; at += PIECE) {
    tell(Math.floor((100 * at) / Math.max(1, file.size)));
    const piece = file.slice(at, at + PIECE);
    for (let left = TRIES; ; left -= 1) {
      try {
        await post(`/api/setup/backup?at=${at}`, piece);
        break;
      } catch (error) {
        if (!error.isOffline || left === 1) throw error;
      }
    }
  }
}

/** The node begins anew while it answers: an answer that is lost on the way is no failure yet. */
async function restore(words) {
  try {
    await post("/api/setup/restore", { words }, PATIENCE);
  } catch (error) {
    if (!error.isOffline) throw error;
  }
}
