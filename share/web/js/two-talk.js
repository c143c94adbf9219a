/** The conversation in one half: its lines, where one writes, and what asks for an answer. */

import { lineActs, reword } from "./acts.js";
import { Announcer } from "./announcer.js";
import { Calls } from "./calls.js";
import { careActions } from "./care.js";
import { Composer } from "./composer.js";
import { button, el, fill, icon, iconButton, said } from "./dom.js";
import { Help, helpButton } from "./help.js";
import { Log } from "./log.js";
import { showMenu } from "./menu.js";
import { explainOrigin, hasText, originMark, originOf } from "./origin.js";
import { forgetLine, showEarlier } from "./own-words.js";
import { preferences } from "./preferences.js";
import { tellReaders } from "./readers.js";
import { Sheet } from "./sheet.js";
import { showSettings } from "./settings.js";
import { wakeSound } from "./sound.js";
import { speech } from "./speech.js";
import { Transcript } from "./transcript.js";

/** A connection that is back at once is not worth a word. */
const PATIENCE = 1_500;

export class TwoTalk {
  constructor(half, session) {
    this.half = half;
    this.session = session;
    this.words = half.words;
    this.announcer = new Announcer(this.words, (view) => this.speak(view));
    const tell = (text) => this.announcer.tell(text);
    this.log = new Log(this.words, this.lineContext());
    this.log.drawn = () => this.announcer.flush();
    this.log.takenBack = (line) => forgetLine(this, line);
    this.log.scroller.id = `messages-${half.face}`;
    this.composer = new Composer(session, this.words, { tell });
    this.calls = new Calls(session, this.words, { log: this.log, reword: (view) => reword(this.composer, view), tell });
    this.help = new Help(session, this.words, { calls: this.calls, log: this.log, tell });
    this.build();
    this.listen();
    for (const entry of session.outbox.entries) this.log.addSending(entry);
  }

  build() {
    const { t } = this.words;
    this.lost = el("p", { class: "banner", role: "status", hidden: true }, icon("offline", { small: true }), t("connection.lost"));
    this.notice = el("aside", { class: "two-notice", hidden: true });
    this.turnedBar = el("div", { class: "two-turned-bar", hidden: true },
      button(t("two.write"), () => this.askToSpin(), { class: "large two-write", icon: "pen" }),
      (this.turnedBook = iconButton("book", t("compose.phrases"), () => this.composer.phrasebook.open(), { "aria-haspopup": "dialog" })));
    this.element = el("div", { class: "two-talk" }, this.lost, this.notice, this.log.element, this.calls.element, this.composer.element, this.turnedBar, this.announcer.element);
  }

  lineContext() {
    const { session, words } = this;
    const phrases = () => this.composer.phrasebook.open();
    return {
      words,
      get languages() { return session.languages; },
      get lang() { return session.lang; },
      get isStaff() { return session.isStaff; },
      member: () => session.member,
      isOwn: (line) => line.member === session.member,
      menu: (line) => showMenu(line, session, words, this.acts),
      care: (line) => careActions(line, session, words, this.acts),
      explain: (line) => explainOrigin(line, { words, languages: session.languages, lang: session.lang, isStaff: session.isStaff }),
      get phrases() { return session.hasPhrases ? phrases : null; },
      readsToo: () => false,
      retry: (id) => session.outbox.retry(id),
      earlier: (line) => showEarlier(line, words),
      discard: (id) => {
        session.discard(id);
        this.log.discard(id);
        this.announcer.forget(id);
      },
    };
  }

  get acts() {
    return lineActs(this, this.half.outlooks);
  }

  listen() {
    const { session, log } = this;
    for (const event of ["pointerdown", "keydown"]) this.element.addEventListener(event, wakeSound, { once: true });
    session.on("hello", (hello) => this.hello(hello));
    session.on("line", (line) => this.line(line));
    session.on("translation", (translation) => this.translation(translation));
    session.on("reach", ({ lines }) => log.reach(lines));
    session.on("ahead", (ahead) => log.ahead(ahead));
    session.on("entry", (entry) => this.entry(entry));
    session.on("sent", ({ entry, receipt }) => this.sent(entry, receipt));
    session.on("readers", () => tellReaders(this.words));
    session.on("notice", (notice) => this.showNotice(notice));
    session.on("unclear", (event) => this.calls.unclear(event));
    session.on("person", (event) => this.calls.person(event));
    session.on("cleared", () => this.clear("room.cleared"));
    session.on("restarted", ({ isKnown }) => this.restarted(isKnown));
    session.on("gap", () => log.gap());
    session.on("connection", (state) => this.connection(state));
  }

  hello(hello) {
    this.log.greeted(hello);
    this.showNotice(hello.room.notice);
    this.turnedBook.hidden = !hello.phrases;
  }

  entry(entry) {
    this.log.addSending(entry);
    this.announcer.sending(entry);
  }

  sent(entry, receipt) {
    this.log.sent(entry, receipt);
    this.announcer.sent(entry);
  }

  line(line) {
    const isNew = this.log.add(line);
    if (line.member === this.session.member) this.announcer.sent(line);
    if (!isNew || line.member === this.session.member || line.seq <= this.session.seqAtHello) return;
    if (this.half.table.stillness) this.half.table.stillness.hear();
    this.announcer.expect(this.log.find(line.id), this.session.lang);
    this.half.table.handOver(this.half);
  }

  translation(translation) {
    const view = this.log.translate(translation);
    if (view) this.announcer.translated(view);
  }

  speak(view) {
    if (preferences.get("speak") && speech.speaking === null) speech.say(view.line.id, view.text, view.lang);
  }

  showNotice(notice) {
    this.notice.hidden = !(notice && notice.text);
    if (this.notice.hidden) return;
    const { translation } = notice;
    const origin = originOf(notice, translation, this.session.lang);
    const shown = hasText(translation) ? translation : notice;
    this.notice.setAttribute("aria-label", this.words.t("room.notice"));
    fill(this.notice, icon("pin", { small: true }), said("p", shown.text, shown.lang), origin !== "same" && el("p", { class: "notice-origin" }, originMark(origin, translation, this.words, this.session.isStaff)));
  }

  connection(state) {
    if (state !== "open") {
      this.waiting = this.waiting || setTimeout(() => (this.lost.hidden = false), PATIENCE);
      return;
    }
    clearTimeout(this.waiting);
    this.waiting = null;
    this.lost.hidden = true;
  }

  quietly(text) {
    this.calls.add("info", "quietly", text, []);
  }

  clear(key = "") {
    this.log.clear(key && this.words.t(key));
    this.calls.clear();
    for (const entry of this.session.outbox.entries) this.log.addSending(entry);
  }

  restarted(isKnown) {
    if (!isKnown || !this.log.keepPast()) return this.clear("room.restarted");
    this.calls.clear();
  }

  helpButton() {
    return helpButton(this.words, () => this.help.ask());
  }

  settingsButton() {
    const { half, session, words } = this;
    const open = () => showSettings(session, words, { outlooks: half.outlooks, changeLanguage: () => half.rebuild(), takeHome: () => new Transcript(this) });
    return iconButton("settings", words.t("two.settings"), open, { "aria-haspopup": "dialog" });
  }

  /** The on-screen keyboard does not turn with a half: to write, its owner turns the tablet. */
  setTurned(isTurned) {
    this.composer.element.hidden = isTurned;
    this.turnedBar.hidden = !isTurned;
  }

  askToSpin() {
    const { t } = this.words;
    const sheet = new Sheet(this.words, t("two.spin"));
    const spin = () => {
      sheet.close();
      this.half.table.swap();
      this.composer.focus();
    };
    sheet.show(el("p", { class: "two-spin" }, icon("turn"), el("span", {}, t("two.spin.hint"))), button(t("two.spun"), spin, { class: "large wide", icon: "turn" }));
  }

  close() {
    clearTimeout(this.waiting);
    for (const part of [this.log, this.help, this.announcer, this.composer]) part.close();
  }
}
