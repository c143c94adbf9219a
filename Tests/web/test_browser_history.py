"""What was said before: older lines, fetched as one scrolls up."""

import pytest
from browser import DESK, browser, expect, people, with_all  # noqa: F401
from node import PIN

NO_NETWORK = "net::ERR_"
TOP_LINE = """(scroller) => {
  const edge = scroller.getBoundingClientRect().top;
  const line = [...scroller.querySelectorAll("li.line")].find((node) => node.getBoundingClientRect().bottom > edge);
  return [line.querySelector(".line-original").textContent, line.getBoundingClientRect().top];
}"""
# Pages of older lines come, and do not end before they are told to.
HELD_PAGES = """() => {
  const plain = window.fetch;
  window.ends = [];
  window.fetch = async (path, options) => {
    const answer = await plain(path, options);
    if (!path.includes("/lines?")) return answer;
    const held = new Promise((done) => window.ends.push(done));
    return new Response(answer.body.pipeThrough(new TransformStream({ flush: () => held })), answer);
  };
}"""
SCROLL_UP = f"(scroller) => {{ scroller.scrollTo(0, 150); return ({TOP_LINE})(scroller); }}"


def assert_stays(scroller, before):
    """The line at the top is where it was, give or take the pixel to which a browser rounds."""
    text, top = scroller.evaluate(TOP_LINE)
    assert text == before[0]
    assert abs(top - before[1]) <= 1


def a_long_talk(people, nodes, engines, count):
    """Boris was in the room from the beginning, and opens the page anew."""
    node = nodes("Reception", engines=[engines()], flags=("--unlimited",))
    boris = people(node, "ca").comes("Reception", "Boris")
    nurse = node.device().enters("Reception", "Nurse", "es")
    for n in range(1, count + 1):
        nurse.says(f"línea {n}")
    boris.sees(f"ca:línea {count}")
    boris.page.reload()
    boris.sees(f"ca:línea {count}")
    expect(boris.lines).to_have_count(50)
    expect(boris.page.locator("[data-origin=pending]")).to_have_count(0)
    expect(boris.button("room.older.show")).to_be_visible()
    return nurse, boris, boris.page.locator("#messages")


@pytest.mark.parametrize("size", ["16px", "17.3px"])
def test_scrolling_up_brings_older_lines_translated_and_moves_nothing(people, nodes, engines, size):
    """Nor do roundings add up, where lines are fractions of a pixel high."""
    nurse, boris, scroller = a_long_talk(people, nodes, engines, 120)
    boris.page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
    before = scroller.evaluate(SCROLL_UP)
    expect(boris.lines).to_have_count(100)
    older = boris.reads("ca:línea 21", written="línea 21")
    expect(older.locator(".line-text")).to_have_attribute("lang", "ca")
    expect(older.locator(".line-original")).to_have_attribute("lang", "es")
    expect(boris.page.locator("[data-origin=pending]")).to_have_count(0)
    assert_stays(scroller, before)
    nurse.says("ahora")
    expect(boris.page.locator(".log-newest")).to_contain_text("1")
    assert_stays(scroller, before)
    scroller.evaluate("(node) => node.scrollTo(0, 0)")
    boris.reads("ca:línea 1", written="línea 1")
    expect(boris.page.locator(".older-note")).to_have_text(boris.words("room.older.begin"))
    said = [f"línea {n}" for n in range(1, 121)] + ["ahora"]
    expect(boris.page.locator(".line-original"), "each once, in their order").to_have_text(said)


def test_who_waits_at_the_top_gets_the_next_page_when_another_is_translated(people, nodes, engines):
    _, boris, scroller = a_long_talk(people, nodes, engines, 260)
    boris.page.evaluate(HELD_PAGES)
    for count in (100, 150, 200):
        scroller.evaluate("(node) => node.scrollTo(0, 0)")
        expect(boris.lines).to_have_count(count)
    scroller.evaluate("(node) => node.scrollTo(0, 0)")
    boris.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(boris.lines, "three pages are on their way").to_have_count(200)
    boris.page.evaluate("window.ends[0]()")
    expect(boris.lines).to_have_count(250)


def test_older_lines_can_be_asked_for_by_keyboard(people, nodes, engines):
    _, boris, scroller = a_long_talk(people, nodes, engines, 60)
    scroller.focus()
    boris.tabs_to(boris.button("room.older.show"), most=1)
    boris.page.keyboard.press("Enter")
    boris.reads("ca:línea 1", written="línea 1")
    expect(scroller).to_be_focused()
    expect(boris.page.locator(".unseen [role=status]")).to_contain_text(boris.words("room.older.loaded"))


def test_newcomers_are_offered_nothing_older(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    nurse = node.device().enters("Reception", "Nurse", "es")
    nurse.says("un secreto")
    boris = people(node, "ca").comes("Reception", "Boris")
    empty = boris.page.locator(".log-empty-title")
    expect(empty, "somebody has written").to_have_text(boris.words("room.older.begin"))
    nurse.says("pase")
    boris.sees("ca:pase")
    expect(boris.lines).to_have_count(1)
    expect(boris.page.locator(".log-older")).to_be_hidden()
    node.device().staff().post("/api/staff/rooms/Reception/acts", act="clear")
    expect(boris.page.locator(".log-note")).to_have_text(boris.words("room.cleared"))
    expect(empty).to_have_text("")


def test_what_cannot_be_fetched_is_said_and_can_be_tried_again(people, nodes, engines):
    _, boris, _ = a_long_talk(people, nodes, engines, 60)
    boris.forgives(NO_NETWORK)
    boris.page.route("**/lines?*", lambda route: route.abort())
    boris.button("room.older.show").click()
    expect(boris.page.locator(".log-older")).to_contain_text(boris.words("room.older.failed"))
    boris.page.unroute("**/lines?*")
    boris.button("room.older.show").click()
    boris.sees("ca:línea 1")


def test_newcomers_read_back_as_far_as_the_room_lets_them(people, nodes, engines):
    node = nodes("Reception", flags=("--unlimited",), engines=[engines()], room='newcomers_see = 80')
    nurse = node.device().enters("Reception", "Nurse", "es")
    for n in range(1, 101):
        nurse.says(f"línea {n}")
    boris = people(node, "ca").comes("Reception", "Boris")
    boris.sees("ca:línea 100")
    # Without scrolling to it, which would fetch them, too, and take the button away.
    boris.button("room.older.show").dispatch_event("click")
    boris.reads("ca:línea 21", written="línea 21")
    expect(boris.lines).to_have_count(80)
    expect(boris.page.locator(".older-note")).to_have_text(boris.words("room.older.begin"))


KEPT = {
    'history = "off"': ("enter.kept.off",),
    'history = "memory"': ("enter.kept.hours", "enter.kept.memory"),
    'history = "disk"\nkeep_for = "30d"': ("enter.kept.days", "enter.kept.disk"),
    'history = "disk"\nkeep_for = "forever"': ("enter.kept.ever", "enter.kept.disk"),
}
HOW_LONG = {"enter.kept.hours": 12, "enter.kept.days": 30}


@pytest.mark.parametrize("room", KEPT)
@pytest.mark.parametrize("lang", ["es", *with_all("ar", "zh")])
def test_the_first_screen_says_how_long_and_where_the_room_keeps_what_is_said(people, nodes, room, lang):
    visitor = people(nodes("Reception", room=room), lang)
    visitor.scans("Reception")
    visitor.accepts_language()
    fact = visitor.page.locator(".facts li").nth(2)
    for key in KEPT[room]:
        form = visitor.words.texts[key]
        if isinstance(form, dict):
            expect(fact).to_contain_text(str(HOW_LONG[key]) if lang != "ar" else "")
        else:
            expect(fact).to_contain_text(form)


def test_staff_are_told_that_the_history_is_kept_in_memory_only(people, nodes):
    node = nodes("Reception", room='history = "disk"', before='[history]\nfile = "/proc/no/history.sqlite"')
    nurse = people(node, "es", screen=DESK)
    nurse.forgives("status of 401")
    nurse.opens("/staff")
    nurse.unlocks(PIN)
    notices = nurse.page.locator(".staff-notices")
    expect(notices).to_contain_text(nurse.words("staff.history.trouble"))
    expect(notices.locator("[lang=en]")).to_contain_text("history.sqlite")
    expect(notices).not_to_contain_text("/proc")
