"""The role of who is in a room at a page: regained by a later login, and left behind by nobody who goes meanwhile."""

from browser import browser, expect, people  # noqa: F401
from node import PIN
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
