/** One line as its reader sees it: the translation large, the original under it, who, when, how sure. */

import { staffMark } from "./badge.js";
import { append, el, fill, iconButton, said } from "./dom.js";
import { coin } from "./languages.js";
import { linked } from "./links.js";
import { hasText, originMark, originOf, originRemarks } from "./origin.js";
import { reachMark } from "./reach.js";
import { refusalText } from "./refusals.js";
import { sign } from "./signs.js";
import { speech } from "./speech.js";

/** A text of more letters or lines than this is folded, so that it does not push all others away. */
const LONG = 900;
const TALL = 14;
const SENDING_ICONS = { sending: "clock", waiting: "clock", sent: "sent", failed: "fault" };

export class LineView {
  /**
   * `line`: as the stream tells it. `context`: `words`, `languages`, `lang` (the reader's), `isStaff` (the reader is of the staff), `isOwn(line)`,
   * `quoted(id, view)`, `turn(view)` (it is folded or opened), and what buttons do: `menu(view)`, `explain(view)`, `jump(view)`, `retry(id)`, `discard(id)`,
   * `phrases()`, null where there are none; `care(view)`: what can be done about a line that could harm, left out where nothing can; `confirming(view)`: the same for an interpreter; `readsToo(lang)`: whether the reader needs no translation of that language.
   * `sending`: null for what the room has.
   */
  constructor(line, context, sending = null) {
    this.context = context;
    this.line = line;
    this.translation = null;
    this.sending = sending;
    /** The line as it was first said, and as its author has corrected it; the last of them stands. */
    this.wordings = [{ line, translation: null }];
    this.isTakenBack = Boolean(line.retracted);
    /** A correction, or taking it back, that is on its way to the room. */
    this.change = null;
    /** By this device's clock. */
    this.heard = Date.now();
    this.isOwn = context.isOwn(line);
    /** Null until it is drawn; what is noted after that is shown when it is drawn the next time. */
    this.node = null;
    /** Said before the room began anew: only this reader has it. */
    this.isPast = false;
    this.isChanged = this.isReworded = false;
    /** Of an own line: how many cannot read it; null while all can, or it is not known. */
    this.reach = null;
  }

  get isTranslated() {
    return !this.isOwn && hasText(this.translation);
  }

  /** What is read out and quoted: the text in the reader's language where there is one. */
  get text() {
    if (this.isTakenBack) return this.takenBackText;
    return this.isTranslated ? this.translation.text : this.line.text;
  }

  get lang() {
    if (this.isTakenBack) return this.context.words.tag;
    return this.isTranslated ? this.translation.lang : this.line.lang;
  }

  /** A person is shown as having written, own lines as "You". */
  get name() {
    return this.isOwn ? this.context.words.t("line.you") : this.line.from;
  }

  get takenBackText() {
    const { words } = this.context;
    return this.isOwn ? words.t("line.takenback.own") : words.t("line.takenback", { name: this.line.from });
  }

  /** The wording that is shown, under its own id and number. */
  get standing() {
    return this.wordings[this.wordings.length - 1];
  }

  translate(translation) {
    if (this.context.readsToo(this.line.lang)) return;
    const wording = this.wordings.find(({ line }) => line.id === translation.id);
    if (!wording || this.isTakenBack) return;
    wording.translation = translation;
    this.translation = this.standing.translation;
    this.isReworded = true;
  }

  reaches(reach) {
    this.reach = reach;
    this.isReworded = true;
  }

  confirm(line) {
    this.wordings[0].line = line;
    this.sending = null;
    if (line.retracted) this.takeBack();
    this.stand();
  }

  /** Its author has written it anew. */
  correct(line) {
    if (this.isTakenBack || this.wordings.some((one) => one.line.id === line.id)) return;
    this.wordings.push({ line, translation: null });
    this.change = null;
    this.stand();
  }

  /** No text of it is left. */
  takeBack() {
    if (speech.speaking === this.line.id) speech.stop();
    this.wordings = [{ line: { ...this.wordings[0].line, text: "", reply: null }, translation: null }];
    this.isTakenBack = true;
    this.change = null;
    this.stand();
  }

  stand() {
    const { line, translation } = this.standing;
    this.line = { ...this.wordings[0].line, text: line.text, lang: line.lang };
    this.translation = translation;
    this.isChanged = true;
  }

  send(sending) {
    this.sending = sending;
    this.isChanged = true;
  }

  /** The room has it no longer, and a translation that has not come will not. */
  leave() {
    this.isPast = true;
    this.isReworded = this.origin === "pending";
  }

  get origin() {
    if (this.isTakenBack) return "gone";
    if (this.isOwn) return "own";
    if (this.context.readsToo(this.line.lang)) return "same";
    const origin = originOf(this.line, this.translation, this.context.lang);
    return this.isPast && origin === "pending" ? "untranslated" : origin;
  }

  /** It would be drawn without its translation, and once more with it. */
  get isAwaited() {
    return !this.node && this.origin === "pending";
  }

  /** Makes its node, or changes of it what no longer fits. */
  draw() {
    if (!this.node) {
      this.node = el("li", { class: "line", role: "listitem", tabindex: "-1", data: { own: String(this.isOwn) } });
      this.isChanged = true;
    }
    if (this.isChanged) this.render();
    else if (this.isReworded) this.keepFocus(() => this.renderBody());
  }

  render() {
    this.keepFocus(() => {
      this.top = [this.head(), this.quote()].filter(Boolean);
      this.card = el("div", { class: "line-card" }, this.top);
      this.renderBody();
      fill(this.node, this.card);
    });
    this.isChanged = false;
  }

  /** What a translation changes: all but who wrote it, when, and what it answers. */
  renderBody() {
    const { origin } = this;
    this.node.dataset.origin = origin;
    this.node.dataset.sending = this.sending ? this.sending.state : "";
    const last = this.top[this.top.length - 1];
    while (this.card.lastChild !== last) this.card.lastChild.remove();
    append(this.card, [
      this.texts(),
      !this.isOwn && originRemarks(origin, this.translation, this.context.words, { all: false }),
      origin === "warning" && !this.isPast && this.context.care && this.context.care(this),
      this.context.confirming && this.context.confirming(this),
      this.foot(origin),
      this.reach && !this.isPast && !this.isTakenBack && !this.sending && reachMark(this.reach, this.context.words, this.context.phrases),
    ]);
    this.isReworded = false;
  }

  keepFocus(change) {
    const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.role : null;
    change();
    if (focused) this.node.querySelector(`[data-role="${focused}"]`)?.focus({ preventScroll: true });
  }

  texts() {
    if (this.isTakenBack) return el("p", { class: "line-text taken-back" }, sign("undo", { small: true }), this.text);
    const isLong = this.text.length > LONG || this.text.split("\n").length > TALL;
    const isFolded = isLong && !this.isOpened;
    const turn = () => {
      this.isOpened = isFolded;
      this.context.turn(this);
    };
    return [
      el(
        "p",
        { class: "line-text", dir: "auto", lang: this.lang, data: { folded: String(isFolded) } },
        linked(this.text),
      ),
      this.origin === "pending" && el("p", { class: "line-original awaited", data: { folded: String(isFolded) }, "aria-hidden": "true" }, this.line.text),
      this.isTranslated &&
      el(
        "p",
        { class: "line-original", dir: "auto", lang: this.line.lang, data: { folded: String(isFolded) } },
        linked(this.line.text),
      ),
      isLong &&
      el(
        "button",
        { type: "button", class: "button plain small", "aria-expanded": String(!isFolded), data: { role: "open" }, on: { click: turn } },
        this.context.words.t(isFolded ? "common.more" : "common.less"),
      ),
    ];
  }

  head() {
    if (this.isOwn) return el("span", { class: "unseen" }, this.name);
    const { words, languages } = this.context;
    const written = words.t("line.written-in", {
      language: words.language(this.line.lang, languages.nameOf(this.line.lang)),
    });
    return el(
      "div",
      { class: this.line.role ? "line-head vouched" : "line-head" },
      coin(this.line.lang, languages.nameOf(this.line.lang), { size: "small", label: written }),
      el("bdi", { class: "line-name" }, this.name),
      staffMark(this.line, words),
      this.time(),
      this.moreButton(),
    );
  }

  time() {
    const { ts } = this.line;
    return el("time", { class: "line-time", datetime: new Date(ts).toISOString() }, this.context.words.time(ts));
  }

  quote() {
    if (!this.line.reply || this.isTakenBack) return null;
    const { words } = this.context;
    const other = this.context.quoted(this.line.reply, this);
    if (!other) return el("p", { class: "line-quote" }, words.t("line.reply-gone"));
    return el(
      "button",
      {
        type: "button",
        class: "line-quote",
        data: { role: "quote" },
        on: { click: () => this.context.jump(other) },
      },
      sign("reply", { small: true, mirrors: true }),
      el("span", { class: "unseen" }, words.t("line.reply-to", { name: other.name })),
      el("span", { class: "line-quoted" }, el("bdi", {}, other.name), " ", staffMark(other.line, words), " ", said("span", other.text, other.lang)),
    );
  }

  foot(origin) {
    if (this.isTakenBack) return this.isOwn && el("div", { class: "line-foot" }, this.time());
    if (this.isOwn) {
      const tools = this.underWay ? this.retryTools() : this.moreButton();
      return [
        this.change && this.change.text && el("p", { class: "line-change", dir: "auto", lang: this.change.lang }, this.change.text),
        el("div", { class: "line-foot" }, this.correctedButton(), this.ownMark(), tools),
      ];
    }
    /* What was written in the reader's own language needs no mark. */
    const mark = origin === "same" ? null : this.originButton(origin);
    const listen = this.listenButton();
    const corrected = this.correctedButton();
    return (mark || listen || corrected) && el("div", { class: "line-foot" }, mark, corrected, listen);
  }

  originButton(origin) {
    return el("button", {
      type: "button",
      class: "line-origin",
      data: { role: "origin" },
      on: { click: () => this.context.explain(this) },
    }, ...originMark(origin, this.translation, this.context.words, this.context.isStaff));
  }

  /** Shows how it read before. */
  correctedButton() {
    if (this.wordings.length === 1 && !this.line.corrects) return null;
    return el("button", {
      type: "button",
      class: "line-origin",
      data: { role: "corrected" },
      on: { click: () => this.context.earlier(this) },
    }, sign("pen", { small: true }), el("span", {}, this.context.words.t("line.corrected")));
  }

  /** What of it is on its way to the room: the line itself, or a change of it. */
  get underWay() {
    return this.sending || this.change;
  }

  ownMark() {
    const state = this.underWay ? this.underWay.state : "sent";
    return el(
      "span",
      { class: "line-sending" },
      sign(SENDING_ICONS[state], { small: true }),
      el("span", {}, this.context.words.t(`sending.${state}`)),
      state === "sent" && this.time(),
      state === "failed" && this.failure(),
    );
  }

  failure() {
    const { why } = this.underWay;
    return el("span", { class: "line-failure" }, refusalText(why || {}, this.context.words));
  }

  moreButton() {
    if (this.isPast || this.isTakenBack || !this.context.menu) return null;
    const { words } = this.context;
    const label = this.isOwn ? words.t("line.more.own") : words.t("line.more", { name: this.line.from });
    return iconButton(sign("more"), label, () => this.context.menu(this), {
      class: "line-tool",
      "aria-haspopup": "dialog",
      "data-role": "more",
    });
  }

  listenButton() {
    if (this.isTakenBack || !speech.has(this.lang)) return null;
    const { words } = this.context;
    const isSpeaking = speech.speaking === this.line.id;
    return iconButton(
      sign(isSpeaking ? "stop" : "speaker"),
      words.t(isSpeaking ? "line.stop" : "line.listen"),
      () => this.listen(),
      { class: "line-tool", "data-role": "listen" },
    );
  }

  listen() {
    speech.toggle(this.line.id, this.text, this.lang);
  }

  retryTools() {
    const { id, state, why } = this.underWay;
    /* What the node holds will be said, and can be taken back then. */
    if (state === "sending" || (why && why.code === "held")) return null;
    const { words, retry, discard } = this.context;
    const plain = (text, action, extra) =>
      el("button", { type: "button", class: `button ${extra}`, on: { click: action } }, text);
    return el(
      "span",
      { class: "line-tools" },
      plain(words.t("sending.discard"), () => discard(id), "plain"),
      state === "failed" && plain(words.t("sending.retry"), () => retry(id), ""),
    );
  }
}
