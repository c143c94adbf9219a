/** What was told to the staff, for those of them who are in a room: of this one and of the node's others. */

import { queryString } from "./api.js";
import { button, el, said } from "./dom.js";
import { answerLine } from "./to-staff.js";

export class ReportCards {
  /** `help`: which places the cards and makes them heard. */
  constructor(session, words, help) {
    Object.assign(this, { session, words, help });
    this.open = new Map();
    session.on("hello", ({ reports = [] }) => this.hello(reports));
    session.on("report", (report) => this.change(report));
  }

  get names() {
    return [...this.open.keys()];
  }

  hello(reports) {
    const keys = new Set(reports.map(keyOf));
    for (const key of this.names) if (!keys.has(key)) this.drop(key);
    for (const report of reports) this.take(report);
    this.help.ring();
  }

  change(report) {
    this.take(report);
    this.help.ring();
  }

  /** Whom it was told to is staff: nobody else gets such an event. */
  take(report) {
    const key = keyOf(report);
    if (report.state !== "open") return this.drop(key);
    if (this.open.has(key)) return;
    this.open.set(key, report);
    this.show(key, report);
    this.help.tell(this.sentence(report));
  }

  show(key, report) {
    this.help.place(key, this.help.makeCard(key, "open", this.sentence(report), null, this.content(report), "shield"));
  }

  /** `rooms`: as the desk has them. A writer who has left, or came without a page, reads no answer: the card says so. */
  reached(rooms) {
    const told = new Map(rooms.flatMap(({ id, reports }) => reports.map((report) => [keyOf({ ...report, room: this.elsewhere(id) }), report.page])));
    for (const [key, report] of this.open) {
      if (!told.has(key)) continue;
      const [before, isLine] = [report.page, report.kind === "line"];
      report.page = told.get(key);
      const isNews = isLine && report.page !== before && (before !== undefined || !report.page);
      if (isNews || this.help.card(key).getAttribute("aria-label") !== this.sentence(report)) this.show(key, report);
      if (isNews && !report.page) this.help.tell(this.words.t("error.not-on-page"));
    }
  }

  /** As a report names the room that it is from: this one is not named. */
  elsewhere(id) {
    return id === this.session.room.id ? null : { id };
  }

  sentence({ kind, from, about, room }) {
    const { t } = this.words;
    const text = kind === "line" ? t("staff.reports.line", { name: from }) : t("staff.reports.of", { name: from, about: about || "…" });
    return room ? `${text} · ${this.help.nameOfRoom(room)}` : text;
  }

  content(report) {
    const { t } = this.words;
    const answer = (state) => () => this.session.answerReport(report, state).catch(() => this.help.calls.failed());
    return [
      report.message && said("blockquote", report.message, report.lang),
      report.text && said("blockquote", report.text, report.reader),
      report.page === false && el("p", {}, t("error.not-on-page")),
      el(
        "div",
        { class: "actions" },
        report.kind === "line" && report.page !== false && this.waysBack(report),
        button(t("staff.reports.seen"), answer("seen"), { icon: "eye" }),
        button(t("staff.calls.done"), answer("done"), { class: "plain" }),
        report.room && this.help.way(`/r/${encodeURIComponent(report.room.id)}`, t("staff.visit.enter")),
      ),
    ];
  }

  /** As on the desk's card: a private room, and an answer. Without a page the writer is shown neither. */
  waysBack(report) {
    const { session, words, help } = this;
    const told = (text) => help.calls.add("shield", "report", text, []);
    const reply = () => answerLine(session, words, report, { title: this.sentence(report), told });
    return [
      button(words.t("staff.talk.open"), () => this.invite(report), { icon: "lock", class: "plain" }),
      button(words.t("line.reply"), reply, { icon: "reply", class: "plain" }),
    ];
  }

  /** The card goes, as the line is read by that; the way to the room stands on another. */
  async invite(report) {
    const { session, words, help } = this;
    const { room = session.room, member, from, ts } = report;
    try {
      const { path } = await session.inviteToTalk(room.id, member, ts);
      const way = help.way(path + queryString({ staff: session.lang }), words.t("staff.talk.enter"));
      help.calls.add("lock", `talk.${member}`, words.t("staff.talk.invited", { name: from }), el("div", { class: "actions" }, way));
    } catch (error) {
      help.notInvited(error, report);
    }
  }

  drop(key) {
    this.open.delete(key);
    this.help.remove(key);
  }

  forget() {
    for (const key of this.names) this.drop(key);
  }
}

function keyOf({ room, member, ts }) {
  return `report/${room ? room.id : ""}/${member}/${ts}`;
}
