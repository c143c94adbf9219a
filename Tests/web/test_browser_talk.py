"""People who talk in several languages, each on a device of their own."""

from browser import TABLET, apertium, browser, expect, people  # noqa: F401
from node import joined

INTERPRETER = "+34 900 000 204"


def test_two_phones_a_tablet_and_a_terminal_understand_each_other(people, nodes, apertium):
    node = nodes("Reception", engines=[apertium], web='languages = ["es"]')
    anna = people(node, "es").comes("Reception", "Anna")
    jordi = people(node, "ca").comes("Reception", "Jordi")
    emma = people(node, "en", screen=TABLET).comes("Reception", "Emma")
    with joined(node, "marie", "fr") as marie:
        anna.says("La casa es grande")
        jordi.reads("La casa és gran", written="La casa es grande")
        emma.reads("The house is big", written="La casa es grande")
        jordi.says("Bon dia a tothom")
        anna.reads("Buen día a todo el mundo", written="Bon dia a tothom")
        emma.says("The doctor is in the house")
        anna.reads("El doctor es en la casa", written="The doctor is in the house")
        marie.expect("message", message="Bon dia a tothom")
        marie.says("la maison est grande")
        jordi.reads("la casa és gran", written="la maison est grande")
        for reader in (anna, jordi, emma):
            expect(reader.lines).to_have_count(4)


def test_what_apertium_marks_is_a_mark_to_tap_and_no_sign_in_the_text(people, nodes, apertium):
    """`#cada 8 hores` is what Apertium says; and what Emma writes with such signs stays."""
    node = nodes("Reception", engines=[apertium])
    emma = people(node, "en").comes("Reception", "Emma")
    jordi = people(node, "ca").comes("Reception", "Jordi")
    anna = people(node, "es").comes("Reception", "Anna")
    for text in ("Take one tablet every 8 hours", "Room #4, ask @maria"):
        emma.says(text)
    line = jordi.sees("Duu una pastilla cada 8 hores")
    expect(line).to_have_attribute("data-origin", "odd")
    expect(line.locator(".line-remark"), "a person should confirm it, and nothing else").to_have_count(1)
    expect(line.locator(".line-remark.care")).to_have_count(0)
    line.locator("[data-role=origin]").click()
    expect(jordi.sheet.locator(".line-remark").filter(has_text="cada")).to_have_text("Algunes paraules estan en la forma bàsica: cada. Miri l’original.")
    jordi.page.keyboard.press("Escape")
    expect(line.locator(".line-original")).to_have_text("Take one tablet every 8 hours")
    anna.sees("Toma una pastilla cada 8 horas")
    for reader in (jordi, anna):
        expect(reader.lines.locator(".line-text", has_text="#4")).to_have_count(1)
        expect(reader.lines.locator(".line-text", has_text="@maria")).to_have_count(1)
    late = people(node, "ca").comes("Reception", "Carla")
    expect(late.lines.filter(has_text="Duu una pastilla")).to_have_count(0)
    jordi.page.reload()
    again = jordi.sees("Duu una pastilla cada 8 hores")
    expect(again).to_have_attribute("data-origin", "odd")


def test_from_the_code_on_the_wall_into_the_room_in_two_taps(people, nodes):
    visitor = people(nodes("Reception"), "es")
    visitor.scans("Reception")
    visitor.page.locator("button.language").first.click()
    visitor.button("enter.go").click()
    expect(visitor.area).to_be_visible()
    visitor.says("hola")
    visitor.sees("hola")


def room_of_two(people, nodes, engines, **settings):
    node = nodes("Reception", engines=[engines()], **settings)
    return node, people(node, "es").comes("Reception", "Anna"), people(node, "ca").comes("Reception", "Boris")


def test_an_answer_shows_what_it_answers(people, nodes, engines):
    _, anna, boris = room_of_two(people, nodes, engines)
    anna.says("¿tiene fiebre?")
    anna.says("¿toma medicinas?")
    boris.chooses(boris.reads("ca:¿tiene fiebre?", written="¿tiene fiebre?"), "line.reply")
    boris.says("sí, una mica")
    answer = anna.reads("es:sí, una mica", written="sí, una mica")
    expect(answer.locator(".line-quoted")).to_contain_text("¿tiene fiebre?")
    answer.locator(".line-quote").click()
    expect(anna.line("¿tiene fiebre?")).to_be_focused()


def test_i_did_not_understand_reaches_whoever_wrote_it(people, nodes, engines):
    node, anna, boris = room_of_two(people, nodes, engines)
    carla = people(node, "en").comes("Reception", "Carla")
    anna.says("venga en ayunas")
    boris.chooses(boris.sees("ca:venga en ayunas"), "line.unclear")
    expect(boris.calls).to_contain_text(boris.words("calls.unclear.told", name="Anna"))
    expect(anna.calls).to_contain_text(anna.words("calls.unclear", name="Boris"))
    anna.button("calls.reword", anna.calls).click()
    expect(anna.area).to_have_value("venga en ayunas")
    anna.says("no coma nada antes de venir")
    carla.sees("en:no coma nada antes de venir")
    expect(carla.calls).to_have_count(0)


def test_a_person_is_called_and_everybody_sees_how(people, nodes, engines):
    _, anna, boris = room_of_two(people, nodes, engines, room=f'contact = "{INTERPRETER}"')
    anna.says("firme aquí")
    boris.chooses(boris.sees("ca:firme aquí"), "line.person")
    boris.button("help.go", boris.sheet).click()
    expect(anna.calls).to_contain_text(anna.words("calls.person", name="Boris"))
    for member in (anna, boris):
        expect(member.calls.get_by_role("link", name=INTERPRETER)).to_have_attribute("href", "tel:+34900000204")


def test_a_notice_is_read_by_each_in_their_language(people, nodes, engines):
    node, anna, boris = room_of_two(people, nodes, engines)
    node.device().staff().post(
        "/api/staff/rooms/Reception/acts", act="notice", text="cerramos a las dos", lang="es"
    )
    expect(anna.page.locator(".notice-text")).to_have_text("cerramos a las dos")
    expect(boris.page.locator(".notice-text")).to_have_text("ca:cerramos a las dos")
    expect(boris.page.locator(".notice-original")).to_have_text("cerramos a las dos")
    late = people(node, "ca").comes("Reception", "Late")
    expect(late.page.locator(".notice-text")).to_have_text("ca:cerramos a las dos")


def test_a_reader_changes_language_and_reads_the_rest_in_it(people, nodes, engines):
    _, anna, boris = room_of_two(people, nodes, engines)
    anna.says("buenos días")
    boris.sees("ca:buenos días")
    boris.button("room.settings").click()
    boris.sheet.get_by_role("button", name="Català").click()
    boris.sheet.locator("button.language", has_text="English").click()
    boris.sees("en:buenos días")
    expect(boris.page.locator("html")).to_have_attribute("lang", "en")
