/** Whom one's words reach: of a line that was said, and before anything is. */

import { button, el, fill, icon } from "./dom.js";
import { sign } from "./signs.js";

/** Of a line: "2 of 3 cannot read this." */
export function reachText({ cannot, of }, words) {
  return cannot < of ? words.t("reach.cannot", { n: cannot, of }) : words.t("reach.nobody");
}

/** Before one writes; null where everybody understands, or nobody is there. */
export function aheadText({ cannot, of }, words) {
  if (!cannot) return null;
  return cannot < of ? words.t("reach.ahead", { n: cannot, of }) : words.t("reach.ahead-nobody");
}

/** Of what the others write; null where one reads it all. */
export function unreadText({ unread, of }, words) {
  if (!unread) return null;
  return unread < of ? words.t("reach.unread", { n: unread, of }) : words.t("reach.unread-all");
}

/** Under one's own line, with set sentences beside it where there are any: those are understood where nothing else is. */
export function reachMark(reach, words, openPhrases) {
  return el(
    "div",
    { class: "line-reach" },
    el("span", { class: "line-reach-text" }, sign("untranslated", { small: true }), el("span", {}, reachText(reach, words))),
    openPhrases && button(words.t("compose.phrases"), openPhrases, { class: "soft small", icon: sign("book"), "data-role": "phrases", "aria-haspopup": "dialog" }),
  );
}

/** Above the field where one writes. */
export class Ahead {
  /** `tell(text)`: for what should be heard too. */
  constructor(words, tell) {
    Object.assign(this, { words, tell });
    this.text = null;
    this.element = el("p", { class: "composer-ahead", hidden: true });
  }

  /** `ahead`: as the node tells it; null before. Heard when it changes, seen until one writes. */
  show(ahead, isWriting) {
    const text = ahead && aheadText(ahead, this.words);
    if (text !== this.text) {
      this.text = text;
      fill(this.element, text && [icon("untranslated", { small: true }), el("span", {}, text)]);
      if (text) this.tell(text);
    }
    this.element.hidden = !text || isWriting;
  }
}

/** On the way in: who is there, and whether one will be understood. */
export class WhoIsThere {
  constructor(words, nameOf) {
    Object.assign(this, { words, nameOf });
    this.element = el("section", { class: "welcome-who", "aria-live": "polite" });
  }

  /** `room`: its facts; `ahead`: null where it is not known. */
  show(room, ahead) {
    fill(this.element, whoIsThere(room, ahead, this.words, this.nameOf));
  }

  /**
   * Keeps as much room as what is still to be told will take, as far as the language's outlook lets expect: nothing below
   * is to move under a finger. For an element that stands in the page.
   */
  reserve(room, lang, outlook) {
    const shown = [...this.element.childNodes];
    this.show(room, expected(room, lang, outlook));
    this.element.style.minBlockSize = `${this.element.getBoundingClientRect().height}px`;
    this.element.replaceChildren(...shown);
  }
}

function expected({ n, langs }, lang, outlook) {
  const isOwn = (tag) => tag.split("-")[0] === lang.split("-")[0];
  const others = Object.keys(langs).filter((tag) => !isOwn(tag)).reduce((sum, tag) => sum + langs[tag], 0);
  const not = outlook === "translated" ? 0 : others;
  return { cannot: not, unread: not, of: n };
}

function whoIsThere({ n, langs }, ahead, words, nameOf) {
  if (!n) return [el("p", {}, icon("people", { small: true }), el("span", {}, words.t("reach.alone")))];
  const spoken = Object.keys(langs).sort((one, other) => langs[other] - langs[one]);
  const named = spoken.map((lang) => words.language(lang, nameOf(lang)));
  const remarks = ahead ? [aheadText(ahead, words), unreadText(ahead, words)].filter(Boolean) : [];
  return [
    el("p", {}, icon("people", { small: true }), el("span", {}, el("strong", {}, words.t("room.people", { n })), " · ", el("bdi", {}, named.join(", ")))),
    ...remarks.map((text) => el("p", { class: "welcome-who-not" }, icon("untranslated", { small: true }), el("span", {}, text))),
    ahead && !remarks.length && el("p", {}, icon("translated", { small: true }), el("span", {}, words.t("reach.good"))),
  ];
}
