/** Asks for the rooms every few seconds while somebody can see the page, and at once when asked to. */

import { afterTap } from "./after-tap.js";
import { get } from "./api.js";

const PERIOD = 3_000;

export class StaffPoll {
  /** `onRooms(rooms, notices)` for each answer; `onFailure(error)` for each failure. */
  constructor(onRooms, onFailure) {
    Object.assign(this, { onRooms, onFailure });
    this.seen = () => (document.visibilityState === "visible" ? this.now() : clearTimeout(this.timer));
  }

  open() {
    document.addEventListener("visibilitychange", this.seen);
    this.isOpen = true;
    this.next();
  }

  close() {
    document.removeEventListener("visibilitychange", this.seen);
    clearTimeout(this.timer);
    this.isOpen = false;
  }

  next() {
    clearTimeout(this.timer);
    if (this.isOpen && document.visibilityState === "visible") this.timer = setTimeout(() => this.now(), PERIOD);
  }

  /** The answer to the newest question counts; one that an act has overtaken is dropped. */
  async now() {
    clearTimeout(this.timer);
    const turn = (this.turn = (this.turn || 0) + 1);
    const isCurrent = () => this.isOpen && turn === this.turn;
    try {
      const { rooms, notices = [] } = await get("/api/staff/rooms");
      afterTap(() => isCurrent() && this.onRooms(rooms, notices));
    } catch (error) {
      afterTap(() => isCurrent() && this.onFailure(error));
    }
    if (isCurrent()) this.next();
  }
}
