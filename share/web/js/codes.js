/** The codes that lead in: that of the wifi of the house, and that of a room beside it. */

import { get, roomPath } from "./api.js";
import { el } from "./dom.js";

/** `name`, `password` (null of an open one) and `hidden`; null where the node was told of none. Throws an ApiError. */
export async function wifiOf(room) {
  return (await get(roomPath(room, "wifi"))).wifi;
}

/** For those whose phone's camera reads no codes. */
export function networkText(wifi, words) {
  return words.t(wifi.password ? "kiosk.network" : "kiosk.network.open", { name: wifi.name, password: wifi.password });
}

export function wifiPicture(room, wifi, words, attributes = {}) {
  return el("img", { src: roomPath(room.id, "wifi.svg"), alt: words.t("kiosk.wifi.code", { name: wifi.name }), ...attributes });
}

export function roomPicture(room, words, attributes = {}) {
  return el("img", { src: roomPath(room.id, "qr.svg"), alt: words.t("kiosk.code", { url: room.url }), ...attributes });
}
