/** A phone is tried: `sabir doctor --phone` gave a code, and what is found here is shown there too. */

import { get, post } from "./api.js";
import { isWritten, loadCatalogue } from "./catalogue.js";
import { button, el, fill, icon } from "./dom.js";
import { arrivalsOf, isAnsweredByNode } from "./phone-trials.js";

/** In the order in which they are looked at. */
const LEVELS = ["wrong", "note", "ok"];
const ICONS = { ok: "verified", note: "info", wrong: "fault" };
/** Verdicts that the same remedy mends. */
const REMEDIES = { "stream.cut": "between", "stream.late": "between", "post.none": "between", "clock.off": "clock", "clock.far": "clock" };
/** How phone and node differ, in the largest of these that says enough: [from so many seconds on, its seconds, its name, its sign]. */
const UNITS = [[172_800, 86_400, "day", "d"], [7_200, 3_600, "hour", "h"], [0, 60, "minute", "min"]];

class PhoneCheck {
  async start() {
    const wishes = [...(navigator.languages || [navigator.language])].filter(Boolean);
    this.words = await loadCatalogue(wishes.find(isWritten) || "en", "phone/");
    this.words.applyTo(document.documentElement);
    this.build();
    this.show("phone.busy", []);
    const path = location.pathname.split("/").pop();
    const begun = Date.now();
    let welcome;
    try {
      welcome = await get(`/api/checks/${path}/phone`);
    } catch (error) {
      return this.show(error.isOffline ? "phone.offline" : "phone.gone", []);
    }
    // The node looked at its clock in the middle between question and answer.
    const ahead = Math.round((begun + Date.now()) / 2 - welcome.now);
    await this.measure(welcome, ahead);
  }

  /** What is found is told at once, so that the node knows that words of this phone arrive even where the rest does not. */
  async measure({ phone, findings, others }, ahead) {
    const tell = (report) => post(`/api/phones/${phone}`, { ahead, ...report });
    let found = findings;
    try {
      found = (await tell({})).findings;
      this.show("phone.busy", found);
      const ours = await isAnsweredByNode();
      const arrivals = await arrivalsOf(`/api/phones/${phone}/events`);
      found = (await tell({ arrivals, ...(ours !== null && { ours }) })).findings;
    } catch {
      found = [...found.filter(({ verdict }) => verdict !== "post.ok"), { verdict: "post.none", level: "wrong" }];
    }
    const worst = LEVELS.find((level) => found.some((one) => one.level === level));
    this.show(`phone.all.${worst}`, found, this.ending(others));
  }

  ending(others) {
    const { t } = this.words;
    return [
      el("p", {}, t("phone.more")),
      others.map((href) => el("a", { class: "button plain wide", href }, t("phone.other"))),
      button(t("phone.again"), () => location.reload(), { class: "plain wide" }),
    ];
  }

  /** Once: what has a new text is read out, what is made anew is not. */
  build() {
    const { t } = this.words;
    document.title = t("phone.title");
    const title = el("h1", { tabindex: -1 }, t("phone.title"));
    this.state = el("p", { class: "card", role: "status" });
    this.findings = el("ul", { class: "phone-findings", role: "list" });
    this.end = el("div", { class: "phone-end" });
    fill(document.getElementById("page"), el("main", { class: "phone-main" }, title, this.state, this.findings, this.end));
    title.focus();
  }

  show(state, found, ending = null) {
    this.state.textContent = this.words.t(state);
    fill(this.findings, inOrder(found).map((finding) => this.finding(finding)));
    fill(this.end, ending);
  }

  finding({ verdict, level, seconds }) {
    const { t } = this.words;
    const remedy = `phone.${REMEDIES[verdict] || verdict}.remedy`;
    return el(
      "li",
      { data: { verdict, level } },
      icon(ICONS[level]),
      el(
        "div",
        {},
        el("strong", {}, t(`phone.level.${level}`)),
        el("p", {}, t(`phone.${verdict}`, { span: this.span(seconds) })),
        this.words.has(remedy) && el("p", {}, t(remedy)),
      ),
    );
  }

  /** Some browsers have no words of some languages, and then would take those of another. */
  span(seconds = 0) {
    const size = Math.abs(seconds);
    const [, unit, name, sign] = UNITS.find(([from]) => size >= from);
    /* 2 h 59 min 59 s are three hours to whoever reads it. */
    const count = Math.round(size / unit);
    const { tag } = this.words;
    try {
      if (Intl.NumberFormat.supportedLocalesOf(tag).length) {
        return new Intl.NumberFormat(tag, { style: "unit", unit: name, unitDisplay: "long" }).format(count);
      }
    } catch {
      /* A browser that knows no units. */
    }
    return `${count} ${sign}`;
  }
}

function inOrder(found) {
  return LEVELS.flatMap((level) => found.filter((one) => one.level === level));
}

new PhoneCheck().start();
