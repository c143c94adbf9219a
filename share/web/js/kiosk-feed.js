/** The kiosk's connection to its room. It never gives up: a screen on a wall has nobody who would reload it. */

import { EventStream } from "./stream.js";

/** A restart of the node is over before this, and is nothing to tell anybody. */
const WORTH_TELLING = 8_000;
const REFUSALS = { "not-found": "closed", "no-room": "closed", closing: "closed", forbidden: "forbidden" };

export class KioskFeed {
  /** `listeners`: one for each event of the stream by its name, and `state` ("live", "seeking", "closed", "forbidden"). */
  constructor(path, listeners) {
    this.listeners = listeners;
    this.isLive = this.isRefused = false;
    this.stream = new EventStream({
      path: () => path,
      onEvent: (name, data) => listeners[name]?.(data),
      onState: (state) => (state === "open" ? this.live() : this.lost()),
      onRefused: (error) => this.refused(error ? REFUSALS[error.code] : "forbidden"),
    });
  }

  start() {
    this.stream.open();
  }

  live() {
    this.isLive = true;
    this.tell("live");
  }

  lost() {
    this.isLive = false;
    if (!this.isRefused) this.telling = this.telling || setTimeout(() => this.tell("seeking"), WORTH_TELLING);
    this.isRefused = false;
  }

  /** What the node says, and asked again after a while all the same. */
  refused(state) {
    this.isRefused = Boolean(state);
    if (state) this.tell(state);
    this.stream.failed();
  }

  /** `telling` stays until something else is told: that is said once. */
  tell(state) {
    if (state !== "seeking") {
      clearTimeout(this.telling);
      this.telling = null;
    }
    this.listeners.state(state);
  }
}
