/** The screen on the wall: how to join, who is here, what was said last. It takes no input and never needs any. */

import { get, roomPath } from "./api.js";
import { Languages } from "./languages.js";
import { KioskFeed } from "./kiosk-feed.js";
import { KioskScreen } from "./kiosk-screen.js";
import { LanguageCycle } from "./kiosk-cycle.js";
import { keepAwake, keepClean, keepMoving } from "./kiosk-care.js";

const room = decodeURIComponent(location.pathname.split("/")[2] || "");
const languages = new Languages();
const screen = new KioskScreen(languages);
const cycle = new LanguageCycle((words) => screen.speak(words));
const feed = new KioskFeed(roomPath(room, "watch"), {
  hello: greet,
  room: (facts) => screen.showRoom(facts),
  notice: (notice) => screen.showNotice(notice),
  n: ({ n }) => screen.showCount(n),
  line: (line) => screen.addLine(line),
  cleared: () => screen.showLines([]),
  state: (state) => screen.setState(state),
});

document.body.append(screen.element);
keepAwake();
keepMoving(screen.element);
keepClean(() => feed.isLive);
learnLanguages().then(() => feed.start());

function greet({ n, room: facts, lines }) {
  screen.showRoom(facts);
  screen.showCount(n);
  screen.showLines(lines || []);
  learnLanguages();
}

/** Asked again at every greeting: languages come and go with the engines. Without an answer, what is known stays. */
async function learnLanguages() {
  const list = await get("/api/house").then((house) => house.languages, () => null);
  if (list) {
    languages.replace(list);
    screen.showLanguages(list);
  }
  if (list || !cycle.isRunning) await cycle.offer(list || [{ tag: navigator.language }]);
}
