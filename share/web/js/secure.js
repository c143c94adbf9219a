/** The way from plain HTTP, where everybody on the wifi can read along, to the page's port with HTTPS. */

import { el } from "./dom.js";

/** `secure`: `{port, fingerprint}` as the node tells it; `why`: a sentence that says what is not taken here. */
export function secureWay({ port, fingerprint }, words, why) {
  const href = `https://${location.hostname}:${port}${location.pathname}${location.search}`;
  return el(
    "div",
    { class: "secure-way" },
    el("p", {}, why),
    el("a", { class: "button wide", href }, words.t("secure.open")),
    el("p", { class: "hint" }, words.t("secure.warning")),
    el("p", { class: "hint" }, "SHA-256 ", el("bdi", { class: "fingerprint", dir: "ltr" }, fingerprint)),
  );
}
