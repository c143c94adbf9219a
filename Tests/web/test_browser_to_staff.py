"""What visitors tell the staff alone: every desk and every device of staff has it, and nobody else."""

import re

import pytest
from browser import DESK, PHONE, RESTARTED, browser, expect, people  # noqa: F401
from node import PIN
from program import steady_port
from test_browser_help import asks_for_help, at_desk, hears, title_of

TEXT = "Tengo miedo de mi acompañante"


def writes_to_staff(person, text):
    person.button("help.button").click()
    person.button("help.write", person.sheet).click()
    expect(person.sheet).to_contain_text(person.words("help.write.text"))
    person.page.get_by_label(person.words("help.write"), exact=True).last.fill(text)
    person.button("compose.send", person.sheet).click()


def told(desk, name="Anna"):
    """The card at the top of a desk."""
    return desk.page.locator(".staff-calls").get_by_role("region", name=desk.words("staff.reports.line", name=name))


def test_a_line_to_staff_is_at_every_desk_and_with_staff_in_another_room_and_with_nobody_else(people, nodes, engines):
    engine = engines()
    engine.says(TEXT, "Tinc por del meu acompanyant")
    node = nodes("Reception", "Dentist", engines=[engine])
    anna = people(node, "es").comes("Reception", "Anna")
    karim = people(node, "ar").comes("Reception", "Karim")
    first = at_desk(people, node)
    second = people(node, "ca", screen=DESK).opens_desk(PIN)
    marta = people(node, "ca").opens_desk(PIN).comes("Dentist", "Marta")
    writes_to_staff(anna, TEXT)
    expect(anna.card("calls.report.told")).to_be_visible()
    newcomer = people(node, "en").comes("Reception", "Boris")

    expect(told(first)).to_contain_text(TEXT)
    hears(first)
    expect(first.page).to_have_title(title_of(first, 1))
    expect(first.page.get_by_role("link", name=re.compile("Reception.*" + first.words("staff.reports.n", n=1)))).to_be_visible()
    expect(told(second)).to_contain_text(TEXT)
    expect(told(second).locator(".line[data-origin=translated]"), "translated, with its mark").to_be_visible()
    card = marta.calls.filter(has_text=TEXT)
    expect(card).to_contain_text("Reception")
    for other, text in ((karim, "Mar7aba"), (newcomer, "Hello")):
        other.says(text)
        expect(other.page.locator("body")).not_to_contain_text(TEXT)
        expect(other.calls).to_have_count(0)

    second.button("staff.reports.seen", told(second)).click()
    for desk in (first, second):
        expect(told(desk)).to_have_count(0)
        expect(desk.page).to_have_title(title_of(desk))
    expect(card).to_have_count(0)
    row = first.page.locator(".staff-detail").get_by_role("region", name=first.words("staff.reports.line", name="Anna"))
    expect(row, "what was seen is there until it is done").to_contain_text(TEXT)
    first.button("staff.calls.done", row).click()
    expect(row).to_have_count(0)


def test_who_wrote_to_the_staff_reads_their_answer_and_is_invited(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    desk = people(node, "ca", screen=DESK).opens_desk(PIN)
    writes_to_staff(anna, TEXT)
    desk.button("line.reply", told(desk)).click()
    desk.sheet.get_by_role("textbox").fill("Ja venim")
    desk.button("compose.send", desk.sheet).click()
    answer = anna.card("room.notice")
    expect(answer).to_contain_text("es:Ja venim")
    expect(told(desk)).to_have_count(0)
    anna.page.reload()
    expect(answer, "a reload loses no answer").to_contain_text("es:Ja venim")
    writes_to_staff(anna, "gracias")
    desk.button("staff.reports.seen", told(desk)).click()
    expect(anna.card("help.write.read")).to_be_visible()
    writes_to_staff(anna, "quiero hablar")
    desk.button("staff.talk.open", told(desk)).click()
    anna.button("help.private.go", anna.card("help.private.invited")).click()
    expect(anna.page.locator(".log-empty")).to_contain_text(anna.words("room.empty.talk"))
    expect(boris.calls).to_have_count(0)


def test_staff_in_a_room_answer_invite_and_go_there_from_the_card_too(people, nodes, engines):
    node = nodes("Reception", "Dentist", engines=[engines()])
    anna = people(node, "es").comes("Reception", "Anna")
    marta = people(node, "ca").opens_desk(PIN).comes("Dentist", "Marta")
    writes_to_staff(anna, TEXT)
    card = marta.calls.filter(has_text=TEXT)
    expect(card.get_by_role("link", name=marta.words("staff.visit.enter"))).to_have_attribute("href", re.compile("^/r/[0-9a-f-]+$"))
    marta.button("line.reply", card).click()
    expect(marta.sheet).to_contain_text(TEXT)
    marta.sheet.get_by_role("textbox").fill("Ja venim")
    marta.button("compose.send", marta.sheet).click()
    expect(anna.card("room.notice")).to_contain_text("es:Ja venim")
    expect(card).to_have_count(0)
    writes_to_staff(anna, "quiero hablar")
    marta.button("staff.talk.open", marta.calls.filter(has_text="quiero hablar")).click()
    anna.button("help.private.go", anna.card("help.private.invited")).click()
    invited = marta.card("staff.talk.invited", name="Anna")
    nurse = marta.follows(invited.get_by_role("link", name=marta.words("staff.talk.enter")))
    expect(nurse.area).to_be_visible()
    anna.says("tengo miedo")
    nurse.reads("ca:tengo miedo", written="tengo miedo")


def test_staff_in_a_room_are_told_why_no_answer_can_be_shown_and_what_to_do_instead(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = node.device().enters("Reception", "Anna", "es")
    marta = people(node, "ca").opens_desk(PIN).comes("Dentist", "Marta")
    marta.forgives("status of 409")
    anna.asks("report", text=TEXT)
    card = marta.calls.filter(has_text=TEXT)
    marta.button("line.reply", card).click()
    anna.asks("leave")
    marta.sheet.get_by_role("textbox").fill("Ja venim")
    marta.button("compose.send", marta.sheet).click()
    expect(marta.sheet.get_by_role("alert")).to_have_text(marta.words("error.not-on-page"))
    expect(marta.sheet.get_by_role("textbox"), "it can still be read out, or copied").to_have_value("Ja venim")


@pytest.mark.parametrize("room", ["Reception", "Dentist"])
def test_the_card_of_staff_in_a_room_says_that_the_writer_cannot_be_answered_any_more(people, nodes, room):
    node = nodes("Reception", "Dentist")
    anna = node.device().enters(room, "Anna", "es")
    marta = people(node, "ca").opens_desk(PIN).comes("Dentist", "Marta")
    anna.asks("report", text=TEXT)
    card = marta.calls.filter(has_text=TEXT)
    ways = [marta.button(key, card) for key in ("line.reply", "staff.talk.open")]
    for way in ways:
        expect(way).to_be_visible()
    ways[0].focus()
    anna.asks("leave")
    expect(card).to_contain_text(marta.words("error.not-on-page"))
    for way in ways:
        expect(way).to_have_count(0)
    expect(marta.button("staff.reports.seen", card), "the focus stays on the card").to_be_focused()
    anna.device.enters(room, "Anna", "es")
    for way in ways:
        expect(way, "back again").to_be_visible()
    expect(card).not_to_contain_text(marta.words("error.not-on-page"))


def test_a_desk_says_so_too(people, nodes):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    anna.asks("report", text=TEXT)
    anna.asks("leave")
    desk = at_desk(people, node)
    expect(told(desk)).to_contain_text(desk.words("error.not-on-page"))
    expect(desk.button("line.reply", told(desk))).to_have_count(0)


def test_nobody_at_a_desk_is_said_and_the_line_is_there_after_a_restart(people, nodes):
    node = nodes("Reception", "Dentist", port=steady_port())
    anna = people(node, "es").comes("Reception", "Anna")
    anna.forgives(*RESTARTED)
    writes_to_staff(anna, TEXT)
    expect(anna.card("calls.report.later")).to_be_visible()
    node.kill()
    node.start()
    desk = at_desk(people, node)
    expect(told(desk)).to_contain_text(TEXT)


def test_an_open_sheet_at_the_desk_does_not_hide_a_call(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = people(node, "es").comes("Reception", "Anna")
    desk = at_desk(people, node)
    desk.button("staff.room.open").click()
    field = desk.page.get_by_label(desk.words("staff.room.name"))
    field.fill("Sala 3")
    anna.calls_for_help()
    expect(desk.sheet).to_contain_text(desk.words("help.elsewhere", name="Anna", room="Reception"))
    expect(field, "what is being typed goes on").to_have_value("Sala 3")
    last = desk.sheet.evaluate("(sheet) => sheet.lastElementChild.className")
    assert last == "staff-sheet-calls", "what the sheet is about stands first"
    desk.button("staff.calls.coming", desk.sheet).click()
    expect(anna.card("help.coming")).to_be_visible()
    expect(desk.sheet).not_to_contain_text(desk.words("help.elsewhere", name="Anna", room="Reception"))


def test_calls_push_no_report_out_of_view(people, nodes):
    node = nodes("Reception")
    for number in range(4):
        node.device().enters("Reception", f"Visitor {number}", "es").asks("person")
    node.device().enters("Reception", "Anna", "es").asks("report", text=TEXT)
    desk = at_desk(people, node)
    for screen in (DESK, PHONE):
        desk.page.set_viewport_size(screen)
        heading = desk.page.locator(".staff-report-card .staff-call-head")
        expect(heading).to_be_in_viewport(ratio=0.5)


@pytest.mark.parametrize("lang", ["es", "ar"])
def test_the_keyboard_alone_is_enough(people, nodes, lang):
    node = nodes("Reception", "Dentist")
    anna = people(node, lang, screen=DESK).comes("Reception", "Anna")
    desk = at_desk(people, node)
    asks_for_help(anna)
    anna.tabs_to(anna.button("help.write", anna.sheet))
    anna.page.keyboard.press("Enter")
    anna.page.keyboard.type(TEXT)
    anna.tabs_to(anna.button("compose.send", anna.sheet))
    anna.page.keyboard.press("Enter")
    expect(anna.card("calls.report.told")).to_be_visible()
    expect(told(desk)).to_contain_text(TEXT)
    desk.tabs_to(desk.button("staff.reports.seen", told(desk)))
    desk.page.keyboard.press("Enter")
    expect(told(desk)).to_have_count(0)
