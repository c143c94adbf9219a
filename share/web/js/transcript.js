/** Taking home what was said: what of it, then the document, for the printer or as a file. The node has no part in it. */

import { button, el, fill } from "./dom.js";
import { roomName } from "./room-name.js";
import { Sheet } from "./sheet.js";
import { transcriptDocument } from "./transcript-document.js";
import { saveAsPage, saveAsText } from "./transcript-file.js";
import { TranscriptLines } from "./transcript-lines.js";

const SCOPES = ["all", "mine", "chosen"];

export class Transcript {
  /** `parts`: of a room or a half: `session`, `words`, `log`, `older` (null where older lines belong to others). */
  constructor({ session, words, log, older = null }) {
    Object.assign(this, { session, words });
    this.lines = new TranscriptLines(session, log, older);
    this.scope = "all";
    this.chosen = new Set();
    this.article = null;
    this.paper = null;
    this.beforePrint = () => this.putOnPaper();
    this.afterPrint = () => this.takeFromPaper();
    this.sheet = new Sheet(words, words.t("take.open"), { class: "tall transcript-sheet", onClose: () => this.closed() });
    /* Behind the room, which has taken it in by then. */
    this.off = session.on("line", (line) => line.retracts && this.takenBack(line.retracts));
    addEventListener("beforeprint", this.beforePrint);
    addEventListener("afterprint", this.afterPrint);
    this.ask();
  }

  closed() {
    this.off();
    this.lines.cancel();
    removeEventListener("beforeprint", this.beforePrint);
    removeEventListener("afterprint", this.afterPrint);
    this.takeFromPaper();
  }

  /** What somebody took back is in no transcript, also where it is being shown. */
  takenBack(id) {
    this.lines.takeBack(id);
    if (this.article) this.show();
    else if (!this.picks.hidden) this.choose(this.scope);
  }

  /* What of it */

  ask() {
    const { t } = this.words;
    this.article = null;
    this.picks = el("ul", { class: "transcript-picks", role: "list", hidden: true });
    this.state = el("p", { class: "soft", role: "status" });
    this.fetching = el("div", { class: "stack" });
    this.showing = button(t("take.show"), () => this.show(), { class: "wide", icon: "take" });
    this.sheet.dialog.classList.remove("shows-transcript");
    this.sheet.show(
      el(
        "fieldset",
        { class: "field" },
        el("legend", { class: "label" }, t("take.what")),
        el("div", { class: "transcript-scopes" }, SCOPES.map((scope) => this.scopeChoice(scope))),
      ),
      this.picks,
      this.fetching,
      el("p", { class: "soft" }, t("take.names"), " ", t("take.private")),
      this.state,
      this.showing,
    );
    this.offerOlder();
    this.choose(this.scope);
  }

  scopeChoice(scope) {
    const input = el("input", {
      type: "radio",
      name: "transcript-scope",
      value: scope,
      checked: scope === this.scope,
      on: { change: () => this.choose(scope) },
    });
    return el("label", { class: "transcript-scope" }, input, el("span", {}, this.words.t(`take.${scope}`)));
  }

  choose(scope) {
    this.scope = scope;
    this.picks.hidden = scope !== "chosen";
    fill(this.state);
    if (!this.picks.hidden) fill(this.picks, this.lines.all.map((view) => this.pick(view)));
  }

  pick(view) {
    const { id, ts } = view.line;
    const change = (event) => (event.target.checked ? this.chosen.add(id) : this.chosen.delete(id));
    return el(
      "li",
      {},
      el(
        "label",
        { class: "transcript-pick" },
        el("input", { type: "checkbox", checked: this.chosen.has(id), on: { change } }),
        el(
          "span",
          {},
          el("span", { class: "soft" }, el("bdi", {}, view.name), " · ", this.words.time(ts)),
          el("span", { class: "transcript-pick-text", dir: "auto", lang: view.lang }, view.text),
        ),
      ),
    );
  }

  offerOlder() {
    const { t } = this.words;
    fill(this.fetching, this.lines.hasMore && button(t("take.older"), () => this.fetchOlder(), { class: "plain", icon: "clock" }));
  }

  async fetchOlder() {
    const { t } = this.words;
    const told = el("p", { role: "status" }, t("room.older.loading"));
    fill(this.fetching, told, button(t("common.cancel"), () => this.lines.cancel(), { class: "plain" }));
    this.fetching.querySelector("button").focus();
    // Lines come before their translations: on paper they would stay without.
    this.showing.disabled = true;
    let isWhole = true;
    try {
      await this.lines.fetch((n) => fill(told, t("take.fetched", { n })));
    } catch {
      isWhole = false;
    }
    this.showing.disabled = false;
    if (!this.fetching.isConnected) return;
    const held = this.fetching.contains(document.activeElement);
    this.offerOlder();
    this.choose(this.scope);
    const n = this.lines.older.size;
    this.fetching.prepend(el("p", { role: isWhole ? "status" : "alert" }, isWhole ? t("take.fetched", { n }) : t("take.incomplete")));
    if (held) (this.fetching.querySelector("button") || this.sheet.body.querySelector("input:checked")).focus();
  }

  /* The document */

  get views() {
    if (this.scope === "mine") return this.lines.mine;
    return this.scope === "all" ? this.lines.all : this.lines.all.filter(({ line }) => this.chosen.has(line.id));
  }

  show() {
    const { t } = this.words;
    const { views } = this;
    if (!views.length) return fill(this.state, t("take.none"));
    this.article = transcriptDocument(this, views);
    const room = roomName(this.session.room, this.words);
    this.sheet.dialog.classList.add("shows-transcript");
    this.sheet.show(
      el(
        "div",
        { class: "actions" },
        typeof window.print === "function" && button(t("staff.visit.print"), () => window.print(), { icon: "print" }),
        button(t("take.save"), () => saveAsPage(this.article, room), { class: "soft", icon: "take" }),
        button(t("take.save.text"), () => saveAsText(this.article, room), { class: "plain" }),
        button(t("take.again"), () => this.ask(), { class: "plain", icon: "back", mirrors: true }),
      ),
      this.article,
    );
    this.sheet.dialog.scrollTop = 0;
    this.sheet.body.querySelector("button").focus();
  }

  /** On paper there is the document alone, from edge to edge and over as many pages as it needs. */
  putOnPaper() {
    if (!this.article || this.paper) return;
    this.paper = el("div", { class: "transcript-paper" }, this.article.cloneNode(true));
    document.body.append(this.paper);
    document.body.classList.add("prints-transcript");
  }

  takeFromPaper() {
    if (this.paper) this.paper.remove();
    this.paper = null;
    document.body.classList.remove("prints-transcript");
  }
}
