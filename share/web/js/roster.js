/** Who is in the room: everybody of a small one, some of a large one; the counts are always whole. */
export class Roster {
  constructor() {
    this.members = new Map();
    this.n = 0;
    this.langs = {};
  }

  start({ members, n, langs }) {
    this.members = new Map(members.map((member) => [member.id, member]));
    this.n = n;
    this.langs = { ...langs };
  }

  /** Takes a change in; returns it with the members who left, where their names are known. */
  change({ joined = [], changed = [], left = [], n, langs = null }) {
    const gone = left.map((id) => this.members.get(id)).filter(Boolean);
    const before = changed.map(({ id }) => this.members.get(id) || null);
    for (const id of left) this.members.delete(id);
    for (const member of [...joined, ...changed]) this.members.set(member.id, member);
    this.n = n;
    this.langs = langs ? { ...langs } : this.count(joined, changed, before, gone);
    return { joined, changed, before, left: gone, n };
  }

  count(joined, changed, before, gone) {
    const langs = { ...this.langs };
    const add = ({ lang }, step) => {
      langs[lang] = (langs[lang] || 0) + step;
      if (langs[lang] <= 0) delete langs[lang];
    };
    for (const member of joined) add(member, 1);
    for (const member of gone) add(member, -1);
    changed.forEach((member, index) => {
      if (before[index]) add(before[index], -1);
      if (before[index]) add(member, 1);
    });
    return langs;
  }

  get list() {
    return [...this.members.values()];
  }

  add(members) {
    for (const member of members) this.members.set(member.id, member);
  }

  /** Languages by how many read them, the most first. */
  get languages() {
    return Object.entries(this.langs).sort((a, b) => b[1] - a[1]);
  }
}

/** Staff first, each kind in the order in which it stands. */
export function staffFirst(members) {
  const isOther = ({ role }) => Number(role !== "staff");
  return [...members].sort((one, other) => isOther(one) - isOther(other));
}
