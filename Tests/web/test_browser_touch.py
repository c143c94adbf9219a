"""Fingers: what was touched looks as before, no tap is lost, and a text keeps in view on a screen that is turned."""

import json

import pytest
from browser import DESK, PHONE, ROOT, browser, expect, people, turned, with_all  # noqa: F401
from node import PIN
from test_browser_staff_drafts import change_notice, notice_field

#: Every rule for what a mouse points at, outside a query for a mouse. On a touch screen the last one would stay.
STICKY = """() => [...document.styleSheets].flatMap((sheet) => {
  const sticky = (rules, isForMice) => [...rules].flatMap((rule) => rule.cssRules && rule.media
    ? sticky(rule.cssRules, isForMice || /hover: hover/.test(rule.conditionText))
    : rule.selectorText && rule.selectorText.includes(":hover") && !isForMice ? [rule.selectorText] : []);
  return sticky(sheet.cssRules, false);
})"""
LOOK = "(node) => { const style = getComputedStyle(node); return [style.backgroundColor, style.color, style.boxShadow]; }"
OVERFLOW = "(area) => area.scrollHeight - area.clientHeight"
NOTE_SOUND = """(() => {
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      const isRunning = () => this.state === "running";
      window.sounds = new Promise((done) => this.addEventListener("statechange", () => isRunning() && done(true)));
    }
  };
})()"""


def test_nothing_that_was_touched_stays_marked(people, nodes):
    node = nodes("Reception")
    anna = people(node, "es", has_touch=True, is_mobile=True).comes("Reception", "Anna")
    boris = people(node, "ca", has_touch=True, is_mobile=True).comes("Reception", "Boris")
    carla = people(node, "ar").comes("Reception", "Carla")
    send = anna.button("compose.send")
    untouched = boris.button("compose.send").evaluate(LOOK)
    anna.area.fill("buenos días")
    send.tap()
    boris.sees("buenos días")
    carla.sees("buenos días")
    expect(send).to_be_disabled()
    anna.page.wait_for_function("() => !document.getAnimations().some((one) => one.playState === 'running')")
    assert send.evaluate(LOOK) == untouched
    for person in (anna, carla):
        assert person.page.evaluate(STICKY) == []
    nurse = people(node, "es")
    nurse.forgives("status of 401")
    nurse.opens("/staff")
    expect(nurse.page.locator("#pin")).to_be_visible()
    assert nurse.page.evaluate(STICKY) == []


class Desk:
    """A desk whose clock stands still until it is moved: a finger may stay on it for as long as something takes."""

    def __init__(self, people, node):
        self.nurse = people(node, "es", screen=DESK)
        self.page = self.nurse.page
        self.nurse.context.add_init_script(NOTE_SOUND)
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1_000") + 1)
        self.nurse.opens_desk(PIN)

    def presses(self, button):
        """The finger comes, and stays."""
        button.hover()
        self.page.mouse.down()

    def is_called_by(self, visitor, other):
        """Returns once another desk has the call, and what was sent to this one before its own answer."""
        visitor.calls_for_help()
        expect(other.page.locator(".staff-call")).to_be_visible()
        self.page.evaluate("fetch('/api/house').then((answer) => answer.text()).then(() => 0)")

    def lifts(self):
        self.page.mouse.up()


def test_the_first_tap_on_a_desk_that_may_make_no_sound_opens_what_was_tapped(people, nodes):
    """The button that asks for a tap goes with the first one, wherever that falls, and all below it moves up."""
    desk = Desk(people, nodes("Reception"))
    desk.nurse.reloads()
    asking = desk.page.locator(".staff-silent")
    expect(asking).to_be_visible()
    desk.presses(change_notice(desk.nurse))
    assert desk.page.evaluate("window.sounds")
    desk.lifts()
    expect(notice_field(desk.nurse)).to_be_visible()
    expect(asking).to_be_hidden()


def test_a_tap_at_the_desk_while_somebody_calls_opens_what_was_tapped(people, nodes):
    """The card of a call comes in above all else, when the finger has gone."""
    node = nodes("Reception")
    anna = people(node, "es").comes("Reception", "Anna")
    desk, other = Desk(people, node), Desk(people, node)
    desk.presses(change_notice(desk.nurse))
    desk.is_called_by(anna, other)
    desk.lifts()
    expect(notice_field(desk.nurse)).to_be_visible()
    expect(desk.page.locator(".staff-call")).to_be_visible()


def test_a_finger_that_stays_on_the_desk_keeps_no_call_away(people, nodes):
    node = nodes("Reception")
    anna = people(node, "es").comes("Reception", "Anna")
    desk, other = Desk(people, node), Desk(people, node)
    desk.presses(change_notice(desk.nurse))
    desk.is_called_by(anna, other)
    desk.page.clock.run_for(1_000)
    expect(desk.page.locator(".staff-call")).to_be_visible()


def test_the_field_is_as_high_as_its_text_on_a_screen_that_is_turned(people, nodes):
    anna = people(nodes("Reception"), "es").comes("Reception", "Anna")
    anna.area.fill("me duele la cabeza desde ayer por la tarde y no he podido dormir nada en toda la noche")
    tall = anna.area.bounding_box()["height"]
    anna.page.set_viewport_size(turned(PHONE))
    expect(anna.area).not_to_have_css("height", f"{tall}px")
    assert anna.area.bounding_box()["height"] < tall and anna.area.evaluate(OVERFLOW) <= 6
    low = anna.area.bounding_box()["height"]
    anna.page.set_viewport_size(PHONE)
    expect(anna.area).not_to_have_css("height", f"{low}px")
    assert anna.area.evaluate(OVERFLOW) <= 6 and anna.area.bounding_box()["height"] > low


#: Words of the interface that stand on more than one line: not people's texts, addresses or what may be cut anywhere.
BROKEN = """() => {
  const broken = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const { currentNode: node } = nodes;
    const holder = node.parentElement;
    if (!holder.checkVisibility({ visibilityProperty: true }) || holder.closest("svg, script, style, .unseen, bdi, a"))
      continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{M}]{2,}/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rows = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)));
      if (rows.size > 1) broken.push(word);
    }
  }
  return broken;
}"""
#: What a phone on its side keeps above its keyboard.
KEYBOARD = {"width": 740, "height": 150}


@pytest.mark.parametrize(("lang", "width"), [("es", 320), ("ca", 360), ("ru", 320), ("ar", 320), ("de", 360)])
def test_very_large_letters_break_no_word_on_the_way_in(people, nodes, lang, width):
    node = nodes("Reception")
    anna = people(node, lang, screen={"width": width, "height": 740})
    anna.page.add_init_script("""localStorage.setItem("sabir.preferences", '{"size": 2}')""")
    anna.scans("Reception")
    anna.page.wait_for_function("() => document.documentElement.dataset.size === '2'")
    expect(anna.page.locator(".languages.first")).to_be_visible()
    assert anna.page.evaluate(BROKEN) == []
    anna.accepts_language()
    expect(anna.button("enter.go")).to_be_visible()
    assert anna.page.evaluate(BROKEN) == []
    assert anna.page.evaluate("() => document.documentElement.scrollWidth") <= width


#: Whether the empty field is as high as it would be with its own hint written into it.
HINT_FITS = """() => {
  const area = document.querySelector(".composer textarea");
  const write = (text) => {
    area.value = text;
    area.dispatchEvent(new Event("input"));
    return area.clientHeight;
  };
  const written = write(area.placeholder);
  return write("") === written;
}"""
LANGUAGES = {path.stem for path in (ROOT / "share/web/catalogues").glob("*.json")} - {"ar", "pt", "outlooks"}
BOOK = f'[phrasebook]\nfiles = ["{ROOT}/share/phrasebook/clinic.tmx"]'


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("lang", ["ar", "pt", *with_all(*sorted(LANGUAGES))])
def test_no_size_of_letters_cuts_the_hint_where_one_writes(people, nodes, lang, size):
    anna = people(nodes("Reception", before=BOOK), lang, screen={"width": 360, "height": 640})
    anna.page.add_init_script(f"""localStorage.setItem("sabir.preferences", '{{"size": {size}}}')""")
    anna.comes("Reception")
    anna.page.wait_for_function(HINT_FITS)
    assert anna.overflow <= 0


#: By how much this hint is too long for the field in which one searches.
HINT_BEYOND = """(hint) => {
  const input = document.querySelector("input[type=search]");
  const pen = document.createElement("canvas").getContext("2d");
  const { fontFamily, fontSize } = getComputedStyle(input, "::placeholder");
  pen.font = `${fontSize} ${fontFamily}`;
  const { paddingLeft, paddingRight } = getComputedStyle(input);
  return pen.measureText(hint).width - (input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
}"""


def test_the_largest_letters_cut_no_hint_where_one_searches_in_any_language(people, nodes):
    anna = people(nodes("Reception"), "es", screen={"width": 320, "height": 640})
    anna.page.add_init_script("""localStorage.setItem("sabir.preferences", '{"size": 2}')""")
    anna.scans("Reception")
    expect(anna.page.locator("input[type=search]")).to_be_visible()
    for path in sorted((ROOT / "share/web/catalogues").glob("*.json")):
        words = json.loads(path.read_text())
        for key in ("language.search", "phrases.search"):
            assert anna.page.evaluate(HINT_BEYOND, words.get(key, "")) <= 0, (path.stem, key)


WITH_WORDS = """(words) => {
  document.querySelector(".help-button span").textContent = words;
}"""


@pytest.mark.parametrize("screen", [{"width": 320, "height": 640}, {"width": 740, "height": 360}], ids=["narrow", "turned"])
def test_the_way_to_help_breaks_no_word_in_any_language(people, nodes, screen):
    node = nodes("Reception")
    anna = people(node, "es", screen=screen).comes("Reception", "Anna")
    anna.area.click()
    if screen["width"] > screen["height"]:
        anna.page.set_viewport_size(KEYBOARD)
        expect(anna.page.locator(".room[data-low=true]")).to_be_visible()
    for path in sorted((ROOT / "share/web/catalogues").glob("*.json")):
        words = json.loads(path.read_text()).get("help.button")
        if not words:
            continue
        anna.page.evaluate(WITH_WORDS, words)
        assert anna.page.evaluate(BROKEN) == [], path.stem
    assert anna.overflow <= 0


@pytest.mark.parametrize("lang", ["es", "ar"])
def test_above_the_keyboard_of_a_phone_on_its_side_a_whole_line_is_seen(people, nodes, lang):
    node = nodes("Reception")
    anna = people(node, lang, screen={"width": 740, "height": 360}).comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    people(node, "en").comes("Reception", "Carla")
    boris.says("Bon dia")
    boris.says("Quan ha començat el dolor?")
    line = anna.line("Quan ha començat el dolor?")
    anna.area.click()
    anna.page.set_viewport_size(KEYBOARD)
    expect(line).to_be_in_viewport(ratio=1)
    expect(anna.area).to_be_in_viewport(ratio=1)
    expect(anna.button("help.button")).to_be_in_viewport(ratio=1)
    anna.area.fill("Ayer por la noche, y no he podido dormir")
    expect(line).to_be_in_viewport(ratio=1)
    anna.button("help.button").click()
    expect(anna.button("help.go")).to_be_visible()
