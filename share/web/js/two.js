/** One tablet between two people: each half is a member of its own, in its own language. */

import { ApiError, get, roomPath } from "./api.js";
import { loadCatalogue } from "./catalogue.js";
import { fill } from "./dom.js";
import { endView } from "./end.js";
import { finishForgetting, forgetVisit, keepNoEntries } from "./forgetting.js";
import { keepAwake } from "./kiosk-care.js";
import { loadOutlooks } from "./outlooks.js";
import { preferences } from "./preferences.js";
import { roomName } from "./room-name.js";
import { endOf } from "./session.js";
import { TwoTable } from "./two-table.js";

const FACES = ["a", "b"];
const page = document.getElementById("page");
const room = decodeURIComponent(location.pathname.split("/")[2] || "");

async function begin() {
  preferences.apply();
  const words = await loadCatalogue(navigator.language);
  await finishForgetting();
  try {
    const [facts, outlooks] = await Promise.all([Promise.all(FACES.map((face) => get(roomPath(room), { face }))), loadOutlooks()]);
    const table = new TwoTable({ a: facts[0], b: facts[1] }, words, outlooks);
    table.forget = () => forgetVisit(facts[0].id, ["b", "a"], { page, words });
    document.title = roomName(facts[0], words);
    fill(page, table.element);
    await table.begin();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    fill(page, endView(endOf(error), words, begin, error));
  }
}

keepAwake();
keepNoEntries();
begin();
