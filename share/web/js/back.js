/**
 * The browser's Back closes the topmost sheet before it leaves the page. While sheets are open there is one more entry in
 * the history, of the same address; the last sheet takes it away again.
 */

const AHEAD = "sheet";
/** Open sheets, the topmost last. */
let open = [];
/** Where they were opened. */
let address = null;
/** The entry is being taken away: the browser tells of it a little later. */
let isReturning = false;

function isAhead() {
  return history.state === AHEAD;
}

function goAhead() {
  address = location.href;
  if (isAhead()) return;
  /* Where the page is scrolled to is no matter of a sheet. */
  history.scrollRestoration = "manual";
  history.pushState(AHEAD, "");
}

export function sheetOpened(sheet) {
  open.push(sheet);
  goAhead();
}

/** What closes one sheet may open the next, or go to another address: that comes first. */
export function sheetClosed(sheet) {
  open = open.filter((other) => other !== sheet && other.dialog.isConnected);
  setTimeout(() => {
    if (open.length || isReturning || !isAhead()) return;
    isReturning = true;
    history.back();
  });
}

addEventListener("popstate", () => {
  if (isAhead()) {
    /* An address was left that a sheet led to: nothing is open behind it. */
    if (!open.length) history.back();
    return;
  }
  /* Another part of the page was asked for, by the desk's list of rooms say. */
  if (location.href !== address) return;
  history.scrollRestoration = "auto";
  open = open.filter(({ dialog }) => dialog.isConnected);
  if (isReturning) {
    isReturning = false;
    if (open.length) goAhead();
    return;
  }
  const top = open.pop();
  if (!top) return;
  top.close();
  if (open.length) goAhead();
});
