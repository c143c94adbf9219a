/**
 * For a page that was opened before its node was updated. What it has goes on working; a part that it asks for later may
 * be gone. Then it begins anew, which brings the page of today: once, so that it cannot go round for ever.
 */

const KEY = "sabir.renewed";
const PART = new URL("./inside.js", import.meta.url).href;

/** The part, once it has come. Where the node has it no more, the page is loaded anew. */
export async function arrived(part) {
  try {
    const found = await part;
    forgetRenewal();
    return found;
  } catch (error) {
    if (!(await isGone()) || !isFirstTime()) throw error;
    location.reload();
    return new Promise(() => {});
  }
}

/** Without a network nothing is known to be gone. */
function isGone() {
  return fetch(PART, { method: "HEAD", cache: "no-store" }).then(({ status }) => status === 404, () => false);
}

/** Where nothing can be stored, it is never the first time. */
function isFirstTime() {
  try {
    if (sessionStorage.getItem(KEY) !== null) return false;
    sessionStorage.setItem(KEY, "1");
    return true;
  } catch {
    return false;
  }
}

function forgetRenewal() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    /* Forbidden: nothing was stored. */
  }
}
