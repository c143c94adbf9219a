/**
 * Pictures of the sprite, drawn as masks. Of drawings inside the document browsers ask each whether it moves, in every
 * frame, and keep a copy of its shapes for each: thousands of lines with two or three of them would be felt.
 */

import { el, icon } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
/** Whether the document has the picture, by its name; where it has, there is a rule of style for it. */
const known = new Map();

/** As `icon`, for what is there many times. */
export function sign(name, { small = false, mirrors = false } = {}) {
  if (!known.has(name)) known.set(name, rule(name));
  if (!known.get(name)) return icon(name, { small, mirrors });
  return el("span", { class: `icon sign sign-${name}${small ? " small" : ""}${mirrors ? " mirrors" : ""}`, "aria-hidden": "true" });
}

function rule(name) {
  const symbol = document.getElementById(`icon-${name}`);
  const sheet = document.styleSheets[0];
  if (!symbol || !sheet) return false;
  const svg = document.createElementNS(SVG, "svg");
  for (const { name: key, value } of symbol.attributes) if (key !== "id") svg.setAttribute(key, value);
  for (const shape of symbol.children) svg.appendChild(shape.cloneNode(true));
  const mask = `url("data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}")`;
  sheet.insertRule(`.sign-${name} { -webkit-mask-image: ${mask}; mask-image: ${mask}; }`, sheet.cssRules.length);
  return true;
}
