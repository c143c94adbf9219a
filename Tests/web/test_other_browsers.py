"""The main ways of visitors, desk and wall in the other two families of browsers: Firefox, and WebKit as iPhones have it.

The others in the room speak HTTP as docs/openapi.yaml says; test_browser_*.py has the same ways in Chromium, and more.
"""

import pytest
from browser import Words
from node import PIN
from webdriver import READ, Firefox, WebKit


@pytest.fixture(params=[Firefox, WebKit], ids=lambda kind: kind.name)
def person(request):
    """Who has such a browser; what its page complains of fails the test."""
    made = []

    def make(lang="es", **settings):
        made.append(request.param(lang, **settings))
        return made[-1]

    yield make
    complaints = [complaint for someone in made for complaint in someone.trouble]
    for someone in made:
        someone.goes()
    assert not complaints, complaints


def comes(someone, node, name="Anna", words=None):
    words = words or Words(node, "es")
    someone.opens(f"{node.url}/r/Reception")
    someone.taps("Español")
    someone.writes(words("enter.name"), name)
    someone.taps(words("enter.go"))
    someone.finds(words("compose.label"), "textarea")
    return words


def test_a_visitor_comes_writes_reads_what_others_write_and_calls_for_help(person, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    boris = node.device().enters("Reception", "Boris", "ca")
    marta = node.device().staff().enters("Reception", "Marta", "es")
    anna = person("es")
    words = comes(anna, node)
    anna.writes(words("compose.label"), "hola")
    anna.taps(words("compose.send"))
    assert boris.reads("ca:hola")
    assert marta.sees("hola")["from"] == "Anna"
    boris.says("bon dia")
    anna.reads("es:bon dia")
    anna.reads("bon dia")
    anna.taps(words("help.button"))
    anna.taps(words("help.go"))
    anna.reads(words("help.called"))
    call = marta.until("help", lambda call: call["state"] == "open")
    marta.device.post(f"/api/staff/rooms/{marta.room}/help", member=call["member"], state="coming")
    anna.reads(words("help.coming"))
    anna.go(f"{node.url}/r/Reception")
    anna.reads("es:bon dia")
    anna.reads(words("help.coming"))


def test_a_visitor_takes_back_a_message_and_a_call(person, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    boris = node.device().enters("Reception", "Boris", "ca")
    anna = person("es")
    words = comes(anna, node)
    anna.writes(words("compose.label"), "me equivoqué")
    anna.taps(words("compose.send"))
    boris.reads("ca:me equivoqué")
    line = boris.sees("me equivoqué")
    anna.taps(words("line.more.own"))
    anna.taps(words("line.takeback"))
    anna.reads(words("takeback.text"))
    anna.taps(words("line.takeback"))
    assert boris.until("line", lambda told: told.get("retracts"))["retracts"] == line["id"]
    anna.reads(words("line.takenback.own"))
    anna.reads_no("me equivoqué")
    boris.asks("person")
    anna.reads(words("calls.person", name="Boris"))
    anna.taps(words("help.button"))
    anna.taps(words("help.go"))
    boris.until("help", lambda call: call["from"] == "Anna" and call["state"] == "open")
    anna.taps(words("help.done"))
    boris.until("help", lambda call: call["from"] == "Anna" and call["state"] == "done")
    anna.until(lambda: anna.runs(READ, words("help.done")) is False, "the end of her call")


def test_two_people_talk_at_one_tablet(person, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    two = person("es", wide=True)
    spanish, french = Words(node, "es"), Words(node, "fr")
    two.opens(f"{node.url}/two/Reception")
    for words, language in ((spanish, "Español"), (french, "Français")):
        two.taps(language)
        two.taps(words("two.start"))
        two.finds(words("compose.label"), "textarea")
    for words, text, read in ((spanish, "hola", "fr:hola"), (french, "bonjour", "es:bonjour")):
        two.writes(words("compose.label"), text)
        two.taps(words("compose.send"))
        two.reads(read)
    two.go(f"{node.url}/two/Reception")
    two.reads("fr:hola")
    two.reads("es:bonjour")


def test_the_desk_sees_a_call_answers_it_and_opens_a_room_for_two(person, nodes, engines):
    node = nodes("Reception", "Dentist", engines=[engines()])
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "ca")
    desk = person("es", wide=True)
    words = Words(node, desk.lang)
    desk.opens(f"{node.url}/staff")
    for digit in PIN:
        desk.taps(digit)
    desk.taps(words("staff.pin.open"))
    desk.reads_part("Dentist")
    anna.asks("person")
    desk.reads_part("Anna")
    desk.taps(words("staff.calls.coming"))
    anna.until("help", lambda call: call["state"] == "coming")
    boris.until("help", lambda call: call["state"] == "coming")
    desk.taps(words("staff.calls.done"))
    anna.until("help", lambda call: call["state"] not in ("open", "coming"))
    # What stands below the call moves up as it goes.
    desk.misses(words("staff.calls.done"))
    desk.taps(words("staff.visit.new"))
    desk.taps(words("staff.visit.make"))
    desk.reads_part("127.0.0.1")
    desk.until(lambda: desk.runs("return [...document.images].some((code) => code.naturalWidth > 0)"), "its code")


def test_the_wall_shows_the_code_and_what_is_said_in_the_houses_languages(person, nodes, engines):
    node = nodes(
        "Reception", engines=[engines()], room='kiosk_lines = 3\ntopic = "Urgencias"', web='languages = ["es", "ar"]')
    wall = person("es", wide=True)
    wall.opens(f"{node.url}/kiosk/Reception")
    wall.reads_part(f"127.0.0.1:{node.port}")
    wall.until(
        lambda: wall.runs("const code = document.querySelector('.kiosk-code'); return code && code.complete && code.naturalWidth > 0"),
        "the code")
    before = wall.runs("return document.querySelector('.kiosk-invite').textContent")
    anna, boris = (node.device().enters("Reception", name, lang) for name, lang in (("Anna", "es"), ("Boris", "ca")))
    anna.says("hola")
    boris.says("bon dia")
    wall.reads_part("hola")
    wall.until(
        lambda: wall.runs("return document.querySelector('.kiosk-invite').textContent") != before, "the next language")
