"""The role of who is in a room at a page: had by a later login, regained by the next, and left behind by nobody who goes."""

import pytest
from browser import browser, expect, people  # noqa: F401
from node import PIN
from test_browser_confirming import comes_in
from test_browser_staff_persons import field
from test_confirming import adds_interpreter
from test_staff_role import in_room

HOLD_ENTERING = """() => {
  const { fetch } = window;
  const gate = () => {
    const made = {};
    made.passed = new Promise((pass) => (made.pass = pass));
    return made;
  };
  const [released, entered] = [gate(), gate()];
  window.fetch = async (path, options) => {
    if (path.endsWith("/enter")) {
      document.documentElement.dataset.entering = "";
      await released.passed;
      return fetch(path, options).finally(entered.pass);
    }
    if (!path.endsWith("/leave") || !("entering" in document.documentElement.dataset)) return fetch(path, options);
    /* The node hears it first, then that somebody enters: only then the page goes on. */
    window.isLeaving = true;
    const answer = await fetch(path, options);
    released.pass();
    await entered.passed;
    return answer;
  };
  window.goOn = () => window.isLeaving || released.pass();
}"""
"""The page's next request to enter reaches the node behind one to leave, or where none is made once it is to go on."""

DEAF = "addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true })"
"""As a page that slept while another one of its device stored something."""

BACK_AT_THE_TAB = "document.dispatchEvent(new Event('visibilitychange'))"


def ends_login(desk):
    desk.button("staff.leave").click()
    expect(desk.page.locator("#pin")).to_be_visible()


def told_of_marta(told):
    """Her role as a packet of a large room has it; False where it does not name her."""
    return next((member.get("role") for member in told["joined"] + told["changed"] if member["name"] == "Marta"), False)


def test_a_role_ends_and_is_regained_in_a_room_of_more_than_a_hundred(people, nodes):
    node = nodes("Reception")
    marta = people(node, "es").opens_desk(PIN).comes("Reception", "Marta")
    anna = node.device().enters("Reception", "Anna", "ca")
    crowd = node.device()
    for number in range(101):
        crowd.post("/api/rooms/Reception/enter", name=f"Visitor {number}", lang="uk", face="b", anew=True)
    desk = marta.another_window("/staff")
    ends_login(desk)
    ended = marta.card("staff.error.session-ended")
    expect(ended).to_be_visible()
    anna.until("presence", lambda told: told_of_marta(told) is None)
    assert in_room(anna.device)["Marta"] is None
    desk.unlocks(PIN)
    marta.page.evaluate(BACK_AT_THE_TAB)
    anna.until("presence", lambda told: told_of_marta(told) == "staff")
    expect(ended).to_have_count(0)
    marta.says("¿qué le duele?")
    assert anna.sees("¿qué le duele?")["role"] == "staff"
    anna.asks("report", text="Tinc por")
    expect(marta.calls.filter(has_text="Tinc por")).to_be_visible()
    members = anna.device.get("/api/rooms/Reception/members")["members"]
    assert [member["role"] for member in members if member["name"] == "Marta"] == ["staff"], "once, and no second time"


def test_who_leaves_while_the_role_is_being_regained_leaves_nothing_behind(people, nodes):
    node = nodes("Reception")
    marta = people(node, "es").opens_desk(PIN).comes("Reception", "Marta")
    anna = node.device().enters("Reception", "Anna", "ca")
    desk = marta.another_window("/staff")
    ends_login(desk)
    expect(marta.card("staff.error.session-ended")).to_be_visible()
    marta.page.evaluate(HOLD_ENTERING)
    desk.unlocks(PIN)
    marta.page.evaluate(BACK_AT_THE_TAB)
    expect(marta.page.locator("html")).to_have_attribute("data-entering", "")
    marta.button("room.leave").click()
    marta.button("room.leave.go", marta.sheet).click()
    marta.page.evaluate("window.goOn()")
    expect(marta.button("enter.go"), "the house has this one room, and its page takes nobody for inside").to_be_visible()
    assert in_room(anna.device) == {"Anna": None}
    [room] = node.device().staff().get("/api/staff/rooms")["rooms"]
    assert [member["name"] for member in room["members"]] == ["Anna"]


@pytest.mark.parametrize("way", ["beside the desk", "back at the tab", "loaded anew"])
def test_who_logs_in_while_in_a_room_as_a_visitor_is_staff_there_and_nobody_else_is(people, nodes, way):
    node = nodes("Reception")
    marta = people(node, "es").comes("Reception", "Marta")
    anna = people(node, "ca").comes("Reception", "Anna")
    karim = node.device().enters("Reception", "Karim", "ar")
    karim.asks("report", text="Tengo miedo")
    card = marta.calls.filter(has_text="Tengo miedo")
    marta.forgives("status of 401", "status of 403")
    if way != "beside the desk":
        marta.page.add_init_script(DEAF)
        marta.reloads()
    desk = marta.another_window("/staff")
    # Before the PIN is taken nobody is told anything.
    desk.types_pin("000000")
    expect(desk.page.locator("#pin-report")).to_have_text(desk.words("staff.pin.wrong"))
    marta.page.evaluate(BACK_AT_THE_TAB)
    marta.says("¿hay alguien?")
    expect(anna.sees("¿hay alguien?").locator(".line-staff")).to_have_count(0)
    expect(card).to_have_count(0)
    desk.unlocks(PIN)
    if way == "loaded anew":
        marta.reloads()
    elif way == "back at the tab":
        marta.page.evaluate(BACK_AT_THE_TAB)
    expect(card).to_be_visible()
    marta.says("¿qué le duele?")
    expect(anna.sees("¿qué le duele?").locator(".line-staff")).to_have_text(anna.words("people.staff"))
    assert karim.sees("¿qué le duele?")["role"] == "staff"
    expect(anna.sees("¿hay alguien?").locator(".line-staff"), "what was said before stays as it was").to_have_count(0)
    newcomer = node.device().enters("Reception", "Olena", "uk")
    assert in_room(newcomer.device) == {"Marta": "staff", "Anna": None, "Karim": None, "Olena": None}
    for visit in (karim, newcomer):
        assert "reports" not in visit.hello and not [event for event in visit.events if event[0] == "report"]
    expect(anna.page.locator("body")).not_to_contain_text("Tengo miedo")
    # Out again, she is a visitor, and is told so.
    ends_login(desk)
    expect(marta.card("staff.error.session-ended")).to_be_visible()
    expect(card).to_have_count(0)
    marta.says("¿y ahora?")
    expect(anna.sees("¿y ahora?").locator(".line-staff")).to_have_count(0)


def test_a_page_whose_question_for_a_role_had_no_answer_asks_again(people, nodes):
    node = nodes("Reception")
    marta = people(node, "es").comes("Reception", "Marta")
    anna = node.device().enters("Reception", "Anna", "ca")
    anna.asks("report", text="Tinc por")
    card = marta.calls.filter(has_text="Tinc por")
    marta.page.add_init_script(DEAF)
    marta.reloads()
    marta.forgives("net::ERR_FAILED", "status of 401")
    marta.another_window("/staff").unlocks(PIN)
    marta.page.route("**/api/staff/rooms", lambda route: route.abort(), times=1)
    with marta.page.expect_event("requestfailed"):
        marta.page.evaluate(BACK_AT_THE_TAB)
    assert in_room(anna.device) == {"Marta": None, "Anna": None}
    with marta.page.expect_response("**/api/staff/rooms"):
        marta.page.evaluate(f"setInterval(() => {BACK_AT_THE_TAB}, 100)")
    expect(card).to_be_visible()
    assert in_room(anna.device) == {"Marta": "staff", "Anna": None}


def test_a_screen_that_visitors_share_gives_nobody_the_role_of_a_login_beside_it(people, nodes):
    node = nodes("Reception")
    rosa = people(node, "es")
    rosa.opens("/r/Reception?shared")
    rosa.accepts_language()
    rosa.enters("Rosa")
    anna = node.device().enters("Reception", "Anna", "ca")
    rosa.forgives("status of 401")
    rosa.another_window("/staff").unlocks(PIN)
    rosa.page.evaluate(BACK_AT_THE_TAB)
    rosa.says("¿hay alguien?")
    anna.sees("¿hay alguien?")
    assert in_room(anna.device) == {"Rosa": None, "Anna": None}


def test_a_screen_that_visitors_share_gives_no_role_back_that_ended(people, nodes):
    node = nodes("Reception")
    marta = people(node, "es").opens_desk(PIN)
    marta.opens("/r/Reception?shared")
    marta.accepts_language()
    marta.enters("Marta")
    anna = node.device().enters("Reception", "Anna", "ca")
    assert in_room(anna.device) == {"Marta": "staff", "Anna": None}
    desk = marta.another_window("/staff")
    ends_login(desk)
    expect(marta.card("staff.error.session-ended")).to_be_visible()
    desk.unlocks(PIN)
    marta.page.evaluate(BACK_AT_THE_TAB)
    marta.says("¿hay alguien?")
    anna.sees("¿hay alguien?")
    assert in_room(anna.device) == {"Marta": None, "Anna": None}


def comes_in_anew(visit, role):
    """Somebody of the room, with that role from now on."""
    return visit.until("joined", lambda told: told["member"].get("role") == role)["member"]["name"]


def test_whoever_logs_in_while_in_a_room_as_an_interpreter_is_one_there_and_staff_by_a_login_as_staff(people, nodes):
    node = nodes("Reception")
    adds_interpreter(node)
    rosa = people(node, "ca").comes("Reception", "Rosa")
    rosa.forgives("status of 401", "status of 403")
    anna = node.device().enters("Reception", "Anna", "es")
    door = rosa.another_window("/staff")
    comes_in(door)
    assert comes_in_anew(anna, "interpreter") == "Rosa"
    expect(rosa.button("confirm.title")).to_be_visible()
    rosa.page.evaluate(BACK_AT_THE_TAB)
    rosa.says("bon dia")
    assert anna.sees("bon dia")["role"] == "interpreter"
    rosa.page.add_init_script(DEAF)
    rosa.reloads()
    door.button("staff.leave").click()
    field(door, "staff.login.name").fill("")
    door.unlocks(PIN)
    rosa.reloads()
    assert comes_in_anew(anna, "staff") == "Rosa"
    assert in_room(anna.device) == {"Rosa": "staff", "Anna": None}
    # An interpreter who was staff before is nobody whose login is over.
    ends_login(door)
    ended = rosa.card("staff.error.session-ended")
    expect(ended).to_be_visible()
    comes_in(door)
    rosa.page.evaluate(BACK_AT_THE_TAB)
    assert comes_in_anew(anna, "interpreter") == "Rosa"
    expect(ended).to_have_count(0)


def anna_and_a_tablet(people, nodes):
    """A member, and two visitors at a tablet at which staff will log in."""
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "ca")
    tablet = people(node, "es")
    tablet.sits_down(b="ca")
    tablet.forgives("status of 401")
    return anna, tablet


def says(half, text):
    half.locator("textarea").fill(text)
    half.locator("textarea").press("Enter")


def test_a_tablet_for_two_makes_staff_of_the_side_that_it_belongs_to_and_never_of_the_other(people, nodes):
    anna, tablet = anna_and_a_tablet(people, nodes)
    names = [tablet.half(face).locator(".two-who bdi").text_content() for face in ("a", "b")]
    tablet.another_window("/staff").unlocks(PIN)
    assert comes_in_anew(anna, "staff") == names[0]
    tablet.page.evaluate(BACK_AT_THE_TAB)
    for face, role in (("a", "staff"), ("b", None)):
        says(tablet.half(face), f"de {face}")
        assert anna.sees(f"de {face}").get("role") == role
    assert in_room(anna.device) == {"Anna": None, names[0]: "staff", names[1]: None}


def test_a_tablet_for_two_that_visitors_share_makes_staff_of_neither_side(people, nodes):
    anna, tablet = anna_and_a_tablet(people, nodes)
    tablet.opens("/two/Reception?shared")
    half = tablet.half("a")
    expect(half.locator("textarea")).to_be_visible()
    tablet.another_window("/staff").unlocks(PIN)
    tablet.page.evaluate(BACK_AT_THE_TAB)
    says(half, "de a")
    anna.sees("de a")
    assert set(in_room(anna.device).values()) == {None}
