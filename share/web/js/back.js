/**
 * The browser's Back closes the topmost sheet before it leaves the page. For each open sheet there is one more entry in
 * the history, of the same address; a sheet that goes otherwise takes its own away again.
 */

/** Open sheets, the topmost last. */
let open = [];
/** Where they were opened. */
let address = location.href;
/** Milliseconds after which the browser has not done what it was asked for, and never will: what comes is somebody's Back. */
const PATIENCE = 3_000;
/** When entries began to be taken away, of which the browser tells a little later. */
let returningSince = -Infinity;

function isReturning() {
  return performance.now() - returningSince < PATIENCE;
}

/** How many sheets the current entry stands for. */
function depth() {
  return Number.isInteger(history.state) ? history.state : 0;
}

/** Without those whose end the browser has not told yet. */
function stillOpen() {
  return open.filter(({ dialog }) => dialog.isConnected && dialog.hasAttribute("open"));
}

function goAhead() {
  address = location.href;
  /* Where the page is scrolled to is no matter of a sheet. */
  if (depth() < open.length) history.scrollRestoration = "manual";
  while (depth() < open.length) history.pushState(depth() + 1, "");
}

function goBack() {
  if (isReturning() || depth() <= open.length) return;
  returningSince = performance.now();
  history.go(open.length - depth());
}

export function sheetOpened(sheet) {
  open = [...stillOpen(), sheet];
  goAhead();
}

/** What closes one sheet may open the next, or go to another address: that comes first. */
export function sheetClosed(sheet) {
  open = stillOpen().filter((other) => other !== sheet);
  setTimeout(goBack);
}

addEventListener("popstate", () => {
  const wasReturning = isReturning();
  returningSince = -Infinity;
  /* Another part of the page was asked for, by the desk's list of rooms say. */
  if (!depth() && location.href !== address) return;
  open = stillOpen();
  if (!depth()) history.scrollRestoration = "auto";
  if (wasReturning) goAhead();
  for (const sheet of open.splice(depth()).reverse()) sheet.close();
  /* An address was left that a sheet led to: nothing is open behind it. */
  goBack();
});

/* The page was loaded anew while sheets were open. */
goBack();
