/** The engines, tried with a sentence in each of the languages that were chosen. */

import { post } from "./api.js";
import { isWritten, loadCatalogue } from "./catalogue.js";
import { button, el, fill } from "./dom.js";
import { nameOf } from "./setup-languages.js";

/** More pairs than this take longer than anybody waits. */
const MOST = 40;

/** `chosen()`: `[staff, visitors]`, tags. */
export function trial(page, chosen) {
  const { t } = page.words;
  const list = el("ul", { class: "setup-trials", role: "status" });
  const more = el("p", { class: "setup-hint", hidden: true }, t("setup.try.more"));
  let run = 0;
  const start = async () => {
    run += 1;
    const own = run;
    const pairs = pairsOf(...chosen());
    fill(list, pairs.length === 0 && el("li", {}, t("setup.try.two")));
    more.hidden = true;
    for (const [from, to] of pairs) {
      const row = await tried(page, from, to);
      if (own !== run) return;
      if (row.classList.contains("fault")) more.hidden = false;
      list.append(row);
    }
  };
  return el("section", { class: "setup-form" }, button(t("setup.try.run"), start, { class: "plain wide" }), list, more);
}

/** Between staff and visitors, and among staff; both ways. Those without a sentence to try are only translated into. */
function pairsOf(staff, visitors) {
  const others = [...new Set([...staff, ...visitors])];
  const pairs = staff.flatMap((one) => others.filter((other) => other !== one).flatMap((other) => [[one, other], [other, one]]));
  const seen = new Set();
  return pairs.filter(([from, to]) => isWritten(from) && !seen.has(`${from} ${to}`) && seen.add(`${from} ${to}`)).slice(0, MOST);
}

async function tried(page, from, to) {
  const { t } = page.words;
  const pair = el("b", {}, t("setup.try.pair", { from: nameOf(page.languages, from), to: nameOf(page.languages, to) }));
  try {
    const sentence = (await loadCatalogue(from, "setup/")).t("setup.try.sentence");
    const answer = await post("/api/setup/try", { from, to, text: sentence });
    if (answer.text !== null) {
      const warnings = answer.warnings.map(({ text }) => el("small", {}, text));
      return el("li", { class: answer.warnings.length > 0 ? "fault" : "" }, pair, el("span", { lang: to, dir: "auto" }, answer.text), warnings);
    }
  } catch (error) {
    if (error.isOffline) return el("li", { class: "fault" }, pair, el("span", {}, t("setup.offline")));
  }
  return el("li", { class: "fault" }, pair, el("span", {}, t("setup.try.none")));
}
