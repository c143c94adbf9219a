/**
 * "Is anybody still here?", over all of the screen, to each of those who may be: in their language, and turned their way.
 * What was said is covered, as whoever comes by now may be somebody else.
 */

import { button, el } from "./dom.js";
import { play } from "./sound.js";

const SECONDS = 30;
/** It is said again to those who do not see it. */
const SAID = new Set([10]);
const MOVING = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]);

export class CountDown {
  /** `people`: as of Stillness. */
  constructor(people, { answered, over }) {
    Object.assign(this, { answered, over });
    this.left = SECONDS;
    this.parts = people.map((person, index) => this.part(person, index));
    const first = this.parts[0];
    this.dialog = el(
      "dialog",
      { class: "still", role: "alertdialog", "aria-labelledby": first.title.id, "aria-describedby": first.what.id, lang: people[0].words.tag },
      this.parts.map(({ element }) => element),
    );
    /* A tap anywhere is an answer, and so is a key once it is let go: pressed, it would be typed where the focus goes. */
    this.dialog.addEventListener("click", () => this.answered());
    this.dialog.addEventListener("keyup", ({ key }) => !MOVING.has(key) && this.answered());
    this.dialog.addEventListener("close", () => this.answered());
    document.body.append(this.dialog);
    if (this.dialog.showModal) this.dialog.showModal();
    else this.dialog.setAttribute("open", "");
    first.here.focus({ preventScroll: true });
    play("left");
  }

  part({ words, isTurned }, index) {
    const title = el("h2", { id: `still-${index}` }, words.t("forget.ask"));
    const what = el("p", { id: `still-what-${index}` }, words.t("forget.what"));
    const number = el("p", { class: "still-number", "aria-hidden": "true" }, words.number(this.left));
    const said = el("p", { class: "unseen", role: "status" });
    const here = button(words.t("forget.here"), null, { class: "large", icon: "hand" });
    const element = el("div", { class: `still-part ${isTurned ? "turned" : ""}`.trim() }, title, number, what, here, said);
    words.applyTo(element);
    return { element, title, what, number, said, here, words };
  }

  next() {
    this.left -= 1;
    for (const { number, said, words } of this.parts) {
      number.textContent = words.number(this.left);
      if (SAID.has(this.left)) said.textContent = [words.t("forget.ask"), words.number(this.left)].join(" ");
    }
    if (SAID.has(this.left)) play("left");
    if (this.left <= 0) this.over();
  }

  /** Somebody is about to answer. */
  again() {
    this.left = SECONDS;
  }

  close() {
    this.answered = () => {};
    if (this.dialog.open && this.dialog.close) this.dialog.close();
    this.dialog.remove();
  }
}
