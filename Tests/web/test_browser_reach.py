"""Whom one's words reach: said under own lines while it is so, before one writes, and before one enters."""

import re

import pytest
from browser import NARROW, PHONE, ROOT, TABLET, Words, browser, expect, people, with_all  # noqa: F401
from node import joined
from relayed import sites  # noqa: F401
from test_browser_own_words import corrects

BOOK = f'[phrasebook]\nfiles = ["{ROOT}/share/phrasebook/clinic.tmx"]'
FRENCH = "je voudrais prendre rendez-vous demain matin avec le docteur"


@pytest.fixture
def clinic(nodes, engines):
    """A house whose engine knows neither Ukrainian nor Polish. It has a phrasebook."""
    engine = engines()
    node = nodes("Reception", engines=[engine], before=BOOK)
    node.engine = engine
    return node


def marked(person, text):
    return person.sees(text).locator(".line-reach")


def test_a_line_says_who_cannot_read_it_while_it_is_so(people, clinic):
    boris = people(clinic, "ca").comes("Reception", "Boris")
    olena = people(clinic, "uk").comes("Reception", "Олена")
    nurse = clinic.device().staff()
    nurse.enters("Reception", "Nurse", "es")
    anna = people(clinic, "es").comes("Reception", "Anna")
    anna.says("hola")
    boris.reads("ca:hola", written="hola")
    expect(marked(anna, "hola")).to_contain_text(anna.words("reach.cannot", n=1, of=3))
    # Nobody but its author is told, and a newcomer who did not hear the line does not count.
    expect(boris.line("ca:hola").locator(".line-reach")).to_have_count(0)
    people(clinic, "pl").comes("Reception", "Nowak")
    expect(anna.page.locator(".composer-ahead")).to_have_text(anna.words("reach.ahead", n=2, of=4))
    expect(marked(anna, "hola")).to_contain_text(anna.words("reach.cannot", n=1, of=3))
    anna.button("compose.phrases", marked(anna, "hola")).click()
    expect(anna.sheet.get_by_role("heading", name=anna.words("phrases.title"))).to_be_visible()
    anna.page.keyboard.press("Escape")
    olena.button("room.leave").click()
    olena.button("room.leave.go", olena.sheet).click()
    expect(marked(anna, "hola")).to_have_count(0)


def test_set_sentences_are_offered_where_there_are_any_in_ones_language(people, nodes, clinic):
    anna = people(clinic, "es").comes("Reception", "Anna")
    expect(anna.button("compose.phrases")).to_be_visible()
    # Polish, which the phrasebook has not, and another node, which has no phrasebook.
    for visitor in (people(clinic, "pl"), people(nodes("Reception"), "es")):
        visitor.comes("Reception", "Ewa")
        expect(visitor.page.locator(".bar-count")).to_be_visible()
        expect(visitor.button("compose.phrases")).to_have_count(0)
    people(visitor.node, "pl").comes("Reception", "Nowak")
    asked = []
    visitor.page.on("request", lambda request: "/api/phrases" in request.url and asked.append(request.url))
    visitor.says("je voudrais un rendez-vous")
    expect(marked(visitor, "je voudrais un rendez-vous")).to_have_text(visitor.words("reach.nobody"))
    assert not asked


def test_it_goes_when_the_engine_is_back(people, clinic):
    boris = people(clinic, "ca").comes("Reception", "Boris")
    carla = people(clinic, "ca").comes("Reception", "Carla")
    anna = people(clinic, "es").comes("Reception", "Anna")
    clinic.engine.fails("refuses connections")
    anna.says("hola")
    expect(marked(anna, "hola")).to_contain_text(anna.words("reach.nobody"))
    clinic.engine.is_well()
    boris.reads("ca:hola", written="hola")
    carla.reads("ca:hola", written="hola")
    expect(marked(anna, "hola")).to_have_count(0)


def test_where_all_is_read_nothing_is_said(people, clinic):
    boris = people(clinic, "ca").comes("Reception", "Boris")
    anna = people(clinic, "es").comes("Reception", "Anna")
    expect(anna.page.locator(".log-empty")).to_contain_text(anna.words("room.empty.hint"))
    anna.says("hola")
    boris.reads("ca:hola", written="hola")
    expect(anna.page.locator(".line-reach")).to_have_count(0)
    expect(anna.page.locator(".composer-ahead")).to_be_hidden()


def test_nobody_is_promised_what_is_not_so(people, clinic):
    olena = people(clinic, "uk").comes("Reception", "Олена")
    anna = people(clinic, "es").comes("Reception", "Anna")
    expect(anna.page.locator(".composer-ahead")).to_have_text(anna.words("reach.ahead-nobody"))
    empty = anna.page.locator(".log-empty")
    expect(empty).to_contain_text(anna.words("room.empty.write"))
    assert anna.words("room.empty.hint") not in empty.text_content()
    expect(olena.page.locator(".composer-ahead")).to_have_text(olena.words("reach.ahead-nobody"))


def test_the_way_in_says_who_is_there_and_whether_one_is_understood(people, clinic):
    anna = people(clinic, "es")
    anna.scans()
    anna.accepts_language()
    there = anna.page.locator(".welcome-who")
    expect(there).to_have_text(anna.words("reach.alone"))
    people(clinic, "ca").comes("Reception", "Boris")
    anna.scans()
    expect(there).to_contain_text(anna.words("room.people", n=1))
    expect(there).to_contain_text("catalán")
    expect(there).to_contain_text(anna.words("reach.good"))
    assert "Boris" not in there.text_content()
    people(clinic, "uk").comes("Reception", "Олена")
    anna.scans()
    expect(there).to_contain_text(anna.words("reach.ahead", n=1, of=2))
    expect(there).to_contain_text(anna.words("reach.unread", n=1, of=2))


def test_who_came_while_a_language_was_chosen_is_there_from_the_first_word(people, clinic):
    anna = people(clinic, "es")
    anna.scans()
    anna.page.evaluate("""() => {
      window.said = [];
      new MutationObserver(() => {
        const there = document.querySelector(".welcome-who");
        if (there) window.said.push(there.textContent);
      }).observe(document.body, { childList: true, subtree: true });
    }""")
    people(clinic, "ca").comes("Reception", "Boris")
    anna.accepts_language()
    expect(anna.page.locator(".welcome-who")).to_contain_text(anna.words("room.people", n=1))
    assert anna.words("reach.alone") not in anna.page.evaluate("window.said")


@pytest.mark.parametrize("lang", ["uk", *with_all("es")])
@pytest.mark.parametrize("screen", [NARROW, PHONE], ids=["narrow", "phone"])
def test_the_button_to_enter_does_not_move_under_a_finger(people, clinic, lang, screen):
    people(clinic, "ca").comes("Reception", "Boris")
    visitor = people(clinic, lang, screen=screen)
    held = []
    visitor.page.route("**/api/rooms/Reception?lang=*", lambda route: held.append(route))
    visitor.scans()
    visitor.accepts_language()
    there = visitor.page.locator(".welcome-who")
    expect(there).to_have_text(re.compile("1"))
    visitor.page.wait_for_function("document.fonts.status === 'loaded'")
    before = visitor.boxes("form.enter button[type=submit]")
    for route in held:
        route.continue_()
    expect(there.locator("p").nth(1)).to_be_visible()
    assert visitor.boxes("form.enter button[type=submit]") == before


def test_the_way_in_asks_once_for_each_language(people, nodes, engines):
    node = nodes("Reception", engines=[engines()], room='topic = "Vaccinations"')
    people(node, "ca").comes("Reception", "Boris")
    anna = people(node, "es")
    asked = []
    anna.page.on("request", lambda request: asked.append(request.url) if "lang=" in request.url else None)
    anna.scans()
    anna.accepts_language()
    expect(anna.page.locator(".welcome-who")).to_contain_text(anna.words("reach.good"))
    expect(anna.page.locator(".topic")).to_contain_text("es:Vaccinations")
    assert [url.rpartition("/")[2] for url in asked] == ["Reception?lang=es"]


def test_a_tablet_for_two_says_who_is_there_before_one_enters(people, clinic):
    people(clinic, "ca").comes("Reception", "Boris")
    people(clinic, "uk").comes("Reception", "Олена")
    tablet = people(clinic, "es", screen=TABLET)
    tablet.opens("/two/Reception")
    near, far = tablet.half("a"), tablet.half("b")
    near.locator("button.language:has(.language-name[lang=es])").first.click()
    there = near.locator(".welcome-who")
    expect(there).to_contain_text(tablet.words("room.people", n=2))
    expect(there).to_contain_text("catalán")
    expect(there).to_contain_text(tablet.words("reach.ahead", n=1, of=2))
    expect(there).to_contain_text(tablet.words("reach.unread", n=1, of=2))
    assert "Boris" not in there.text_content()
    # Whoever sits opposite hears it in their own language, and of the one here once that one is in.
    far.locator("button.language:has(.language-name[lang=ca])").first.click()
    catalan = Words(clinic, "ca")
    expect(far.locator(".welcome-who")).to_contain_text(catalan("room.people", n=2))
    near.locator("form.enter button[type=submit]").click()
    expect(near.locator("textarea")).to_be_visible()
    expect(far.locator(".welcome-who")).to_contain_text(catalan("room.people", n=3))
    expect(far.locator(".welcome-who")).to_contain_text(catalan("reach.ahead", n=1, of=3))
    far.locator("form.enter button[type=submit]").click()
    expect(far.locator("textarea")).to_be_visible()


def test_who_reads_on_in_a_low_half_is_not_led_back_when_somebody_comes(people, clinic):
    tablet = people(clinic, "es", screen=PHONE)
    tablet.opens("/two/Reception")
    near, far = tablet.half("a"), tablet.half("b")
    near.locator("button.language:has(.language-name[lang=es])").first.click()
    far.locator("button.language:has(.language-name[lang=ca])").first.click()
    start = far.locator("form.enter button[type=submit]")
    expect(start).to_be_focused()
    expect(start).to_be_in_viewport(ratio=0.9, timeout=5_000)
    far.locator(".two-content").evaluate("(half) => half.scrollTo(0, half.scrollHeight)")
    expect(start).not_to_be_in_viewport(ratio=0.9, timeout=5_000)
    near.locator("form.enter button[type=submit]").evaluate("(button) => button.form.requestSubmit()")
    expect(far.locator(".welcome-who")).to_contain_text(Words(clinic, "ca")("room.people", n=1))
    expect(start).to_be_focused()
    expect(start).not_to_be_in_viewport(ratio=0.9, timeout=5_000)


def test_another_language_than_chosen_is_said_before_sending(people, clinic):
    boris = people(clinic, "ca").comes("Reception", "Boris")
    people(clinic, "uk").comes("Reception", "Олена")
    anna = people(clinic, "es").comes("Reception", "Anna")
    anna.area.fill(FRENCH)
    offer = anna.page.locator(".composer-seems")
    expect(offer).to_contain_text(anna.words("check.looks-like", language="francés"))
    anna.button("check.send-as", offer, language="francés").click()
    expect(anna.area).to_be_focused()
    expect(offer).to_be_hidden()
    anna.button("compose.send").click()
    # The staged engine gives the words back, which is not Catalan, and shown as odd.
    line = boris.sees(f"ca:{FRENCH}")
    expect(line.locator(".line-original")).to_have_text(FRENCH)
    expect(line.locator(".line-original")).to_have_attribute("lang", "fr")


def test_who_declines_is_asked_once_and_never_held_up(people, clinic):
    boris = people(clinic, "ca").comes("Reception", "Boris")
    anna = people(clinic, "es").comes("Reception", "Anna")
    anna.area.fill(FRENCH)
    offer = anna.page.locator(".composer-seems")
    anna.button("check.looks-like.no", offer).click()
    anna.area.press_sequentially(" et mon mari viendra avec moi aussi")
    expect(offer).to_be_hidden()
    anna.button("compose.send").click()
    expect(boris.lines.last.locator(".line-original")).to_have_attribute("lang", "es")


def test_a_language_that_one_also_reads_is_not_translated(people, clinic):
    boris = people(clinic, "ca").comes("Reception", "Boris")
    anna = people(clinic, "es").comes("Reception", "Anna")
    olena = people(clinic, "uk").comes("Reception", "Олена")
    boris.says("bon dia")
    anna.reads("es:bon dia", written="bon dia")
    anna.button("room.settings").click()
    anna.page.get_by_role("button", name=anna.words("settings.reads.none")).click()
    expect(anna.page.get_by_role("heading", name=anna.words("settings.reads"))).to_be_visible()
    chosen = anna.page.get_by_role("dialog").last
    chosen.get_by_role("button", name="Català").first.click()
    expect(chosen.get_by_role("button", name=anna.words("settings.reads.remove", language="catalán"))).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(anna.sees("bon dia")).to_have_attribute("data-origin", "same")
    boris.says("bona tarda")
    expect(anna.sees("bona tarda")).to_have_attribute("data-origin", "same")
    # Nobody else reads Spanish here, so no engine was asked for it.
    boris.says("bona nit")
    anna.sees("bona nit")
    assert clinic.engine.asked("bona nit") == 0
    # Whoever reads both is not counted among those who cannot.
    expect(marked(boris, "bona nit")).to_contain_text(boris.words("reach.cannot", n=1, of=2))
    olena.sees("bona nit")
    anna.page.reload()
    expect(anna.sees("bona nit")).to_have_attribute("data-origin", "same")


def test_over_a_relay_and_of_a_line_that_was_corrected(people, nodes, engines, sites):  # noqa: F811
    host = nodes("Reception", engines=[engines()])
    relay = sites(host)
    nurse = host.device().staff()
    nurse.enters("Reception", "Nurse", "es")
    relay.device().enters("Reception", "Олена", "uk")
    anna = people(host, "es").comes("Reception", "Anna")
    expect(anna.page.locator(".composer-ahead")).to_have_text(anna.words("reach.ahead", n=1, of=2))
    anna.says("hola")
    expect(marked(anna, "hola")).to_contain_text(anna.words("reach.cannot", n=1, of=2))
    # Whoever comes later, behind the relay or at a terminal, never heard it.
    relay.device().enters("Reception", "Nowak", "pl")
    with joined(host, "Eva", "uk"):
        expect(anna.page.locator(".composer-ahead")).to_have_text(anna.words("reach.ahead", n=3, of=4))
        expect(marked(anna, "hola")).to_contain_text(anna.words("reach.cannot", n=1, of=2))
        # What it says now all of them were told.
        corrects(anna, "hola", "buenos días")
        expect(marked(anna, "buenos días")).to_contain_text(anna.words("reach.cannot", n=3, of=4))
