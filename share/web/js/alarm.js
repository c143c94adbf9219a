/** Makes calls for help heard: each new one at once, and all of them again every minute until somebody answers. */

import { soundHelp } from "./sound.js";

const AGAIN = 60_000;

export class Alarm {
  constructor() {
    this.heard = new Set();
    this.timer = null;
  }

  /** `open`: a name for each call that nobody has answered; a call made anew has another name. */
  update(open) {
    const isNew = open.some((name) => !this.heard.has(name));
    this.heard = new Set(open);
    if (isNew) soundHelp();
    if (open.length === 0) this.stop();
    else if (this.timer === null) this.timer = setInterval(soundHelp, AGAIN);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  }
}
