/** The lines of a room in their order, bounded, with the newest in view unless the reader looks at older ones. */

import { button, el, fill, icon } from "./dom.js";
import { LineView } from "./line.js";
import { preferences } from "./preferences.js";
import { speech } from "./speech.js";

/** Lines shown to somebody who follows the newest, and to somebody who has scrolled up. */
const BOUND = 300;
const MOST = 3_000;
const NEAR = 96;

export class Log {
  /** `context`: as for `LineView`, without `quoted` and `jump`, which are the log's own. */
  constructor(words, context) {
    this.words = words;
    this.context = Object.assign(Object.create(context), {
      quoted: (id) => this.views.get(id) || null,
      jump: (id) => this.jump(id),
    });
    this.views = new Map();
    /** Told how far from the top one has scrolled up, and that lines came or went; for whoever fetches older ones. */
    this.scrolledTo = this.changed = null;
    /** Translations that came before their line. */
    this.early = new Map();
    /** What is being read, and where: `{ node, top, scrollTop }`. */
    this.anchored = null;
    this.unseen = 0;
    this.build();
    this.offSpeech = [speech.on("voices", () => this.renderAll()), speech.on("speaking", () => this.renderSpoken())];
    this.offOriginals = preferences.on("originals", () => this.showOriginals());
    this.showOriginals();
  }

  build() {
    this.list = el("ol", { class: "lines", role: "list" });
    this.note = el("p", { class: "log-note", hidden: true });
    this.top = el("div", { class: "log-top" });
    this.empty = el(
      "div",
      { class: "log-empty" },
      icon("originals"),
      el("p", { class: "log-empty-title" }, this.words.t("room.empty")),
      el("p", {}, this.words.t("room.empty.hint")),
    );
    this.scroller = el(
      "div",
      {
        class: "log-scroll",
        id: "messages",
        tabindex: "0",
        role: "region",
        "aria-label": this.words.t("room.messages"),
        on: { scroll: () => this.scrolled() },
      },
      this.top,
      this.note,
      this.empty,
      this.list,
    );
    this.newest = button("", () => this.toNewest(), { class: "log-newest", icon: "down", hidden: true });
    this.element = el("div", { class: "log" }, this.scroller, this.newest);
    this.follows = true;
    this.sizes = window.ResizeObserver ? new ResizeObserver(() => this.follows && this.toNewest()) : null;
    for (const node of [this.scroller, this.list]) this.sizes?.observe(node);
  }

  close() {
    for (const off of [...this.offSpeech, this.offOriginals]) off();
    this.sizes?.disconnect();
    speech.stop();
  }

  find(id) {
    return this.views.get(id) || null;
  }

  /** A line of the room. True where it was not there before. */
  add(line) {
    const known = this.views.get(line.id);
    if (known) {
      const wasSending = known.sending !== null;
      known.confirm(line);
      if (wasSending) this.place(known);
      return false;
    }
    const view = new LineView(line, this.context);
    if (this.early.has(line.id)) view.translate(this.early.get(line.id));
    this.early.delete(line.id);
    this.insert(view);
    return true;
  }

  /** Number of the oldest line that is shown; Infinity where there is none. */
  get oldest() {
    let node = this.list.firstElementChild;
    while (node && node.sabirSeq === undefined) node = node.nextElementSibling;
    return node ? node.sabirSeq : Infinity;
  }

  get isFull() {
    return this.views.size >= MOST;
  }

  /**
   * Lines from before all that are shown, in their order. What is being read stays where it is; to somebody who pressed
   * a button for them (`isAsked`) the nearest ones are shown.
   */
  addOlder(lines, isAsked) {
    const views = lines.filter(({ id }) => !this.views.has(id)).map((line) => new LineView(line, this.context));
    this.keepStill(() => {
      for (const view of views) {
        this.views.set(view.line.id, view);
        this.place(view);
      }
      /* An answer may quote one of them. */
      const ids = new Set(views.map(({ line }) => line.id));
      for (const view of this.views.values()) if (ids.has(view.line.reply)) view.render();
      this.empty.hidden = this.views.size > 0;
    });
    if (isAsked) this.scroller.scrollTop -= this.scroller.clientHeight / 2;
  }

  /** Something of one's own on its way to the room. */
  addSending(entry) {
    const known = this.views.get(entry.id);
    if (known) return known.sending && known.send(entry);
    const { id, ts, lang, text, reply } = entry;
    this.insert(
      new LineView(
        { id, ts, lang, text, reply, seq: Infinity, member: this.context.member(), from: "" },
        this.context,
        entry,
      ),
    );
    this.toNewest();
  }

  sent(entry, { seq, ts }) {
    const view = this.views.get(entry.id);
    if (!view || !view.sending) return;
    view.confirm({ ...view.line, seq, ts });
    this.place(view);
  }

  insert(view) {
    const stays = this.isFollowing;
    this.views.set(view.line.id, view);
    this.place(view);
    this.empty.hidden = true;
    this.trim();
    if (stays || view.isOwn) this.toNewest();
    else this.count(1);
  }

  /** Where its number belongs; almost always at the end. */
  place(view) {
    let next = null;
    for (let node = this.list.lastElementChild; node; node = node.previousElementSibling) {
      if (node === view.node || node.sabirSeq === undefined) continue;
      if (node.sabirSeq <= view.line.seq) break;
      next = node;
    }
    view.node.sabirSeq = view.line.seq;
    view.node.sabirId = view.line.id;
    this.list.insertBefore(view.node, next);
  }

  /** A translation may come late: it takes its place without moving what is being read. */
  translate(translation) {
    const view = this.views.get(translation.id);
    if (!view) return this.keepEarly(translation);
    this.keepStill(() => view.translate(translation));
    return view;
  }

  keepEarly(translation) {
    this.early.set(translation.id, translation);
    if (this.early.size > BOUND) this.early.delete(this.early.keys().next().value);
    return null;
  }

  remove(id) {
    const view = this.views.get(id);
    if (!view) return;
    this.views.delete(id);
    view.node.remove();
    this.empty.hidden = this.views.size > 0;
  }

  clear(note = "") {
    this.views.clear();
    this.early.clear();
    fill(this.list);
    this.unseen = 0;
    this.showNewest();
    this.empty.hidden = false;
    this.tell(note);
  }

  /** A quiet remark at the top of the lines. */
  tell(text) {
    fill(this.note, text);
    this.note.hidden = !text;
  }

  gap() {
    this.list.appendChild(el("li", { class: "log-note" }, this.words.t("room.gap")));
  }

  /** Whoever reads older lines keeps them until back at the newest. */
  trim() {
    const bound = this.follows ? BOUND : MOST;
    if (this.views.size <= bound) return;
    this.keepStill(() => {
      while (this.views.size > bound) {
        const first = this.list.firstElementChild;
        first.remove();
        if (first.sabirId) this.views.delete(first.sabirId);
      }
      if (!this.changed || this.isFull) this.tell(this.words.t("room.older"));
    });
    if (this.changed) this.changed();
  }

  renderAll() {
    this.keepStill(() => {
      for (const view of this.views.values()) view.render();
    });
  }

  renderSpoken() {
    const touched = [this.spoken, speech.speaking];
    this.spoken = speech.speaking;
    for (const id of touched) this.views.get(id)?.render();
  }

  showOriginals() {
    this.element.classList.toggle("without-originals", !preferences.get("originals"));
    if (this.follows) this.toNewest();
  }

  /* Scrolling */

  /** At the newest line, or so close that it is meant. */
  get isNear() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  /** `follows` as it was told last, and still true: somebody may have begun to scroll a moment ago. */
  get isFollowing() {
    return this.follows && this.isNear;
  }

  /**
   * Whatever changes above: what is being read stays where it is. The place is remembered until somebody scrolls: browsers
   * round where they scroll to, and fifty translations that come late would add fifty roundings up.
   */
  keepStill(change) {
    const stays = this.isFollowing;
    const anchor = stays ? null : this.anchor();
    change();
    if (stays) return this.toNewest();
    if (!anchor || !anchor.node.isConnected) return;
    this.scroller.scrollTop += this.topOf(anchor.node) - anchor.top;
    anchor.scrollTop = this.scroller.scrollTop;
  }

  /** The first line that begins in view, or where one fills the view, that one. */
  anchor() {
    const { scrollTop } = this.scroller;
    const known = this.anchored;
    if (known && known.scrollTop === scrollTop && known.node.isConnected) return known;
    const nodes = [...this.list.children].filter((node) => node.offsetTop + node.offsetHeight > scrollTop);
    const begins = nodes.find((node) => node.offsetTop >= scrollTop);
    const isInView = begins && begins.offsetTop < scrollTop + this.scroller.clientHeight;
    const node = isInView ? begins : nodes[0];
    this.anchored = node ? { node, top: this.topOf(node), scrollTop } : null;
    return this.anchored;
  }

  /** Pixels below the view's upper edge, unrounded. */
  topOf(node) {
    return node.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top;
  }

  scrolled() {
    this.follows = this.isNear;
    if (this.follows) this.unseen = 0;
    else if (this.scrolledTo) this.scrolledTo(this.scroller.scrollTop);
    this.showNewest();
  }

  count(more) {
    this.unseen += more;
    this.showNewest();
  }

  showNewest() {
    this.newest.hidden = this.follows;
    const text = this.unseen ? this.words.t("room.new", { n: this.unseen }) : this.words.t("room.newest");
    this.newest.lastElementChild.textContent = text;
    this.newest.lastElementChild.className = this.unseen ? "" : "unseen";
  }

  toNewest() {
    this.unseen = 0;
    this.follows = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.showNewest();
    if (this.views.size > BOUND) this.trim();
  }

  jump(id) {
    const view = this.views.get(id);
    if (!view) return;
    view.node.scrollIntoView({ block: "center" });
    view.node.focus({ preventScroll: true });
    view.node.classList.remove("shown");
    requestAnimationFrame(() => view.node.classList.add("shown"));
  }
}
