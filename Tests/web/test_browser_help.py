"""A call for help: who sees and hears it, what becomes of it, and that each page says what is true."""

import re

import pytest
from browser import DESK, PHONE, RESTARTED, TABLET, browser, expect, people, turned, with_all  # noqa: F401
from node import PIN
from program import steady_port

MINUTE = 61_000
"""Milliseconds, and a little more."""
RED = "rgb(147, 24, 43)"

COUNT_NOTES = """(() => {
  let notes = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    document.documentElement.dataset.notes = notes += 1;
    return make.call(this);
  };
})()"""

CAN_BE_HIDDEN = """(() => {
  window.shown = "visible";
  Object.defineProperty(document, "visibilityState", { get: () => window.shown });
})()"""

HIDE = """() => {
  window.shown = "hidden";
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def at_desk(people, node, screen=DESK):
    """Somebody at the staff's page whose browser counts the notes it plays."""
    nurse = people(node, "es", screen=screen)
    nurse.context.add_init_script(COUNT_NOTES)
    return nurse.opens_desk(PIN)


def asks_for_help(person):
    """By the keyboard: what may be done is shown."""
    person.page.locator("h1").focus()
    person.tabs_to(person.button("help.button"))
    person.page.keyboard.press("Enter")


def hears(person, more_than="0"):
    """Waits until other notes than these were played; how many it is now."""
    page = person.page.locator("html")
    expect(page).to_have_attribute("data-notes", re.compile(f"^(?!{more_than}$)[0-9]+$"))
    return page.get_attribute("data-notes")


def title_of(nurse, n=0):
    return f"({n}) {nurse.words('staff.title')}" if n else nurse.words("staff.title")


def call_of_anna(nurse, room="Reception"):
    return nurse.card("help.elsewhere", name="Anna", room=room)


def test_a_call_reaches_all_who_can_come_and_the_answer_who_called(people, nodes, engines):
    node = nodes("Reception", "Dentist", engines=[engines()])
    anna = people(node, "es").comes("Reception", "Anna")
    desk = at_desk(people, node)
    desk.page.get_by_role("link", name=re.compile("Dentist")).click()
    expect(desk.page.get_by_role("heading", name="Dentist")).to_be_visible()
    marta = people(node, "ca").opens_desk(PIN).comes("Dentist", "Marta")

    anna.calls_for_help()
    expect(anna.card("help.called")).to_be_visible()
    card = call_of_anna(desk)
    expect(card).to_contain_text("Reception")
    expect(card).to_have_css("border-top-color", RED)
    expect(desk.page).to_have_title(title_of(desk, 1))
    expect(desk.page.get_by_role("link", name=re.compile("Reception.*" + desk.words("staff.calls.n", n=1)))).to_be_visible()
    hears(desk)
    expect(call_of_anna(marta)).to_be_visible()
    expect(marta.page.get_by_role("link", name=marta.words("staff.visit.enter"))).to_have_attribute("href", re.compile("^/r/"))
    boris = people(node, "ca").comes("Reception", "Boris")
    expect(boris.card("calls.person", name="Anna"), "a call is there for whoever comes later").to_be_visible()
    expect(boris.button("help.answer")).to_have_count(0)

    desk.button("staff.calls.coming", card).click()
    expect(anna.card("help.coming")).to_be_visible()
    expect(boris.card("help.coming.to", name="Anna")).to_be_visible()
    expect(marta.card("help.coming.to", name="Anna")).to_be_visible()
    expect(desk.page).to_have_title(title_of(desk))
    desk.button("staff.calls.done", card).click()
    expect(card).to_have_count(0)
    expect(anna.card("help.ended")).to_be_visible()
    expect(boris.calls).to_have_count(0)

    anna.button("help.again").click()
    expect(call_of_anna(desk)).to_be_visible()
    marta.button("help.answer", call_of_anna(marta)).click()
    expect(anna.card("help.coming")).to_be_visible()
    anna.button("help.done").click()
    for everybody in (anna, boris, marta):
        expect(everybody.calls).to_have_count(0)
    expect(card).to_have_count(0)


@pytest.mark.parametrize("room", ["Reception", "Dentist"])
def test_the_card_of_staff_in_a_room_says_that_who_called_has_left_and_nobody_elses_does(people, nodes, room):
    node = nodes("Reception", "Dentist")
    anna = node.device().enters(room, "Anna", "ca")
    marta = people(node, "es").opens_desk(PIN).comes("Dentist", "Marta")
    boris = people(node, "uk").comes(room, "Boris")
    anna.asks("person")
    card = marta.calls.filter(has_text="Anna")
    answer = marta.button("help.answer", card)
    left = marta.words("staff.calls.left", name="Anna")
    expect(card).not_to_contain_text(left)
    answer.focus()
    anna.asks("leave")
    expect(card).to_contain_text(left)
    expect(answer, "what had the focus has it still").to_be_focused()
    told = marta.page.get_by_role("status").get_by_text(left, exact=True)
    expect(told, "and is heard once").to_have_count(1)
    newcomer = people(node, "ar").comes(room, "Karim")
    for visitor in (boris, newcomer):
        expect(visitor.card("calls.person", name="Anna")).to_be_visible()
        expect(visitor.calls).not_to_contain_text(visitor.words("staff.calls.left", name="Anna"))
    answer.click()
    expect(boris.card("help.coming.to", name="Anna")).to_be_visible()
    expect(card, "whoever is coming is to know it too").to_contain_text(left)
    anna.device.enters(room, "Anna", "ca")
    expect(card).not_to_contain_text(left)


def test_alone_in_a_room_one_is_told_that_nobody_is_there_and_the_desk_sees_it_when_it_opens(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = people(node, "es").comes("Reception", "Anna")
    anna.button("help.button").click()
    expect(anna.sheet).to_contain_text(anna.words("help.ask.nostaff"))
    anna.button("help.go", anna.sheet).click()
    expect(anna.card("help.called.alone")).to_be_visible()
    anna.page.reload()
    expect(anna.card("help.called.alone"), "a reload forgets no call").to_be_visible()
    boris = people(node, "ca").comes("Reception", "Boris")
    expect(anna.card("help.called.room"), "who comes is told, and the card says so at once").to_be_visible()
    boris.goes()
    expect(anna.card("help.called.alone")).to_be_visible()
    desk = at_desk(people, node)
    expect(call_of_anna(desk)).to_be_visible()
    expect(anna.card("help.called"), "a desk has opened").to_be_visible()
    expect(desk.page).to_have_title(title_of(desk, 1))


def test_with_others_in_the_room_and_no_staff_it_says_who_was_told(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    carla = people(node, "en").comes("Dentist", "Carla")
    anna.calls_for_help()
    expect(anna.card("help.called.room")).to_be_visible()
    expect(boris.card("calls.person", name="Anna")).to_be_visible()
    expect(carla.calls, "visitors of another room are not told").to_have_count(0)


def test_what_nobody_answers_for_a_minute_says_so_and_is_heard_again(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = people(node, "es")
    anna.page.clock.install()
    anna.comes("Reception", "Anna")
    desk = people(node, "es", screen=DESK)
    desk.context.add_init_script(COUNT_NOTES)
    desk.page.clock.install()
    desk.opens_desk(PIN)
    anna.calls_for_help()
    expect(anna.card("help.called")).to_be_visible()
    expect(call_of_anna(desk)).to_be_visible()
    played = hears(desk)
    anna.page.clock.fast_forward(MINUTE)
    expect(anna.card("help.waiting")).to_be_visible()
    with desk.page.expect_response("**/api/staff/watch"):  # a minute of silence is a dead connection: it comes anew
        desk.page.clock.fast_forward(MINUTE)
    hears(desk, more_than=played)
    expect(desk.page).to_have_title(title_of(desk, 1))
    anna.button("help.again").click()
    expect(anna.card("help.called")).to_be_visible()
    desk.button("staff.calls.coming").click()
    expect(anna.card("help.coming")).to_be_visible()
    anna.page.clock.fast_forward(MINUTE)
    expect(anna.card("help.coming"), "what was answered is not late").to_be_visible()


def test_a_desk_behind_another_tab_hears_of_it_at_once(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = people(node, "es").comes("Reception", "Anna")
    desk = people(node, "es", screen=DESK)
    for script in (COUNT_NOTES, CAN_BE_HIDDEN):
        desk.context.add_init_script(script)
    desk.opens_desk(PIN)
    desk.page.evaluate(HIDE)
    anna.calls_for_help()
    expect(desk.page).to_have_title(title_of(desk, 1))
    hears(desk)


def test_a_desk_that_may_make_no_sound_says_so_until_it_is_touched(people, nodes):
    node = nodes("Reception")
    desk = at_desk(people, node)
    expect(desk.button("staff.calls.sound")).to_be_hidden()
    desk.page.reload()
    expect(desk.button("staff.calls.sound")).to_be_visible()
    desk.button("staff.calls.sound").click()
    expect(desk.button("staff.calls.sound")).to_be_hidden()


def test_a_call_without_a_connection_goes_out_when_it_is_back(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    desk = at_desk(people, node)
    anna.forgives("net::ERR_")
    anna.loses_network()
    anna.calls_for_help()
    expect(anna.card("help.lost")).to_be_visible()
    expect(boris.calls).to_have_count(0)
    anna.context.set_offline(False)
    expect(anna.card("help.called")).to_be_visible()
    expect(call_of_anna(desk)).to_have_count(1)
    expect(boris.card("calls.person", name="Anna")).to_have_count(1)


@pytest.mark.parametrize("room", ["", 'history = "disk"'])
def test_a_call_outlives_a_node_that_keeps_it_in_memory_alone(people, nodes, room):
    node = nodes("Reception", "Dentist", port=steady_port(), room=room)
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    for member in (anna, boris):
        member.forgives(*RESTARTED)
    anna.calls_for_help()
    expect(anna.card("help.called.room")).to_be_visible()
    expect(boris.card("calls.person", name="Anna")).to_be_visible()
    node.kill()
    expect(anna.card("help.cut")).to_be_visible()
    node.start()
    desk = at_desk(people, node)
    expect(call_of_anna(desk)).to_be_visible()
    expect(boris.card("calls.person", name="Anna")).to_have_count(1)
    desk.button("staff.calls.coming").click()
    expect(anna.card("help.coming")).to_be_visible()


def test_a_call_that_is_done_while_its_phone_was_away_is_not_made_again(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    desk = at_desk(people, node)
    anna.forgives("net::ERR_")
    anna.calls_for_help()
    expect(call_of_anna(desk)).to_be_visible()
    anna.page.goto("about:blank")
    desk.button("staff.calls.coming").click()
    desk.button("staff.calls.done").click()
    expect(boris.card("calls.person", name="Anna")).to_have_count(0)
    anna.opens("/r/Reception")
    expect(anna.card("help.ended")).to_be_visible()
    expect(call_of_anna(desk)).to_have_count(0)
    expect(boris.calls).to_have_count(0)


def test_a_second_tap_where_staff_answered_does_not_end_the_call(people, nodes):
    node = nodes("Reception")
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    desk = at_desk(people, node)
    marta = people(node, "ca").opens_desk(PIN).comes("Reception", "Marta")
    for staff, words in ((desk, "staff.calls.coming"), (marta, "help.answer")):
        anna.calls_for_help()
        answer = staff.page.get_by_role("button", name=staff.words(words), exact=True)
        at = answer.bounding_box()
        at = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
        staff.page.mouse.click(*at)
        expect(anna.card("help.coming")).to_be_visible()
        expect(answer).to_be_disabled()
        staff.page.mouse.click(*at)
        boris.says(f"¿quién viene, {words}?")
        marta.sees(f"¿quién viene, {words}?")
        expect(answer).to_be_disabled()
        expect(anna.card("help.coming")).to_be_visible()
        anna.button("help.done").click()
        expect(boris.calls).to_have_count(0)


def test_the_keyboard_alone_is_enough_for_who_calls_and_who_answers(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = people(node, "es", screen=DESK).comes("Reception", "Anna")
    desk = at_desk(people, node)
    asks_for_help(anna)
    anna.tabs_to(anna.button("help.go", anna.sheet))
    anna.page.keyboard.press("Enter")
    expect(anna.card("help.called")).to_be_visible()
    desk.tabs_to(desk.button("staff.calls.coming"))
    desk.page.keyboard.press("Enter")
    expect(anna.card("help.coming")).to_be_visible()
    # Pressed twice, it is answered once.
    expect(desk.button("staff.calls.coming")).to_be_focused()
    expect(desk.button("staff.calls.coming")).to_be_disabled()
    desk.page.keyboard.press("Enter")
    desk.tabs_to(desk.button("staff.calls.done"))
    desk.page.keyboard.press("Enter")
    expect(call_of_anna(desk)).to_have_count(0)
    anna.tabs_to(anna.button("help.again"))
    anna.page.keyboard.press("Enter")
    anna.tabs_to(anna.button("help.done"))
    anna.page.keyboard.press("Enter")
    expect(anna.calls).to_have_count(0)
    expect(call_of_anna(desk)).to_have_count(0)


def test_each_change_is_told_once_to_who_listens(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    desk = at_desk(people, node)
    anna.calls_for_help()
    desk.button("staff.calls.coming").click()
    expect(anna.card("help.coming")).to_be_visible()
    for member, keys in ((anna, ["help.called", "help.coming"]), (boris, ["calls.person", "help.coming.to"])):
        for key in keys:
            told = member.page.get_by_role("status").get_by_text(member.words(key, name="Anna"), exact=True)
            expect(told).to_have_count(1)
    expect(desk.page.get_by_role("alert").get_by_text(desk.words("help.elsewhere", name="Anna", room="Reception"))).to_have_count(1)
    # Taken back by who called, it is told to them too.
    anna.button("help.done").click()
    expect(anna.page.get_by_role("status").get_by_text(anna.words("help.ended"), exact=True)).to_have_count(1)
    expect(anna.calls).to_have_count(0)


def test_each_half_of_a_tablet_calls_in_its_own_language(people, nodes):
    node = nodes("Reception", "Dentist")
    tablet = people(node, "es", screen=TABLET)
    tablet.sits_down("Reception", b="ar")
    desk = at_desk(people, node)
    visitor = tablet.half("b")
    arabic = people(node, "ar").words
    visitor.get_by_role("button", name=arabic("help.button"), exact=True).click()
    visitor.get_by_role("button", name=arabic("help.go"), exact=True).click()
    expect(visitor.get_by_role("region", name=arabic("help.called"), exact=True)).to_be_visible()
    expect(tablet.half("a").locator(".call")).to_have_count(1)
    end = visitor.get_by_role("button", name=arabic("help.done"), exact=True)
    expect(end, "the whole card is seen").to_be_in_viewport(ratio=0.99)
    desk.button("staff.calls.coming").click()
    expect(visitor.get_by_role("region", name=arabic("help.coming"), exact=True)).to_be_visible()


@pytest.mark.parametrize("lang", ["ar", *with_all("es")])
@pytest.mark.parametrize("screen", [PHONE, turned(PHONE), {"width": 640, "height": 300}], ids=["phone", "turned", "keyboard"])
def test_the_button_and_the_card_leave_room_for_the_rest(people, nodes, lang, screen):
    node = nodes("Reception")
    anna = people(node, lang, screen=screen).comes("Reception", "Anna")
    anna.button("room.settings").click()
    anna.sheet.get_by_role("radio", name=anna.words("settings.size.2"), exact=True).check()
    anna.page.keyboard.press("Escape")
    anna.calls_for_help()
    card = anna.card("help.called.alone")
    expect(card).to_be_visible()
    assert anna.overflow <= 0
    boxes = anna.boxes(".bar", ".calls", ".composer")
    assert boxes[".bar"][3] <= boxes[".calls"][1] + 1 and boxes[".calls"][3] <= boxes[".composer"][1] + 1, boxes
    assert boxes[".composer"][3] <= screen["height"] + 1, boxes
    left, top, right, bottom = anna.button("help.button").evaluate(
        "(node) => { const { left, top, right, bottom } = node.getBoundingClientRect(); return [left, top, right, bottom]; }"
    )
    assert min(right - left, bottom - top) >= 44, "large enough for a thumb"
    anna.button("help.done").scroll_into_view_if_needed()
    expect(anna.button("help.done")).to_be_in_viewport()


def test_a_call_without_a_connection_is_another_than_the_one_that_staff_were_done_with(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = people(node, "es").comes("Reception", "Anna")
    desk = at_desk(people, node)
    anna.forgives("net::ERR_")
    anna.calls_for_help()
    desk.button("staff.calls.done").click()
    expect(anna.card("help.ended")).to_be_visible()
    anna.loses_network()
    anna.calls_for_help()
    expect(anna.card("help.lost")).to_be_visible()
    # So that it comes back with a greeting, in which the call that is done stands.
    expect(anna.page.locator(".banner.lost")).to_be_visible()
    anna.context.set_offline(False)
    expect(anna.card("help.called")).to_be_visible()
    expect(call_of_anna(desk)).to_have_count(1)
