/** Short reports of what was done. A failure stays until it is put away; the rest goes by itself. */

import { button, el, fill, icon, iconButton } from "./dom.js";

const READING_TIME = 6_000;
/** What can be taken back stays for as long as it takes to think of it. */
const UNDOING_TIME = 12_000;

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
    const back = undo && button(undo.text, () => this.takeBack(undo), { class: "plain" });
    fill(this.good, el("p", { class: "staff-report" }, icon("translated"), el("span", {}, text), back));
    this.timer = setTimeout(() => fill(this.good), undo ? UNDOING_TIME : READING_TIME);
  }

  takeBack({ run }) {
    fill(this.good);
    run();
  }

  fail(why) {
    fill(this.good);
    const away = iconButton("close", this.words.t("common.close"), () => fill(this.bad));
    fill(this.bad, el("p", { class: "staff-report fault" }, icon("fault"), el("span", {}, why), away));
  }
}
