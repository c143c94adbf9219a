/** A transcript as a file: a page that opens without any network, or plain text. Made on this device. */

/** Letters of a name that phones and memory sticks take; others become a hyphen. */
const OTHERS = /[^\p{L}\p{M}\p{N}]+/gu;
const LONGEST = 40;
/** Milliseconds for which a browser may still be writing. */
const WRITTEN = 60_000;
/** What the document is allowed to do wherever it is opened: nothing. */
const RIGHTS = "default-src 'none'; style-src 'unsafe-inline'";

export function saveAsPage(article, room) {
  save(pageOf(article), "text/html;charset=utf-8", fileName(room, "html"));
}

export function saveAsText(article, room) {
  /* Editors of phones take a text without this mark for one of another age. */
  save(`\ufeff${textOf(article)}`, "text/plain;charset=utf-8", fileName(room, "txt"));
}

function save(text, type, name) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), WRITTEN);
}

/** `sabir-Reception-2026-11-22-1405.html`, by this device's clock. */
export function fileName(room, kind, now = new Date()) {
  const digits = (value) => String(value).padStart(2, "0");
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(digits).join("-");
  const bare = [...room.normalize("NFC").replace(OTHERS, "-")].slice(0, LONGEST).join("").replace(/^-+|-+$/g, "");
  return [`sabir`, bare, day, `${digits(now.getHours())}${digits(now.getMinutes())}`].filter(Boolean).join("-") + `.${kind}`;
}

function pageOf(article) {
  const title = document.createElement("title");
  title.textContent = article.querySelector("h1").textContent;
  return [
    `<!doctype html>\n<html lang="${article.lang}" dir="${article.dir}">\n<head>\n<meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${RIGHTS}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `${title.outerHTML}\n<style>\n${styles()}\n</style>\n</head>`,
    `<body class="transcript-page">\n${article.outerHTML}\n</body>\n</html>\n`,
  ].join("\n");
}

/** The rules by which it is shown here: no second copy of them, and none to be fetched. */
function styles() {
  const found = [];
  const look = (rules) => {
    for (const rule of rules) {
      if (rule.styleSheet) look(rule.styleSheet.cssRules);
      else if (rule.cssText.includes(".transcript") || rule.cssText.startsWith("@page")) found.push(rule.cssText);
    }
  };
  for (const sheet of document.styleSheets) look(sheet.cssRules);
  return found.join("\n");
}

/** What the document says, a block a line; lists and sections set apart. */
export function textOf(article) {
  const lines = [];
  const look = (node) => {
    if (node.matches("section, li, footer")) lines.push("");
    if (node.matches("h1, h2, p")) return lines.push(`${node.closest(".transcript-texts") ? "    " : ""}${node.textContent.replace(/\n/g, "\n    ")}`);
    for (const child of node.children) look(child);
  };
  look(article);
  return `${lines.join("\n").trim()}\n`;
}
