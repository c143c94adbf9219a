/** Who is kept out of a room, who is muted and not here, and who left a short while ago. */

import { afterTap } from "./after-tap.js";
import { get } from "./api.js";
import { button, el, fill } from "./dom.js";
import { coin } from "./languages.js";

/** Bans run out by themselves, and others of staff make some. */
const LOOKS = 30_000;

export class Bans {
  /** `room`: answers with the room as it stands now; `askAbout(member)`: what can be done about somebody. */
  constructor(desk, room, askAbout) {
    this.desk = desk;
    this.room = room;
    this.askAbout = askAbout;
    this.t = desk.words.t;
    this.asked = 0;
    this.banned = this.list("staff.bans");
    this.muted = this.list("staff.mutes");
    this.gone = el("ul", { class: "staff-people" });
    this.left = el("details", { hidden: true }, el("summary", {}, this.t("staff.gone")), this.gone);
    this.element = el("section", { class: "staff-bans", hidden: true }, this.banned.element, this.muted.element, this.left);
  }

  list(key) {
    const title = el("h3", { tabindex: "-1" }, this.t(key));
    const rows = el("ul", { class: "staff-people" });
    return { title, rows, element: el("div", { hidden: true }, title, rows) };
  }

  /** With each look at the room: whoever came or left may stand in another list now. */
  update({ members }) {
    const here = members.map(({ id, muted }) => `${id} ${muted}`).join();
    if (here === this.here && Date.now() - this.looked < LOOKS) return;
    this.here = here;
    this.load();
  }

  /** Answers with the bans; null where they cannot be known now. */
  async load() {
    this.looked = Date.now();
    this.asked += 1;
    const number = this.asked;
    try {
      const found = await get(`/api/staff/rooms/${encodeURIComponent(this.room().id)}/bans`);
      afterTap(() => number === this.asked && this.show(found));
      return found.bans;
    } catch {
      /* What was known stands; the desk itself says that the node is away, and the next look asks again. */
      return null;
    }
  }

  show({ bans, muted, gone }) {
    const face = JSON.stringify([bans, muted, gone]);
    if (face === this.face) return;
    this.face = face;
    this.fill(this.banned, bans.map((ban) => this.ban(ban)));
    this.fill(this.muted, muted.map((member) => this.row(member, null, "staff.unmute", () => this.unmute(member))));
    this.left.hidden = gone.length === 0;
    fill(this.gone, gone.map((member) => this.departure(member)));
    this.element.hidden = bans.length + muted.length + gone.length === 0;
  }

  fill({ element, rows }, items) {
    const had = rows.contains(document.activeElement);
    element.hidden = items.length === 0;
    fill(rows, items);
    if (had) this.focus(element);
  }

  /** Whoever's row is gone is looked for where the list was. */
  focus(element) {
    const title = element.hidden ? this.desk.panel && this.desk.panel.name : element.querySelector("h3");
    if (title) title.focus({ preventScroll: true });
  }

  ban(ban) {
    const { words } = this.desk;
    const scope = this.t(ban.scope === "address" ? "staff.ban.address" : "staff.ban.device");
    const facts = el("small", {}, `${scope} · ${words.t("staff.bans.until", { time: words.time(ban.until) })}`);
    return this.row(ban, facts, "staff.unban", () => this.unban(ban));
  }

  row({ name }, facts, key, run) {
    return el(
      "li",
      { class: "staff-kept" },
      el("span", { class: "staff-person-name" }, el("bdi", {}, name), facts),
      button(this.t(key), run, { class: "plain", "aria-label": `${this.t(key)}: ${name}` }),
    );
  }

  departure(member) {
    const { words, languages } = this.desk;
    const own = languages.nameOf(member.lang);
    const time = el("time", { datetime: new Date(member.since).toISOString() }, words.time(member.since));
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "staff-gone", "aria-haspopup": "dialog", on: { click: () => this.askAbout({ id: member.member, name: member.name, isGone: true }) } },
        coin(member.lang, own),
        el("span", { class: "staff-person-name" }, el("bdi", {}, member.name), el("small", {}, words.language(member.lang, own), " · ", time)),
      ),
    );
  }

  async unban({ member, name }) {
    await this.desk.acts.now(this.room(), "unban", this.t("staff.unbanned", { name }), { member });
    await this.load();
  }

  async unmute({ member, name }) {
    await this.desk.acts.now(this.room(), "unmute", this.t("staff.unmuted", { name }), { member });
    await this.load();
  }

  /** Says what became of a ban, with the way to take it back. */
  async told(member, minutes, scope) {
    const bans = await this.load();
    const ban = (bans || []).find((one) => one.member === member.id);
    const until = ban ? ban.until : Date.now() + minutes * 60_000;
    const said = [this.t("staff.banned", { name: member.name, time: this.desk.words.time(until) })];
    if (ban && ban.scope !== scope) said.push(this.t("staff.ban.here"));
    this.desk.reports.tell(said.join(" "), { text: `${this.t("staff.unban")}: ${member.name}`, run: () => this.unban({ member: member.id, name: member.name }) });
  }
}
