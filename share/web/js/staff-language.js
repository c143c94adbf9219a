/** The choice of the staff page's own language. */

import { el, icon } from "./dom.js";

export function languageChoice(page) {
  const { words, languages } = page;
  const options = languages.list.map(({ tag, name, dir }) =>
    el("option", { value: tag, lang: tag, dir, selected: languages.find(words.tag) === languages.find(tag) }, name));
  const select = el("select", { "aria-label": words.t("staff.language"), on: { change: () => page.speak(select.value) } }, options);
  return el("div", { class: "staff-language", hidden: options.length === 0 }, icon("globe"), select);
}
