/** Private talks whose visitor sits alone in the room, or has left it: a card for each, among the calls for help. */

import { button, el, fill, icon } from "./dom.js";
import { goThereAsStaff, hasNoVisitor } from "./staff-talk.js";

export class StaffTalks {
  constructor(desk) {
    Object.assign(this, { desk, t: desk.words.t });
    /** `{room, name, hasLeft}` each. */
    this.list = [];
    this.element = el("ul", { class: "staff-call-list", role: "list", hidden: true });
  }

  /** One for each visitor that nobody of staff is with, for what makes them heard. */
  get names() {
    return this.list.filter(({ hasLeft }) => !hasLeft).map(({ room }) => `talk/${room.id}`);
  }

  /** Answers with the sentences of what was not so before. */
  update(rooms) {
    const known = new Set(this.list.map(nameOf));
    this.list = rooms.filter(({ closed, invited }) => !closed && invited && invited.state === "taken").map(talkOf).filter(Boolean);
    const face = JSON.stringify(this.list.map(({ room, ...talk }) => [room.id, room.name, talk]));
    if (face === this.face) return [];
    this.face = face;
    const had = this.element.contains(document.activeElement);
    this.element.hidden = this.list.length === 0;
    fill(this.element, this.list.map((talk) => el("li", {}, this.card(talk))));
    if (had) (this.element.querySelector("a") || this.desk.resting).focus();
    return this.list.filter((talk) => !known.has(nameOf(talk))).map((talk) => this.sentence(talk));
  }

  sentence({ name, hasLeft }) {
    return this.t(hasLeft ? "staff.calls.left" : "staff.talk.inside", { name });
  }

  card(talk) {
    const { room, hasLeft } = talk;
    const end = () => this.desk.acts.endVisit(room);
    return el(
      "section",
      { class: "card staff-call", data: { state: hasLeft ? "left" : "open" }, "aria-label": this.sentence(talk) },
      el("p", { class: "staff-call-head" }, icon("lock"), el("span", {}, this.sentence(talk))),
      el("p", { class: "staff-call-facts" }, el("bdi", {}, room.name)),
      el(
        "div",
        { class: "actions" },
        goThereAsStaff(room, this.desk),
        hasLeft && button(this.t("staff.visit.end"), end, { class: "plain", icon: "erase" }),
      ),
    );
  }
}

/** Null where staff and visitor are together: then nothing is to be done at a desk. */
function talkOf(room) {
  const hasLeft = hasNoVisitor(room);
  const isAttended = room.members.some(({ role }) => role === "staff");
  return hasLeft || !isAttended ? { room, name: room.invited.name, hasLeft } : null;
}

function nameOf({ room, hasLeft }) {
  return `${room.id}/${hasLeft}`;
}
