"""A room that is kept in memory begins anew: what was said before stays with those who read it, and with nobody else."""

from browser import RESTARTED, browser, expect, people  # noqa: F401
from program import steady_port


def died(people, nodes, engines):
    """Anna and Boris have talked, and the node has died."""
    node = nodes("Reception", engines=[engines()], port=steady_port())
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    for member in (anna, boris):
        member.forgives(*RESTARTED)
    anna.says("tome dos, no tres")
    boris.reads("ca:tome dos, no tres", written="tome dos, no tres")
    node.kill()
    for member in (anna, boris):
        expect(member.page.locator(".banner.lost")).to_be_visible()
    return node, anna, boris


def begun_anew(people, nodes, engines):
    """The node has come back, and both have said something new."""
    node, anna, boris = died(people, nodes, engines)
    boris.writes("encara hi soc")
    node.start()
    expect(boris.line("encara hi soc")).to_have_attribute("data-sending", "")
    expect(anna.page.locator(".bar-count")).to_have_text("2")
    anna.says("seguimos")
    boris.reads("ca:seguimos", written="seguimos")
    return node, anna, boris


def past(person):
    return person.page.get_by_role("list", name=person.words("line.past"))


def test_what_was_said_before_stays_apart_from_what_comes(people, nodes, engines):
    node, anna, boris = begun_anew(people, nodes, engines)
    for member, texts in ((anna, ["tome dos, no tres"]), (boris, ["ca:tome dos, no tres"])):
        expect(past(member).locator(".line-text")).to_have_text(texts)
        expect(member.page.get_by_text(member.words("room.restarted.kept"), exact=True).first).to_be_visible()
    expect(past(boris).locator(".line-original")).to_have_text("tome dos, no tres")
    expect(boris.page.locator("li.line .line-text, .past-end")).to_have_text(
        ["ca:tome dos, no tres", boris.words("room.restarted.kept"), "encara hi soc", "ca:seguimos"])
    # How sure it is can still be asked; nothing can be done that others would have to know of.
    past(boris).locator(".line-origin").click()
    expect(boris.sheet).to_contain_text(boris.words("origin.translated.more"))
    boris.page.keyboard.press("Escape")
    expect(boris.button("line.more", past(boris), name="Anna")).to_have_count(0)
    carla = people(node, "fr").comes("Reception", "Carla")
    boris.says("bon dia")
    carla.reads("fr:bon dia", written="bon dia")
    expect(carla.lines, "a newcomer sees none of it").to_have_count(1)
    anna.page.reload()
    anna.sees("seguimos")
    expect(past(anna), "and nothing of it is stored").to_have_count(0)


def test_a_line_the_room_confirmed_before_it_said_that_it_began_anew_is_no_past(people, nodes, engines):
    node, anna, boris = died(people, nodes, engines)
    held = []
    is_in = []
    anna.page.on("response", lambda answer: answer.url.endswith("/enter") and answer.ok and is_in.append(answer))
    anna.page.route("**/events*", lambda route: held.append(route) if is_in else route.continue_())
    with anna.page.expect_request(lambda request: "/events" in request.url and is_in, timeout=60_000):
        node.start()
    expect(boris.page.locator(".banner.lost")).to_be_hidden()
    with anna.page.expect_response(lambda answer: answer.url.endswith("/messages") and answer.ok):
        anna.writes("seguimos")
    expect(anna.line("seguimos")).to_have_attribute("data-sending", "sending")
    for route in held:
        route.continue_()
    expect(past(anna).locator(".line-text")).to_have_text(["tome dos, no tres"])
    expect(anna.line("seguimos")).to_have_attribute("data-sending", "")
    expect(anna.lines).to_have_count(2)
    boris.reads("ca:seguimos", written="seguimos")


def test_what_staff_clear_while_a_phone_is_away_goes_when_it_is_back(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    for text in ("me llamo Anna Vidal", "nací en 1971"):
        anna.says(text)
        boris.reads("ca:" + text, written=text)
    boris.forgives("ERR_INTERNET_DISCONNECTED")
    loses_the_network(boris, "un moment")
    node.device().staff().post("/api/staff/rooms/Reception/acts", act="clear")
    expect(anna.lines).to_have_count(0)
    anna.says("seguimos")
    boris.context.set_offline(False)
    boris.reads("ca:seguimos", written="seguimos")
    anna.sees("es:un moment")
    expect(boris.lines, "what came behind it stays, and one's own").to_have_count(2)
    # Another break of the stream takes nothing more away.
    loses_the_network(boris, "ja torno")
    anna.says("¿sigue ahí?")
    boris.context.set_offline(False)
    boris.reads("ca:¿sigue ahí?", written="¿sigue ahí?")
    anna.sees("es:ja torno")
    expect(boris.lines).to_have_count(4)


def loses_the_network(person, text):
    """What is written then waits."""
    person.loses_network()
    person.writes(text)
    expect(person.page.locator(".banner.lost")).to_be_visible()


def test_what_staff_clear_goes_with_what_was_said_before(people, nodes, engines):
    node, anna, boris = begun_anew(people, nodes, engines)
    node.device().staff().post("/api/staff/rooms/Reception/acts", act="clear")
    for member in (anna, boris):
        expect(member.lines).to_have_count(0)
        expect(past(member)).to_have_count(0)
        expect(member.page.locator(".past-end")).to_have_count(0)
        expect(member.page.locator(".log-note")).to_have_text(member.words("room.cleared"))
    anna.says("empezamos")
    boris.reads("ca:empezamos", written="empezamos")


def test_lines_that_wait_and_lines_of_two_lives_keep_their_order(people, nodes, engines):
    """Anew twice: the oldest above, then what was said between, then what comes."""
    node, anna, boris = begun_anew(people, nodes, engines)
    node.kill()
    expect(anna.page.locator(".banner.lost")).to_be_visible()
    node.start()
    expect(anna.page.locator(".banner.lost")).to_be_hidden()
    expect(boris.page.locator(".banner.lost")).to_be_hidden()
    expect(anna.page.locator(".bar-count")).to_have_text("2")
    anna.says("otra vez")
    boris.reads("ca:otra vez", written="otra vez")
    note = boris.words("room.restarted.kept")
    expect(boris.page.locator("li.line .line-text, .past-end")).to_have_text(
        ["ca:tome dos, no tres", note, "encara hi soc", "ca:seguimos", note, "ca:otra vez"])


def test_at_a_tablet_the_next_visitor_finds_nothing_of_it(people, nodes, engines):
    node = nodes("Reception", engines=[engines()], port=steady_port())
    tablet = people(node, "es", screen={"width": 768, "height": 1024})
    tablet.forgives(*RESTARTED)
    tablet.sits_down("Reception")
    near = tablet.half("a")
    near.get_by_role("textbox").fill("antes")
    near.get_by_role("button", name=tablet.words("compose.send"), exact=True).click()
    expect(tablet.half("b").locator(".line-text")).to_have_text("ca:antes")
    node.kill()
    expect(near.locator(".banner")).to_be_visible()
    node.start()
    expect(near.locator(".past .line-text")).to_have_text("antes")
    expect(tablet.half("b").locator(".past .line-text")).to_have_text("ca:antes")
    tablet.button("two.new").click()
    tablet.button("two.new.yes", tablet.sheet).click()
    for face in ("a", "b"):
        expect(tablet.half(face).locator("li.line")).to_have_count(0)
