/** What staff do to a room. Each act is confirmed where it cannot be undone, and reported either way. */

import { post } from "./api.js";
import { staffRefusalText } from "./refusals.js";
import { ask } from "./staff-ask.js";

export class StaffActs {
  constructor(desk) {
    this.desk = desk;
    this.t = desk.words.t;
  }

  /** Carries out one act; throws what the node answers. */
  async perform(room, act, rest = {}) {
    const unkept = await post(`/api/staff/rooms/${encodeURIComponent(room.id)}/acts`, { act, ...rest });
    this.desk.poll.now();
    // It is done and could not be stored: said in place of the report, which whoever asked shows right after this.
    if (unkept) setTimeout(() => this.desk.reports.fail(staffRefusalText(unkept, this.desk.words)));
  }

  /** As `perform`, for a button that needs no question: success and failure are reported on the page. */
  async now(room, act, report, rest = {}) {
    try {
      await this.perform(room, act, rest);
      this.desk.reports.tell(report);
    } catch (error) {
      this.desk.failedAct(error);
    }
  }

  lock(room) {
    return room.locked
      ? this.now(room, "unlock", this.t("staff.unlocked", { room: room.name }))
      : this.now(room, "lock", this.t("staff.locked", { room: room.name }));
  }

  open(room) {
    return this.now(room, "open", this.t("staff.opened", { room: room.name }));
  }

  clear(room) {
    return this.confirm(room, "clear", { title: "staff.clear.ask", text: "staff.clear.lost", go: "staff.clear", done: "staff.cleared", icon: "erase" });
  }

  close(room) {
    return this.confirm(room, "close", { title: "staff.close.ask", text: "staff.close.lost", go: "staff.close", done: "staff.closed", icon: "door" });
  }

  endVisit(room) {
    return this.confirm(room, "close", { title: "staff.visit.end.ask", text: "staff.visit.end.lost", go: "staff.visit.end", done: "staff.visit.ended", icon: "erase" });
  }

  confirm(room, act, { title, text, go, done, icon }) {
    const { t } = this;
    ask(this.desk, {
      title: t(title, { room: room.name }),
      text: t(text),
      actions: [{ text: t(go), icon, class: "fault", run: () => this.perform(room, act), done: t(done, { room: room.name }) }],
    });
  }
}
