"""The pictures of docs/images, taken anew where SABIR_SCREENSHOTS is set: the main views with a conversation in them."""

import os

from browser import DESK, PHONE, ROOT, TABLET, apertium, browser, expect, people  # noqa: F401
from node import PIN

WALL = {"width": 960, "height": 600}
FOLDER = ROOT / "docs/images"
BOUND = 150 * 1024

if os.environ.get("SABIR_SCREENSHOTS"):

    def test_the_main_views_are_pictured(people, nodes, apertium):
        book = ROOT / "share/phrasebook/clinic.tmx"
        node = nodes(
            "Reception", engines=[apertium], before=f'[node]\nname = "Front desk"\n[phrasebook]\nfiles = ["{book}"]',
            room='kiosk_lines = 3', web='languages = ["ca", "es"]',
        )
        picture_the_way_in(people(node, "es"))
        anna = people(node, "es").comes("Reception", "Ana")
        amal = people(node, "ar").comes("Reception", "أمل")
        jordi = people(node, "ca").comes("Reception", "Jordi")
        emma = people(node, "en").comes("Reception", "Emma")
        for who, text in CONVERSATION:
            {"anna": anna, "amal": amal, "jordi": jordi, "emma": emma}[who].says(text)
        for reader, name in ((anna, "room-es"), (amal, "room-ar")):
            expect(reader.lines).to_have_count(len(CONVERSATION))
            expect(reader.page.locator("[data-origin=pending]")).to_have_count(0)
            picture(reader, name)
        picture_the_wall(people(node, "es", screen=WALL))
        picture_the_desk(people(node, "es", screen=DESK))
        picture_two_faces(people(node, "es", screen=TABLET))

    def test_the_phone_of_the_readme_is_pictured(people, nodes, apertium):
        node = nodes("Reception", engines=[apertium])
        emma = people(node, "en").comes("Reception", "Emma")
        ana = people(node, "es").comes("Reception", "Ana")
        for who, text in ((ana, "Necesito un médico."), (emma, "Do you have a fever?"), (ana, "Mi hija tiene fiebre desde ayer.")):
            who.says(text)
        emma.reads("My daughter has fever from yesterday.", written="Mi hija tiene fiebre desde ayer.")
        expect(emma.page.locator("[data-origin=pending]")).to_have_count(0)
        picture(emma, "phone")

    def test_the_desk_is_pictured_for_those_who_sit_there(people, nodes):
        node = nodes("Reception", "Dentist", before='[node]\nname = "Front desk"')
        staff = node.device().staff()
        for name, manages in (("Dr. Vega", True), ("Noor Haddad", False), ("Pau Ruiz", False)):
            staff.post("/api/staff/people", name=name, pin="492716", manages=manages)
        amal = people(node, "ar").comes("Reception", "أمل")
        vega = people(node, "en", screen=DESK)
        vega.forgives("status of 401", "status of 403")
        vega.opens("/staff")
        vega.page.get_by_label(vega.words("staff.login.name"), exact=True).fill("Dr. Vega")
        picture(vega, "staff-door")
        vega.unlocks("492716")
        vega.page.get_by_role("button", name=vega.words("staff.title") + ":").click()
        expect(vega.sheet.get_by_role("listitem")).to_have_count(3)
        picture(vega, "staff-people")
        vega.page.keyboard.press("Escape")
        amal.calls_for_help()
        expect(vega.page.locator(".staff-call")).to_be_visible()
        picture(vega, "staff-call")


CONVERSATION = [
    ("jordi", "Bon dia, en què el puc ajudar?"),
    ("anna", "Me duele la cabeza desde ayer"),
    ("emma", "The doctor comes at ten"),
    ("amal", "هل لديك موعد؟"),
]


def picture(person, name):
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect(person.page.locator(".bar-news:visible")).to_have_count(0)
    path = FOLDER / f"{name}.png"
    person.page.screenshot(path=path)
    assert path.stat().st_size <= BOUND


def picture_the_way_in(visitor):
    visitor.scans("Reception")
    picture(visitor, "welcome")


def picture_the_wall(wall):
    wall.forgives("status of 404")
    wall.opens("/kiosk/Reception")
    expect(wall.page.locator("img.kiosk-code")).to_be_visible()
    expect(wall.page.locator(".kiosk-invite")).not_to_be_empty()
    picture(wall, "kiosk")


def picture_the_desk(nurse):
    nurse.forgives("status of 401")
    nurse.opens("/staff")
    nurse.unlocks(PIN)
    expect(nurse.page.locator(".staff-person").first).to_be_visible()
    picture(nurse, "staff")


def picture_two_faces(tablet):
    tablet.sits_down("Reception", b="ca")
    tablet.half("a").locator("textarea").fill("¿Tiene usted fiebre?")
    tablet.half("a").locator(".composer-send").click()
    expect(tablet.half("b").locator("[data-origin=translated]").last).to_be_visible()
    tablet.half("b").locator("textarea").fill("Sí, des d'ahir")
    tablet.half("b").locator(".composer-send").click()
    expect(tablet.half("a").locator("[data-origin=translated]").last).to_be_visible()
    picture(tablet, "two-faces")
