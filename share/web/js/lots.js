/**
 * A long list, in lots of so many lines each. A lot that is far from what is read is left out when the page is laid out
 * and painted; that is asked of each lot for each frame, and would cost too much asked of each line.
 */

import { el } from "./dom.js";

const LOT = 50;
/** The newest lots are always laid out: what comes next goes there. */
const NEWEST = 2;

/** A line's node has its number as `sabirSeq`; a remark's has none, and stays where it was put. */
export class Lots {
  constructor() {
    this.element = el("div", { class: "lines" });
    /** Lots that have changed, and the frame in which they did. */
    this.changed = new Map();
    this.frame = 0;
  }

  /** Puts a node where its number belongs; almost always at the end. */
  place(node, seq) {
    let next = null;
    for (let other = this.last; other; other = this.before(other)) {
      if (other.sabirEnds) break;
      if (other === node || other.sabirSeq === undefined) continue;
      if (other.sabirSeq <= seq) break;
      next = other;
    }
    if (node.parentNode) this.remove(node);
    node.sabirSeq = seq;
    if (next) this.insert(node, next);
    else this.append(node);
  }

  append(node) {
    const lot = this.element.lastElementChild;
    this.put(node, lot && lot.children.length < LOT ? lot : this.element.appendChild(this.lot()), null);
  }

  insert(node, next) {
    const lot = next.parentNode;
    if (next !== lot.firstElementChild || lot.children.length < LOT) return this.put(node, lot, next);
    this.put(node, this.element.insertBefore(this.lot(), lot), null);
  }

  put(node, lot, next) {
    lot.insertBefore(node, next);
    this.touch(node);
  }

  lot() {
    return el("div", { class: "lot", role: "list" });
  }

  remove(node) {
    const lot = node.parentNode;
    this.touch(node);
    node.remove();
    if (lot.firstElementChild) return;
    this.changed.delete(lot);
    lot.remove();
  }

  /** Takes the oldest lot away and answers with its nodes. */
  dropFirst() {
    const lot = this.element.firstElementChild;
    if (!lot) return [];
    this.changed.delete(lot);
    lot.remove();
    return [...lot.children];
  }

  /** All that is there stays what it is, under a name; what comes goes behind `note`, and never among it. */
  keepPast(name, note) {
    for (const lot of this.element.children) {
      lot.classList.add("past");
      lot.setAttribute("aria-label", name);
      for (const node of lot.children) node.sabirSeq = undefined;
    }
    note.sabirEnds = true;
    this.put(note, this.element.appendChild(this.lot()), null);
  }

  clear() {
    while (this.element.firstChild) this.element.firstChild.remove();
    this.changed.clear();
  }

  get last() {
    const lot = this.element.lastElementChild;
    return lot && lot.lastElementChild;
  }

  /** The node before another, across lots. */
  before(node) {
    if (node.previousElementSibling) return node.previousElementSibling;
    const lot = node.parentNode.previousElementSibling;
    return lot && lot.lastElementChild;
  }

  after(node) {
    if (node.nextElementSibling) return node.nextElementSibling;
    const lot = node.parentNode.nextElementSibling;
    return lot && lot.firstElementChild;
  }

  /** The first node of which `test` is true, as it is of all behind it; null where there is none. */
  first(test) {
    const lot = first(this.element.children, test);
    return lot && first(lot.children, test);
  }

  /** Its height is another: it is laid out again before it may be left out. */
  touch(node) {
    const lot = node.parentNode;
    lot.classList.remove("far");
    this.changed.set(lot, this.frame);
  }

  get newest() {
    return [...this.element.children].slice(-NEWEST);
  }

  /** Whether there are lots to be left out after another frame. */
  get canSkip() {
    const { newest } = this;
    return [...this.changed.keys()].some((lot) => !newest.includes(lot));
  }

  /**
   * To be called once in each frame that draws. A lot may be left out once it was in a whole frame: the browser then
   * knows how high it is, and nothing moves.
   */
  skipFar() {
    this.frame += 1;
    const { newest } = this;
    for (const [lot, frame] of this.changed) {
      if (frame > this.frame - 2 || newest.includes(lot)) continue;
      lot.classList.add("far");
      this.changed.delete(lot);
    }
  }
}

function first(nodes, test) {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(nodes[middle])) high = middle;
    else low = middle + 1;
  }
  return nodes[low] || null;
}
