/** The screen on the wall: how to join, who is here, what was said last. It takes no input and never needs any. */

import { get, roomPath } from "./api.js";
import { Languages } from "./languages.js";
import { KioskFeed } from "./kiosk-feed.js";
import { KioskScreen } from "./kiosk-screen.js";
import { LanguageCycle, languagesOfHouse } from "./kiosk-cycle.js";
import { keepAwake, keepClean, keepMoving } from "./kiosk-care.js";

const room = decodeURIComponent(location.pathname.split("/")[2] || "");
const LEARNING = 3_000;
const languages = new Languages();
let learning = null;
const screen = new KioskScreen(languages);
const cycle = new LanguageCycle((words) => screen.speak(words));
const feed = new KioskFeed(roomPath(room, "watch"), {
  hello: greet,
  room: (facts) => screen.showRoom(facts),
  notice: (notice) => screen.showNotice(notice),
  n: ({ n }) => {
    screen.showCount(n);
    learnSoon();
  },
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

/** Who comes may bring a language; asked for once for many who come together. */
function learnSoon() {
  learning = learning || setTimeout(() => {
    learning = null;
    learnLanguages();
  }, LEARNING);
}

/** Asked again at every greeting: languages come and go with the engines. Without an answer, what is known stays. */
async function learnLanguages() {
  const [house, facts] = await Promise.all([get("/api/house").catch(() => null), get(roomPath(room)).catch(() => null)]);
  if (house) {
    languages.replace(house.languages);
    const list = languagesOfHouse(languages, house.house_languages, Object.keys((facts && facts.langs) || {}));
    screen.showLanguages(list);
    await cycle.offer(list);
  } else if (!cycle.isRunning) await cycle.offer([{ tag: navigator.language }]);
}
