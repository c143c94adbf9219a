"""What could harm is loud: with the line, its words on both sides, and what can be done. What is odd is a mark to tap."""

import pytest
from browser import DESK, NARROW, ROOT, TABLET, browser, expect, people  # noqa: F401
from node import PIN
from test_browser_staff_see import SEEN, reading

BOOK = f'[phrasebook]\nfiles = ["{ROOT}/share/phrasebook/clinic.tmx"]'
SAID, READ = "No tome este medicamento con alcohol", "Prengui aquest medicament amb alcohol"
ODD, READ_ODD = "Here every person knows the way", "ca:Here cada person knows the way"


@pytest.fixture
def engine(engines):
    """It loses the "not" of one line, and leaves a word of another in its base form."""
    engine = engines(kind="apertium")
    engine.says(SAID, READ)
    return engine


def actions(person, line):
    return line.get_by_role("group", name=person.words("care.actions"), exact=True)


def told(person, text):
    """What a screen reader hears of lines."""
    return person.page.locator(".unseen [role=log] p").filter(has_text=text)


def test_what_could_harm_names_its_words_and_offers_what_can_be_done(people, nodes, engine):
    node = nodes("Reception", engines=[engine], before=BOOK)
    anna, boris = people(node, "es").comes("Reception", "Anna"), people(node, "ca").comes("Reception", "Boris")
    carla = people(node, "es").comes("Reception", "Carla")
    anna.says(SAID)
    line = boris.sees(READ)
    expect(line).to_have_attribute("data-origin", "warning")
    remark = line.locator(".line-remark.care")
    expect(remark).to_have_count(1)
    expect(remark).to_contain_text("No")
    expect(remark, "heard, not by colour alone").to_contain_text(boris.words("origin.warning"))
    expect(told(boris, boris.words("origin.warning"))).to_have_count(1)

    boris.button("line.person", actions(boris, line)).click()
    expect(boris.sheet.locator("blockquote")).to_have_text(READ)
    boris.page.keyboard.press("Escape")
    expect(boris.button("line.person", actions(boris, line)), "back where one was").to_be_focused()

    boris.button("compose.phrases", actions(boris, line)).click()
    chosen = boris.sheet.locator(".situation[aria-pressed=true]")
    expect(chosen, "where its words are").to_have_text(boris.words("situation.medicine"))
    expect(boris.sheet.locator(".phrase").first).to_have_text("No prengui aquest medicament.")
    boris.page.keyboard.press("Escape")

    boris.button("care.again", actions(boris, line)).click()
    expect(boris.card("calls.unclear.told", name="Anna")).to_be_visible()
    expect(anna.card("calls.unclear", name="Boris")).to_be_visible()
    # Who wrote it, and who reads it as it was written, have nothing to be warned of.
    for other in (anna, carla):
        expect(other.sees(SAID).locator(".line-remark, .line-care")).to_have_count(0)
        expect(told(other, other.words("origin.warning"))).to_have_count(0)
    expect(carla.card("calls.unclear", name="Boris"), "it was asked of who wrote it").to_have_count(0)


def test_a_translation_that_comes_late_is_heard_too(people, nodes, engine):
    node = nodes("Reception", engines=[engine])
    emma, boris = people(node, "en").comes("Reception", "Emma"), people(node, "ca").comes("Reception", "Boris")
    engine.holds()
    emma.says(ODD)
    expect(told(boris, ODD), "as it was written, as nothing else is there").to_have_count(1)
    engine.is_well()
    expect(told(boris, READ_ODD)).to_have_count(1)


def test_what_is_only_odd_is_a_mark_to_tap(people, nodes, engine):
    node = nodes("Reception", engines=[engine])
    emma, boris = people(node, "en").comes("Reception", "Emma"), people(node, "ca").comes("Reception", "Boris")
    emma.says(ODD)
    line = boris.sees(READ_ODD)
    expect(line).to_have_attribute("data-origin", "odd")
    expect(line.locator(".line-remark, .line-care")).to_have_count(0)
    expect(line.locator("[data-role=origin]")).to_contain_text(boris.words("origin.odd"))
    expect(told(boris, READ_ODD)).to_have_count(1)
    expect(told(boris, boris.words("origin.warning"))).to_have_count(0)
    line.locator("[data-role=origin]").click()
    expect(boris.sheet).to_contain_text(boris.words("origin.odd.more"))
    remark = boris.sheet.locator(".line-remark").filter(has_text="cada")
    expect(remark).to_have_count(1)
    expect(remark.locator(".unseen")).to_have_count(0)


def test_what_a_person_should_confirm_says_so_to_who_reads_it_in_that_room(people, nodes, engines):
    safety = 'rooms = ["Reception"]\ntext = { ca = "Pregunti-ho a l’intèrpret." }'
    node = nodes("Reception", "Canteen", engines=[engines()], before=f"[safety]\n{safety}", room=SEEN)
    anna, boris = people(node, "es").comes("Reception", "Anna"), people(node, "ca").comes("Reception", "Boris")
    carla, emma = people(node, "es").comes("Reception", "Carla"), people(node, "fr").comes("Reception", "Emma")
    desk = people(node, "ca", screen=DESK).opens_desk(PIN)
    about, talk = "¿Está embarazada?", "¿Dónde está Boris?"
    anna.says(about)
    anna.says(talk)
    line = boris.sees(f"ca:{about}")
    expect(line, "nothing differs").to_have_attribute("data-origin", "translated")
    expect(line.locator(".line-remark")).to_have_text("Pregunti-ho a l’intèrpret.")
    expect(line.locator(".line-remark.care, .line-care")).to_have_count(0)
    expect(told(boris, "Pregunti-ho a l’intèrpret.")).to_have_count(1)
    expect(emma.sees(f"fr:{about}").locator(".line-remark")).to_have_text("Une personne devrait le confirmer avant que l’on agisse en conséquence.")
    expect(boris.sees(f"ca:{talk}").locator(".line-remark")).to_have_count(0)
    for other in (anna, carla):
        expect(other.sees(about).locator(".line-remark")).to_have_count(0)
    expect(reading(desk, f"ca:{about}").locator(".line-remark")).to_have_text("Pregunti-ho a l’intèrpret.")
    reader, cook = people(node, "ca").comes("Canteen", "Dolors"), people(node, "es").comes("Canteen", "Eva")
    cook.says(about)
    expect(reader.sees(f"ca:{about}").locator(".line-remark")).to_have_count(0)


def test_only_what_is_possible_is_offered(people, nodes, engine):
    """No phrasebook here; and at the desk, which reads along, nobody has a seat to ask from."""
    node = nodes("Reception", engines=[engine], room=SEEN)
    boris = people(node, "ca", screen=NARROW).comes("Reception", "Boris")
    desk = people(node, "ca", screen=DESK).opens_desk(PIN)
    anna = people(node, "es").comes("Reception", "Anna")
    anna.says(SAID)
    line = boris.sees(READ)
    expect(actions(boris, line).get_by_role("button")).to_have_count(2)
    expect(boris.button("compose.phrases", actions(boris, line))).to_have_count(0)
    assert boris.overflow <= 0
    seen = reading(desk, READ)
    expect(seen.locator(".line-remark.care")).to_contain_text(desk.words("origin.warning"))
    expect(seen.locator(".line-care")).to_have_count(0)


def test_at_a_tablet_for_two_each_half_warns_its_own_reader(people, nodes, engine):
    node = nodes("Reception", engines=[engine])
    both = people(node, "es", screen=TABLET)
    both.sits_down(b="ca")
    near, far = both.half("a"), both.half("b")
    near.locator("textarea").fill(SAID)
    near.locator(".composer-send").click()
    line = far.locator("li.line").filter(has_text=READ)
    expect(line).to_have_attribute("data-origin", "warning")
    line.locator("[data-role=care-person]").click()
    expect(far.get_by_role("dialog").locator("blockquote")).to_have_text(READ)
    expect(near.get_by_role("dialog")).to_have_count(0)
    expect(near.locator(".line-care")).to_have_count(0)
