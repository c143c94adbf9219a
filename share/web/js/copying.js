/** To the clipboard, also where a browser keeps its interface for that from pages without a certificate. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

/** A field outside what is seen, marked as a whole, and the command of the menu "Edit". */
function copyByHand(text) {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "unseen";
  document.body.append(area);
  area.select();
  area.setSelectionRange(0, text.length);
  let isDone = false;
  try {
    isDone = document.execCommand("copy");
  } catch {
    /* Forbidden. */
  }
  area.remove();
  if (before) before.focus({ preventScroll: true });
  return isDone;
}
