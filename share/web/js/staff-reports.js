/** Short reports of what was done. A failure stays until it is put away; the rest goes by itself. */

import { el, fill, icon, iconButton } from "./dom.js";

const READING_TIME = 6_000;

export class StaffReports {
  constructor(words) {
    this.words = words;
    this.good = el("div", { role: "status" });
    this.bad = el("div", { role: "alert" });
    this.element = el("div", { class: "staff-reports" }, this.good, this.bad);
  }

  tell(text) {
    clearTimeout(this.timer);
    fill(this.bad);
    fill(this.good, el("p", { class: "staff-report" }, icon("translated"), el("span", {}, text)));
    this.timer = setTimeout(() => fill(this.good), READING_TIME);
  }

  fail(why) {
    fill(this.good);
    const away = iconButton("close", this.words.t("common.close"), () => fill(this.bad));
    fill(this.bad, el("p", { class: "staff-report fault" }, icon("fault"), el("span", {}, why), away));
  }
}
