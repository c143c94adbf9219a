/** Where one writes: the text, what it answers, set sentences that fit, the check, the way out to the room. */

import { button, el, fill, icon, iconButton, said } from "./dom.js";
import { directionOf } from "./catalogue.js";
import { showCheck } from "./check.js";
import { Muted } from "./muted.js";
import { Phrasebook } from "./phrasebook.js";
import { Ahead } from "./reach.js";
import { Seeming } from "./seeming.js";
import { forget, read, write } from "./store.js";
import { Suggestions } from "./suggestions.js";

const BOUND = 4_000;
/** From here on the writer is told how much is left. */
const NEARLY = 300;
const SAVE_AFTER = 400;

export class Composer {
  /** `session`: who writes, and where to. `words`: the catalogue. `tell(text)`: for what should be heard too. */
  constructor(session, words, { tell = () => {} } = {}) {
    Object.assign(this, { session, words, tell });
    this.reply = null;
    /** One's own line that is corrected here, and what was being written before. */
    this.correcting = null;
    this.putAside = "";
    /** The language of this text alone, where it is not the writer's. */
    this.lang = null;
    this.draftKey = `draft.${session.key}`;
    this.build();
    this.setText(read(this.draftKey, ""), { focus: false });
    this.keepGrown();
  }

  build() {
    const { words } = this;
    this.suggestions = new Suggestions(this.session, words, (phrase) => this.takePhrase(phrase));
    this.phrasebook = new Phrasebook(this.session, words, {
      send: (text) => this.sendText(text),
      edit: (text) => this.setText(text),
    });
    this.ahead = new Ahead(words, this.tell);
    this.seeming = new Seeming(words, {
      ask: (text, lang) => this.session.seemingLanguage(text, lang),
      writeAs: (lang) => this.answerSeeming(lang),
    });
    this.offAhead = this.session.on("ahead", () => this.showAhead());
    this.offHello = this.session.on("hello", () => (this.book.hidden = !this.session.hasPhrases));
    this.area = this.makeArea();
    this.book = iconButton("book", words.t("compose.phrases"), () => this.phrasebook.open(), { "aria-haspopup": "dialog" });
    /* Said before one types, and not only when it was in vain. */
    this.muted = new Muted(this.session, words, (text) => this.tell(text));
    this.about = el("div", { class: "composer-about", hidden: true });
    this.count = el("span", {
      class: "composer-count",
      id: `count-${this.session.face}`,
      role: "status",
      hidden: true,
    });
    this.extra = el(
      "div",
      { class: "composer-extra", hidden: true },
      button(words.t("compose.check"), () => this.check(), { class: "soft small", icon: "glasses" }),
      this.count,
    );
    this.sender = iconButton("send", words.t("compose.send"), () => this.send(), {
      class: "filled composer-send",
      mirrors: true,
    });
    this.element = el(
      "form",
      {
        class: "composer",
        "aria-label": words.t("compose.label"),
        on: { submit: (event) => event.preventDefault() },
      },
      this.suggestions.element,
      this.muted.element,
      this.ahead.element,
      this.seeming.element,
      this.about,
      el(
        "div",
        { class: "composer-row" },
        this.book,
        this.area,
        this.sender,
      ),
      this.extra,
    );
  }

  makeArea() {
    const { words, session } = this;
    return el("textarea", {
      id: `text-${session.face}`,
      rows: "1",
      dir: "auto",
      spellcheck: "true",
      autocomplete: "off",
      autocapitalize: "sentences",
      enterkeyhint: sendsOnEnter() ? "send" : "enter",
      "aria-label": words.t("compose.label"),
      placeholder: words.t("compose.placeholder", {
        language: words.language(session.lang, session.languages.nameOf(session.lang)),
      }),
      on: { input: () => this.changed(), keydown: (event) => this.key(event) },
    });
  }

  focus() {
    this.area.focus();
  }

  get text() {
    return this.area.value;
  }

  setText(text, { focus = true } = {}) {
    this.area.value = text;
    this.changed();
    if (!focus) return;
    this.focus();
    this.area.setSelectionRange(text.length, text.length);
  }

  /** Answers a line; null takes the answer back. What was being corrected stays as it was. */
  answer(view) {
    if (this.correcting) this.correct(null);
    this.reply = view && view.line.id;
    fill(
      this.about,
      view && [
        icon("reply", { small: true, mirrors: true }),
        el(
          "span",
          { class: "composer-replied quoted" },
          el("span", {}, this.words.t("compose.replying", { name: view.name })),
          said("q", view.text, view.lang),
        ),
        iconButton("close", this.words.t("compose.reply.cancel"), () => {
          this.answer(null);
          this.focus();
        }),
      ],
    );
    this.about.hidden = !view;
    if (view) this.focus();
  }

  /** One's own line, to be written anew; null gives that up. What was being written comes back afterwards. */
  correct(view) {
    if (!this.correcting) this.putAside = this.text;
    this.correcting = null;
    this.answer(null);
    this.correcting = view && view.line.id;
    fill(
      this.about,
      view && [
        icon("pen", { small: true }),
        el("span", { class: "composer-replied" }, this.words.t("compose.correcting")),
        iconButton("close", this.words.t("compose.correcting.cancel"), () => this.correct(null)),
      ],
    );
    this.about.hidden = !view;
    this.lang = view && view.line.lang !== this.session.lang ? view.line.lang : null;
    this.setText(view ? view.line.text : this.putAside);
  }

  /** A line was taken back. */
  forget(id) {
    if (this.reply === id) this.answer(null);
    if (this.correcting === id) this.correct(null);
  }

  /** The text is in another language than its writer usually writes. */
  writeAs(lang) {
    this.lang = lang;
    this.changed();
  }

  changed() {
    const { area } = this;
    const empty = !area.value.trim();
    area.setAttribute("lang", this.lang || this.session.lang);
    if (empty) this.lang = null;
    this.grow();
    area.setAttribute("dir", area.value ? "auto" : directionOf(this.words.tag));
    this.extra.hidden = empty;
    this.sender.disabled = empty;
    this.countLeft();
    this.showLanguage();
    this.showAhead();
    this.seeming.look(area.value, area.lang, Boolean(this.lang));
    this.suggestions.look(area.value, area.lang);
    /* What was sent must not be there again after a reload, to be sent twice. */
    if (empty) this.save();
    else this.saveSoon();
  }

  /** As high as its text, up to what the styles allow. */
  grow() {
    const { area } = this;
    area.style.height = "auto";
    if (area.scrollHeight) area.style.height = `${area.scrollHeight + 4}px`;
  }

  /** A screen that is turned, or larger letters, break the text into other lines. */
  keepGrown() {
    if (!window.ResizeObserver) return;
    this.widths = new ResizeObserver(() => {
      if (this.area.clientWidth === this.width) return;
      this.width = this.area.clientWidth;
      /* In the next frame: what is being observed here must not change its size meanwhile. */
      requestAnimationFrame(() => this.grow());
    });
    this.widths.observe(this.area);
  }

  showAhead() {
    this.ahead.show(this.session.ahead, this.area.value !== "");
  }

  answerSeeming(lang) {
    if (lang) this.writeAs(lang);
    this.focus();
  }

  countLeft() {
    const left = BOUND - [...this.area.value].length;
    this.count.hidden = left > NEARLY;
    this.area.setAttribute("aria-invalid", String(left < 0));
    if (left > NEARLY) return fill(this.count);
    fill(this.count, left < 0 ? this.words.t("compose.over", { n: -left }) : this.words.t("compose.left", { n: left }));
    this.count.classList.toggle("over", left < 0);
  }

  showLanguage() {
    if (this.badge) this.badge.remove();
    this.badge = null;
    if (!this.lang) return;
    const { words } = this;
    const language = words.language(this.lang, this.session.languages.nameOf(this.lang));
    this.badge = el(
      "span",
      { class: "chip" },
      words.t("compose.sent-as", { language }),
      iconButton("close", words.t("compose.sent-as.undo"), () => this.writeAs(null)),
    );
    this.extra.appendChild(this.badge);
  }

  key(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229 || !sendsOnEnter()) {
      return;
    }
    event.preventDefault();
    this.send();
  }

  send() {
    if ([...this.text].length > BOUND) return this.tell(this.count.textContent);
    if (this.correcting) return this.sendCorrection();
    if (this.sendText(this.text)) this.setText("");
  }

  sendCorrection() {
    const text = this.text.trim();
    if (!text) return;
    const entry = this.session.correct(this.correcting, text, { lang: this.lang || this.session.lang });
    if (entry) this.correct(null);
    else this.showFull();
  }

  /** False where it could not be taken; the text stays. */
  sendText(text) {
    const trimmed = text.trim();
    if (!trimmed) return false;
    /* A line under correction may be in another language than what is said now. */
    const lang = this.correcting ? null : this.lang;
    const entry = this.session.say(trimmed, { lang: lang || this.session.lang, reply: this.reply });
    if (!entry) return this.showFull();
    this.answer(null);
    this.lang = null;
    return true;
  }

  showFull() {
    this.showAbout("compose.full");
    this.tell(this.words.t("compose.full"));
    return false;
  }

  /** Why what one writes may not get through. */
  showAbout(key) {
    fill(this.about, icon("fault", { small: true }), el("span", { class: "composer-replied" }, this.words.t(key)));
    this.about.hidden = false;
  }

  takePhrase(phrase) {
    if (phrase.slots.length) this.phrasebook.open(phrase);
    else this.setText(phrase.text);
  }

  check() {
    showCheck(this.session, this.words, {
      text: this.text,
      lang: this.lang || this.session.lang,
      replace: (word, other) => this.setText(this.text.replace(word, other)),
      writeAs: (lang) => this.writeAs(lang),
      send: () => this.send(),
    });
  }

  saveSoon() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), SAVE_AFTER);
  }

  /** What one corrects was said already, and may be taken back: it is not kept. */
  save() {
    clearTimeout(this.saving);
    const text = this.correcting ? this.putAside : this.text;
    if (text) write(this.draftKey, text);
    else forget(this.draftKey);
  }

  close() {
    clearTimeout(this.saving);
    if (this.widths) this.widths.disconnect();
    this.muted.close();
    this.suggestions.close();
    this.seeming.close();
    this.offAhead();
    this.offHello();
  }
}

/**
 * Where there is a mouse there is a keyboard, and Enter sends; on a phone it makes a new line, as everywhere else there.
 * So it does on a tablet with keys and no mouse: some keyboards on the screen give the very events that keys give.
 */
function sendsOnEnter() {
  return typeof matchMedia !== "function" || matchMedia("(any-pointer: fine)").matches;
}
