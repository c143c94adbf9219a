"""The desk shows what is written in a room, where the room lets staff read it, and says so where it does not."""

import os
from pathlib import Path

import pytest
from browser import DESK, PHONE, RESTARTED, TABLET, browser, expect, people, with_all  # noqa: F401
from node import PIN, Events
from program import steady_port
from relayed import NAME, sites  # noqa: F401
from test_browser_access import judge

SEEN = 'staff_see = "conversation"\n'
LOGS_OUT = """() => fetch("/api/staff/logout", {method: "POST", body: "{}", headers: {"Content-Type": "application/json", "X-Sabir": "1"}})"""


def talk(desk):
    return desk.page.get_by_role("region", name=desk.words("staff.lines"), exact=True)


def lines(desk):
    return talk(desk).locator("li.line")


def reading(desk, text):
    """The one line with this text as its large one."""
    found = lines(desk).filter(has=desk.page.locator(".line-text").get_by_text(text, exact=True))
    expect(found).to_have_count(1)
    return found


def is_told(person, key="enter.readers.staff"):
    return person.page.get_by_text(person.words(key), exact=True)


def test_the_desk_shows_what_was_said_before_and_what_is_said_now(people, nodes, engines):
    node = nodes("Reception", "Dentist", engines=[engines()], room=SEEN)
    karim = people(node, "ca")
    karim.scans()
    karim.accepts_language()
    expect(is_told(karim)).to_be_visible()
    karim.enters("Karim")
    karim.says("Bon dia")
    anna = people(node, "ar").comes("Reception", "Anna")
    desk = people(node, "es", screen=DESK).opens_desk(PIN)
    second = people(node, "ca", screen=DESK).opens_desk(PIN)
    line = reading(desk, "es:Bon dia")
    expect(line.locator(".line-original")).to_have_text("Bon dia")
    expect(line).to_have_attribute("data-origin", "translated")
    expect(reading(second, "Bon dia")).to_have_attribute("data-origin", "same")
    anna.says("Mar7aba")
    line = reading(desk, "Mar7aba")
    expect(line.locator(".line-name")).to_have_text("Anna")
    expect(line, "nothing here translates it").to_have_attribute("data-origin", "untranslated")
    newcomer = people(node, "en").comes("Reception", "Carla")
    expect(newcomer.lines, "what staff read is not what newcomers read").to_have_count(0)
    expect(karim.page.locator(".bar-people")).to_contain_text("3")

    line.locator("[data-role=origin]").click()
    expect(desk.sheet).to_contain_text("Mar7aba")
    desk.button("common.close", desk.sheet).click()
    anna.chooses(anna.line("Mar7aba"), "line.takeback")
    anna.button("line.takeback", anna.sheet).click()
    expect(lines(desk).filter(has_text=desk.words("line.takenback", name="Anna"))).to_have_count(1)
    expect(talk(desk)).not_to_contain_text("Mar7aba")

    desk.page.get_by_role("link", name="Dentist").click()
    expect(talk(desk).get_by_text(desk.words("room.empty"))).to_be_visible()
    expect(lines(desk)).to_have_count(0)
    anna.says("Chukran")
    reading(second, "Chukran")
    expect(lines(desk)).to_have_count(0)
    desk.page.get_by_role("link", name="Reception").click()
    reading(desk, "Chukran")

    second.button("staff.clear").click()
    second.sheet.get_by_role("button").filter(has_text=second.words("staff.clear")).click()
    expect(lines(desk)).to_have_count(0)
    desk.forgives("status of 401")
    desk.page.evaluate(LOGS_OUT)
    anna.says("Sense personal")
    expect(desk.page.locator(".staff-keypad"), "it ends with the login").to_be_visible()
    expect(desk.page.locator("body")).not_to_contain_text("Sense personal")


def test_older_lines_come_by_keyboard_too(people, nodes, engines):
    node = nodes("Reception", flags=("--unlimited",), engines=[engines()], room=SEEN)
    anna = node.device().enters("Reception", "Anna", "ca")
    for number in range(130):
        anna.says(f"Línia {number}")
    desk = people(node, "es", screen=PHONE).opens_desk(PIN)
    desk.page.get_by_role("link", name="Reception").click()
    reading(desk, "es:Línia 129")
    expect(lines(desk)).to_have_count(50)
    desk.tabs_to(desk.button("room.older.show", talk(desk)))
    for count in (100, 130):
        expect(desk.button("room.older.show", talk(desk))).to_be_focused()
        desk.page.keyboard.press("Enter")
        expect(lines(desk)).to_have_count(count)
    reading(desk, "es:Línia 0")
    expect(talk(desk).locator(".older-note")).to_have_text(desk.words("room.older.begin"))


def test_where_staff_do_not_read_along_the_desk_says_so_and_leads_in(people, nodes):
    node = nodes("Reception")
    anna = people(node, "es")
    anna.scans()
    anna.accepts_language()
    expect(is_told(anna)).to_have_count(0)
    anna.enters("Anna")
    anna.says("Hola")
    desk = people(node, "es", screen=DESK).opens_desk(PIN)
    expect(talk(desk)).to_contain_text(desk.words("staff.lines.hidden"))
    expect(talk(desk)).not_to_contain_text("Hola")
    inside = desk.follows(talk(desk).get_by_role("link", name=desk.words("staff.visit.enter")))
    inside.accepts_language()
    inside.enters("Marta")
    expect(anna.page.locator(".bar-people")).to_contain_text("2")


def test_a_room_from_elsewhere_says_so(people, nodes, sites):  # noqa: F811
    relay = sites(nodes(NAME, room=SEEN))
    desk = people(relay, "es", screen=DESK).opens_desk(PIN)
    expect(talk(desk)).to_contain_text(desk.words("staff.lines.elsewhere"))


def test_the_page_too_many_is_told_and_reads_when_another_goes(people, nodes):
    node = nodes("Reception", room=SEEN)
    node.device().enters("Reception", "Anna", "es").says("Hola")
    nurse = node.device().staff()
    desks = [Events(nurse, "/api/staff/rooms/Reception/events?lang=es") for _ in range(16)]
    for other in desks:
        other.until("hello")
    desk = people(node, "es", screen=DESK)
    desk.forgives("status of 409")
    desk.opens_desk(PIN)
    expect(talk(desk)).to_contain_text(desk.words("staff.lines.full"))
    node.device().enters("Reception", "Boris", "es")
    desks[0].close()
    desk.button("common.retry", talk(desk)).click()
    reading(desk, "Hola")


def test_both_halves_of_a_tablet_are_told(people, nodes):
    node = nodes("Reception", room=SEEN)
    tablet = people(node, "es", screen=TABLET)
    tablet.opens("/two/Reception")
    tablet.half("a").locator(".languages.first button.language").click()
    expect(tablet.half("a").get_by_text(tablet.words("enter.readers.staff"))).to_be_visible()
    tablet.half("b").locator("button.language:has(.language-name[lang=ca])").click()
    catalan = people(node, "ca").words("enter.readers.staff")
    expect(tablet.half("b").get_by_text(catalan)).to_be_visible()


def starts_reading(node):
    node.kill()
    node.configuration = node.configuration.replace('staff_see = "nothing"\n', SEEN)
    node.home.write("sabir/sabir.toml", node.configuration)
    node.start()


def test_whoever_was_in_when_it_changed_is_told_once(people, nodes):
    node = nodes("Reception", room='staff_see = "nothing"\n', port=steady_port())
    anna = people(node, "es").comes("Reception", "Anna")
    karim = people(node, "ar", screen=TABLET)
    karim.sits_down(b="ca")
    for person in (anna, karim):
        person.forgives(*RESTARTED)
    anna.says("Secreto")
    starts_reading(node)
    expect(anna.sheet).to_contain_text(anna.words("room.readers"))
    expect(anna.sheet).to_contain_text(anna.words("enter.readers.staff"))
    for face, words in (("a", karim.words), ("b", people(node, "ca").words)):
        expect(karim.half(face).get_by_role("dialog")).to_contain_text(words("enter.readers.staff"))
    anna.button("common.close", anna.sheet).click()
    anna.page.reload()
    anna.says("Abierto")
    expect(anna.sheet, "once").to_have_count(0)
    newcomer = people(node, "en").comes("Reception", "Carla")
    newcomer.says("Hello")
    expect(newcomer.sheet, "the card has told it").to_have_count(0)


SCREENS = {"phone": {"width": 360, "height": 740}, "turned": {"width": 740, "height": 360}, "tablet": TABLET, "wall": {"width": 1920, "height": 1080}}


@pytest.mark.parametrize("screen", ["phone", "wall", *with_all("turned", "tablet")])
@pytest.mark.parametrize("lang", ["es", "ar", *with_all("zh", "en")])
def test_every_screen_of_it_can_be_read(people, nodes, engines, lang, screen):
    node = nodes("Reception", engines=[engines()], room=SEEN)
    anna = node.device().enters("Reception", "Anna", "es" if lang != "es" else "ca")
    said = anna.says("Buenos días")
    node.device().enters("Reception", "Karim", "ar").says("صباح الخير", reply=said["id"])
    desk = people(node, lang, screen=SCREENS[screen], dark=screen == "tablet").opens_desk(PIN)
    if screen != "wall":
        desk.page.get_by_role("link", name="Reception").first.click()
    expect(lines(desk)).to_have_count(2)
    assert desk.overflow <= 0
    talk(desk).scroll_into_view_if_needed()
    if folder := os.environ.get("SABIR_LOOK"):
        desk.page.screenshot(path=Path(folder, f"talk-{lang}-{screen}.png"))
    if screen in ("phone", "wall"):
        judge(desk)
