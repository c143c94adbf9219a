"""By the keyboard alone: what had the focus is gone or has moved, and it is where one goes on, never at the top of the page."""

import itertools

import pytest
from browser import DESK, PHONE, RESTARTED, ROOT, TABLET, browser, expect, people, turned  # noqa: F401
from node import PIN
from test_browser_to_staff import told, writes_to_staff

BOOK = f'[phrasebook]\nfiles = ["{ROOT}/share/phrasebook/clinic.tmx"]'

IS_IN_SIGHT = """(node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


IS_WHOLE = "(node) => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight"


def presses(person, target, key="Enter"):
    target.focus()
    person.page.keyboard.press(key)


@pytest.fixture
def maryam(people, nodes, engines):
    return people(nodes("Reception", engines=[engines()], before=BOOK), "ar", screen=PHONE).comes("Reception", "مريم")


def test_a_situation_of_the_set_sentences_that_was_chosen_keeps_the_focus(maryam):
    presses(maryam, maryam.button("compose.phrases"))
    presses(maryam, maryam.button("situation.pain", maryam.sheet))
    chosen = maryam.button("situation.pain", maryam.sheet)
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(chosen).to_be_focused()


def test_the_first_step_in_a_room_leads_past_all_else_to_where_one_writes(maryam):
    maryam.page.reload()
    expect(maryam.page.locator("h1.bar-title")).to_be_focused()
    maryam.page.keyboard.press("Tab")
    way = maryam.page.get_by_role("link", name=maryam.words("compose.label"), exact=True)
    expect(way).to_be_focused()
    assert way.evaluate(IS_IN_SIGHT) and maryam.overflow <= 0
    maryam.page.keyboard.press("Enter")
    expect(maryam.area).to_be_focused()


def test_what_a_sheet_shows_next_begins_in_the_sheet(maryam):
    presses(maryam, maryam.button("room.settings"))
    presses(maryam, maryam.sheet.get_by_role("button", name="العربية", exact=True))
    expect(maryam.sheet.locator(".languages.first")).to_be_visible()
    expect(maryam.button("common.close", maryam.sheet)).to_be_focused()


def test_a_size_of_letters_that_was_chosen_stays_in_sight(maryam):
    presses(maryam, maryam.button("room.settings"))
    size = maryam.sheet.locator(".choice")
    maryam.sheet.get_by_role("radio").first.focus()
    for key, chosen in [("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("ArrowUp", 0)]:
        maryam.page.keyboard.press(key)
        expect(size.nth(chosen).get_by_role("radio")).to_be_checked()
        assert size.nth(chosen).evaluate(IS_IN_SIGHT), chosen


def test_who_is_logged_in_is_whole_at_a_narrow_desk_in_every_language(people, nodes):
    desk = people(nodes("Reception"), "ar", screen={"width": 360, "height": 640}).opens_desk(PIN)
    choice = desk.page.locator(".staff-language select")
    cut = []
    offered = choice.locator("option").evaluate_all("(options) => options.map(({ value }) => value)")
    written = {file.stem for file in (ROOT / "share/web/catalogues").glob("*.json")}
    for lang in sorted(written.intersection(offered)):
        choice.select_option(lang)
        expect(desk.page.locator("html")).to_have_attribute("lang", lang)
        if not desk.page.locator(".staff-you bdi").evaluate(IS_WHOLE):
            cut.append(lang)
    assert cut == []


def goes_in_sight(person, last):
    """From key to key, and whatever has the focus meanwhile can be seen."""
    for _ in range(40):
        person.page.keyboard.press("Tab")
        focused = person.page.locator(":focus")
        assert focused.evaluate(IS_IN_SIGHT), focused.evaluate("(node) => node.outerHTML")
        if last.evaluate("(node) => node === document.activeElement"):
            return
    pytest.fail("it never got there")


def test_what_waits_for_an_answer_at_a_desk_on_a_phone_covers_nothing_that_has_the_focus(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = node.device().enters("Reception", "Anna", "es")
    node.device().enters("Reception", "Boris", "uk")
    anna.asks("person")
    anna.asks("report", text="Tengo miedo")
    desk = people(node, "ar", screen={"width": 360, "height": 640}).opens_desk(PIN)
    expect(desk.page.locator(".staff-report-card")).to_be_visible()
    presses(desk, desk.page.locator("a.staff-card", has_text="Reception"))
    expect(desk.page.locator(".staff-room-name")).to_be_focused()
    goes_in_sight(desk, desk.button("staff.close"))
    presses(desk, desk.button("staff.visit.code"))
    waiting = desk.sheet.locator(".staff-sheet-calls")
    expect(waiting.get_by_role("button")).to_have_count(1)
    goes_in_sight(desk, waiting.get_by_role("button"))


def test_at_a_tablet_for_two_one_goes_on_in_ones_own_half(people, nodes):
    tablet = people(nodes("Reception"), "ar", screen=PHONE)
    tablet.opens("/two/Reception")
    near, far = tablet.half("a"), tablet.half("b")
    for half, lang in ((near, "ar"), (far, "uk")):
        presses(tablet, half.locator(f"button.language:has(.language-name[lang={lang}])").first)
        start = half.locator("form.enter button[type=submit]")
        expect(start).to_be_focused()
        expect(start).to_be_in_viewport(ratio=1)
        tablet.page.keyboard.press("Enter")
        expect(half.locator(".two-content")).to_be_focused()
        tablet.page.keyboard.press("Tab")
        expect(half.locator(".help-button")).to_be_focused()
    presses(tablet, tablet.button("two.turn"))
    expect(tablet.button("two.turn.back")).to_be_focused()
    presses(tablet, near.locator(".help-button"))
    tablet.sheet.locator("p").first.click()
    tablet.page.keyboard.press("Escape")
    expect(tablet.sheet).to_have_count(0)
    expect(near.locator(".help-button")).to_be_focused()
    presses(tablet, tablet.button("two.new"))
    presses(tablet, tablet.button("two.new.yes", tablet.sheet))
    expect(far.locator("h2").first).to_be_visible()
    expect(tablet.button("two.turn.back")).to_be_focused()


PART = """() => {
  const part = document.activeElement.closest(".two-half, .two-middle");
  return part && (part.dataset.face || "middle");
}"""


@pytest.mark.parametrize("screen", [TABLET, turned(TABLET)], ids=["portrait", "landscape"])
def test_at_a_tablet_for_two_the_keys_go_through_the_parts_as_the_eye_does(people, nodes, screen):
    tablet = people(nodes("Reception"), "es", screen=screen)
    tablet.sits_down()

    def step():
        tablet.page.keyboard.press("Tab")
        return tablet.page.evaluate(PART)

    def parts():
        """Once around, from the top of the page."""
        while step():
            pass
        return [part for part, _ in itertools.groupby(iter(step, None))]

    assert parts() == (["b", "middle", "a"] if screen == TABLET else ["a", "middle", "b"])
    tablet.button("two.turn").click()
    assert parts() == ["b", "middle", "a"]
    # Whoever sits opposite takes the tablet round to write.
    tablet.half("b").locator(".two-write").click()
    tablet.half("b").locator(".sheet .button.large").click()
    assert parts() == ["a", "middle", "b"]


def test_at_a_desk_on_a_phone_one_keeps_ones_place_after_a_ban_the_way_back_and_a_code(people, nodes):
    node = nodes("Reception", "Dentist")
    node.device().enters("Reception", "Anna", "es")
    desk = people(node, "ar", screen=PHONE).opens_desk(PIN)
    card, room = desk.page.locator("a.staff-card", has_text="Reception"), desk.page.locator(".staff-room-name")
    presses(desk, card)
    expect(room).to_be_focused()
    presses(desk, desk.page.locator(".staff-person"))
    presses(desk, desk.sheet.get_by_role("button").filter(has_text=desk.words("staff.ban.hint")))
    presses(desk, desk.button("staff.ban", desk.sheet))
    expect(desk.page.locator(".staff-person")).to_have_count(0)
    expect(room).to_be_focused()
    desk.page.go_back()
    expect(card).to_be_focused()
    presses(desk, desk.button("staff.visit.new"))
    presses(desk, desk.button("staff.visit.make", desk.sheet))
    expect(desk.sheet.locator("img.staff-code")).to_be_visible()
    desk.page.keyboard.press("Escape")
    expect(room).to_be_focused()


@pytest.fixture
def desk(people, nodes):
    """Logged in by keyboard while a call waits, with two rooms and two visitors."""
    node = nodes("Reception", "Dentist")
    desk = people(node, "es", screen=DESK)
    desk.node.anna = node.device().enters("Reception", "Anna", "es")
    desk.node.anna.asks("person")
    desk.forgives("status of 401", "status of 403")
    desk.opens("/staff")
    expect(desk.page.locator("#pin")).to_be_focused()
    desk.page.keyboard.type(PIN)
    desk.page.keyboard.press("Enter")
    return desk


def test_whoever_logs_in_begins_at_the_calls(desk):
    expect(desk.page.get_by_role("heading", name=desk.words("staff.calls"))).to_be_focused()
    desk.tabs_to(desk.button("staff.calls.coming"), most=1)


def test_the_choice_of_the_language_keeps_the_focus(desk):
    expect(desk.page.locator(".staff-desk")).to_be_visible()
    choice = desk.page.locator(".staff-language select")
    presses(desk, choice, "ArrowUp")
    expect(desk.page.locator("html")).not_to_have_attribute("lang", "es")
    expect(choice).to_be_focused()


def test_after_a_question_about_a_person_one_is_at_that_person(desk):
    anna = desk.page.locator(".staff-person", has_text="Anna")
    for key in ("staff.mute", "staff.unmute"):
        presses(desk, anna)
        presses(desk, desk.sheet.get_by_role("button").filter(has_text=desk.words(key)).first)
        expect(desk.sheet).to_have_count(0)
        expect(anna.locator(".chip")).to_have_count(1 if key == "staff.mute" else 0)
        expect(anna).to_be_focused()


def test_after_an_answer_to_a_line_and_the_end_of_a_visit_one_is_at_the_rooms(people, desk):
    boris = people(desk.node, "ca").comes("Reception", "Boris")
    writes_to_staff(boris, "Tinc por")
    presses(desk, desk.button("line.reply", told(desk, "Boris")))
    desk.page.keyboard.type("Ya voy")
    presses(desk, desk.button("compose.send", desk.sheet))
    expect(desk.sheet).to_have_count(0)
    expect(desk.page.get_by_role("heading", name=desk.words("staff.rooms"))).to_be_focused()
    presses(desk, desk.button("staff.talk.open", desk.page.locator(".staff-call").first))
    presses(desk, desk.button("staff.visit.end", desk.page.locator(".staff-visit")))
    presses(desk, desk.button("staff.visit.end", desk.sheet))
    expect(desk.sheet).to_have_count(0)
    expect(desk.page.locator(".staff-visit")).to_be_hidden()
    expect(desk.page.locator("body")).not_to_be_focused()
