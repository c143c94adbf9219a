/**
 * Opens the page without a network, where its address is HTTPS. It keeps one version of the page, whole: the document of
 * rooms and what that names. What the node says (/api/…) it never sees, and /two, /kiosk and /staff it leaves alone.
 *
 * The node writes a line in front: `self.SABIR = { version, files }`.
 */

const { version, files } = self.SABIR;
const KEPT = `sabir-${version}`;
const OWN = `/assets/${version}/`;
const DOCUMENT = "/";
const PAGES = /^\/(r\/[^/]+\/?)?$/;
/** Of the page's languages a phone reads a few. */
const MOST = 40;

addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});

addEventListener("activate", (event) => event.waitUntil(begin()));

addEventListener("message", ({ data }) => {
  const wanted = Array.isArray(data && data.keep) ? data.keep : [];
  keepMore(wanted.filter((path) => typeof path === "string" && path.startsWith(OWN)).slice(0, MOST));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (PAGES.test(url.pathname) && url.search !== "?modules") event.respondWith(page(request));
  } else if (url.pathname.startsWith(OWN)) {
    event.respondWith(asset(request));
  }
});

/** A document of another version would ask for scripts that are not here: then this worker is not taken, and the next is. */
async function keep() {
  const store = await caches.open(KEPT);
  const document = await fetch(DOCUMENT, { cache: "no-store" });
  if (!document.ok || !(await document.clone().text()).includes(OWN)) throw new Error("The page is of another version.");
  await store.addAll(files);
  await store.put(DOCUMENT, document);
}

/** Pages that are open go on with what they have; from now on this version alone is kept. */
async function begin() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("sabir-") && name !== KEPT).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** What a page had fetched before there was a worker. */
async function keepMore(paths) {
  const store = await caches.open(KEPT);
  const known = new Set((await store.keys()).map(({ url }) => new URL(url).pathname));
  await Promise.all(paths.filter((path) => !known.has(path)).map((path) => store.add(path).catch(() => {})));
}

/** The node's own as long as it answers, whatever that is. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const store = await caches.open(KEPT);
    const kept = await store.match(DOCUMENT);
    if (kept) return kept;
    throw error;
  }
}

/** What has a version in its address never changes. */
async function asset(request) {
  const store = await caches.open(KEPT);
  const kept = await store.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await store.put(request, answer.clone());
  return answer;
}
