/** Who comes and goes, told at most every few seconds: in a busy room many are one remark. */

const APART = 3_000;

export class Comings {
  /** `tell(text)`. */
  constructor(words, tell) {
    Object.assign(this, { words, tell, timer: null });
    this.joined = new Map();
    this.left = new Map();
  }

  /** `joined`, `left`: members. Whoever came and went between two remarks is in neither. */
  add({ joined = [], left = [] }) {
    for (const { id, name } of joined) if (!this.left.delete(id)) this.joined.set(id, name);
    for (const { id, name } of left) if (!this.joined.delete(id)) this.left.set(id, name);
    if (this.timer === null) this.say();
  }

  say() {
    const text = [this.textOf("joined", this.joined), this.textOf("left", this.left)].filter(Boolean).join(" · ");
    this.joined.clear();
    this.left.clear();
    this.timer = text ? setTimeout(() => this.say(), APART) : null;
    if (text) this.tell(text);
  }

  textOf(kind, names) {
    if (names.size === 0) return "";
    const [name] = names.values();
    return names.size === 1 ? this.words.t(`people.${kind}`, { name }) : this.words.t(`people.${kind}.many`, { n: names.size });
  }

  close() {
    clearTimeout(this.timer);
  }
}
