"""Persons of staff at the desk: made, logged in by name and PIN, known in rooms, and taken away."""

import os
import signal
from pathlib import Path

import pytest
from browser import DESK, PHONE, RESTARTED, TABLET, browser, expect, people, turned, with_all  # noqa: F401
from node import PIN
from program import steady_port
from test_browser_access import judge
from test_browser_to_staff import told

VEGA, PAU = "492716", "713852"


def desk(people, node, lang="es", **settings):
    person = people(node, lang, **settings)
    person.forgives("status of 401", "status of 403")
    person.opens("/staff")
    return person


def field(person, key, within=None):
    return (within or person.page).get_by_label(person.words(key), exact=True)


def says_who(person, name, pin):
    """At the door: the name, and the PIN on the pad."""
    field(person, "staff.login.name").fill(name)
    person.unlocks(pin)
    expect(person.page.get_by_role("button", name=f"{person.words('staff.title')}: {name}")).to_be_visible()


def opens_list(person):
    person.page.get_by_role("button", name=person.words("staff.title") + ":").click()
    expect(person.sheet.get_by_role("heading", name=person.words("staff.title"), exact=True)).to_be_visible()


def adds(person, name, pin, manages=False):
    person.button("staff.persons.add", person.sheet).click()
    field(person, "staff.persons.name", person.sheet).fill(name)
    field(person, "staff.persons.pin", person.sheet).fill(pin)
    if manages:
        person.sheet.get_by_role("switch", name=person.words("staff.persons.manages")).check()
    person.button("staff.persons.add", person.sheet).click()


def test_who_came_to_help_is_known_by_name_and_the_next_one_cannot_pretend(people, nodes):
    node = nodes("Reception")
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca", screen=TABLET).comes("Reception", "Boris [staff] ★")
    nurse = desk(people, node, screen=DESK)
    # Nobody has a PIN of their own yet: the door asks for no name.
    expect(field(nurse, "staff.login.name")).to_have_count(0)
    nurse.unlocks(PIN)
    opens_list(nurse)
    expect(nurse.sheet).to_contain_text(nurse.words("staff.persons.none"))
    adds(nurse, "Dr. Vega", "123456")
    expect(nurse.sheet.get_by_role("alert")).to_have_text(nurse.words("staff.error.pin-weak"))
    nurse.forgives("status of 400", "status of 409")
    field(nurse, "staff.persons.pin", nurse.sheet).fill(VEGA)
    nurse.button("staff.persons.add", nurse.sheet).click()
    expect(nurse.page.locator(".staff-report")).to_contain_text("Dr. Vega")
    adds(nurse, "Dr. Vegа", PAU)  # with a Cyrillic а
    expect(nurse.sheet.get_by_role("alert")).to_have_text(nurse.words("staff.error.name-taken"))
    field(nurse, "staff.persons.name", nurse.sheet).fill("Pau Ruiz")
    nurse.button("staff.persons.add", nurse.sheet).click()
    expect(nurse.sheet.get_by_role("listitem")).to_have_count(2)
    nurse.page.keyboard.press("Escape")

    # On her own phone, in her own language; a wrong PIN says nothing of the name.
    vega = desk(people, node, "en", screen=PHONE)
    field(vega, "staff.login.name").fill("Dr. Nobody")
    vega.types_pin(VEGA)
    expect(vega.page.locator("#pin-report")).to_have_text(vega.words("staff.login.wrong"))
    says_who(vega, "Dr. Vega", VEGA)
    # Her room at the desk: her name is there, and nothing has to be typed.
    doctor = vega.another_window("/r/Reception")
    doctor.accepts_language()
    expect(doctor.page.locator("#name")).to_have_value("Dr. Vega")
    doctor.enters()
    doctor.says("¿qué le duele?")
    for reader in (anna, boris):
        expect(reader.sees("¿qué le duele?").locator(".line-staff")).to_have_text(reader.words("people.staff"))
    # A visitor's name is no badge, and no newcomer is Dr. Vega.
    boris.says("sóc del personal")
    expect(anna.sees("sóc del personal").locator(".line-staff")).to_have_count(0)
    false = people(node, "es").comes("Reception", "DR. VEGA")
    false.says("yo también soy médica")
    expect(anna.sees("yo también soy médica")).to_contain_text("DR. VEGA 2")
    expect(anna.sees("yo también soy médica").locator(".line-staff")).to_have_count(0)

    # Who may not look after staff sees who is, and has no button for it.
    pau = desk(people, node, "ca", screen=turned(PHONE))
    says_who(pau, "Pau Ruiz", PAU)
    opens_list(pau)
    expect(pau.sheet.get_by_role("listitem").filter(has_text="Dr. Vega")).to_contain_text(pau.words("staff.persons.here"))
    expect(pau.button("staff.persons.add", pau.sheet)).to_have_count(0)
    expect(pau.sheet.get_by_role("listitem").filter(has_text="Dr. Vega").get_by_role("button")).to_have_count(0)

    # Taken away at the desk: out of her own, a visitor in the room, and what she said keeps its mark.
    opens_list(nurse)
    nurse.sheet.get_by_role("button").filter(has_text="Dr. Vega").click()
    nurse.sheet.get_by_role("button").filter(has_text=nurse.words("staff.persons.remove")).click()
    nurse.button("staff.persons.remove", nurse.sheet).click()
    expect(nurse.page.locator(".staff-report")).to_have_text(
        nurse.words("staff.persons.removed", name="Dr. Vega"))
    expect(vega.page.locator("#pin")).to_be_visible()
    doctor.says("¿sigo aquí?")
    for reader in (anna, boris):
        expect(reader.sees("¿sigo aquí?").locator(".line-staff")).to_have_count(0)
        expect(reader.sees("¿qué le duele?").locator(".line-staff")).to_have_count(1)
    pau.page.keyboard.press("Escape")
    expect(pau.page.locator(".staff-desk")).to_be_visible()


def test_whoever_opened_the_door_before_each_of_staff_needed_a_pin_of_their_own_is_asked_for_a_name(people, nodes):
    node = nodes("Reception")
    node.device().staff().post("/api/staff/people", name="Dr. Vega", pin=VEGA)
    vega = desk(people, node)
    expect(field(vega, "staff.login.name")).to_have_js_property("required", False)
    node.home.write("sabir/sabir.toml", node.configuration.replace("[web]", "[web]\nstaff_shared = false"))
    node.program.signal(signal.SIGHUP)
    node.program.logs("SIGHUP: the configuration was read again")
    vega.types_pin(VEGA)
    expect(vega.page.locator("#pin-report")).to_have_text(vega.words("staff.login.wrong"))
    expect(field(vega, "staff.login.name")).to_have_js_property("required", True)
    says_who(vega, "Dr. Vega", VEGA)


def test_staff_in_a_room_stand_first_by_their_whole_name_and_act_there_as_at_the_desk(people, nodes):
    name = "María Antonieta González Fernández de Córdoba"
    node = nodes("Reception")
    node.device().staff().post("/api/staff/people", name=name, pin=VEGA)
    anna = people(node, "es").comes("Reception", "Anna")
    nurse = desk(people, node, screen=PHONE)
    says_who(nurse, name, VEGA)
    nurse.comes("Reception")
    nurse.says("buenos días")
    shown = anna.sees("buenos días").locator(".line-name")
    assert shown.evaluate("(node) => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight + 1")
    expect(anna.sheet_of_people().get_by_role("listitem").filter(has=anna.page.locator(".person")).first).to_contain_text(name)
    anna.page.go_back()
    # To the staff nobody of them writes; a name has what the desk has, and a line too.
    nurse.button("help.button").click()
    expect(nurse.button("help.go", nurse.sheet)).to_be_visible()
    expect(nurse.button("help.write", nurse.sheet)).to_have_count(0)
    nurse.page.keyboard.press("Escape")
    nurse.button("staff.person.acts", nurse.sheet_of_people(), name="Anna").click()
    expect(nurse.sheet.get_by_text(nurse.words("staff.mute.hint"))).to_be_visible()
    nurse.page.go_back()
    nurse.page.go_back()
    expect(nurse.sheet).to_have_count(0)
    anna.says("adiós")
    nurse.sees("adiós").locator("[data-role=more]").click()
    nurse.button("staff.person.acts", nurse.sheet, name="Anna").click()
    nurse.sheet.get_by_role("button").filter(has_text=nurse.words("staff.ban.hint")).click()
    anna.forgives("status of 403")
    nurse.button("staff.ban", nurse.sheet).click()
    anna.is_told("banned")
    # Taken back from the card that says so.
    nurse.button("staff.unban").click()
    anna.button("common.retry").click()
    expect(anna.area).to_be_visible()


def test_the_desk_lists_staff_first(people, nodes):
    node = nodes("Reception")
    visitors, staff = (node.device(), node.device()), (node.device().staff(), node.device().staff())
    inside = [
        device.enters("Reception", name, "es")
        for name, device in (("Anna", visitors[0]), ("Olga", staff[0]), ("Boris", visitors[1]), ("Rosa", staff[1]))
    ]
    nurse = desk(people, node, screen=DESK)
    nurse.unlocks(PIN)
    names = nurse.page.locator(".staff-people .staff-person-name bdi")
    expect(names).to_have_text(["Olga", "Rosa", "Anna", "Boris"])
    inside[1].asks("leave")
    expect(names, "each kind stays in its order").to_have_text(["Rosa", "Anna", "Boris"])


def test_by_keyboard_alone_and_the_name_is_remembered_here(people, nodes):
    node = nodes("Reception")
    staff = node.device().staff()
    staff.post("/api/staff/people", name="Dr. Vega", pin=VEGA, manages=True)
    vega = desk(people, node, "es", screen=DESK)
    expect(vega.page.locator("#pin")).to_be_focused()
    vega.tabs_to(field(vega, "staff.login.name"), back=True)
    vega.page.keyboard.type("dr. vega")
    vega.page.keyboard.press("Tab")
    vega.page.keyboard.type(VEGA)
    vega.page.keyboard.press("Enter")
    you = vega.page.get_by_role("button", name=f"{vega.words('staff.title')}: Dr. Vega")
    vega.tabs_to(you)
    vega.page.keyboard.press("Enter")
    vega.tabs_to(vega.button("staff.persons.add", vega.sheet))
    vega.page.keyboard.press("Enter")
    expect(field(vega, "staff.persons.name", vega.sheet)).to_be_focused()
    vega.page.keyboard.type("Noor")
    vega.page.keyboard.press("Tab")
    vega.page.keyboard.type("713852")
    vega.page.keyboard.press("Tab")
    vega.page.keyboard.press("Space")
    vega.page.keyboard.press("Enter")
    expect(vega.sheet.get_by_role("listitem").filter(has_text="Noor")).to_contain_text(vega.words("staff.persons.manages"))
    vega.page.keyboard.press("Escape")
    vega.button("staff.leave").click()
    expect(field(vega, "staff.login.name")).to_have_value("dr. vega")


SCREENS = {"phone": {"width": 360, "height": 740}, "turned": {"width": 740, "height": 360}, "tablet": TABLET, "wall": {"width": 1920, "height": 1080}}


@pytest.mark.parametrize("screen", ["phone", "wall", *with_all("turned", "tablet")])
@pytest.mark.parametrize("lang", ["es", "ar", *with_all("zh", "en")])
def test_every_screen_of_it_can_be_read(people, nodes, lang, screen):
    node = nodes("Reception")
    staff = node.device().staff()
    staff.post("/api/staff/people", name="Dr. Maria del Carmen Vega Fernández de Córdoba", pin=VEGA, manages=True)
    staff.post("/api/staff/people", name="نور", pin=PAU)
    person = desk(people, node, lang, screen=SCREENS[screen])
    views = []

    def look(name):
        assert person.overflow <= 0
        views.append(name)
        if folder := os.environ.get("SABIR_LOOK"):
            person.page.screenshot(path=Path(folder, f"{name}-{lang}-{screen}.png"))
        if screen in ("phone", "wall"):
            judge(person)

    look("door")
    says_who(person, "Dr. Maria del Carmen Vega Fernández de Córdoba", VEGA)
    look("desk")
    opens_list(person)
    look("list")
    person.button("staff.persons.add", person.sheet).click()
    look("add")
    person.button("staff.cancel", person.sheet).click()
    opens_list(person)
    person.sheet.get_by_role("button").filter(has_text="نور").click()
    look("acts")
    person.sheet.get_by_role("button").filter(has_text=person.words("staff.persons.remove")).click()
    look("remove")
    assert len(views) == 6


@pytest.mark.parametrize("way", ["back at the tab", "loaded anew"])
def test_staff_in_a_room_are_told_that_their_login_has_ended_and_have_their_mark_again_with_the_next(people, nodes, way):
    node = nodes("Reception", port=steady_port())
    marta = people(node, "es").opens_desk(PIN).comes("Reception", "Marta")
    anna = people(node, "ca").comes("Reception", "Anna")
    for person in (marta, anna):
        person.forgives(*RESTARTED)
    ended = marta.card("staff.error.session-ended")
    expect(ended).to_have_count(0)
    node.kill()
    node.start()
    expect(ended).to_be_visible()
    marta.says("¿sigo aquí?")
    expect(anna.sees("¿sigo aquí?").locator(".line-staff")).to_have_count(0)
    marta.follows(ended.get_by_role("link", name=marta.words("staff.title"))).unlocks(PIN)
    if way == "loaded anew":
        marta.reloads()
    else:
        marta.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(marta.page.locator(".people, .bar-people").first).to_be_visible()
    expect(ended).to_have_count(0)
    marta.says("¿qué le duele?")
    expect(anna.sees("¿qué le duele?").locator(".line-staff")).to_have_text(anna.words("people.staff"))
    node.device().enters("Reception", "Karim", "ar").asks("report", text="Tengo miedo")
    expect(marta.calls.filter(has_text="Tengo miedo"), "and is told what staff are told").to_be_visible()


def test_staff_who_load_the_page_anew_while_logged_in_stay_where_they_are(people, nodes):
    node = nodes("Reception")
    marta = people(node, "es").opens_desk(PIN).comes("Reception", "Marta")
    anna = node.device().enters("Reception", "Anna", "ca")
    marta.reloads()
    marta.says("¿qué le duele?")
    anna.until("line", lambda line: line["text"] == "¿qué le duele?")
    assert not [(kind, told) for kind, told in anna.events if kind in ("joined", "left")]


def test_a_line_to_staff_goes_from_the_screen_with_a_login_that_a_restart_ends_and_later_ones_do_not_come(people, nodes):
    node = nodes("Reception", port=steady_port())
    marta = people(node, "es").opens_desk(PIN).comes("Reception", "Marta")
    rosa = people(node, "es", screen=DESK).opens_desk(PIN)
    anna = people(node, "ca").comes("Reception", "Anna")
    for person in (marta, rosa, anna):
        person.forgives(*RESTARTED)
    karim = node.device().enters("Reception", "Karim", "ar")
    karim.asks("report", text="Tengo miedo")
    first = marta.calls.filter(has_text="Tengo miedo")
    expect(first).to_be_visible()
    expect(told(rosa, "Karim")).to_contain_text("Tengo miedo")
    for later in ("No puedo esperar", "No entiendo nada"):
        node.kill()
        node.start()
        expect(marta.card("staff.error.session-ended")).to_be_visible()
        expect(first).to_have_count(0)
        rosa.unlocks(PIN)
        expect(told(rosa, "Karim").filter(has_text="Tengo miedo"), "who is logged in has it still").to_be_visible()
        karim = karim.device.enters("Reception", "Karim", "ar")
        olena = node.device().enters("Reception", "Olena", "uk")
        karim.asks("report", text=later)
        expect(told(rosa, "Karim").filter(has_text=later)).to_be_visible()
        # What is said behind it has come, so it would have come too.
        karim.says(f"dicho en público: {later}")
        for person in (marta, anna):
            person.sees(f"dicho en público: {later}")
            expect(person.calls.filter(has_text=later)).to_have_count(0)
            expect(person.page.locator("body")).not_to_contain_text("Tengo miedo")
        for newcomer in (karim, olena):
            newcomer.sees(f"dicho en público: {later}")
            assert "Tengo miedo" not in str((newcomer.hello, newcomer.events))
            assert not [event for event in newcomer.events if event[0] == "report"]


def test_a_line_to_staff_goes_from_the_screen_with_a_login_that_ends_at_the_desk_and_stays_with_a_colleague(people, nodes):
    node = nodes("Reception", "Dentist")
    marta = people(node, "es").opens_desk(PIN).comes("Reception", "Marta")
    rosa = people(node, "es").opens_desk(PIN).comes("Dentist", "Rosa")
    anna = people(node, "ca").comes("Reception", "Anna")
    karim, olena = (node.device().enters("Reception", name, lang) for name, lang in (("Karim", "ar"), ("Olena", "uk")))
    karim.asks("report", text="Tengo miedo")
    for staff in (marta, rosa):
        expect(staff.calls.filter(has_text="Tengo miedo")).to_be_visible()
    desk = marta.another_window("/staff")
    desk.button("staff.leave").click()
    expect(marta.card("staff.error.session-ended")).to_be_visible()
    expect(marta.calls.filter(has_text="Tengo miedo")).to_have_count(0)
    karim.asks("report", text="No puedo esperar")
    expect(rosa.calls.filter(has_text="No puedo esperar")).to_be_visible()
    expect(rosa.calls.filter(has_text="Tengo miedo")).to_be_visible()
    karim.says("dicho en público")
    for person in (marta, anna):
        person.sees("dicho en público")
        for text in ("Tengo miedo", "No puedo esperar"):
            expect(person.page.locator("body")).not_to_contain_text(text)
    for newcomer in (karim, olena):
        newcomer.sees("dicho en público")
        assert not [event for event in newcomer.events if event[0] == "report"]
