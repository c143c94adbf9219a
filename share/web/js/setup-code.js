/** The code by which a device is let in to set the place up. The computer's own screen shows it. */

import { post } from "./api.js";
import { el } from "./dom.js";
import { field, heading, refusal, report, text } from "./setup-fields.js";

export function wayIn(page) {
  const { t } = page.words;
  const input = text("", { class: "setup-code", autocapitalize: "characters", maxlength: 20, dir: "ltr", spellcheck: "false" });
  const told = report();
  const enter = async (event) => {
    event.preventDefault();
    try {
      await post("/api/setup/code", { code: input.value });
      await page.enter();
    } catch (error) {
      told.textContent = refusal(error, page.words);
      input.focus();
    }
  };
  return [
    heading(t("setup.title")),
    el(
      "form",
      { class: "setup-form", novalidate: true, on: { submit: enter } },
      field("code", t("setup.code.label"), page.place.code ? "" : t("setup.code.where"), input),
      told,
      el("button", { type: "submit", class: "button large wide" }, t("setup.code.enter")),
    ),
    page.place.code && onScreen(page),
  ];
}

function onScreen({ words: { t }, place }) {
  return el(
    "section",
    { class: "card" },
    el("p", {}, t("setup.code.here")),
    el("p", { class: "setup-code", dir: "ltr" }, place.code),
    place.address && [
      el("p", {}, t("setup.code.phone")),
      el("img", { class: "setup-picture", src: "/api/setup/code.svg", alt: place.address }),
      el("p", { class: "setup-print", dir: "ltr" }, place.address),
      place.fingerprint && el("p", { class: "setup-hint" }, t("setup.code.fingerprint")),
      place.fingerprint && el("p", { class: "setup-print", dir: "ltr" }, place.fingerprint),
    ],
  );
}
