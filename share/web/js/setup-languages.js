/** Languages that are chosen one after the other, by their own names. */

import { button, el, fill } from "./dom.js";

/** `chosen`: tags, changed in place; `changed` is called after each change. */
export function languageList(id, label, hint, page, chosen, changed) {
  const { words, languages } = page;
  const list = el("ul", { class: "setup-chosen" });
  const select = el("select", { id, "aria-describedby": hint ? `${id}-hint` : null, on: { change: () => add(select.value), keydown } });

  /** A closed list would add each language that the arrows pass: it opens. */
  function keydown(event) {
    if (!select.showPicker || !/^(Arrow|Page|Home|End)/.test(event.key)) return;
    event.preventDefault();
    select.showPicker();
  }

  function add(tag) {
    if (tag && !chosen.includes(tag)) chosen.push(tag);
    draw();
    changed();
  }

  function remove(tag) {
    chosen.splice(chosen.indexOf(tag), 1);
    draw();
    changed();
    select.focus();
  }

  function draw() {
    fill(list, chosen.map((tag) => el("li", {}, button(nameOf(languages, tag), () => remove(tag), { class: "soft", icon: "close", "aria-label": words.t("setup.place.remove", { language: nameOf(languages, tag) }) }))));
    const left = languages.list.filter(({ tag }) => !chosen.includes(tag));
    fill(select, el("option", { value: "" }, words.t("setup.place.add")), left.map(({ tag, name, dir }) => el("option", { value: tag, lang: tag, dir }, name)));
    select.value = "";
  }

  draw();
  return el("div", { class: "field" }, el("label", { for: id }, label), list, select, hint && el("p", { id: `${id}-hint`, class: "setup-hint" }, hint));
}

export function nameOf(languages, tag) {
  const known = languages.find(tag);
  return known ? known.name : tag;
}
