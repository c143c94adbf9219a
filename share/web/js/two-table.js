/** The tablet as a whole: two halves, which of them lies before whom, and the few buttons between them. */

import { button, el, fill, icon } from "./dom.js";
import { roomName } from "./room-name.js";
import { Sheet } from "./sheet.js";
import { Stillness } from "./stillness.js";
import { read, write } from "./store.js";
import { TwoHalf } from "./two-half.js";
import { keepToViewport } from "./viewport.js";

const OTHER = { a: "b", b: "a" };

export class TwoTable {
  /** `facts`: the room as each face has it; `words`: until a half has chosen a language. */
  constructor(facts, words, outlooks) {
    this.room = facts.a;
    this.words = words;
    this.place = read("two.place", { near: "a", turned: false });
    this.halves = { a: new TwoHalf(this, facts.a, "a", outlooks), b: new TwoHalf(this, facts.b, "b", outlooks) };
    this.middle = el("div", { class: "two-middle", role: "group" });
    this.stage = el("div", { class: "two-stage" }, this.halves.b.element, this.middle, this.halves.a.element);
    this.element = el("main", { class: "two-table" }, el("h1", { class: "unseen" }, roomName(this.room, words)), this.stage);
    this.stage.addEventListener("focusin", (event) => this.writing(event.target));
    this.stage.addEventListener("focusout", () => this.writing(null));
    keepToViewport(this.element);
    addEventListener("storage", () => this.halves.a.takeRole());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.halves.a.takeRole());
    if (!facts.a.forget_after) return;
    this.stillness = new Stillness({ after: facts.a.forget_after, people: () => this.people(), forget: () => this.forgetVisitor() });
  }

  async begin() {
    this.arrange();
    if (this.stillness) this.stillness.begin();
    await Promise.all(Object.values(this.halves).map((half) => half.begin()));
  }

  /** Who may still be there, the far one first, as they lie on the screen. Staff by themselves have nothing to forget. */
  people() {
    const there = [this.far, this.near].filter((half) => half.isTaken && half.words);
    if (there.every((half) => half.isStaff)) return [];
    return there.map((half) => ({ words: half.words, isTurned: half.place.isTurned }));
  }

  /** Nobody has answered. Whoever works here stays; everybody else leaves, and nothing of them is kept. */
  async forgetVisitor() {
    if (this.halves.a.isStaff) {
      await this.nextVisitor();
      return this.stillness.begin();
    }
    for (const half of Object.values(this.halves)) half.shut();
    return this.forget();
  }

  get near() {
    return this.halves[this.place.near];
  }

  get far() {
    return this.halves[OTHER[this.place.near]];
  }

  /** The buttons between speak the language of whoever the tablet belongs to. */
  get spoken() {
    return this.halves.a.words || this.words;
  }

  other(half) {
    return this.halves[OTHER[half.face]];
  }

  put(place) {
    this.place = { ...this.place, ...place };
    write("two.place", this.place);
    this.arrange();
  }

  arrange() {
    const { near, turned } = this.place;
    this.stage.dataset.near = near;
    this.stage.dataset.turned = String(turned);
    this.near.setPlace({ isFar: false, isTurned: false });
    this.far.setPlace({ isFar: true, isTurned: turned });
    this.fillMiddle();
  }

  fillMiddle() {
    const { t } = this.spoken;
    this.spoken.applyTo(this.middle);
    document.documentElement.setAttribute("lang", this.spoken.tag);
    this.middle.setAttribute("aria-label", t("two.middle"));
    const { near, turned } = this.place;
    this.middle.classList.toggle("turned", turned && near === "b");
    const visitor = this.halves.b;
    const held = [...this.middle.children].indexOf(document.activeElement);
    fill(
      this.middle,
      button(t(turned ? "two.turn.back" : "two.turn"), () => this.put({ turned: !turned }), { class: "plain two-seats", icon: "turn" }),
      visitor.isTalking && button(t("two.new"), () => this.askForNext(), { class: "plain two-next", icon: "person" }),
    );
    if (held >= 0) (this.middle.children[held] || this.middle.firstChild).focus();
  }

  /** A half has come as far as talking, or back from there. */
  changed() {
    this.fillMiddle();
    for (const half of Object.values(this.halves)) half.lookAround();
  }

  /** What somebody wrote is now for the other one to read. */
  handOver(half) {
    half.setToRead(true);
    this.other(half).setToRead(false);
  }

  /** Whoever sits opposite takes the tablet round to write: what lay far lies near, and nothing moves for their eyes. */
  swap() {
    this.put({ near: OTHER[this.place.near] });
    this.stage.classList.remove("spun");
    requestAnimationFrame(() => this.stage.classList.add("spun"));
  }

  /** While somebody writes, the keyboard leaves little room, and the writer's half gets what there is. */
  writing(target) {
    const half = target && target.matches("textarea, input") && target.closest(".two-half");
    if (half) this.stage.dataset.writing = half.dataset.face;
    else delete this.stage.dataset.writing;
  }

  askForNext() {
    const visitor = this.halves.b;
    const { spoken } = this;
    const { t } = spoken;
    const sheet = new Sheet(spoken, t("two.new.ask"));
    const hours = this.room.keep_hours;
    sheet.show(
      el("p", {}, t("two.new.what", { name: visitor.session.name })),
      hours > 0 && this.room.history !== "off" && el("p", { class: "two-kept" }, icon("clock"), el("span", {}, t("two.new.kept", { n: hours }))),
      el("div", { class: "actions even" },
        button(t("two.new.no"), () => sheet.close(), { class: "plain large" }),
        button(t("two.new.yes"), () => { sheet.close(); this.nextVisitor(); }, { class: "large" })),
    );
  }

  async nextVisitor() {
    await this.halves.b.startAnew();
    this.halves.a.startAfresh();
    this.changed();
  }
}
