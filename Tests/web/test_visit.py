"""A visitor's way through a room, over HTTP alone: what docs/openapi.yaml promises to any client."""

import json
import uuid

import pytest

from node import Node, Refused, joined
from program import Home


def test_two_visitors_and_each_reads_the_other_in_his_language(nodes, engines):
    node = nodes("Reception", engines=[engines()])
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "ca")
    anna.until("joined", lambda event: event["member"]["name"] == "Boris")
    anna.says("hola")
    line = boris.sees("hola")
    assert line["from"] == "Anna" and line["lang"] == "es" and line["member"] == anna.member
    translation = boris.reads("ca:hola")
    assert translation["id"] == line["id"] and translation["lang"] == "ca"
    assert translation["state"] == "translated" and translation["engine"] == "staged" and translation["warnings"] == []
    assert anna.sees("hola")["seq"] == line["seq"]


def test_a_language_is_translated_once_however_many_read_it(nodes, engines):
    engine = engines()
    node = nodes("Reception", engines=[engine])
    anna = node.device().enters("Reception", "Anna", "es")
    readers = [node.device().enters("Reception", f"R{n}", "ca") for n in range(12)]
    anna.says("buenos días a todos")
    for reader in readers:
        reader.reads("ca:buenos días a todos")
    assert engine.asked("buenos días a todos") == 1


def test_what_an_engine_missed_is_filled_in_when_it_is_back(nodes, engines):
    engine = engines()
    node = nodes("Reception", engines=[engine])
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "ca")
    engine.fails("refuses connections")
    anna.says("¿dónde le duele?")
    line = boris.sees("¿dónde le duele?")
    missing = boris.until("translation", lambda found: found["id"] == line["id"])
    assert missing["state"] == "untranslated" and missing["text"] is None and missing["reason"]["text"]
    engine.is_well()
    late = boris.until("translation", lambda found: found["id"] == line["id"] and found["state"] == "translated", 30)
    assert late["text"] == "ca:¿dónde le duele?"


def test_a_broken_stream_goes_on_where_it_was(nodes):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "es")
    anna.says("one")
    boris.sees("one")
    boris.close()
    for text in ("two", "three"):
        anna.says(text)
    back = boris.again()
    assert [back.until("line")["text"] for _ in range(2)] == ["two", "three"]
    anna.says("four")
    assert back.until("line")["text"] == "four"
    assert back.hello["member"] == boris.member and back.hello["n"] == 2


def test_a_resumed_reader_gets_the_translations_again(nodes, engines):
    node = nodes("Reception", engines=[engines()])
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "ca")
    anna.says("hola")
    boris.reads("ca:hola")
    assert boris.again().reads("ca:hola")["state"] == "translated"


def test_a_repeat_of_a_message_is_answered_with_its_first_number(nodes):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    number = str(uuid.uuid4())
    first = anna.says("once", id=number)
    assert anna.says("once", id=number) == first
    anna.sees("once")
    anna.says("later")
    assert anna.until("line")["text"] == "later"


def test_another_cannot_use_the_same_id(nodes):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "es")
    number = anna.says("mine")["id"]
    with pytest.raises(Refused) as refusal:
        boris.says("not yours", id=number)
    assert refusal.value.code == "duplicate-id" and refusal.value.status == 409


def test_a_device_that_enters_again_is_the_same_member(nodes):
    node = nodes("Reception")
    device = node.device()
    first = device.enters("Reception", "Anna", "es")
    again = device.enters("Reception", "Ana María", "ca")
    assert again.member == first.member and again.hello["n"] == 1 and again.hello["lang"] == "ca"


def test_two_faces_of_one_tablet_are_two_members(nodes):
    node = nodes("Reception")
    tablet = node.device()
    nurse, visitor = tablet.enters("Reception", "Nurse", "es", "a"), tablet.enters("Reception", "Visitor", "ar", "b")
    assert nurse.member != visitor.member
    visitor.says("مرحبا")
    assert nurse.sees("مرحبا")["lang"] == "ar"


def test_the_next_visitor_at_a_tablet_is_somebody_else(nodes):
    node = nodes("Reception")
    tablet = node.device()
    nurse, first = tablet.enters("Reception", "Nurse", "es", "a"), tablet.enters("Reception", "First", "ar", "b")
    secret = tablet.cookies["sabir-b"]
    first.asks("leave")
    about = tablet.get("/api/rooms/Reception?face=b")
    assert about["you"] is None and about["remembered"] is None
    second = tablet.enters("Reception", "Second", "uk", "b")
    assert second.member not in (first.member, nurse.member) and tablet.cookies["sabir-b"] != secret
    third = tablet.enters("Reception", "Third", "ca", "b", anew=True)
    assert third.member not in (first.member, second.member, nurse.member), "not even where nobody could leave"
    assert tablet.enters("Reception", "Nurse", "es", "a").member == nurse.member


def test_visitors_and_members_over_tcp_are_in_one_room(nodes, engines):
    node = nodes("Reception", engines=[engines()])
    anna = node.device().enters("Reception", "Anna", "es")
    with joined(node, "boris", "ca") as boris:
        anna.until("joined", lambda event: event["member"]["name"] == "boris")
        anna.says("hola")
        boris.sees("hola")
        boris.says("bon dia")
        assert anna.sees("bon dia")["lang"] == "ca"


def test_i_did_not_understand_reaches_the_author_alone(nodes):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "ca")
    carla = node.device().enters("Reception", "Carla", "en")
    number = anna.says("en ayunas")["id"]
    boris.sees("en ayunas")
    boris.asks("unclear", id=number)
    told = anna.until("unclear")
    assert told["id"] == number and told["from"] == "Boris" and told["lang"] == "ca"
    assert boris.until("unclear")["present"] is True
    anna.says("after")
    carla.sees("after")
    assert not [event for event in carla.events if event[0] == "unclear"]


def test_a_person_is_called(nodes):
    node = nodes("Reception", room='contact = "Interpreters: extension 204"')
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "ca")
    number = anna.says("hola")["id"]
    assert boris.asks("person", id=number) == {"contact": "Interpreters: extension 204"}
    assert anna.until("person")["contact"] == "Interpreters: extension 204"


def test_a_draft_is_shown_as_each_will_read_it(nodes, engines):
    node = nodes("Reception", engines=[engines()])
    anna = node.device().enters("Reception", "Anna", "es")
    node.device().enters("Reception", "Boris", "ca")
    anna.until("joined")
    check = anna.asks("check", text="hola", lang="es")
    reading = next(entry for entry in check["languages"] if entry["lang"] == "ca")
    assert reading["text"] == "ca:hola" and reading["n"] == 1 and reading["back"]["text"] == "es:ca:hola"


def test_who_is_gone_for_good_leaves(nodes):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "es")
    anna.until("joined")
    boris.asks("leave")
    assert anna.until("left")["n"] == 1


class Fresh(Node):
    """A node that was told nothing but its room: no configuration, and so no engine."""

    def __init__(self):
        self.home, self.flags = Home(), ("--room", "Reception", "--no-mdns", "--web-port", "0")
        self.start()


def test_a_fresh_node_has_the_set_sentences_that_come_with_it():
    with Fresh() as node:
        anna, boris = (node.device().enters("Reception", name, lang) for name, lang in (("Anna", "es"), ("Boris", "ar")))
        assert boris.hello["phrases"]
        anna.says("¿Dónde está la farmacia?")
        found = boris.reads("أين الصيدلية؟")
        assert found["state"] == "phrasebook" and found.get("engine") is None, "a set sentence, and not verified"


def test_the_house_tells_what_there_is(nodes, engines):
    node = nodes("Reception", "Dentist", engines=[engines()], web='languages = ["es"]')
    house = node.device(headers={"Accept-Language": "ca,fr;q=0.5"}).get("/api/house")
    assert [room["name"] for room in house["rooms"]] == ["Reception", "Dentist"]
    assert house["suggested"][0] == "ca"
    outlooks = {language["tag"]: language["outlook"] for language in house["languages"]}
    assert outlooks["ca"] == "translated" and outlooks["sw"] in ("none", "phrases")
    names = {language["tag"]: (language["name"], language["dir"]) for language in house["languages"]}
    assert names["ar"] == ("العربية", "rtl") and names["ca"] == ("Català", "ltr")


def test_a_code_leads_to_the_room(nodes):
    answer = nodes("Reception").device().open("/api/rooms/Reception/qr.svg")
    assert answer.status == 200 and answer.headers["Content-Type"].startswith("image/svg+xml")
    assert b"<svg" in answer.body and b"<script" not in answer.body


def test_a_kiosk_shows_lines_only_where_the_room_allows_it(nodes):
    from node import Events

    open_room = nodes("Reception", room="kiosk_lines = 3")
    anna = open_room.device().enters("Reception", "Anna", "es")
    screen = Events(open_room.device(), "/api/rooms/Reception/watch")
    assert screen.until("hello")["n"] == 1
    anna.says("la puerta azul")
    assert screen.until("line")["text"] == "la puerta azul"
    quiet_room = nodes("Reception")
    boris = quiet_room.device().enters("Reception", "Boris", "es")
    screen = Events(quiet_room.device(), "/api/rooms/Reception/watch")
    assert screen.until("hello")["lines"] == []
    boris.says("private")
    boris.asks("leave")
    screen.until("n", lambda event: event["n"] == 0)
    assert not [event for event in screen.events if event[0] == "line"]


def test_a_host_that_dies_and_comes_back_takes_its_visitors_in_again():
    from program import steady_port

    with Node("Reception", port=steady_port()) as node:
        anna = node.device().enters("Reception", "Anna", "es")
        anna.says("before")
        anna.sees("before")
        node.kill()
        anna.ended()
        node.start()
        back = anna.device.enters("Reception", "Anna", "es")
        assert back.hello["epoch"] != anna.hello["epoch"]
        back.says("after")
        assert back.sees("after")["seq"] == 1


def test_stopping_does_not_wait_for_telephones(nodes):
    node = nodes("Reception")
    visits = [node.device().enters("Reception", f"V{n}", "es") for n in range(5)]
    assert node.end() == 0
    for visit in visits:
        assert visit.until("closing")["text"] == "The node is stopping."
        visit.ended()


def test_the_answers_are_json_and_never_stored(nodes):
    answer = nodes("Reception").device().open("/api/house")
    assert answer.headers["Cache-Control"] == "no-store"
    json.loads(answer.body)


def test_a_line_of_staff_says_so_and_keeps_it(nodes):
    node = nodes("Reception", room="kiosk_lines = 3")
    anna = node.device().enters("Reception", "Anna", "es")
    rosa = node.device().staff().enters("Reception", "Rosa", "es")
    rosa.says("hola")
    assert anna.sees("hola")["role"] == "staff"
    anna.says("soy Rosa")
    assert "role" not in rosa.sees("soy Rosa")
    page = anna.device.open("/api/rooms/Reception/lines?before=100").body.decode()
    assert page.count('"role":"staff"') == 1
