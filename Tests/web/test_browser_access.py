"""Every view, in light and in dark, against WCAG 2.2 A and AA, as far as a program (axe) can judge that."""

import functools

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import DESK, PHONE, RESTARTED, ROOT, TABLET, browser, expect, people  # noqa: F401
from node import PIN
from program import steady_port

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}


@functools.cache
def axe():
    return Axe()


def judge(person):
    """No violation; each is told with the elements it was found at."""
    found = {}
    for scheme in ("light", "dark"):
        person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        violations = axe().run(person.page, options=RULES).response["violations"]
        found |= {f"{scheme}: {one['id']}": [node["html"][:200] for node in one["nodes"][:3]] for one in violations}
    assert not found, found


@pytest.fixture
def clinic(nodes, engines, request):
    """A node with two rooms in use: a notice, a contact, a phrasebook for the one test that opens it."""
    book = f'[phrasebook]\nfiles = ["{ROOT}/share/phrasebook/clinic.tmx"]'
    node = nodes(
        "Reception", "Dentist", engines=[engines()], before=book if "phrasebook" in request.node.name else "",
        room='contact = "+34 900 000 204"\nkiosk_lines = 3', web='responsible = "Ana Pons"',
    )
    node.nurse = node.device().staff()
    node.nurse.post("/api/staff/rooms/Reception/acts", act="notice", text="cerramos a las dos", lang="es")
    return node


def talk(node):
    """Somebody there who has said something that is translated, and something that is not."""
    guest = node.device().enters("Reception", "Boris", "ca")
    other = node.device().enters("Reception", "Олена", "uk")
    guest.says("bon dia")
    other.says("добрий день")
    return guest


def test_the_list_of_rooms(people, clinic):
    visitor = people(clinic, "es")
    visitor.opens("/")
    expect(visitor.page.locator(".room-card")).to_have_count(2)
    judge(visitor)


def test_the_languages_and_the_way_in(people, clinic):
    visitor = people(clinic, "es")
    visitor.scans("Reception")
    judge(visitor)
    visitor.accepts_language()
    expect(visitor.page.locator("#name")).to_be_visible()
    judge(visitor)


def test_a_message_in_another_language_and_what_one_takes_home(people, clinic):
    anna = people(clinic, "es").comes("Reception", "Anna")
    guest = talk(clinic)
    anna.says("hola")
    first = guest.says("on")
    guest.says("ara", corrects=first["id"])
    anna.chooses(anna.reads("es:ara", written="ara"), "read.title")
    anna.sheet.get_by_role("button", name="Українська").click()
    expect(anna.sheet.locator(".reading")).to_be_visible()
    judge(anna)
    anna.page.keyboard.press("Escape")
    anna.chooses(anna.line("hola"), "line.takeback")
    judge(anna)
    anna.button("line.takeback", anna.sheet).click()
    expect(anna.page.locator(".taken-back")).to_have_count(1)
    judge(anna)
    anna.button("line.corrected").click()
    judge(anna)
    anna.page.keyboard.press("Escape")
    anna.button("room.settings").click()
    anna.button("take.open", anna.sheet).click()
    anna.sheet.get_by_role("radio", name=anna.words("take.chosen")).check()
    judge(anna)
    anna.sheet.get_by_role("radio", name=anna.words("take.all")).check()
    anna.button("take.show", anna.sheet).click()
    expect(anna.sheet.get_by_role("article")).to_be_visible()
    judge(anna)


def test_a_conversation(people, clinic):
    anna = people(clinic, "es").comes("Reception", "Anna")
    guest = talk(clinic)
    anna.reads("es:bon dia", written="bon dia")
    anna.says("hola")
    guest.asks("person")
    expect(anna.calls).to_have_count(1)
    expect(anna.page.locator("[data-origin=pending]")).to_have_count(0)
    judge(anna)
    anna.button("help.button").click()
    expect(anna.sheet).to_contain_text(anna.words("help.ask.nostaff"))
    judge(anna)
    anna.button("help.go", anna.sheet).click()
    expect(anna.card("help.called.room")).to_be_visible()
    judge(anna)


def test_a_conversation_with_people_beside_it(people, clinic):
    anna = people(clinic, "es", screen=DESK).comes("Reception", "Anna")
    talk(clinic)
    anna.reads("es:bon dia", written="bon dia")
    expect(anna.page.locator(".side")).to_be_visible()
    judge(anna)


def test_a_conversation_in_arabic(people, clinic):
    amal = people(clinic, "ar").comes("Reception", "أمل")
    talk(clinic)
    amal.sees("bon dia")
    judge(amal)


@pytest.mark.parametrize("lang", ["es", "ar"])
def test_a_conversation_that_began_anew(people, nodes, lang):
    node = nodes("Reception", port=steady_port())
    anna = people(node, lang).comes("Reception", "Anna")
    anna.forgives(*RESTARTED)
    anna.says("antes")
    talk(node)
    anna.sees("bon dia")
    node.kill()
    expect(anna.page.locator(".banner.lost")).to_be_visible()
    node.start()
    expect(anna.page.locator(".banner.lost")).to_be_hidden()
    anna.says("después")
    expect(anna.page.get_by_role("list", name=anna.words("line.past")).locator("li.line")).to_have_count(3)
    judge(anna)


@pytest.mark.parametrize("view", ["settings", "people", "phrasebook", "phrasebook-empty", "check", "line", "origin", "leave"])
def test_each_sheet(people, clinic, view):
    anna = people(clinic, "es").comes("Reception", "Anna")
    talk(clinic)
    line = anna.reads("es:bon dia", written="bon dia")
    OPENS[view](anna, line)
    expect(anna.sheet).to_be_visible()
    expect(anna.sheet.locator(".busy")).to_have_count(0)
    judge(anna)


def check(anna, _):
    anna.area.fill("¿Le duele la cabeza? No coma nada, y tome la medicina a las ocho.")
    anna.button("compose.check").click()
    expect(anna.sheet.locator(".reading")).to_have_count(2)


def invite(anna, _):
    anna.sheet_of_people()
    anna.sheet.locator("summary").click()


def phrases(anna, _):
    anna.button("compose.phrases").click()
    anna.sheet.locator(".phrase").first.click()
    expect(anna.sheet.locator(".phrase-form:not([hidden])")).to_be_visible()


def no_phrases(anna, _):
    anna.button("compose.phrases").click()
    anna.sheet.get_by_role("searchbox").fill("zzzz")
    expect(anna.sheet.get_by_role("status")).to_have_text(anna.words("phrases.none"))


OPENS = {
    "settings": lambda anna, _: anna.button("room.settings").click(),
    "people": invite,
    "phrasebook": phrases,
    "phrasebook-empty": no_phrases,
    "check": check,
    "line": lambda _, line: line.locator("[data-role=more]").click(),
    "origin": lambda _, line: line.locator("[data-role=origin]").click(),
    "leave": lambda anna, _: anna.button("room.leave").click(),
}


def test_a_closing_screen(people, clinic):
    visitor = people(clinic, "es")
    visitor.forgives("status of 404")
    visitor.opens("/r/Nowhere")
    visitor.is_told("missing")
    judge(visitor)


def test_the_screen_on_the_wall(people, clinic):
    talk(clinic)
    wall = people(clinic, "es", screen=DESK)
    wall.opens("/kiosk/Reception")
    expect(wall.page.locator(".kiosk-line")).to_have_count(2)
    expect(wall.page.locator(".kiosk-invite")).not_to_be_empty()
    judge(wall)


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
def test_the_staff_s_page(people, clinic, screen):
    guest = talk(clinic)
    nurse = people(clinic, "es", screen=screen)
    nurse.forgives("status of 401")
    nurse.opens("/staff")
    expect(nurse.page.locator("#pin")).to_be_focused()
    judge(nurse)
    nurse.unlocks(PIN)
    judge(nurse)
    guest.asks("person")
    nurse.page.locator(".staff-card").first.click()
    expect(nurse.page.locator(".staff-person")).to_have_count(2)
    expect(nurse.card("help.elsewhere", name="Boris", room="Reception")).to_be_visible()
    judge(nurse)
    nurse.button("staff.calls.coming").click()
    expect(nurse.button("staff.calls.coming")).to_be_disabled()
    judge(nurse)


def test_the_code_of_a_private_room(people, clinic):
    nurse = people(clinic, "es", screen=TABLET)
    nurse.forgives("status of 401")
    nurse.opens("/staff")
    nurse.unlocks(PIN)
    nurse.makes_private_room()
    judge(nurse)


def test_one_tablet_for_two(people, clinic):
    tablet = people(clinic, "es", screen=TABLET)
    tablet.opens("/two/Reception")
    expect(tablet.half("b").locator("button.language").first).to_be_visible()
    judge(tablet)
    tablet.sits_down("Reception", b="ca")
    tablet.half("a").locator("textarea").fill("hola")
    tablet.half("a").locator(".composer-send").click()
    expect(tablet.half("b").locator(".line-text").last).to_have_text("ca:hola")
    judge(tablet)
