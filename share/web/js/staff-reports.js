/** Short reports of what was done. A failure and what can be taken back stay until they are put away; the rest goes by itself. */

import { button, el, fill, icon, iconButton } from "./dom.js";

const READING_TIME = 6_000;

export class StaffReports {
  constructor(words) {
    this.words = words;
    this.good = el("div", { role: "status" });
    this.bad = el("div", { role: "alert" });
    this.element = el("div", { class: "staff-reports" }, this.good, this.bad);
  }

  /** `undo`: `{text, run}`, what takes it back. */
  tell(text, undo = null) {
    clearTimeout(this.timer);
    fill(this.bad);
    const back = undo && [button(undo.text, () => this.takeBack(undo), { class: "plain" }), this.away(this.good)];
    fill(this.good, el("p", { class: "staff-report" }, icon("translated"), el("span", {}, text), back));
    if (!undo) this.timer = setTimeout(() => fill(this.good), READING_TIME);
  }

  away(place) {
    return iconButton("close", this.words.t("common.close"), () => fill(place));
  }

  takeBack({ run }) {
    fill(this.good);
    run();
  }

  fail(why) {
    fill(this.good);
    fill(this.bad, el("p", { class: "staff-report fault" }, icon("fault"), el("span", {}, why), this.away(this.bad)));
  }
}
