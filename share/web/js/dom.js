/** Builds the page. Text only ever enters as text nodes; there is no way from here to parsed HTML. */

/** Inside the document, where its node has put the icons there; else the file. */
const SPRITE = document.getElementById("icons") ? "#icon-" : `${new URL("../icons.svg", import.meta.url)}#`;
const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element. Attributes: `class`, `on: {event: listener}`, `data: {key: value}`, true/false for boolean ones;
 * null and false leave one out. Children: nodes, strings, numbers; null and false are left out.
 */
export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) setAttribute(node, key, value);
  append(node, children);
  return node;
}

function setAttribute(node, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key === "on") {
    for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
  } else if (key === "data") {
    for (const [name, content] of Object.entries(value)) node.dataset[name] = content;
  } else if (/^on|^style$|^srcdoc$/i.test(key)) {
    throw new Error(`The attribute ${key} is not set from data.`);
  } else {
    node.setAttribute(key, value === true ? "" : String(value));
  }
}

export function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/** Puts children in the place of all that is there. */
export function fill(node, ...children) {
  while (node.firstChild) node.removeChild(node.firstChild);
  return append(node, children);
}

/** A picture of the sprite. `mirrors`: points the other way where one reads from right to left. */
export function icon(name, { small = false, mirrors = false } = {}) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `icon${small ? " small" : ""}${mirrors ? " mirrors" : ""}`);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${SPRITE}${name}`);
  svg.appendChild(use);
  return svg;
}

/** A round button that is a picture, by its name or already made; the label is for those who cannot see it. */
export function iconButton(picture, label, onClick, { mirrors = false, ...attributes } = {}) {
  const { class: extra = "", ...rest } = attributes;
  return el(
    "button",
    {
      type: "button",
      class: `icon-button ${extra}`.trim(),
      "aria-label": label,
      title: label,
      on: { click: onClick },
      ...rest,
    },
    drawn(picture, mirrors),
  );
}

export function button(text, onClick, { class: extra = "", icon: picture = null, mirrors = false, ...rest } = {}) {
  return el(
    "button",
    { type: "button", class: `button ${extra}`.trim(), on: { click: onClick }, ...rest },
    picture && drawn(picture, mirrors),
    el("span", {}, text),
  );
}

function drawn(picture, mirrors) {
  return picture instanceof Node ? picture : icon(picture, { mirrors });
}

/** What somebody wrote: direction by its own letters, language for voices and fonts. */
export function said(name, text, lang, attributes = {}) {
  return el(name, { dir: "auto", lang: lang || null, ...attributes }, text);
}
