/** What members of a room have reported to staff, the newest first. */

import { el, fill, said } from "./dom.js";

export class Told {
  constructor(desk) {
    this.desk = desk;
    this.list = el("ul", { class: "staff-told", role: "list" });
    this.element = el("section", { class: "staff-row", hidden: true }, el("div", {}, el("h3", {}, desk.words.t("staff.reports")), this.list));
  }

  update({ reports }) {
    const face = JSON.stringify(reports);
    if (face === this.face) return;
    this.face = face;
    this.element.hidden = reports.length === 0;
    fill(this.list, [...reports].reverse().map((report) => this.report(report)));
  }

  report({ from, about, text, message, lang, ts }) {
    const { words } = this.desk;
    return el(
      "li",
      {},
      el("p", {}, el("bdi", {}, words.t("staff.reports.of", { name: from, about: about || "…" })), " ", el("time", { datetime: new Date(ts).toISOString() }, words.time(ts))),
      message && said("blockquote", message, lang),
      text && el("p", { dir: "auto" }, text),
    );
  }
}
