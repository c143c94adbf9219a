/** How a room is carried: a line for each node, below the one that it follows. */

import { afterTap } from "./after-tap.js";
import { get } from "./api.js";
import { el, fill } from "./dom.js";
import { describe, stateOf } from "./map-words.js";

export class RoomMap {
  constructor(desk) {
    this.words = desk.words;
    this.shown = "";
    this.summary = el("p", { class: "staff-value", role: "status" });
    this.list = el("div", { class: "map-list" });
    this.element = el("section", { class: "staff-map", hidden: true }, el("h3", {}, this.words.t("staff.map")), this.summary, this.list);
  }

  /** Asked for with every answer of the desk's poll; a question on its way is not asked again. */
  async update(room) {
    this.room = room.id;
    if (this.isAsking || room.closed) return;
    this.isAsking = true;
    try {
      const { nodes } = await get(`/api/staff/rooms/${encodeURIComponent(room.id)}/topology`);
      afterTap(() => this.room === room.id && this.show(nodes));
    } catch {
      /* The desk's own question says what is wrong; what is shown may be old, as all of the desk. */
    } finally {
      this.isAsking = false;
    }
  }

  /** Anew only when something has changed: somebody may be reading it. */
  show(nodes) {
    const face = JSON.stringify(nodes);
    if (this.shown === face) return;
    this.shown = face;
    this.element.hidden = false;
    const told = this.told(nodes);
    if (this.summary.textContent !== told) this.summary.textContent = told;
    fill(this.list, this.branch(nodes, nodes.filter(({ parent }) => parent === null)));
  }

  told(nodes) {
    const n = nodes.filter((node) => stateOf(node) === "lost").length;
    return n ? this.words.t("staff.map.trouble", { n }) : this.words.t("staff.map.fine");
  }

  branch(nodes, here) {
    return here.length > 0 && el("ul", {}, here.map((node) => this.item(nodes, node)));
  }

  item(nodes, node) {
    const { name, facts } = describe(node, this.words);
    const behind = nodes.filter(({ parent }) => parent === node.id);
    return el(
      "li",
      { class: `map-item ${stateOf(node)}`, data: { node: node.id } },
      el("p", {}, el("bdi", { class: "map-item-name" }, name), facts.map((fact) => [" · ", el("span", {}, fact)])),
      this.branch(nodes, behind),
    );
  }
}
