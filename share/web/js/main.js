/** Begins: which page this is, in which language, and what is remembered. */

import { get } from "./api.js";
import { loadCatalogue } from "./catalogue.js";
import { fill } from "./dom.js";
import { endView } from "./end.js";
import { screenFor } from "./endings.js";
import { preferences } from "./preferences.js";
import { roomsView } from "./rooms.js";
import { read } from "./store.js";
import { Visit } from "./visit.js";

const page = document.getElementById("page");
/** Milliseconds. */
const LOOKS = 15_000;
const wishes = navigator.languages && navigator.languages.length
  ? [...navigator.languages]
  : [navigator.language || "en"];

async function begin() {
  preferences.apply();
  const room = roomOf(location.pathname);
  const words = speakIn(read("lang") || wishes[0]);
  if (room === null) await showRooms(words);
  else await new Visit(room, { page, wishes, speakIn }).begin(words);
}

/** The room in the address; null for the list of rooms. */
function roomOf(path) {
  const match = /^\/r\/([^/]+)\/?$/.exec(path);
  if (!match) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return match[1];
  }
}

async function speakIn(lang) {
  const words = await loadCatalogue(lang);
  words.applyTo(document.documentElement);
  return words;
}

async function showRooms(speaking) {
  try {
    const house = await get("/api/house");
    if (house.rooms.length === 1) return location.replace(house.rooms[0].path);
    document.title = house.name;
    fill(page, roomsView(house, await speaking));
  } catch (error) {
    fill(page, endView(screenFor(error.code), await speaking, () => showRooms(speaking)));
    if (error.isOffline) setTimeout(() => lookForHouse(speaking), LOOKS);
  }
}

/** Without a word until the node is there again: what the screen says is read out once. */
async function lookForHouse(speaking) {
  if (await get("/api/house").catch(() => null)) showRooms(speaking);
  else setTimeout(() => lookForHouse(speaking), LOOKS);
}

begin();
