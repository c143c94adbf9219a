"""What many share forgets: the tablet for two, a room on a device for many, and the lines on the wall. The clock is moved by hand."""

import json

from browser import DESK, PHONE, TABLET, browser, expect, people  # noqa: F401
from node import PIN

MINUTE = 60_000


class Tablet:
    """A tablet for two, whose clock stands still until it is moved."""

    def __init__(self, people, node, a="es", b="ca"):
        self.person = person = people(node, "es", screen=TABLET)
        self.page, self.words, self.half = person.page, person.words, person.half
        person.forgives("status of 404", "status of 403")
        self.page.clock.install()
        person.opens("/two/Reception")
        for face, lang in (("a", a), ("b", b)):
            half = self.half(face)
            half.locator(f"button.language:has(.language-name[lang={lang}])").click()
            half.locator("form.enter button[type=submit]").click()
            expect(half.locator("textarea")).to_be_visible()

    def passes(self, seconds):
        self.page.clock.run_for(seconds * 1_000)

    @property
    def question(self):
        return self.page.get_by_role("alertdialog")

    def is_empty(self):
        """Both halves ask for a language, and nothing of the visit is stored."""
        expect(self.half("a").locator("h2").first).to_be_visible()
        expect(self.page.locator("textarea")).to_have_count(0)
        kept = json.loads(self.page.evaluate("JSON.stringify({ ...localStorage })"))
        assert all(key.startswith("sabir.two.place") for key in kept), kept


def test_a_tablet_that_nobody_touches_asks_both_and_then_forgets_both(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    listener = node.device().enters("Reception", "Olena", "uk")
    tablet = Tablet(people, node)
    tablet.half("b").locator("textarea").fill("un secret")
    tablet.half("b").locator(".composer-send").click()
    expect(tablet.half("a").locator(".line-text")).to_have_text("es:un secret")
    tablet.half("b").locator("textarea").fill("mig escrit")
    tablet.passes(170)
    expect(tablet.question).to_have_count(0)
    tablet.passes(15)
    expect(tablet.question).to_be_visible()
    # Each is asked in their own language, and nothing of what was said is to be seen.
    parts = tablet.page.locator(".still-part")
    assert sorted(part.get_attribute("lang") for part in parts.all()) == ["ca", "es"]
    expect(parts.locator("h2")).to_have_count(2)
    assert tablet.page.evaluate("document.elementFromPoint(innerWidth / 2, 40).closest('.still') !== null")
    tablet.passes(31)
    expect(tablet.half("a").locator("h2").first).to_be_visible()
    tablet.is_empty()
    # Both have left the room, for everybody in it; who stays is told so at once.
    assert node.device().get("/api/rooms/Reception")["n"] == 1
    # Nothing comes back, neither by a reload nor by going back.
    tablet.page.reload()
    tablet.is_empty()
    facts = tablet.page.evaluate("fetch('/api/rooms/Reception').then((answer) => answer.json())")
    assert facts["you"] is None and facts["remembered"] is None


def test_still_here_and_a_half_written_answer_is_there_still(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    tablet = Tablet(people, node)
    tablet.half("b").locator("textarea").fill("mig escrit")
    tablet.passes(185)
    expect(tablet.question).to_be_visible()
    tablet.passes(20)
    tablet.question.get_by_role("button").first.click()
    expect(tablet.question).to_have_count(0)
    expect(tablet.half("b").locator("textarea")).to_have_value("mig escrit")
    # The time begins anew, and a key is an answer as a touch is; what is typed then goes nowhere.
    tablet.passes(170)
    expect(tablet.question).to_have_count(0)
    tablet.passes(15)
    expect(tablet.question).to_be_visible()
    tablet.page.keyboard.press("x")
    expect(tablet.question).to_have_count(0)
    expect(tablet.half("b").locator("textarea")).to_have_value("mig escrit")


def test_typing_and_what_the_room_says_are_signs_of_life_though_not_for_ever(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    nurse = node.device().staff().enters("Reception", "Nurse", "es")
    tablet = Tablet(people, node)
    for _ in range(3):
        tablet.passes(120)
        tablet.half("b").locator("textarea").press_sequentially("a")
        expect(tablet.question).to_have_count(0)
    # A doctor who explains is not cut off, though nobody touches the screen.
    for number in range(5):
        tablet.passes(120)
        nurse.says(f"frase {number}")
        expect(tablet.half("a").locator(".line-text").last).to_have_text(f"frase {number}")
        expect(tablet.question).to_have_count(0)
    # A room in which others talk all day does not keep the tablet for ever.
    for number in range(5, 7):
        tablet.passes(120)
        nurse.says(f"frase {number}")
        expect(tablet.half("a").locator(".line-text").last).to_have_text(f"frase {number}")
    tablet.passes(65)
    expect(tablet.question).to_be_visible()
    nurse.says("otra")
    expect(tablet.half("a").locator(".line-text").last).to_have_text("otra")
    expect(tablet.question).to_be_visible()


def test_a_node_that_is_away_brings_nobody_back(people, nodes):
    node = nodes("Reception")
    tablet = Tablet(people, node)
    tablet.person.forgives("net::ERR_", "status of 503")
    tablet.person.loses_network()
    tablet.passes(185)
    tablet.passes(31)
    expect(tablet.page.get_by_role("status")).to_have_text(tablet.words("forget.clearing"))
    assert tablet.page.locator("textarea").count() == 0
    tablet.person.context.set_offline(False)
    for _ in range(40):
        tablet.passes(3)
        if tablet.half("a").locator("h2").count():
            break
    tablet.is_empty()


def test_staff_stay_at_their_half_and_their_visitor_is_forgotten(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    desk = people(node, "es", screen=TABLET).opens_desk(PIN)
    desk.page.clock.install()
    desk.opens("/two/Reception")
    for face, lang in (("a", "es"), ("b", "ca")):
        half = desk.page.locator(f'.two-half[data-face="{face}"]')
        half.locator(f"button.language:has(.language-name[lang={lang}])").click()
        half.locator("form.enter button[type=submit]").click()
        expect(half.locator("textarea")).to_be_visible()
    node.device().enters("Reception", "Olena", "es").says("buenos días")
    for face in ("a", "b"):
        expect(desk.page.locator(f'.two-half[data-face="{face}"] .line-text')).to_have_count(1)
    desk.page.clock.run_for(185_000)
    expect(desk.page.get_by_role("alertdialog")).to_be_visible()
    desk.page.clock.run_for(31_000)
    expect(desk.page.locator('.two-half[data-face="b"] h2').first).to_have_text(desk.words("two.who"))
    expect(desk.page.locator('.two-half[data-face="a"] textarea')).to_be_visible()
    # By themselves staff are asked nothing.
    desk.page.clock.run_for(600_000)
    expect(desk.page.get_by_role("alertdialog")).to_have_count(0)


def test_a_room_on_a_device_for_many_forgets_and_one_of_one_s_own_does_not(people, nodes):
    node = nodes("Reception", web='forget_after = "60s"')
    own, shared = people(node, "es"), people(node, "ar")
    for visitor, path in ((own, "/r/Reception"), (shared, "/r/Reception?shared")):
        visitor.page.clock.install()
        visitor.opens(path)
        visitor.accepts_language()
        visitor.enters("Anna" if visitor is own else "أمل")
        visitor.page.clock.run_for(65_000)
    expect(shared.page.get_by_role("alertdialog")).to_contain_text(shared.words("forget.ask"))
    expect(own.page.get_by_role("alertdialog")).to_have_count(0)
    shared.page.clock.run_for(31_000)
    expect(shared.page.locator(".languages.first button.language").first).to_be_visible()
    assert shared.page.url.endswith("/r/Reception?shared")
    assert json.loads(shared.page.evaluate("JSON.stringify({ ...localStorage })")) == {}
    shared.page.go_back()
    assert "أمل" not in shared.page.locator("body").text_content()
    own.page.clock.run_for(600_000)
    expect(own.area).to_be_visible()


def test_who_is_removed_while_it_asks_has_not_answered(people, nodes):
    node = nodes("Reception", web='forget_after = "60s"')
    shared = people(node, "es")
    shared.page.clock.install()
    shared.opens("/r/Reception?shared")
    shared.accepts_language()
    shared.enters("Anna")
    shared.page.clock.run_for(65_000)
    question = shared.page.get_by_role("alertdialog")
    expect(question).to_be_visible()
    shared.forgives("status of 403")
    staff = node.device().staff()
    [member] = staff.get("/api/staff/rooms")["rooms"][0]["members"]
    staff.post("/api/staff/rooms/Reception/acts", act="remove", member=member["id"])
    shared.is_told("removed")
    expect(question).to_be_visible()
    shared.page.clock.run_for(31_000)
    expect(shared.page.locator(".languages.first button.language").first).to_be_visible()


def test_where_the_house_says_never_nobody_is_asked(people, nodes):
    tablet = Tablet(people, nodes("Reception", web='forget_after = "never"'))
    tablet.passes(4_000)
    expect(tablet.question).to_have_count(0)


def test_the_wall_shows_no_line_that_is_old(people, nodes):
    node = nodes("Reception", room="kiosk_lines = 3", web='forget_after = "60s"')
    anna = node.device().enters("Reception", "Anna", "es")
    anna.says("uno")
    wall = people(node, "es", screen=DESK)
    wall.page.clock.install()
    wall.opens("/kiosk/Reception")
    expect(wall.page.locator(".kiosk-text")).to_have_text(["uno"])
    wall.page.clock.run_for(30_000)
    anna.says("dos")
    expect(wall.page.locator(".kiosk-text")).to_have_text(["uno", "dos"])
    # The node's own clock is not moved: a new connection would be told of lines that were said a moment ago.
    wall.page.route("**/watch*", lambda _: None)
    wall.page.clock.run_for(45_000)
    expect(wall.page.locator(".kiosk-text")).to_have_count(2)
    wall.page.clock.run_for(20_000)
    expect(wall.page.locator(".kiosk-text")).to_have_count(0)
