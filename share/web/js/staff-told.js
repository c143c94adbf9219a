/** What was told to the staff: a report about somebody, or a line that nobody else reads, in the reader's language. */

import { button, el, fill, icon, said } from "./dom.js";
import { coin } from "./languages.js";
import { LineView } from "./line.js";
import { explainOrigin, hasText } from "./origin.js";
import { ask } from "./staff-ask.js";
import { goThereAsStaff, inviteToTalk } from "./staff-talk.js";

/** Characters of an answer: as many as the node takes. */
const LONGEST = 500;

/** A room's reports that were seen, until staff are done with them, the newest first; all others stand above the rooms. */
export class Told {
  constructor(desk) {
    this.desk = desk;
    this.list = el("ul", { class: "staff-told", role: "list" });
    this.element = el("section", { class: "staff-row", hidden: true }, el("div", {}, el("h3", {}, desk.words.t("staff.reports")), this.list));
  }

  update({ id, name, reports }) {
    const told = reports.filter(({ state }) => state !== "open").map((report) => ({ ...report, room: { id, name } }));
    const face = JSON.stringify(told.map((report) => [report, this.desk.inbox.reading(report)]));
    if (face === this.face) return;
    this.face = face;
    this.element.hidden = told.length === 0;
    const had = this.list.contains(document.activeElement);
    fill(this.list, told.reverse().map((report) => el("li", {}, reportCard(this.desk, report))));
    if (had) (this.list.querySelector("button") || this.desk.resting).focus();
  }
}

export function sentenceOf({ kind, from, about }, { t }) {
  return kind === "line" ? t("staff.reports.line", { name: from }) : t("staff.reports.of", { name: from, about: about || "…" });
}

/** `report`: with its room. */
export function reportCard(desk, report) {
  const { words, languages, inbox } = desk;
  const own = languages.nameOf(report.reader);
  const href = `/r/${encodeURIComponent(report.room.id)}`;
  const done = (state) => () => inbox.answer(report, state);
  return el(
    "section",
    { class: "card staff-call staff-report-card", data: { state: report.state }, "aria-label": sentenceOf(report, words) },
    el("p", { class: "staff-call-head" }, coin(report.reader, own), el("span", {}, sentenceOf(report, words))),
    el(
      "p",
      { class: "staff-call-facts" },
      el("bdi", {}, desk.nameOf(report.room)),
      el("span", {}, words.language(report.reader, own)),
      el("time", { datetime: new Date(report.ts).toISOString() }, words.time(report.ts)),
    ),
    texts(desk, report),
    report.page === false && el("p", {}, words.t("error.not-on-page")),
    el(
      "div",
      { class: "actions" },
      report.kind === "line" && waysBack(desk, report),
      report.state === "open" && button(words.t("staff.reports.seen"), done("seen"), { icon: "eye" }),
      button(words.t("staff.calls.done"), done("done"), { class: "plain" }),
      el("a", { class: "button plain", href, target: "_blank", rel: "noopener" }, icon("door"), el("span", {}, words.t("staff.visit.enter"))),
    ),
  );
}

/** A private room, and an answer where its writer is at a page of this node. */
function waysBack(desk, report) {
  const { t } = desk.words;
  return [
    report.talk
      ? goThereAsStaff(report.talk, desk)
      : button(t("staff.talk.open"), () => inviteToTalk(desk, { ...report, report: report.ts }), { icon: "lock", class: "plain" }),
    report.page && button(t("line.reply"), () => answerLine(desk, report), { icon: "reply", class: "plain" }),
  ];
}

/** Its writer alone reads it, translated. */
function answerLine(desk, report) {
  const { words, languages, inbox } = desk;
  const { tag } = languages.find(words.tag) || words;
  const { translation } = inbox.reading(report) || {};
  const field = el("textarea", { rows: "4", dir: "auto", lang: tag, maxlength: LONGEST, required: true, "aria-label": words.t("line.reply") });
  ask(desk, {
    title: sentenceOf(report, words),
    fields: [
      hasText(translation) && said("blockquote", translation.text, words.tag),
      said("blockquote", report.text, report.reader),
      field,
    ],
    actions: [{
      text: words.t("compose.send"),
      icon: "send",
      run: () => inbox.post(report, "seen", { text: field.value.trim(), lang: tag }),
      done: words.t("calls.unclear.told", { name: report.from }),
    }],
  });
  field.focus();
}

/** As a room shows its lines: the translation large, the original under it, and how sure we are. */
function texts(desk, report) {
  const { words, languages } = desk;
  const context = {
    words, languages, lang: words.tag, isStaff: true,
    isOwn: () => false, readsToo: () => false, quoted: () => null,
    explain: (view) => explainOrigin(view, { words, languages, lang: words.tag, isStaff: true }),
  };
  const reading = desk.inbox.reading(report) || {};
  const view = (id, from, lang, text, translation) => {
    if (!text) return null;
    const line = new LineView({ id: `${id}.${report.member}.${report.ts}`, from, lang, text, ts: report.ts }, context);
    if (translation) line.translate({ ...translation, id: line.line.id });
    line.draw();
    return line.node;
  };
  const nodes = [
    view("message", report.about || "…", report.lang, report.message, reading.messageTranslation),
    view("told", report.from, report.reader, report.text, reading.translation),
  ].filter(Boolean);
  return nodes.length > 0 && el("ul", { class: "staff-told-lines", role: "list" }, nodes);
}
