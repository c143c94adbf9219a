"""Conversations on one host: order, echoes, presence, settings, several rooms."""

import re

import pytest
from conversation import Actor, Stage
from program import Home, run
from wire import Member


def test_what_one_says_the_others_see_and_the_speaker_hears_back(stage):
    anna, boris = stage.enters("anna", "es"), stage.enters("boris", "ca")
    anna.expect("joined", n=2, where=lambda e: e["member"]["name"] == "boris")
    echo = anna.says("buenos días «ñ» 🙂")
    seen = boris.sees("buenos días «ñ» 🙂")
    assert {**echo, "own": False} == seen
    assert (seen["from"], seen["lang"], seen["member"]) == ("anna", "es", anna.id)
    anna.leaves()
    assert boris.expect("left")["member"]["id"] == anna.id
    boris.leaves()


def test_everybody_sees_one_order(stage):
    actors = [stage.enters(name, "es") for name in ("anna", "boris", "clara", "david")]
    for number in range(25):
        for actor in actors:
            actor.sends(message=f"{actor.name} {number}")
    orders = []
    for actor in actors:
        actor.until(lambda: len(actor.all("message")) >= 100, what="a hundred messages")
        orders.append([(e["seq"], e["id"], e["message"]) for e in actor.all("message")])
    assert all(order == orders[0] for order in orders)
    assert [seq for seq, *_ in orders[0]] == list(range(1, 101))
    for actor in actors:
        assert [e["message"] for e in actor.all("message", own=True)] == [f"{actor.name} {n}" for n in range(25)]


def test_who_lists_those_who_are_here(stage):
    anna, boris = stage.enters("anna", "es"), stage.enters("boris", "ca")
    anna.sends(who=True)
    members = anna.expect("members", more=False)["members"]
    assert {(m["name"], m["lang"]) for m in members} == {("anna", "es"), ("boris", "ca")}
    assert {m["id"] for m in boris.welcome["members"]} == {anna.id, boris.id}


def test_a_new_name_is_seen_by_the_others_and_stands_by_what_is_said(stage):
    anna, boris = stage.enters("anna", "es"), stage.enters("boris", "ca")
    anna.says("antes")
    anna.sends(name="  Anna \u202e Maria ")
    assert boris.expect("changed")["member"] == {"id": anna.id, "name": "Anna Maria", "lang": "es"}
    anna.expect("changed")
    anna.says("después")
    assert boris.sees("antes")["from"] == "anna" and boris.sees("después")["from"] == "Anna Maria"


def test_a_new_language_is_seen_and_counts_for_what_is_said_and_read_from_then_on(stage, engines):
    anna = stage.enters("anna", "en")
    boris = stage.enters("boris", "es", engines=[engines()])
    anna.says("one")
    assert boris.reads("es:one")["lang"] == "es"
    boris.speaks("ca")
    assert anna.expect("changed")["member"]["lang"] == "ca"
    anna.says("two")
    assert boris.reads("ca:two")["lang"] == "ca"
    assert boris.says("tres")["lang"] == "ca"
    anna.speaks("ca")
    anna.says("quatre")
    assert boris.learns(boris.sees("quatre"))["state"] == "same"


def test_a_line_may_name_its_own_language_and_what_it_answers(stage, engines):
    anna, boris = stage.enters("anna", "es"), stage.enters("boris", "en", engines=[engines()])
    first = anna.says("bon dia", lang="ca")
    assert first["lang"] == "ca" and boris.reads("en:bon dia")["state"] == "translated"
    answer = boris.says("good morning", reply=first["id"])
    assert anna.sees("good morning")["reply"] == answer["reply"] == first["id"]


def test_each_reads_in_their_own_language(stage, engines):
    engine = engines()
    anna = stage.enters("anna", "en", engines=[engine])
    boris = stage.enters("boris", "es-419", engines=[engine])
    clara = stage.enters("clara", "ca", engines=[engine])
    anna.says("good morning")
    boris.sees("good morning")
    clara.sees("good morning")
    assert boris.reads("es:good morning")["engine"] == "staged"
    assert clara.reads("ca:good morning")["state"] == "translated"
    clara.says("bon dia")
    assert anna.reads("en:bon dia") and boris.reads("es:bon dia")


def test_rooms_of_one_node_are_joined_by_name_by_id_and_by_invite():
    with Stage("One", "The other room") as stage:
        address = f"127.0.0.1:{stage.host.port}"
        there = stage.host.rooms["The other room"]
        anna = stage.enters("anna", "es", f"{address}/One")
        by_name = stage.enters("boris", "es", f"{address}/The other room")
        by_code = stage.enters("clara", "es", f"{address}/The%20other%20room")
        by_id = stage.enters("david", "es", f"{address}/{there}")
        by_invite = stage.enters("emma", "es", stage.host.invite("The other room"))
        others = [by_name, by_code, by_id, by_invite]
        assert {actor.welcome["room"]["id"] for actor in others} == {there}
        by_invite.says("som aquí")
        for actor in others[:3]:
            actor.sees("som aquí")
        anna.says("sola")
        anna.sends(who=True)
        assert len(anna.expect("members")["members"]) == 1
        assert not anna.all("message", own=False)
        by_name.leaves()
        back = stage.enters("boris", "es", f"{address}/One")
        assert anna.expect("joined")["member"]["id"] == back.id


@pytest.mark.parametrize("to", ["/Nowhere", "/00000000-0000-4000-8000-000000000000"])
def test_a_room_that_is_not_there_is_an_error_with_status_1(stage, to):
    lost = stage.enters("lost", "es", f"127.0.0.1:{stage.host.port}{to}", waits=False)
    error = lost.expect("error", fatal=True)
    assert error["code"] == "no-room" and error["reason"].endswith(".")
    assert lost.ended() == 1


def test_the_end_of_input_leaves_once_everything_is_acknowledged(stage):
    boris, anna = stage.enters("boris", "ca"), stage.enters("anna", "es", waits=False)
    for number in range(50):
        anna.sends(message=f"last words {number}")
    anna.end_of_input()
    assert anna.ended() == 0, anna.log
    assert len(anna.all("message", own=True)) == 50
    for number in range(50):
        boris.sees(f"last words {number}")
    boris.expect("left")


def test_a_pipe_of_lines_that_ends_in_quit_loses_none(stage):
    """A shell's pipe: all the lines, the quit and the end of input come at once, before the welcome does."""
    reader = Member(stage.host.address, "olga", "ru")
    typed = "".join(f'{{"message":"piped {n}"}}\n' for n in range(20)) + '{"quit":true}\n'
    address = f"127.0.0.1:{stage.host.port}"
    done = run("join", address, "--json", "--name", "anna", "--lang", "es", "--no-translate", typed=typed)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count('"own":true') == 20
    assert [reader.expect("message")["message"] for _ in range(20)] == [f"piped {n}" for n in range(20)]
    reader.leave()


def test_the_independent_reader_sees_the_same_as_a_process(stage):
    reader = Member(stage.host.address, "olga", "ru")
    anna = stage.enters("anna", "es")
    said = [anna.says(f"línea {n}")["id"] for n in range(5)]
    assert [reader.expect("message")["id"] for _ in said] == said
    there = reader.says("привет")
    assert anna.sees("привет")["id"] == there["id"]
    reader.leave()


BAD_LINES = {
    b"hello": "bad-json",
    b"{": "bad-json",
    b'{"message":"cut': "bad-json",
    b"[]": "bad-json",
    b"5": "bad-json",
    b"\xff\xfe": "bad-json",
    b"{}": "bad-packet",
    b'{"massage":"x"}': "bad-packet",
    b'{"message":5}': "bad-packet",
    b'{"message":null}': "bad-packet",
    b'{"message":""}': "bad-packet",
    b'{"message":"\\u0007"}': "bad-packet",
    b'{"message":"x","lang":"??"}': "bad-lang",
    b'{"message":"x","reply":"no id"}': "bad-packet",
    b'{"lang":"not a tag"}': "bad-lang",
    b'{"lang":7}': "bad-lang",
    b'{"lang":"klingon"}': "bad-lang",
    b'{"message":"x","lang":"klingon"}': "bad-lang",
    b'{"name":""}': "bad-name",
    b'{"name":"x","lang":"!"}': "bad-lang",
    b'{"message":"' + b"a" * 4001 + b'"}': "too-large",
    b'{"message":"' + b"a" * 70_000 + b'"}': "too-large",
}


def test_each_bad_line_is_answered_by_an_error_and_the_chat_goes_on(stage):
    anna, boris = stage.enters("anna", "es"), stage.enters("boris", "ca")
    for line, code in BAD_LINES.items():
        anna.write(line + b"\n")
        error = anna.expect("error")
        assert (error["code"], error["fatal"]) == (code, False), (line[:60], error)
        assert re.search(r"\w.*\.$", error["reason"]), error
    anna.write(b"\n  \n")
    anna.says("sigo aquí")
    assert boris.sees("sigo aquí")["from"] == "anna"
    assert len(boris.all("message")) == 1 and not boris.all("changed") and not anna.all("error")[len(BAD_LINES) :]


def test_host_json_speaks_the_same(stage):
    command = ["host", "Own room", "--json", "--name", "anna", "--lang", "es"]
    home = Home()
    anna = Actor(*command, "--port", "0", "--bind", "127.0.0.1", "--no-mdns", "--no-translate", home=home, name="anna")
    stage.actors.append(anna)
    welcome = anna.expect("welcome")
    assert welcome["room"]["name"] == "Own room" and welcome["n"] == 1
    assert anna.says("hola")["seq"] == 1
    anna.leaves()


def test_a_host_on_the_state_folder_of_another_says_that_its_room_is_a_new_one(stage):
    home, flags = Home(), ["--port", "0", "--bind", "127.0.0.1", "--no-mdns", "--no-web", "--no-translate"]
    for room in ("First", "Second"):
        stage.actors.append(Actor("host", room, "--json", "--name", "anna", "--lang", "es", *flags, home=home, name=room))
        stage.actors[-1].expect("welcome")
    first, second = stage.actors[-2:]
    told = second.expect("notice")["text"]
    assert f"The state folder {home.path}/sabir is in use by another node" in told
    second.logs(told)
    assert not first.all("notice")
    first.leaves()
    second.leaves()
