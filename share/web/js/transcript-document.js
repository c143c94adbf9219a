/** A transcript as a document: what was said, in the reader's language beside the original, and how sure that is. */

import { el, said } from "./dom.js";
import { hasText, originLabel, originTexts } from "./origin.js";
import { roomName } from "./room-name.js";

/** A quoted line is cut behind so many letters: it stands in full where it was said. */
const QUOTED = 120;
/** With more letters a message may go on on the next sheet: else half of one would stay empty before it. */
const LONG = 900;

/** `lines`: the `TranscriptLines`; `views`: those of them that are in it. */
export function transcriptDocument({ session, words, lines }, views) {
  const { t } = words;
  const isMachine = views.some((view) => view.isTranslated && view.translation.state === "translated");
  const name = (tag) => words.language(tag, session.languages.nameOf(tag));
  return el(
    "article",
    { class: "transcript", lang: words.tag, dir: words.dir },
    el(
      "header",
      { class: "transcript-head" },
      el("h1", {}, t("take.doc.title", { room: roomName(session.room, words) })),
      el("p", {}, span(views, words)),
      el("p", {}, el("bdi", {}, session.name), ` · ${name(session.lang)}`),
      isMachine && el("p", { class: "transcript-warning" }, t("take.doc.machine")),
      lines.hasMore && el("p", {}, t("take.doc.older")),
      el("p", {}, t("take.names")),
    ),
    days(views, words).map((day) =>
      el(
        "section",
        {},
        el("h2", {}, day.name),
        el("ol", { role: "list" }, day.views.map((view) => entry(view, words, name, lines))),
      )
    ),
    foot(session, words, isMachine),
  );
}

/** On each sheet: one that is found by itself says of what it is, and that a machine had a part in it. */
function foot(session, words, isMachine) {
  const { t } = words;
  return el(
    "footer",
    { class: "transcript-foot" },
    isMachine && el("p", {}, t("take.doc.machine")),
    el("p", {}, t("take.doc.title", { room: roomName(session.room, words) }), " · ", t("take.doc.made", { date: words.moment(Date.now()) })),
  );
}

/** From when to when. */
function span(views, words) {
  const times = views.map(({ line }) => line.ts);
  const [first, last] = [words.moment(Math.min(...times)), words.moment(Math.max(...times))];
  return first === last ? first : `${first} – ${last}`;
}

/** `{name, views}` for each day on which something was said. */
function days(views, words) {
  const found = [];
  for (const view of views) {
    const name = words.day(view.line.ts);
    if (!found.length || found[found.length - 1].name !== name) found.push({ name, views: [] });
    found[found.length - 1].views.push(view);
  }
  return found;
}

function entry(view, words, name, lines) {
  const { line } = view;
  const { t } = words;
  const quoted = line.reply && lines.find(line.reply);
  const isLong = Math.max(line.text.length, view.text.length) > LONG;
  return el(
    "li",
    { class: "transcript-line", data: { long: String(isLong) } },
    el(
      "p",
      { class: "transcript-who" },
      el("b", {}, el("bdi", {}, line.from || view.name)),
      view.isOwn && ` (${t("line.you")})`,
      ["staff", "interpreter"].includes(line.role) && ` (${t(`people.${line.role}`)})`,
      " · ",
      el("time", { datetime: new Date(line.ts).toISOString() }, words.hour(line.ts)),
    ),
    line.reply && el("p", { class: "transcript-quote" }, ...quote(quoted, words)),
    texts(view, words, name),
  );
}

function quote(quoted, words) {
  if (!quoted) return [words.t("line.reply-gone")];
  const text = [...quoted.text].slice(0, QUOTED).join("");
  return [words.t("line.reply-to", { name: quoted.name }), ": ", said("q", text === quoted.text ? text : `${text}…`, quoted.lang)];
}

/** The translation first, with how sure it is and what one should know of it; then what was written. */
function texts(view, words, name) {
  const { line, translation } = view;
  const { t } = words;
  const origin = view.origin === "pending" ? "untranslated" : view.origin;
  const written = t("line.written-in", { language: name(line.lang) });
  if (view.isTakenBack) return el("p", { class: "transcript-text" }, view.text);
  return el(
    "div",
    { class: "transcript-texts", data: { both: String(view.isTranslated) } },
    view.isTranslated &&
      el(
        "div",
        {},
        el("p", { class: "transcript-mark" }, `${name(translation.lang)} · ${markOf(translation, words)}`),
        said("p", translation.text, translation.lang, { class: "transcript-text" }),
        remarks(origin, translation, words),
      ),
    el(
      "div",
      { class: "transcript-original" },
      el("p", { class: "transcript-mark" }, origin === "untranslated" ? `${written} · ${t("origin.untranslated")}` : written),
      said("p", line.text, line.lang, { class: "transcript-text" }),
      origin === "untranslated" && remarks(origin, translation, words),
    ),
    view.wordings.length > 1 && el("div", {}, earlier(view, t)),
  );
}

/** Corrected, with what it said before. */
function earlier(view, t) {
  const texts = view.wordings.slice(0, -1).map(({ line, translation }) => [
    hasText(translation) && said("p", translation.text, translation.lang, { class: "transcript-text" }),
    said("p", line.text, line.lang, { class: "transcript-text" }),
  ]);
  return [el("p", { class: "transcript-mark" }, `${t("line.corrected")}. ${t("corrected.before")}`), ...texts];
}

/** How it came about, also where a warning outweighs that. */
function markOf(translation, words) {
  return originLabel(translation.state, translation, words);
}

function remarks(origin, translation, words) {
  const found = originTexts(origin, translation, words);
  return found.map(({ text, isLoud }) =>
    el("p", { class: "transcript-remark", dir: "auto" }, isLoud && el("b", {}, `${words.t("origin.warning")}: `), text)
  );
}
