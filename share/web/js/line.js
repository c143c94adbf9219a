/** One line as its reader sees it: the translation large, the original under it, who, when, how sure. */

import { staffMark } from "./badge.js";
import { append, el, fill, icon, iconButton, said } from "./dom.js";
import { coin } from "./languages.js";
import { linked } from "./links.js";
import { hasText, originMark, originOf, originRemarks } from "./origin.js";
import { speech } from "./speech.js";

/** A text of more letters or lines than this is folded, so that it does not push all others away. */
const LONG = 900;
const TALL = 14;
const SENDING_ICONS = { sending: "clock", waiting: "clock", sent: "sent", failed: "fault" };

export class LineView {
  /**
   * `line`: as the stream tells it. `context`: `words`, `languages`, `lang` (the reader's), `isOwn(line)`,
   * `quoted(id, view)`, and what buttons do: `menu(view)`, `explain(view)`, `jump(view)`, `retry(id)`, `discard(id)`.
   * `sending`: null for what the room has.
   */
  constructor(line, context, sending = null) {
    this.context = context;
    this.line = line;
    this.translation = null;
    this.sending = sending;
    this.isOwn = context.isOwn(line);
    /** Null until it is drawn; what is noted after that is shown when it is drawn the next time. */
    this.node = null;
    /** Said before the room began anew: only this reader has it. */
    this.isPast = false;
    this.isChanged = this.isReworded = false;
  }

  get isTranslated() {
    return !this.isOwn && hasText(this.translation);
  }

  /** What is read out and quoted: the text in the reader's language where there is one. */
  get text() {
    return this.isTranslated ? this.translation.text : this.line.text;
  }

  get lang() {
    return this.isTranslated ? this.translation.lang : this.line.lang;
  }

  /** A person is shown as having written, own lines as "You". */
  get name() {
    return this.isOwn ? this.context.words.t("line.you") : this.line.from;
  }

  translate(translation) {
    this.translation = translation;
    this.isReworded = true;
  }

  confirm(line) {
    this.line = line;
    this.sending = null;
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
    if (this.isOwn) return "own";
    const origin = originOf(this.line, this.translation, this.context.lang);
    return this.isPast && origin === "pending" ? "untranslated" : origin;
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
      !this.isOwn && originRemarks(origin, this.translation, this.context.words),
      this.foot(origin),
    ]);
    this.isReworded = false;
  }

  keepFocus(change) {
    const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.role : null;
    change();
    if (focused) this.node.querySelector(`[data-role="${focused}"]`)?.focus({ preventScroll: true });
  }

  texts() {
    const isLong = this.text.length > LONG || this.text.split("\n").length > TALL;
    const isFolded = isLong && !this.isOpened;
    const more = () => {
      this.isOpened = true;
      this.render();
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
      isFolded &&
      el(
        "button",
        { type: "button", class: "button plain small", data: { role: "open" }, on: { click: more } },
        this.context.words.t("common.more"),
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
      { class: "line-head" },
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
    if (!this.line.reply) return null;
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
      icon("reply", { small: true, mirrors: true }),
      el("span", { class: "unseen" }, words.t("line.reply-to", { name: other.name })),
      el("span", { class: "line-quoted" }, el("bdi", {}, other.name), " ", said("span", other.text, other.lang)),
    );
  }

  foot(origin) {
    if (this.isOwn) {
      return el("div", { class: "line-foot" }, this.ownMark(), this.sending ? this.retryTools() : this.moreButton());
    }
    /* What was written in the reader's own language needs no mark. */
    const mark = origin === "same" ? null : this.originButton(origin);
    const listen = this.listenButton();
    return (mark || listen) && el("div", { class: "line-foot" }, mark, listen);
  }

  originButton(origin) {
    return el("button", {
      type: "button",
      class: "line-origin",
      data: { role: "origin" },
      on: { click: () => this.context.explain(this) },
    }, ...originMark(origin, this.translation, this.context.words));
  }

  ownMark() {
    const state = this.sending ? this.sending.state : "sent";
    return el(
      "span",
      { class: "line-sending" },
      icon(SENDING_ICONS[state], { small: true }),
      el("span", {}, this.context.words.t(`sending.${state}`)),
      state === "sent" && this.time(),
      state === "failed" && this.failure(),
    );
  }

  failure() {
    const { words } = this.context;
    const key = `error.${this.sending.code}`;
    return el("span", { class: "line-failure" }, words.has(key) ? words.t(key) : words.t("error.other"));
  }

  moreButton() {
    if (this.isPast) return null;
    const { words } = this.context;
    const label = this.isOwn ? words.t("line.more.own") : words.t("line.more", { name: this.line.from });
    return iconButton("more", label, () => this.context.menu(this), {
      class: "line-tool",
      "aria-haspopup": "dialog",
      "data-role": "more",
    });
  }

  listenButton() {
    if (!speech.has(this.lang)) return null;
    const { words } = this.context;
    const isSpeaking = speech.speaking === this.line.id;
    return iconButton(
      isSpeaking ? "stop" : "speaker",
      words.t(isSpeaking ? "line.stop" : "line.listen"),
      () => this.listen(),
      { class: "line-tool", "data-role": "listen" },
    );
  }

  listen() {
    speech.toggle(this.line.id, this.text, this.lang);
  }

  retryTools() {
    if (this.sending.state !== "failed") return null;
    const { words, retry, discard } = this.context;
    const plain = (text, action, extra) =>
      el("button", { type: "button", class: `button ${extra}`, on: { click: action } }, text);
    return el(
      "span",
      { class: "line-tools" },
      plain(words.t("sending.discard"), () => discard(this.line.id), "plain"),
      plain(words.t("sending.retry"), () => retry(this.line.id), ""),
    );
  }
}
