"""People with a browser of their own. All they do is what a person could do: look, tap, type.

    anna, boris = people(node, "es"), people(node, "ca", screen=TABLET)
    anna.comes("Reception", "Anna")
    anna.says("hola")
    boris.reads("ca:hola", written="hola")

What the page itself must never do (an error in the console, a request to another host, a breach of its own content
security policy) is noted as it happens, and fails the test that caused it.
"""

import copy
import functools
import json
import re
import subprocess
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright
from program import steady_port

ROOT = Path(__file__).parents[2]
CHROMIUM = "/usr/bin/chromium"
WITHIN = 60_000
"""Milliseconds: how long a person looks for something before the test fails. Only a failure takes so long."""
TRADITIONAL = ("zh-Hant", "zh-TW", "zh-HK", "zh-MO", "zh-Hant-HK")
"""What phones call the Chinese of Taiwan, Hong Kong and Macau."""
RESTARTED = ("net::ERR_", "status of 403", "status of 503")
"""What a browser reports while its node is away, and of one that does not know it any more or is not ready yet."""
CUT_SHORT = "An unknown error occurred when fetching the script"
"""What Chromium reports of a worker.js that was on its way when the page was loaded anew, or its node went."""
NOT_INSTALLED = ("An SSL certificate error occurred when fetching the script", CUT_SHORT)
"""Such a page is not put beside the apps: browsers take that from certificates they trust alone."""

NARROW = {"width": 320, "height": 568}
PHONE = {"width": 360, "height": 640}
TABLET = {"width": 768, "height": 1024}
DESK = {"width": 1280, "height": 800}

REPORT_BREACHES = """addEventListener("securitypolicyviolation", (event) =>
  console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`));"""

NOTE_SHIFTS = """(() => {
  window.shifts = [];
  const box = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(" ");
  const name = ({ node, previousRect, currentRect }) =>
    `${node && node.nodeName} ${(node && node.className) || ""}: ${box(previousRect)} to ${box(currentRect)}`;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries()) {
      if (!hadRecentInput) window.shifts.push([value, Math.round(startTime), sources.map(name)]);
    }
  }).observe({ type: "layout-shift", buffered: true });
})()"""

UNTIL_STORED = """([text, within]) => new Promise((done) => {
  const ends = Date.now() + within;
  const look = () => {
    const has = Object.values(localStorage).some((value) => value.includes(text));
    if (has || Date.now() > ends) done(has);
    else setTimeout(look, 20);
  };
  look();
})"""

UNTIL_PAINTED = """() => new Promise((done) => {
  new PerformanceObserver(() => done()).observe({ type: "paint", buffered: true });
})"""

UNTIL_CUT_OFF = """async () => {
  const isReached = () => fetch("/api/house", { cache: "no-store" }).then(() => true, () => false);
  for (let tries = 0; tries < 200; tries += 1) {
    if (!(await isReached())) return true;
  }
  return false;
}"""

BOXES = """(selectors) => selectors.map((selector) => {
  const nodes = [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  return nodes.map((node) => node.getBoundingClientRect()).map(({ left, top, right, bottom }) => [left, top, right, bottom]);
})"""

IS_MARKED = """(node) => {
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(node);
  return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
}"""

expect.set_options(timeout=WITHIN)


def with_all(*values):
    """Values of a parametrization that `--all` alone runs."""
    return [pytest.param(value, marks=pytest.mark.long) for value in values]


def turned(screen):
    return {"width": screen["height"], "height": screen["width"]}


# The page's words


@functools.cache
def texts_of(node, language):
    """A catalogue as the node serves it; empty where there is none."""
    answer = node.device().open(f"/assets/catalogues/{language}.json")
    return json.loads(answer.body) if answer.status == 200 else {}


class Words:
    """What the page says in one language, by key; gaps are filled from English. Plurals: one and other alone."""

    def __init__(self, node, lang):
        name = "zh-Hant" if lang in TRADITIONAL else lang.split("-")[0]
        self.texts = {**texts_of(node, "en"), **texts_of(node, name)}

    def __call__(self, key, **values):
        text = self.texts[key]
        if isinstance(text, dict):
            text = text["one" if values["n"] == 1 and "one" in text else "other"]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value) if isinstance(value, int) else f"\u2068{value}\u2069")
        return text


def exactly(text):
    return re.compile(f"^{re.escape(text)}$")


# People


class Person:
    """A device and who holds it. `lang` is the language of the device and, unless changed, of its owner."""

    def __init__(self, browser, node, lang="es", screen=PHONE, dark=False, **settings):
        self.node, self.trouble, self.forgiven = node, [], []
        if settings.get("ignore_https_errors"):
            self.forgives(*NOT_INSTALLED)
        self.words = Words(node, lang)
        self.context = browser.new_context(
            locale=lang, viewport=screen, color_scheme="dark" if dark else "light", reduced_motion="reduce", **settings
        )
        self.context.set_default_timeout(WITHIN)
        self._watch()
        self.page = self.context.new_page()

    def _watch(self):
        self.context.add_init_script(REPORT_BREACHES)
        self.context.add_init_script(NOTE_SHIFTS)
        self.context.on("console", lambda said: said.type == "error" and self._note(f"{said.text} {said.location['url']}"))
        self.context.on("weberror", lambda fault: self._note(str(fault.error)))
        self.context.on("dialog", lambda dialog: (self._note(f"a dialog: {dialog.message}"), dialog.dismiss()))
        self.context.on("request", self._asked)

    def _asked(self, request):
        place = urlsplit(request.url)
        if place.scheme not in ("data", "blob") and place.netloc != f"127.0.0.1:{self.node.port}":
            self._note(f"a request to {request.url}")

    def _note(self, trouble):
        self.trouble.append(trouble)

    def forgives(self, *parts):
        """Errors with one of these in them are what this test is about: a browser reports each answer that fails."""
        self.forgiven += parts

    @property
    def complaints(self):
        return [trouble for trouble in self.trouble if not any(part in trouble for part in self.forgiven)]

    # The way in

    def opens(self, path):
        self.page.goto(self.node.url + path)

    def reloads(self):
        """Returns once the page can be used: what is tapped before may be lost. Its heading is there, which every page
        draws with the first that the node tells it, and something was painted."""
        self.page.reload()
        expect(self.page.locator("h1").first).to_have_text(re.compile(r"\S"))
        self.page.evaluate(UNTIL_PAINTED)

    def scans(self, room="Reception"):
        self.opens(f"/r/{quote(room)}")
        expect(self.page.locator("h1")).to_be_visible()

    def accepts_language(self):
        """The first tap: the language that is offered above all others."""
        self.page.locator(".languages.first button.language").first.click()

    def enters(self, name=None):
        """The second tap. Whoever gives no name keeps the friendly one."""
        if name:
            self.page.locator("#name").fill(name)
        self.button("enter.go").click()
        expect(self.area).to_be_visible()

    def comes(self, room="Reception", name=None):
        self.scans(room)
        self.accepts_language()
        self.enters(name)
        return self

    def tries_to_enter(self):
        """The way in to where it leads: into the room, or to the reason why not."""
        self.accepts_language()
        self.button("enter.go").click()

    def is_told(self, kind):
        """The page has come to one of its closing screens."""
        expect(self.page.locator(".end-card h1")).to_have_text(self.words(f"end.{kind}.title"))

    # Staff

    def types_pin(self, pin):
        """Key by key, as on the pad."""
        for digit in pin:
            self.page.locator(".staff-keypad").get_by_role("button", name=digit, exact=True).click()
        self.button("staff.pin.open").click()

    def unlocks(self, pin):
        self.types_pin(pin)
        expect(self.page.locator(".staff-desk")).to_be_visible()

    def opens_desk(self, pin):
        """The staff's page of this device, unlocked. The browser reports each refusal on the way there."""
        self.forgives("status of 401", "status of 403")
        self.opens("/staff")
        self.unlocks(pin)
        return self

    def makes_private_room(self):
        """Two taps; the address that the code on the screen holds."""
        self.button("staff.visit.new").click()
        self.button("staff.visit.make", self.sheet).click()
        # The slip for the printer has the code too, and is not to be seen.
        expect(self.sheet.locator("img.staff-code")).to_be_visible()
        return self.sheet.locator(".staff-address").text_content()

    def decides_about(self, name, key):
        self.page.locator(".staff-person", has_text=name).click()
        self.sheet.get_by_role("button").filter(has_text=self.words(key)).first.click()
        expect(self.sheet).to_have_count(0)

    def follows(self, link):
        """The same person in the window that a link opens."""
        with self.context.expect_page() as opened:
            link.click()
        other = copy.copy(self)
        other.page = opened.value
        return other

    def another_window(self, path):
        """The same browser, with what it has stored."""
        other = copy.copy(self)
        other.page = self.context.new_page()
        other.opens(path)
        return other

    # Two at one tablet

    def half(self, face):
        return self.page.locator(f".two-half[data-face={face}]")

    def sits_down(self, room="Reception", b="ca"):
        """Opens the tablet for two: the near half takes what is offered, the far one is in language `b`."""
        self.opens(f"/two/{quote(room)}")
        self.half("a").locator(".languages.first button.language").click()
        self.half("a").locator("form.enter button[type=submit]").click()
        self.half("b").locator(f"button.language:has(.language-name[lang={b}])").click()
        self.half("b").locator("form.enter button[type=submit]").click()
        for face in ("a", "b"):
            expect(self.half(face).locator("textarea")).to_be_visible()

    # In the room

    @property
    def area(self):
        return self.page.get_by_role("textbox", name=self.words("compose.label"))

    @property
    def lines(self):
        return self.page.locator("li.line")

    @property
    def sheet(self):
        return self.page.get_by_role("dialog")

    @property
    def calls(self):
        return self.page.locator(".call")

    def button(self, key, within=None, **values):
        return (within or self.page).get_by_role("button", name=self.words(key, **values), exact=True)

    def writes(self, text):
        """Sends it, whether it gets through or not."""
        self.area.fill(text)
        self.button("compose.send").click()

    def says(self, text):
        self.writes(text)
        expect(self.line(text)).to_have_attribute("data-sending", "")

    def line(self, text):
        """The line with this text as its large one."""
        return self.lines.filter(has=self.page.locator(".line-text", has_text=exactly(text)))

    def sees(self, text):
        """Once, and no second time."""
        expect(self.line(text)).to_have_count(1)
        return self.line(text)

    def reads(self, text, written):
        """A machine's translation, large, with what was written under it."""
        line = self.sees(text)
        expect(line).to_have_attribute("data-origin", "translated")
        expect(line.locator(".line-original")).to_have_text(written)
        return line

    def keeps(self, text):
        """Waits until the device has stored it."""
        assert self.page.evaluate(UNTIL_STORED, [text, WITHIN]), f"{text!r} was not stored"

    def calls_for_help(self):
        """Two taps, from wherever in the room one is."""
        self.button("help.button").click()
        self.button("help.go", self.sheet).click()

    def card(self, key, **values):
        """A card that says this: a call, or what became of it."""
        return self.page.get_by_role("region", name=self.words(key, **values), exact=True)

    def sheet_of_people(self):
        self.page.locator(".bar-people").click()
        expect(self.sheet).to_be_visible()
        return self.sheet

    def chooses(self, line, key):
        """One of the things that can be done with a line."""
        line.locator("[data-role=more]").click()
        self.button(key, self.sheet).click()

    def tabs_to(self, target, back=False, most=80):
        """From key to key until this has the focus, and can be seen to have it."""
        expect(target).to_be_visible()
        for _ in range(most):
            if target.evaluate("(node) => node === document.activeElement"):
                break
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
        expect(target).to_be_focused()
        assert target.evaluate(IS_MARKED), "the focus cannot be seen"

    @property
    def shifts(self):
        """What moved by itself since the page was opened: `[how much, when, what]` (W3C Layout Instability)."""
        return self.page.evaluate("window.shifts")

    @property
    def shift(self):
        """All of it together; a page on which nothing moves has 0."""
        return sum(value for value, *_ in self.shifts)

    @property
    def overflow(self):
        """Pixels by which the page is wider than the screen."""
        return self.page.evaluate("document.documentElement.scrollWidth - innerWidth")

    def boxes(self, *selectors):
        """Where the first visible one of each is: (left, top, right, bottom) in pixels, all at one moment."""
        for selector in selectors:
            expect(self.page.locator(selector).first).to_be_visible()
        return {name: found[0] for name, found in zip(selectors, self.page.evaluate(BOXES, selectors), strict=True)}

    def all_boxes(self, selector):
        """As `boxes`, of every visible one."""
        return self.page.evaluate(BOXES, [selector])[0]

    def lets_pass(self, seconds):
        """By the page's own clock, which is moved by hand. The node has time to answer meanwhile, so that no connection
        looks lost."""
        for _ in range(seconds // 5):
            self.page.clock.run_for(5_000)
            self.page.evaluate("fetch('/api/house').then((answer) => answer.text()).then(() => 0)")

    def loses_network(self):
        """Returns when nothing gets through any more; what a browser is told to cut off may pass for a moment longer."""
        self.forgives("net::ERR_INTERNET_DISCONNECTED")
        self.context.set_offline(True)
        assert self.page.evaluate(UNTIL_CUT_OFF), "the node is reached without a network"

    def goes(self):
        self.context.close()


# Fixtures: a test imports those it wants


@functools.cache
def started():
    driver = sync_playwright().start()
    return driver, driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])


@pytest.fixture(scope="session")
def browser():
    """One Chromium for all that this process tests, however many modules ask for it."""
    yield started()[1]
    if started.cache_info().currsize:
        driver, chromium = started()
        started.cache_clear()
        chromium.close()
        driver.stop()


@pytest.fixture
def people(browser):
    """people(node, "es", screen=TABLET) is somebody with a device; they go when the test ends."""
    made = []

    def make(node, lang="es", **settings):
        made.append(Person(browser, node, lang, **settings))
        return made[-1]

    yield make
    complaints = [complaint for person in made for complaint in person.complaints]
    for person in made:
        person.goes()
    assert not complaints, complaints


class Apertium:
    """A real Apertium on a port of its own, as an engine of a Node."""

    name, kind, settings = "Apertium", "apertium", ""

    def __init__(self):
        port = steady_port()
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [ROOT / "scripts/lib/apy-on-loopback", "-p", str(port), "/usr/share/apertium/modes"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            start_new_session=True,
        )
        said = []
        for line in self.process.stderr:
            said.append(line)
            if "Serving on" in line:
                return
        raise AssertionError(f"Apertium did not start: {''.join(said[-5:])}")

    def end(self):
        self.process.terminate()
        try:
            self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()


@pytest.fixture(scope="session")
def apertium():
    engine = Apertium()
    yield engine
    engine.end()
