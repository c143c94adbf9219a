"""Coming back: where one goes on reading, long messages, what a room is about, and that one may not write."""

from browser import UNTIL_STORED, WITHIN, browser, expect, people  # noqa: F401


MARK = ".line[data-unread]"


def hide(person, is_hidden):
    """As when a phone is put into a pocket with the page open, and taken out again."""
    person.page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (hidden ? "hidden" : "visible") });
          Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def test_whoever_comes_back_finds_where_they_stopped(people, nodes, engines):
    node = nodes("Reception", flags=("--unlimited",), engines=[engines()])
    nurse = node.device().staff().enters("Reception", "Nurse", "es")
    boris = people(node, "ca").comes("Reception", "Boris")
    anna = people(node, "ar").comes("Reception", "أمل")
    nurse.says("uno")
    for reader in (anna, boris):
        expect(reader.page.locator(".line", has_text="uno")).to_be_visible()
    # What is said while one looks on is not unread, and whoever has just come has nothing to catch up with.
    expect(anna.page.locator(MARK)).to_have_count(0)
    hide(anna, True)
    for number in range(30):
        nurse.says(f"frase {number}")
    expect(anna.page.locator(".line", has_text="frase 29")).to_have_count(1)
    anna.says("mine")
    hide(anna, False)
    mark = anna.page.locator(MARK)
    expect(mark).to_have_count(1)
    expect(mark).to_contain_text("frase 0")
    assert mark.evaluate("(node) => getComputedStyle(node, '::before').content").strip('"') == anna.words("room.unread")
    # Those who listen are told it once, and whoever sees is led there, as it is above what is in view.
    told = anna.page.get_by_role("status").filter(has_text=anna.words("room.unread"))
    expect(told).to_have_count(1)
    anna.button("room.unread.jump").click()
    expect(mark).to_be_in_viewport()
    # Once all of it was in view it goes, and Boris, who was there all the time, never had one.
    anna.page.locator(".log-scroll").evaluate("(node) => node.scrollTo(0, node.scrollHeight)")
    expect(mark).to_have_count(0)
    expect(boris.page.locator(MARK)).to_have_count(0)
    expect(boris.page.locator(".line", has_text="frase 29")).to_be_visible()


def test_it_is_known_after_a_reload_and_forgotten_on_leaving(people, nodes):
    node = nodes("Reception")
    nurse = node.device().staff().enters("Reception", "Nurse", "es")
    people(node, "uk").comes("Reception", "Олена")
    anna = people(node, "es").comes("Reception", "Anna")
    nurse.says("uno")
    anna.sees("uno")
    assert anna.page.evaluate(UNTIL_STORED, [":1", WITHIN])
    anna.page.goto("about:blank")
    nurse.says("dos")
    nurse.says("tres")
    anna.scans("Reception")
    anna.sees("tres")
    expect(anna.page.locator(MARK)).to_contain_text("dos")
    expect(anna.page.locator(MARK)).to_have_count(0)
    anna.page.reload()
    anna.sees("tres")
    nurse.says("cuatro")
    anna.sees("cuatro")
    expect(anna.page.locator(MARK)).to_have_count(0)


def test_a_long_message_is_opened_and_folded_where_it_is(people, nodes):
    node = nodes("Reception")
    nurse = node.device().staff().enters("Reception", "Nurse", "es")
    anna = people(node, "es").comes("Reception", "Anna")
    for number in range(8):
        nurse.says(f"antes {number}")
    nurse.says("\n".join(f"renglón {number}" for number in range(80)))
    nurse.says("después")
    anna.sees("después")
    more = anna.page.get_by_role("button", name=anna.words("common.more"))
    more.scroll_into_view_if_needed()
    top = "(node) => Math.round(node.closest('.line').getBoundingClientRect().top)"
    before = more.evaluate(top)
    more.press("Enter")
    less = anna.page.get_by_role("button", name=anna.words("common.less"))
    expect(less).to_be_focused()
    assert abs(less.evaluate(top) - max(before, 0)) <= 60
    less.scroll_into_view_if_needed()
    assert less.evaluate(top) < 0
    less.click()
    expect(less).to_have_count(0)
    expect(more).to_be_in_viewport()
    assert more.evaluate(top) >= 0


def test_what_a_room_is_about_is_read_before_one_enters(people, nodes, engines):
    topic = "Urgencias: aquí se piden citas y se pregunta por los resultados de los análisis"
    node = nodes("Reception", engines=[engines()], room=f'topic = "{topic}"', web='languages = ["es"]')
    for lang, shown in (("ca", f"ca:{topic}"), ("es", topic)):
        visitor = people(node, lang)
        visitor.scans("Reception")
        visitor.accepts_language()
        card = visitor.page.get_by_role("region", name=visitor.words("room.topic"))
        expect(card.locator("p").first).to_have_text(shown)
        expect(card.locator(".topic-original")).to_have_text([topic] if lang == "ca" else [])
        expect(card.get_by_text(visitor.words("origin.translated"))).to_have_count(1 if lang == "ca" else 0)
        visitor.enters("Anna")
        visitor.button("room.settings").click()
        expect(visitor.sheet.get_by_role("region", name=visitor.words("room.topic")).locator("p").first).to_have_text(shown)


def test_who_is_muted_inside_is_told_at_once_and_so_are_they_when_it_ends(people, nodes):
    node = nodes("Reception")
    nurse = node.device().staff()
    amal, boris = people(node, "ar").comes("Reception", "أمل"), people(node, "ca").comes("Reception", "Boris")
    member = next(
        member["id"] for room in nurse.get("/api/staff/rooms")["rooms"] for member in room["members"]
        if member["name"] == "أمل"
    )
    nurse.post("/api/staff/rooms/Reception/acts", act="mute", member=member)
    told = amal.page.locator(".composer-muted")
    expect(told).to_have_text(amal.words("error.muted"))
    expect(amal.page.get_by_role("status").filter(has_text=amal.words("error.muted"))).to_have_count(1)
    # It stands after a reload, and nobody else is told.
    amal.page.reload()
    expect(told).to_have_text(amal.words("error.muted"))
    boris.says("bon dia")
    expect(boris.page.locator(".composer-muted")).to_be_hidden()
    nurse.post("/api/staff/rooms/Reception/acts", act="unmute", member=member)
    expect(told).to_have_text(amal.words("compose.unmuted"))
    amal.says("شكرا")
    expect(boris.page.locator(".line-text", has_text="شكرا")).to_be_visible()
