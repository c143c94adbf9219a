/** The screen on the wall: how to join, who is here, what was said last. It takes no input and never needs any. */

import { get, roomPath } from "./api.js";
import { wifiOf } from "./codes.js";
import { Languages } from "./languages.js";
import { KioskFeed } from "./kiosk-feed.js";
import { KioskScreen } from "./kiosk-screen.js";
import { LanguageCycle, languagesOfHouse } from "./kiosk-cycle.js";
import { keepAwake, keepClean, keepMoving } from "./kiosk-care.js";

const room = decodeURIComponent(location.pathname.split("/")[2] || "");
const LEARNING = 3_000;
const languages = new Languages();
let learning = null;
/** The languages of those who are there, tags. */
let present = [];
/** Seconds without talk after which the lines leave the screen, and when they do. */
let forgetAfter = null;
let quiet = null;
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
  line: (line) => {
    screen.addLine(line);
    forgetLines(0);
  },
  cleared: () => screen.showLines([]),
  state: (state) => screen.setState(state),
});

document.body.append(screen.element);
keepAwake();
keepMoving(screen.element);
keepClean(() => feed.isLive);
learnLanguages().then(() => feed.start());

function greet({ n, room: facts, lines, quiet: seconds }) {
  screen.showRoom(facts);
  screen.showCount(n);
  screen.showLines(lines || []);
  forgetLines(seconds || 0);
  // Without an answer, what is known stays.
  wifiOf(room).then((wifi) => screen.showWifi(wifi), () => {});
  learnLanguages();
}

/** `since`: seconds since the last line was said. Whoever reads the wall next need not read what was said before them. */
function forgetLines(since) {
  clearTimeout(quiet);
  if (forgetAfter === null) return;
  if (since >= forgetAfter) return screen.showLines([]);
  quiet = setTimeout(() => screen.showLines([]), (forgetAfter - since) * 1_000);
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
  if (facts) {
    forgetAfter = facts.forget_after;
    present = Object.keys(facts.langs || {});
  }
  if (house) {
    languages.replace(house.languages);
    const list = languagesOfHouse(languages, house.house_languages, present);
    screen.showLanguages(list);
    await cycle.offer(list, present);
  } else if (!cycle.isRunning) await cycle.offer([{ tag: navigator.language }]);
}
