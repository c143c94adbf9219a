/** Where one reads in a list that changes: the newest is followed, or what is being read stays where it is. */

/** Pixels from the end at which the newest is meant. */
const NEAR = 96;

export class ReadingPlace {
  /** `lots`: what is scrolled. */
  constructor(scroller, lots) {
    Object.assign(this, { scroller, lots });
    this.follows = true;
    /** What is being read, and where: `{ node, top, scrollTop }`. */
    this.anchored = null;
    this.isHolding = false;
    this.sizes = window.ResizeObserver ? new ResizeObserver(() => this.settle()) : null;
    for (const node of [scroller, lots.element]) this.sizes?.observe(node);
  }

  close() {
    this.sizes?.disconnect();
  }

  /** At the newest line, or so close that it is meant. */
  get isNear() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  /** `follows` as it was told last, and still true: somebody may have begun to scroll a moment ago. */
  get isFollowing() {
    return this.follows && this.isNear;
  }

  /** Somebody scrolled, or a place was scrolled to. */
  scrolled() {
    this.follows = this.isNear;
    if (!this.follows) this.anchor();
  }

  toNewest() {
    this.follows = true;
    this.anchored = null;
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /**
   * Whatever changes above: what is being read stays where it is. The place is remembered until somebody scrolls: browsers
   * round where they scroll to, and fifty translations that come late would add fifty roundings up. Everything is read
   * before the change and after it, so that it is laid out once; a change inside a change belongs to it.
   */
  keepStill(change) {
    if (this.isHolding) return change();
    const stays = this.isFollowing;
    if (!stays) this.anchor();
    this.isHolding = true;
    try {
      change();
    } finally {
      this.isHolding = false;
    }
    if (stays) this.toNewest();
    else this.restore();
  }

  /** Its reader changed how much of a line is shown: it stays where it begins, or begins in view. */
  keepAt(node, change) {
    const top = Math.max(0, this.topOf(node));
    this.isHolding = true;
    try {
      change();
    } finally {
      this.isHolding = false;
    }
    this.scroller.scrollTop += this.topOf(node) - top;
    this.scrolled();
  }

  /** Something changed its size by itself: the window, a font, a line that was not laid out before. */
  settle() {
    if (this.isHolding) return;
    if (this.follows) this.toNewest();
    else this.restore();
  }

  restore() {
    const { anchored, scroller } = this;
    if (!anchored || !anchored.node.isConnected) return;
    const moved = this.topOf(anchored.node) - anchored.top;
    if (moved) scroller.scrollTop += moved;
    anchored.scrollTop = scroller.scrollTop;
  }

  /** The first line that begins in view, or where one fills the view, that one. */
  anchor() {
    const { scrollTop, clientHeight } = this.scroller;
    const known = this.anchored;
    if (known && known.scrollTop === scrollTop && known.node.isConnected) return;
    const first = this.lots.first((node) => this.bottomOf(node) > 0);
    const begins = first && this.topOf(first) < 0 ? this.lots.after(first) : first;
    const node = begins && this.topOf(begins) < clientHeight ? begins : first;
    this.anchored = node ? { node, top: this.topOf(node), scrollTop } : null;
  }

  /** Half of a tablet may lie upside down, for whoever sits opposite. */
  get isTurned() {
    return this.scroller.closest(".turned") !== null;
  }

  /** Pixels from where the view begins to where a node does, unrounded, and to where it ends. */
  topOf(node) {
    const [view, box] = [this.scroller.getBoundingClientRect(), node.getBoundingClientRect()];
    return this.isTurned ? view.bottom - box.bottom : box.top - view.top;
  }

  bottomOf(node) {
    return this.topOf(node) + node.getBoundingClientRect().height;
  }
}
