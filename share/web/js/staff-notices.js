/** What is amiss with the node, for as long as it is: above the rooms, so that staff can tell whoever mends it. */

import { el, fill, icon, said } from "./dom.js";

export class StaffNotices {
  constructor(words) {
    this.words = words;
    this.shown = "";
    this.element = el("div", { class: "staff-notices", role: "status" });
  }

  /** `notices`: `{code, text}` each, the text in English. Filled anew only when they change: they are read out. */
  update(notices) {
    const now = JSON.stringify(notices);
    if (this.shown === now) return;
    this.shown = now;
    fill(this.element, notices.map((notice) => this.banner(notice)));
  }

  /** In the reader's words; the node's own sentence, in English, is for whoever is told and mends it. */
  banner({ code, text }) {
    const key = code === "history-memory-only" ? "staff.history.trouble" : `staff.notice-code.${code}`;
    return el(
      "div",
      { class: "banner care" },
      icon("care"),
      el(
        "div",
        {},
        this.words.has(key) && el("p", {}, this.words.t(key)),
        said("p", text, "en"),
      ),
    );
  }
}
