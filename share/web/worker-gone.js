/** In the place of worker.js where the page may not be installed any more: it takes away what that one kept, and itself. */

addEventListener("install", () => self.skipWaiting());

addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("sabir-")).map((name) => caches.delete(name)));
  await self.registration.unregister();
}
