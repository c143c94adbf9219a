/**
 * A sheet: a question or a panel over the view. Escape, the browser's Back, the cross and a tap beside it close it; focus
 * goes back.
 * Where the words have a `home` (a half of a shared screen), it covers that alone and leaves the rest in use.
 */

import { sheetClosed, sheetOpened } from "./back.js";
import { el, fill, iconButton } from "./dom.js";

let count = 0;

export class Sheet {
  /**
   * `words`: the catalogue; `home`: where it is put in the page (its language and direction are inherited); `about`: the
   * id of a message that it quotes, and with which it goes.
   */
  constructor(words, title, { home = words.home || document.body, onClose = null, about = null, class: extra = "" } = {}) {
    count += 1;
    const id = `sheet-${count}`;
    this.onClose = onClose;
    this.title = el("h2", { id }, title);
    this.body = el("div", { class: "sheet-body" });
    this.dialog = el(
      "dialog",
      { class: `sheet ${extra}`.trim(), "aria-labelledby": id, "data-about": about, lang: words.tag, dir: words.dir },
      el("div", { class: "sheet-head" }, this.title, iconButton("close", words.t("common.close"), () => this.close())),
      this.body,
    );
    this.dialog.addEventListener("close", () => this.closed());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.close());
    this.dialog.addEventListener("keydown", (event) => event.key === "Escape" && this.isOld && this.close());
    home.appendChild(this.dialog);
  }

  show(...content) {
    const had = this.body.contains(document.activeElement);
    fill(this.body, ...content);
    if (this.dialog.hasAttribute("open")) {
      /* As when it was opened: at its beginning, and not out of it. */
      if (had) this.dialog.querySelector("button").focus();
      return this;
    }
    this.before = document.activeElement;
    if (this.dialog.showModal && this.dialog.parentNode === document.body) this.dialog.showModal();
    else this.showOld();
    sheetOpened(this);
    return this;
  }

  close() {
    if (!this.dialog.isConnected) return;
    if (this.isOld) this.closed();
    else this.dialog.close();
  }

  showOld() {
    this.isOld = true;
    this.dialog.classList.add("old");
    this.dialog.setAttribute("open", "");
    this.dialog.setAttribute("role", "dialog");
    this.dialog.setAttribute("aria-modal", "true");
    /* Whoever taps on its text has the focus in it, for Escape. */
    this.dialog.tabIndex = -1;
    this.covered = [...this.dialog.parentNode.children].filter((node) => node !== this.dialog && !node.inert);
    for (const node of this.covered) node.inert = true;
    this.dialog.querySelector("button").focus();
  }

  closed() {
    const isElsewhere = document.activeElement && document.activeElement !== document.body &&
      !this.dialog.contains(document.activeElement);
    this.dialog.remove();
    sheetClosed(this);
    for (const node of this.covered || []) node.inert = false;
    /* What was chosen in the sheet may already have put the focus where it belongs. */
    if (!isElsewhere && this.before && this.before.isConnected) this.before.focus({ preventScroll: true });
    if (this.onClose) this.onClose();
  }
}
