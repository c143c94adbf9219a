"""Where things stand: on small and large screens, upright and turned, and from right to left."""

import re

import pytest
from browser import BOXES, DESK, PHONE, TABLET, browser, expect, people, turned, with_all  # noqa: F401
from node import PIN

SCREENS = {"phone": PHONE, "tablet": TABLET, "desk": DESK}
ALL = [pytest.param(shape, id=f"{name}-{shape['width']}") for name, screen in SCREENS.items()
       for shape in (screen, turned(screen))]  # fmt: skip
PARTS = (".bar", ".log", ".composer")
FINGER = 24
HAIR = 0.5
"""Pixels that roundings may make of an edge."""


def overlap(one, other):
    """Whether one of both boxes covers a part of the other."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return min(width, height) > HAIR


def judge(person, screen, parts=PARTS):
    """The parts are on the screen, none over another, and nothing makes the page scroll sideways."""
    boxes = person.boxes(*parts)
    for name, (left, top, right, bottom) in boxes.items():
        assert left >= -HAIR and top >= -HAIR, (name, boxes)
        assert right <= screen["width"] + HAIR and bottom <= screen["height"] + HAIR, (name, boxes)
    names = list(boxes)
    for index, one in enumerate(names):
        for other in names[index + 1 :]:
            assert not overlap(boxes[one], boxes[other]), (one, other, boxes)
    assert person.overflow <= 0
    return boxes


def judge_buttons(person, within):
    """Buttons that can be seen are large enough for a finger, and none covers another."""
    boxes = person.all_boxes(f"{within} button, {within} textarea")
    assert boxes, within
    for left, top, right, bottom in boxes:
        assert min(right - left, bottom - top) >= FINGER, (within, boxes)
    for index, one in enumerate(boxes):
        assert not any(overlap(one, other) for other in boxes[index + 1 :]), (within, boxes)


@pytest.mark.parametrize("screen", ALL)
@pytest.mark.parametrize("lang", ["ar", *with_all("es")])
def test_a_conversation_fits_every_screen(people, nodes, engines, screen, lang):
    node = nodes("Reception", engines=[engines()], room='topic = "Urgencias y citas de la mañana"')
    person = people(node, lang, screen=screen)
    person.scans("Reception")
    assert person.overflow <= 0
    person.accepts_language()
    assert person.overflow <= 0
    person.enters("Anna")
    other = node.device().enters("Reception", "Boris", "ca")
    for text in ("bon dia", "on li fa mal? " * 30, "gràcies"):
        other.says(text)
    person.says("hola, ¿qué tal?")
    expect(person.lines).to_have_count(4)
    boxes = judge(person, screen)
    log = boxes[".log"]
    assert log[3] - log[1] >= screen["height"] * 0.4, f"too little is left for the lines: {boxes}"
    for part in (".bar-row", ".composer-row"):
        judge_buttons(person, part)
    expect(person.line("hola, ¿qué tal?")).to_be_in_viewport()


def test_arabic_reads_from_right_to_left_and_the_page_is_mirrored(people, nodes):
    node = nodes("Reception")
    amal = people(node, "ar").comes("Reception", "أمل")
    anna = people(node, "es").comes("Reception", "Anna")
    anna.says("buenos días")
    amal.says("صباح الخير")
    amal.sees("buenos días")
    expect(amal.page.locator("html")).to_have_attribute("dir", "rtl")
    expect(amal.page.locator("html")).to_have_attribute("lang", "ar")
    arabic, spanish = (person.boxes(".bar-names", ".bar-people", ".composer textarea", ".composer-send") for person in (amal, anna))
    assert spanish[".bar-names"][0] < spanish[".bar-people"][0] and arabic[".bar-names"][2] > arabic[".bar-people"][2]
    assert spanish[".composer-send"][0] >= spanish[".composer textarea"][2] - HAIR
    assert arabic[".composer-send"][2] <= arabic[".composer textarea"][0] + HAIR
    own, other = amal.line("صباح الخير"), amal.line("buenos días")
    expect(own.locator(".line-text")).to_have_css("direction", "rtl")
    expect(other.locator(".line-text")).to_have_css("direction", "ltr")
    expect(amal.lines).to_have_count(2)
    first, second = amal.all_boxes("li.line .line-card")
    assert second[0] < first[0], "own lines stand at the end of the line, which is the left here"
    assert second[2] < first[2], "and those of others at its beginning"
    assert amal.overflow <= 0


IS_BEGUN = """(node) => {
  const letters = document.createRange();
  letters.setStart(node.firstChild, 0);
  letters.setEnd(node.firstChild, 1);
  const [letter, seen] = [letters, node.closest(".composer-replied")].map((part) => part.getBoundingClientRect());
  return letter.left >= seen.left && letter.right <= seen.right;
}"""


@pytest.mark.parametrize("lang, text", [("ar", "¿le duele la cabeza? " * 5), ("es", "هل تشعر بألم في الرأس؟ " * 5)])
def test_what_is_answered_is_shown_from_its_beginning_in_either_direction(people, nodes, lang, text):
    node = nodes("Reception")
    anna = people(node, lang).comes("Reception")
    node.device().enters("Reception", "Boris", "ca").says(text)
    anna.chooses(anna.lines.first, "line.reply")
    quote = anna.page.locator(".composer-replied q")
    assert quote.evaluate(IS_BEGUN) and quote.evaluate("(node) => node.scrollWidth > node.clientWidth")
    assert anna.overflow <= 0


def test_a_tablet_that_is_turned_shows_who_is_here_beside_the_conversation(people, nodes):
    node = nodes("Reception")
    node.device().enters("Reception", "Olena", "uk")
    anna = people(node, "es", screen=TABLET).comes("Reception", "Anna")
    expect(anna.sheet_of_people()).to_contain_text("Olena")
    anna.page.set_viewport_size(turned(TABLET))
    expect(anna.sheet).to_have_count(0)
    expect(anna.page.locator(".side")).to_contain_text("Olena")
    anna.page.set_viewport_size(TABLET)
    expect(anna.sheet_of_people()).to_contain_text("Olena")


def test_one_half_of_a_tablet_may_be_mirrored_and_the_other_not(people, nodes):
    node = nodes("Reception")
    tablet = people(node, "es", screen=TABLET)
    tablet.sits_down("Reception", b="ar")
    for face, direction in (("a", "ltr"), ("b", "rtl")):
        expect(tablet.half(face)).to_have_attribute("dir", direction)
    judge(tablet, TABLET, (".two-half[data-face=a]", ".two-half[data-face=b]", ".two-middle"))


def test_very_large_text_still_fits_a_small_phone(people, nodes):
    node = nodes("Reception")
    anna = people(node, "es").comes("Reception", "Anna")
    anna.button("room.settings").click()
    anna.sheet.get_by_role("radio", name=anna.words("settings.size.2"), exact=True).check()
    assert anna.overflow <= 0
    anna.page.keyboard.press("Escape")
    node.device().enters("Reception", "Boris", "es").says("¿Puede venir mañana a las nueve?")
    anna.sees("¿Puede venir mañana a las nueve?")
    judge(anna, PHONE)
    judge_buttons(anna, ".bar-row")
    judge_buttons(anna, ".composer-row")


WATCH_FOR_COVERED_LINES = """(selector) => {
  window.covered = [];
  window.looked = 0;
  const look = () => {
    const boxes = (found) => [...document.querySelectorAll(found)].filter((node) => node.checkVisibility()).map((node) => node.getBoundingClientRect());
    const { top, bottom } = document.querySelector(".log-scroll").getBoundingClientRect();
    for (const one of boxes(selector)) {
      document.documentElement.dataset.looked = window.looked += 1;
      for (const line of boxes(".line-card")) {
        const height = Math.min(one.bottom, line.bottom, bottom) - Math.max(one.top, line.top, top);
        const width = Math.min(one.right, line.right) - Math.max(one.left, line.left);
        if (Math.min(height, width) > 1) window.covered.push([height, width]);
      }
    }
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("lang", ["es", "ar"])
def test_what_passes_covers_no_line_that_somebody_reads(people, nodes, lang):
    node = nodes("Reception", room='topic = "Urgencias"')
    anna = people(node, lang).comes("Reception", "Anna")
    boris = node.device().enters("Reception", "Boris", "es")
    for number in range(9):
        boris.says(f"línea {number} " * 12)
    expect(anna.lines).to_have_count(9)
    anna.page.locator(".log-scroll").evaluate("(node) => (node.scrollTop = 0)")
    anna.page.evaluate(WATCH_FOR_COVERED_LINES, ".bar-news, .log-newest")
    node.device().enters("Reception", "Carla", "ca")
    boris.says("la última")
    expect(anna.page.get_by_role("status").get_by_text(anna.words("people.joined", name="Carla"))).to_have_count(1)
    expect(anna.page.locator(".log-newest")).to_be_visible()
    expect(anna.page.locator("html")).to_have_attribute("data-looked", re.compile("^[1-9][0-9]{2}"))
    assert anna.page.evaluate("window.covered") == []


def test_many_who_come_at_once_are_one_remark(people, nodes):
    node = nodes("Reception")
    anna = people(node, "es")
    anna.page.clock.install()
    anna.comes("Reception", "Anna")
    anna.page.clock.pause_at(anna.page.evaluate("Date.now() / 1_000") + 10)
    told = anna.page.get_by_role("status")
    for n, name in enumerate(("Carla", "Dora", "Emma"), start=2):
        node.device().enters("Reception", name, "ca")
        expect(anna.page.locator(".bar-count")).to_have_text(str(n))
    expect(told.get_by_text(anna.words("people.joined", name="Carla"))).to_have_count(1)
    anna.page.clock.run_for(3_000)
    expect(told.get_by_text(anna.words("people.joined.many", n=2))).to_have_count(1)
    expect(told.get_by_text("Emma")).to_have_count(0)


def test_what_the_desk_tells_covers_none_of_its_buttons(people, nodes):
    node = nodes("Reception")
    nurse = people(node, "es").opens_desk(PIN)
    nurse.page.get_by_role("link", name=re.compile("Reception")).click()
    for key, told in (("staff.lock", "staff.locked"), ("staff.unlock", "staff.unlocked")):
        nurse.button(key).click()
        expect(nurse.page.get_by_text(nurse.words(told, room="Reception"), exact=True)).to_be_visible()
        # Measured at one moment: what is done changes words and sizes of buttons.
        reports, buttons = nurse.page.evaluate(BOXES, [".staff-report", ".staff-main button, .staff-main a"])
        assert reports and not any(overlap(reports[0], box) for box in buttons)


@pytest.mark.parametrize("lang", ["ar", "es"])
def test_a_name_of_two_lines_is_whole_in_the_list_of_people(people, nodes, lang):
    node = nodes("Reception")
    node.device().enters("Reception", "Montserrat Puigdollers i Vilanova 2", "es")
    name = people(node, lang).comes("Reception", "Anna").sheet_of_people().locator(".person > span", has_text="Montserrat")
    expect(name).to_be_visible()
    assert name.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1 && node.clientHeight > 40")


@pytest.mark.parametrize("name", ["Maria", "مريم"])
@pytest.mark.parametrize("lang", ["ar", "es"])
def test_between_a_name_and_the_mark_beside_it_is_a_gap_whichever_way_either_is_written(people, nodes, lang, name):
    reader = people(nodes("Reception"), lang).comes("Reception", name)
    reader.sheet_of_people()
    boxes = reader.boxes(".person-name", ".person .chip")
    (left, _, right, _), (mark_left, _, mark_right, _) = boxes.values()
    assert 6 <= (left - mark_right if lang == "ar" else mark_left - right) <= 16, boxes
