/** The nodes of a room as a picture. What its colours say its shapes and words say too. */

import { append, fill } from "./dom.js";
import { BOX, layout } from "./map-layout.js";
import { describe, stateOf } from "./map-words.js";

const SVG = "http://www.w3.org/2000/svg";
/** Characters that fit into a line: of a name, of a sentence. */
const LETTERS = { name: 22, fact: 30 };
const MOST_LINES = 4;
const LINE = 17;

/** `label`: what is read out in its place. */
export function picture(nodes, words, label) {
  const plan = layout(nodes, { mirrored: words.dir === "rtl" });
  return shape(
    "svg",
    { class: "map-picture", role: "img", "aria-label": label, viewBox: `0 0 ${plan.width} ${plan.height}`, width: plan.width, height: plan.height },
    plan.lines.map(line),
    plan.boxes.map((box) => node(box, words)),
  );
}

function shape(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return append(element, children);
}

/** A lost link is dashed and crossed out, one that stands by dotted. */
function line({ node: of, from, to }) {
  const middle = (from.x + to.x) / 2;
  const state = stateOf(of);
  const way = `M${from.x} ${from.y} C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
  return shape("g", { class: `map-line ${state}` }, shape("path", { d: way }), state === "lost" && cross(middle, (from.y + to.y) / 2));
}

function cross(x, y) {
  return [
    shape("circle", { class: "map-cross-ground", cx: x, cy: y, r: 11 }),
    shape("path", { class: "map-cross", d: `M${x - 6} ${y - 6} l12 12 M${x + 6} ${y - 6} l-12 12` }),
  ];
}

function node({ node: of, x, y }, words) {
  const { name, facts } = describe(of, words);
  const state = stateOf(of);
  const lines = [shortened(name, LETTERS.name), ...facts.flatMap(wrapped).slice(0, MOST_LINES)];
  const top = y + BOX.height / 2 - ((lines.length - 1) * LINE) / 2 + 5;
  return shape(
    "g",
    { class: `map-node ${of.kind} ${state}${of.own ? " own" : ""}`, "data-node": of.id },
    fill(shape("title", {}), [name, ...facts].join(" · ")),
    shape("rect", { x, y, width: BOX.width, height: BOX.height, rx: of.kind === "relay" || of.kind === "node" ? 14 : 2 }),
    lines.map((text, index) => shape("text", { x: x + BOX.width / 2, y: top + index * LINE, class: index ? "map-fact" : "map-name" }, text)),
    state === "late" && triangle(x + BOX.width - 14, y + 2),
  );
}

/** The sign for "take care". */
function triangle(x, y) {
  return [
    shape("path", { class: "map-care", d: `M${x} ${y - 10} l13 22 h-26 z` }),
    shape("text", { class: "map-care-sign", x, y: y + 9 }, "!"),
  ];
}

/** In two lines where one is too short. */
function wrapped(fact) {
  const at = fact.lastIndexOf(" ", LETTERS.fact);
  if (fact.length <= LETTERS.fact || at <= 0) return [shortened(fact, LETTERS.fact)];
  return [fact.slice(0, at), shortened(fact.slice(at + 1), LETTERS.fact)];
}

/** As many characters, as people count them, as a box holds; the whole is in its title, and in the list. */
function shortened(text, most) {
  const letters = segments(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
}

function segments(text) {
  if (!Intl.Segmenter) return [...text];
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
}
