/** The first question: a place that is new, or one that was on another computer. */

import { button, el } from "./dom.js";
import { heading } from "./setup-fields.js";

export function beginning(page) {
  const { t } = page.words;
  return [
    heading(t("setup.begin.title")),
    el("p", { class: "setup-hint" }, t("setup.begin.new.hint")),
    button(t("setup.begin.new"), () => page.step(0), { class: "wide large" }),
    el("p", { class: "setup-hint" }, t("setup.begin.backup.hint")),
    button(t("setup.begin.backup"), () => page.fromBackup(), { class: "plain wide large" }),
  ];
}
