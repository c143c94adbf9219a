/** Set sentences by situation, with their numbers to be filled in. */

import { get } from "./api.js";
import { button, el, fill, icon, said } from "./dom.js";
import { Sheet } from "./sheet.js";
import { otherLanguage, withBlanks } from "./suggestions.js";

const ICONS = {
  reception: "door",
  pain: "pain",
  medicine: "medicine",
  appointments: "clock",
  emergency: "care",
  symptoms: "pain",
  family: "people",
  language: "globe",
};
const PAUSE = 200;

export class Phrasebook {
  /** `send(text)`: says it; `edit(text)`: puts it where one writes. */
  constructor(session, words, { send, edit }) {
    Object.assign(this, { session, words, send, edit });
  }

  /** With one sentence opened, where there is one. */
  async open(phrase = null) {
    const { words } = this;
    this.situation = null;
    this.opened = phrase;
    this.sheet = new Sheet(words, words.t("phrases.title"), { class: "tall" });
    this.search = el("input", {
      type: "search",
      "aria-label": words.t("phrases.search"),
      placeholder: words.t("phrases.search"),
      on: { input: () => this.searchSoon() },
    });
    this.tabs = el("div", { class: "situations", role: "group", "aria-label": words.t("phrases.title") });
    this.list = el("ul", { class: "phrases", role: "list" });
    this.sheet.show(phrase ? null : this.search, phrase ? null : this.tabs, this.list);
    if (phrase) this.show([phrase]);
    else await this.load("");
  }

  /** At the situation whose sentences have most words of this text, the nearest of them first; at all where none has. */
  async openNear(text) {
    const words = wordsOf(text);
    this.near = ({ text: sentence }) => [...wordsOf(sentence)].filter((word) => words.has(word)).length;
    await this.open();
  }

  /** The sentences of a book in their order, unless a line brought the reader here. */
  arranged({ phrases }) {
    const { near } = this;
    if (!near) return phrases;
    this.near = null;
    const found = phrases.map((phrase) => [near(phrase), phrase]).sort(([one], [other]) => other - one);
    if (found.length && found[0][0] > 0) this.situation = found[0][1].situation;
    return found.map(([, phrase]) => phrase);
  }

  searchSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(this.search.value.trim()), PAUSE);
  }

  async load(query) {
    const { words, session } = this;
    try {
      const book = await get("/api/phrases", { lang: session.lang, to: otherLanguage(session), q: query });
      if (!query) this.all = { ...book, phrases: this.arranged(book) };
      this.showTabs(this.all || book);
      this.show(query ? book.phrases : this.all.phrases, query ? "phrases.none" : "phrases.unavailable");
    } catch {
      fill(this.list, el("li", {}, el("p", { role: "alert" }, words.t("error.other"))));
    }
  }

  showTabs({ situations, phrases }) {
    const used = situations.filter((name) => phrases.some((phrase) => phrase.situation === name));
    const choose = (name) => {
      this.situation = name;
      this.search.value = "";
      this.showTabs(this.all);
      this.show(this.all.phrases);
      this.tabs.querySelector("[aria-pressed=true]").focus({ preventScroll: true });
    };
    const tab = (name, text, picture) =>
      el(
        "button",
        {
          type: "button",
          class: "situation",
          "aria-pressed": String(this.situation === name),
          on: { click: () => choose(name) },
        },
        icon(picture, { small: true }),
        text,
      );
    fill(
      this.tabs,
      tab(null, this.words.t("phrases.all"), "book"),
      used.map((name) => tab(name, this.nameOf(name), ICONS[name] || "phrasebook")),
    );
    this.tabs.hidden = used.length < 2;
  }

  /** A phrasebook of the house's own has situations that somebody there has named. */
  nameOf(situation) {
    return this.words.has(`situation.${situation}`)
      ? this.words.t(`situation.${situation}`)
      : el("bdi", {}, situation);
  }

  show(phrases, none = "phrases.none") {
    const shown = phrases.filter((phrase) => !this.situation || phrase.situation === this.situation);
    fill(
      this.list,
      shown.map((phrase) => this.item(phrase)),
      shown.length === 0 && el("li", {}, el("p", { role: "status" }, this.words.t(none))),
    );
  }

  item(phrase) {
    const form = el("div", { class: "phrase-form", hidden: this.opened !== phrase });
    const head = el(
      "button",
      {
        type: "button",
        class: "phrase",
        "aria-expanded": String(this.opened === phrase),
        on: { click: () => this.toggle(phrase, head, form) },
      },
      icon(phrase.state === "verified" ? "verified" : "phrasebook", { small: true }),
      said("span", withBlanks(phrase.text), this.session.lang),
    );
    if (this.opened === phrase) this.fillForm(phrase, form);
    return el("li", {}, head, form);
  }

  toggle(phrase, head, form) {
    const opens = form.hidden;
    for (const other of this.list.querySelectorAll(".phrase-form")) other.hidden = true;
    for (const other of this.list.querySelectorAll(".phrase")) other.setAttribute("aria-expanded", "false");
    form.hidden = !opens;
    head.setAttribute("aria-expanded", String(opens));
    if (opens) this.fillForm(phrase, form);
    if (opens) (form.querySelector("input") || form.querySelector("button")).focus();
  }

  fillForm(phrase, form) {
    const { words } = this;
    const values = {};
    const preview = el("p", { class: "phrase-preview", dir: "auto", lang: this.session.lang });
    const reading = phrase.reading
      ? el("p", { class: "phrase-reading", dir: "auto", lang: otherLanguage(this.session) })
      : null;
    const buttons = [
      button(words.t("phrases.send"), () => this.use(phrase, values, this.send), { icon: "send", mirrors: true }),
      button(words.t("phrases.edit"), () => this.use(phrase, values, this.edit), { class: "plain", icon: "pen" }),
    ];
    const refresh = () => {
      preview.textContent = filled(phrase.text, values);
      if (reading) reading.textContent = filled(phrase.reading, values);
      for (const one of buttons) one.disabled = phrase.slots.some((slot) => !values[slot]);
    };
    refresh();
    fill(
      form,
      slotFields(phrase.slots, values, refresh, words),
      phrase.slots.length > 0 && preview,
      reading &&
        el(
          "div",
          { class: "phrase-other" },
          el("p", { class: "label" }, words.t("phrases.others-read", { language: this.otherName() })),
          reading,
        ),
      el("div", { class: "actions" }, buttons),
    );
  }

  otherName() {
    const tag = otherLanguage(this.session);
    return this.words.language(tag, this.session.languages.nameOf(tag));
  }

  use(phrase, values, way) {
    this.sheet.close();
    way(filled(phrase.text, values));
  }
}

/** Words of four letters or more: shorter ones are in every sentence. */
function wordsOf(text) {
  return new Set(text.toLowerCase().split(/[^\p{L}\p{M}]+/u).filter((word) => [...word].length > 3));
}

function slotFields(slots, values, refresh, words) {
  if (!slots.length) return null;
  const take = (slot) => (event) => {
    values[slot] = event.target.value.trim();
    refresh();
  };
  return el(
    "fieldset",
    { class: "slots" },
    el("legend", { class: "label" }, words.t("phrases.fill")),
    slots.map((slot, index) => {
      const isTime = slot.startsWith("time");
      const label = words.t(isTime ? "phrases.time" : "phrases.number", { n: index + 1 });
      const kind = isTime
        ? { type: "time" }
        : { type: "text", inputmode: "decimal", maxlength: "12", autocomplete: "off" };
      return el("input", { ...kind, "aria-label": label, placeholder: isTime ? null : "0", on: { input: take(slot) } });
    }),
  );
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, slot) => values[slot] || "___");
}
