"""An interpreter on the page: made at the desk, in the room with one tap for each line, and a list of what waits."""

import signal

from browser import DESK, PHONE, browser, expect, people  # noqa: F401
from node import PIN
from test_browser_access import judge
from test_browser_staff_persons import desk, field, opens_list
from test_confirming import DOSE, MADE, RIGHT, ROSA, adds_interpreter, staged

NAME = "Rosa Mir"


def switch(person, key):
    return person.sheet.get_by_role("switch", name=person.words(key))


def in_room(person, lang):
    room = person.another_window("/r/Reception")
    room.accepts_language()
    expect(room.page.locator("#name")).to_have_value(NAME)
    room.enters()
    return room


def test_made_at_the_desk_she_confirms_with_one_tap(people, nodes, engines):
    node = nodes("Reception", engines=[staged(engines)])
    nurse = desk(people, node, screen=DESK)
    nurse.unlocks(PIN)
    opens_list(nurse)
    nurse.button("staff.persons.add", nurse.sheet).click()
    field(nurse, "staff.persons.name", nurse.sheet).fill(NAME)
    field(nurse, "staff.persons.pin", nurse.sheet).fill(ROSA)
    switch(nurse, "staff.persons.manages").check()
    switch(nurse, "staff.persons.interpreter").check()
    expect(switch(nurse, "staff.persons.manages")).not_to_be_checked()
    nurse.button("staff.persons.add", nurse.sheet).click()
    expect(nurse.sheet.get_by_role("listitem").filter(has_text=NAME)).to_contain_text(nurse.words("staff.persons.interpreter"))

    marta = people(node, "ca", screen=PHONE).comes("Reception", "Marta")
    samir = people(node, "ar", screen=PHONE).comes("Reception", "Samir")
    # Her page is the rooms, and nothing of the desk.
    rosa = desk(people, node, "ca", screen=PHONE)
    field(rosa, "staff.login.name").fill(NAME)
    rosa.types_pin(ROSA)
    expect(rosa.page.get_by_role("heading", name=rosa.words("people.interpreter"))).to_be_visible()
    expect(rosa.page.get_by_text(rosa.words("staff.interpreter"))).to_be_visible()
    judge(rosa)
    room = in_room(rosa, "ca")
    anna = node.device().enters("Reception", "Anna", "es")
    anna.says(DOSE)
    line = room.line(MADE)
    expect(line).to_have_attribute("data-origin", "warning")
    expect(marta.line(MADE).locator("[data-role=confirm-right]")).to_have_count(0)
    judge(room)
    # Wrong as it stands: she says how it must read.
    line.locator("[data-role=confirm-correct]").click()
    text = room.sheet.get_by_label(room.words("confirm.text"))
    expect(text).to_have_value(MADE)
    judge(room)
    text.fill(RIGHT)
    room.button("confirm.send", room.sheet).click()
    for reader in (room, marta):
        line = reader.line(RIGHT)
        expect(line).to_have_attribute("data-origin", "confirmed")
        expect(line.locator("[data-role=origin]")).to_have_text(reader.words("origin.confirmed", name=NAME))
        expect(line).to_contain_text(DOSE)
    marta.line(RIGHT).locator("[data-role=origin]").click()
    expect(marta.sheet).to_contain_text(marta.words("origin.confirmed.more"))
    judge(marta)
    expect(samir.page.locator("body")).not_to_contain_text(RIGHT)
    assert marta.overflow <= 0 and room.overflow <= 0


def test_what_waits_is_listed_in_each_language_and_gone_once_confirmed(people, nodes, engines):
    node = nodes("Reception", engines=[staged(engines)])
    adds_interpreter(node)
    marta = people(node, "ca", screen=PHONE).comes("Reception", "Marta")
    samir = people(node, "ar", screen=PHONE).comes("Reception", "Samir")
    expect(marta.page.locator(".bar-confirming")).to_be_hidden()
    rosa = desk(people, node, "es", screen=DESK)
    comes_in(rosa)
    room = in_room(rosa, "es")
    anna = node.device().enters("Reception", "Anna", "es")
    anna.says(DOSE)
    expect(marta.line(MADE)).to_be_visible()
    room.page.locator(".bar-confirming").click()
    expect(room.sheet.get_by_text(room.words("confirm.none"))).to_be_visible()
    into = room.sheet.get_by_label(room.words("confirm.into"))
    into.select_option("ca")
    row = room.sheet.get_by_role("listitem").filter(has_text=DOSE)
    expect(row).to_contain_text(MADE)
    judge(room)
    row.locator("[data-role=confirm-right]").click()
    expect(room.sheet.get_by_text(room.words("confirm.none"))).to_be_visible()
    expect(marta.line(MADE)).to_have_attribute("data-origin", "confirmed")
    expect(samir.page.locator("[data-origin=confirmed]")).to_have_count(0)
    # What comes meanwhile appears by itself.
    node.device().enters("Reception", "Pau", "ca").says("Prengui 3 pastilles al matí")
    into.select_option("ar")
    expect(room.sheet.get_by_role("listitem").filter(has_text="al matí")).to_be_visible()


def comes_in(person):
    field(person, "staff.login.name").fill(NAME)
    person.types_pin(ROSA)
    expect(person.page.get_by_role("heading", name=person.words("people.interpreter"))).to_be_visible()


def test_staff_in_a_room_may_confirm_for_as_long_as_the_configuration_says(people, nodes, engines):
    node = nodes("Reception", engines=[staged(engines)])
    nurse = people(node, "ca", screen=PHONE).opens_desk(PIN).comes("Reception", "Nurse")
    node.device().enters("Reception", "Anna", "es").says(DOSE)
    expect(nurse.line(MADE)).to_be_visible()
    ways = nurse.line(MADE).locator("[data-role=confirm-right]")
    expect(ways).to_have_count(0)
    for allowed in ("true", "false"):
        line = f'name = "Reception"\nstaff_confirm = {allowed}\n'
        node.home.write("sabir/sabir.toml", node.configuration.replace('name = "Reception"\n', line))
        node.program.signal(signal.SIGHUP)
        expect(ways).to_have_count(1 if allowed == "true" else 0)
