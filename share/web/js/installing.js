/**
 * Over HTTPS with a certificate that phones trust, the page can be put beside the apps, and opens without a network
 * (worker.js). Nothing of it is asked for before somebody is in a room, and nothing over plain HTTP.
 */

import { el } from "./dom.js";

const MANIFEST = "/manifest.webmanifest";
const WORKER = "/worker.js";
/** Milliseconds: whoever has just come in wants to read. */
const LATER = 3_000;

let isAsked = false;

export function offerInstalling() {
  if (isAsked || location.protocol !== "https:" || !("serviceWorker" in navigator)) return;
  isAsked = true;
  setTimeout(() => install().catch(() => {}), LATER);
}

async function install() {
  const before = await navigator.serviceWorker.getRegistration("/");
  const answer = await fetch(MANIFEST, { credentials: "same-origin" });
  if (answer.status !== 200) {
    if (answer.status === 204 && before) await before.unregister();
    return;
  }
  if (!document.querySelector("link[rel=manifest]")) {
    document.head.append(
      el("link", { rel: "manifest", href: MANIFEST }),
      el("link", { rel: "apple-touch-icon", href: new URL("../icons/app-180.png", import.meta.url).href }),
    );
  }
  await navigator.serviceWorker.register(WORKER, { scope: "/", updateViaCache: "none" });
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: fetched() });
}

/** What this page consists of, as far as it was asked for by now. */
function fetched() {
  const own = new URL("../", import.meta.url).href;
  return performance
    .getEntriesByType("resource")
    .filter(({ name }) => name.startsWith(own))
    .map(({ name }) => new URL(name).pathname);
}
