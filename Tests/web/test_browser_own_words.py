"""One's own messages afterwards: taken back, corrected, deleted before they went, as everybody in the room sees it."""

from browser import RESTARTED, ROOT, TABLET, browser, expect, people  # noqa: F401
from program import steady_port

SEEN = """(text) => document.documentElement.outerHTML.includes(text) || Object.values(localStorage).some((one) => one.includes(text))"""
WALL = {"width": 1920, "height": 1080}
BOOK = f'[phrasebook]\nfiles = ["{ROOT}/share/phrasebook/clinic.tmx"]'
SECRET = "tengo un secreto"


def in_reception(people, nodes, engines, **settings):
    """Anna, Boris and a nurse; all of them read what was said before they came."""
    node = nodes("Reception", engines=[engines()], room='newcomers_see = "all"\nkiosk_lines = 5', **settings)
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    marta = people(node, "fr")
    marta.context.request.post(f"{node.url}/api/staff/login", data={"pin": "271828"}, headers={"X-Sabir": "1"})
    return node, anna, boris, marta.comes("Reception", "Marta")


def knows_nothing_of(person, text=SECRET):
    """Neither on the page, seen or unseen, nor stored."""
    person.page.wait_for_function(f"() => !({SEEN})({text!r})")


def takes_back(person, text):
    person.chooses(person.line(text), "line.takeback")
    expect(person.sheet).to_contain_text(person.words("takeback.text"))
    person.button("line.takeback", person.sheet).click()
    expect(person.line(person.words("line.takenback.own"))).to_have_count(1)


def corrects(person, text, other):
    person.chooses(person.line(text), "line.correct")
    expect(person.page.get_by_text(person.words("compose.correcting"))).to_be_visible()
    expect(person.area).to_have_value(text)
    person.writes(other)


def test_what_is_taken_back_is_nowhere_any_more(people, nodes, engines):
    node, anna, boris, marta = in_reception(people, nodes, engines)
    wall = people(node, "es", screen=WALL)
    wall.opens("/kiosk/Reception")
    anna.says(SECRET)
    boris.chooses(boris.reads(f"ca:{SECRET}", written=SECRET), "line.reply")
    boris.says("entesos")
    marta.chooses(marta.reads(f"fr:{SECRET}", written=SECRET), "line.unclear")
    expect(anna.calls.get_by_text(SECRET)).to_be_visible()
    # One is reading how sure it is, another has it in the list of what to take home, at that moment.
    boris.line(f"ca:{SECRET}").locator("[data-role=origin]").click()
    marta.button("room.settings").click()
    marta.button("take.open", marta.sheet).click()
    marta.button("take.show", marta.sheet).click()
    expect(marta.sheet.get_by_role("article")).to_contain_text(SECRET)

    takes_back(anna, SECRET)
    for person in (boris, marta):
        expect(person.line(person.words("line.takenback", name="Anna"))).to_have_count(1)
        expect(person.button("line.more", name="Anna")).to_have_count(0)
    expect(marta.sheet.get_by_role("article")).to_contain_text(marta.words("line.takenback", name="Anna"))
    expect(boris.sheet).to_have_count(0)
    for person in (anna, boris, marta, wall):
        knows_nothing_of(person)
    expect(anna.line("es:entesos").locator(".line-quote")).to_contain_text(anna.words("line.takenback.own"))
    dario = people(node, "en").comes("Reception", "Dario")
    expect(dario.line(dario.words("line.takenback", name="Anna"))).to_have_count(1)
    anna.page.reload()
    expect(anna.line(anna.words("line.takenback.own"))).to_have_count(1)
    for person in (dario, anna):
        expect(person.lines).to_have_count(2)
        knows_nothing_of(person)


def test_who_answers_or_takes_a_set_sentence_while_correcting_corrects_nothing(people, nodes, engines):
    node = nodes("Reception", engines=[engines()], before=BOOK)
    anna, boris = people(node, "es").comes("Reception", "Anna"), people(node, "ca").comes("Reception", "Boris")
    anna.says("en la entrada")
    boris.says("on és?")
    anna.reads("es:on és?", written="on és?")
    anna.area.fill("un borrador")
    for begin in (lambda: anna.chooses(anna.line("es:on és?"), "line.reply"), lambda: send_first_phrase(anna)):
        anna.chooses(anna.line("en la entrada"), "line.correct")
        expect(anna.area).to_have_value("en la entrada")
        begin()
        expect(anna.page.get_by_text(anna.words("compose.correcting"))).to_have_count(0)
        expect(anna.area).to_have_value("un borrador")
    anna.chooses(anna.line("en la entrada"), "line.correct")
    anna.chooses(anna.line("es:on és?"), "line.reply")
    anna.says("a la derecha")
    boris.reads("ca:a la derecha", written="a la derecha")
    expect(boris.line("ca:a la derecha").locator(".line-quote")).to_contain_text("on és?")
    boris.reads("ca:en la entrada", written="en la entrada")
    expect(anna.line("en la entrada")).to_have_count(1)


def send_first_phrase(person):
    person.page.locator(".composer").get_by_role("button", name=person.words("compose.phrases"), exact=True).click()
    person.sheet.locator(".phrases li button").first.click()
    person.button("phrases.send", person.sheet).click()
    expect(person.sheet).to_have_count(0)


def test_an_answer_quotes_a_translation_that_came_after_it(people, nodes, engines):
    engine = engines()
    node = nodes("Reception", engines=[engine])
    anna, boris = people(node, "es").comes("Reception", "Anna"), people(node, "ca").comes("Reception", "Boris")
    engine.holds()
    anna.says("en la entrada")
    boris.chooses(boris.line("en la entrada"), "line.reply")
    boris.says("entesos")
    quote = boris.line("entesos").locator(".line-quote")
    expect(quote).to_contain_text("en la entrada")
    engine.is_well()
    expect(quote).to_contain_text("ca:en la entrada")


def test_a_correction_stands_in_place_of_the_message_and_the_old_one_can_be_read(people, nodes, engines):
    node, anna, boris, marta = in_reception(people, nodes, engines)
    anna.says("en la entrada")
    boris.chooses(boris.reads("ca:en la entrada", written="en la entrada"), "line.reply")
    boris.says("entesos")
    anna.sees("es:entesos")
    anna.area.fill("un borrador")
    corrects(anna, "en la entrada", "en el pasillo")
    expect(anna.area, "what one was writing comes back").to_have_value("un borrador")
    anna.sees("en el pasillo")
    expect(anna.line("en la entrada")).to_have_count(0)
    for person, lang in ((boris, "ca"), (marta, "fr")):
        line = person.reads(f"{lang}:en el pasillo", written="en el pasillo")
        person.button("line.corrected", line).click()
        expect(person.sheet).to_contain_text(person.words("corrected.before"))
        expect(person.sheet).to_contain_text(f"{lang}:en la entrada")
        person.page.keyboard.press("Escape")
    expect(boris.lines).to_have_count(2)
    expect(boris.line("entesos").locator(".line-quote")).to_contain_text("ca:en el pasillo")
    dario = people(node, "en").comes("Reception", "Dario")
    dario.reads("en:en el pasillo", written="en el pasillo")
    expect(dario.lines, "a newcomer sees it once, in its place").to_have_count(2)
    boris.chooses(boris.line("ca:en el pasillo"), "back.title")
    expect(boris.sheet.locator(".reading-back")).to_contain_text("es:ca:en el pasillo")
    boris.page.keyboard.press("Escape")
    boris.button("room.settings").click()
    boris.button("take.open", boris.sheet).click()
    boris.button("take.show", boris.sheet).click()
    for text in ("en el pasillo", boris.words("corrected.before"), "en la entrada"):
        expect(boris.sheet.get_by_role("article").get_by_role("listitem").first).to_contain_text(text)
    boris.page.keyboard.press("Escape")
    corrects(anna, "en el pasillo", "en la salida")
    takes_back_all(anna, boris, marta, dario)


def takes_back_all(anna, *others):
    """With all that it ever said."""
    anna.sees("en la salida")
    takes_back(anna, "en la salida")
    for person in others:
        expect(person.line(person.words("line.takenback", name="Anna"))).to_have_count(1)
    for person in (anna, *others):
        for text in ("en la entrada", "en el pasillo", "en la salida"):
            knows_nothing_of(person, text)


def test_only_its_author_may(people, nodes, engines):
    _, anna, boris, marta = in_reception(people, nodes, engines)
    anna.says("hola")
    for person, text in ((boris, "ca:hola"), (marta, "fr:hola")):
        person.sees(text).locator("[data-role=more]").click()
        expect(person.button("line.reply", person.sheet)).to_be_visible()
        for key in ("line.correct", "line.takeback"):
            expect(person.button(key, person.sheet)).to_have_count(0)


def test_where_the_room_lets_nobody_it_is_not_offered(people, nodes, engines):
    node = nodes("Reception", engines=[engines()], room='take_back = "0"')
    anna = people(node, "es").comes("Reception", "Anna")
    people(node, "ca").comes("Reception", "Boris")
    people(node, "en").comes("Reception", "Dario")
    anna.says("hola")
    anna.line("hola").locator("[data-role=more]").click()
    expect(anna.button("line.reply", anna.sheet)).to_be_visible()
    for key in ("line.correct", "line.takeback"):
        expect(anna.button(key, anna.sheet)).to_have_count(0)


def test_without_a_connection_it_waits_and_what_never_went_is_deleted(people, nodes, engines):
    node, anna, boris, marta = in_reception(people, nodes, engines, port=steady_port())
    for person in (anna, boris, marta):
        person.forgives(*RESTARTED)
    anna.says("en la entrada")
    anna.says("de acuerdo")
    boris.sees("ca:de acuerdo")
    anna.loses_network()
    corrects(anna, "en la entrada", "en el pasillo")
    expect(anna.line("en la entrada")).to_have_attribute("data-sending", "")
    expect(anna.line("en la entrada")).to_contain_text("en el pasillo")
    expect(anna.line("en la entrada")).to_contain_text(anna.words("sending.waiting"))
    anna.writes(SECRET)
    anna.button("sending.discard", anna.line(SECRET)).click()
    expect(anna.line(SECRET)).to_have_count(0)
    anna.context.set_offline(False)
    anna.sees("en el pasillo")
    boris.reads("ca:en el pasillo", written="en el pasillo")
    anna.says("hasta luego")
    for person, text in ((boris, "ca:hasta luego"), (marta, "fr:hasta luego")):
        person.sees(text)
        expect(person.lines).to_have_count(3)
    for person in (anna, boris, marta):
        knows_nothing_of(person)


def test_a_correction_for_a_room_that_has_begun_anew_is_said_not_to_have_got_through(people, nodes):
    node = nodes("Reception", port=steady_port())
    anna = people(node, "es").comes("Reception", "Anna")
    anna.forgives(*RESTARTED, "status of 409")
    anna.says("en la entrada")
    node.kill()
    node.program.ended()
    corrects(anna, "en la entrada", "en el pasillo")
    line = anna.line("en la entrada")
    expect(line).to_contain_text(anna.words("sending.waiting"))
    node.start()
    expect(line).to_contain_text(anna.words("error.message-gone"))
    anna.button("sending.discard", line).click()
    expect(line).not_to_contain_text("en el pasillo")
    anna.page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.includes('outbox'))")


def test_at_a_tablet_both_halves_see_it(people, nodes, engines):
    node, anna, _, _ = in_reception(people, nodes, engines)
    tablet = people(node, "es", screen=TABLET)
    tablet.sits_down("Reception")
    near, far = tablet.half("a"), tablet.half("b")
    near.get_by_role("textbox").fill(SECRET)
    near.get_by_role("button", name=tablet.words("compose.send"), exact=True).click()
    expect(far.get_by_text(f"ca:{SECRET}").first).to_be_visible()
    anna.sees(SECRET)
    near.get_by_role("button", name=tablet.words("line.more.own"), exact=True).click()
    near.get_by_role("dialog").get_by_role("button", name=tablet.words("line.takeback"), exact=True).click()
    near.get_by_role("dialog").get_by_role("button", name=tablet.words("line.takeback"), exact=True).click()
    expect(near.get_by_text(tablet.words("line.takenback.own"))).to_be_visible()
    expect(anna.page.locator(".taken-back")).to_have_count(1)
    knows_nothing_of(tablet)
    knows_nothing_of(anna)
