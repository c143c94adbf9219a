"""hello and welcome: who gets in, under which name, with which id, and who is told why not."""

import time

import pytest
from host import Host
from wire import Connection, Member

HELLO = {"protocol": 1, "room": "A", "name": "anna", "lang": "es"}


def refuse(host, code, **changes):
    connection = Connection(host.address)
    connection.send("hello", **{**HELLO, **changes})
    return connection.expect_refusal(code)


def test_a_room_is_entered_by_name_and_by_id(host, join):
    by_name, by_id = join("anna", "es", "B"), join("boris", "ca", host.rooms["B"])
    for member in (by_name, by_id):
        assert member.me["room"]["id"] == host.rooms["B"] and member.me["room"]["name"] == "B"
    by_id.says("bona tarda")
    by_name.expect("message", message="bona tarda")


def test_rooms_do_not_hear_each_other(host, join):
    here, there = join("anna", "es", "A"), join("boris", "ca", "B")
    here.says("només aquí")
    assert not [p for p in there.barrier() if p["type"] in ("message", "joined")]


def test_welcome_tells_who_is_here(join):
    anna, boris = join("anna", "es", "B"), join("boris", "ca", "B")
    told = {m["id"]: (m["name"], m["lang"]) for m in boris.me["members"]}
    assert told[anna.id] == ("anna", "es") and told[boris.id] == ("boris", "ca")
    assert boris.me["n"] == len(boris.me["members"]) == sum(boris.me["langs"].values())
    assert boris.me["langs"]["ca"] >= 1
    assert boris.me["limits"]["frame"] >= 65_536 and boris.me["limits"]["message"] == 4000


def test_an_unknown_room_is_refused(host):
    refuse(host, "no-room", room="Nowhere")


def test_a_left_out_room_is_refused_where_there_are_two(host):
    refuse(host, "no-room", room=None)


def test_a_left_out_room_is_the_room_where_there_is_one():
    with Host("The only one") as host:
        assert Member(host.address, "anna", "es").me["room"]["name"] == "The only one"


@pytest.mark.parametrize("protocol", [0, 2, 99])
def test_another_protocol_is_refused(host, protocol):
    refuse(host, "protocol", protocol=protocol)


@pytest.mark.parametrize("kind", ["message", "who", "profile"])
def test_nothing_counts_before_hello(host, join, kind):
    boris = join("boris", "ca")
    stranger = Connection(host.address)
    stranger.send(kind, message="hola", name="x")
    assert stranger.expect("error")["fatal"]
    stranger.expect_close()
    assert not [p for p in boris.barrier() if p["type"] == "message"]


@pytest.mark.parametrize("missing", ["protocol", "name", "lang"])
def test_hello_without_a_field_is_refused(host, missing):
    connection = Connection(host.address)
    connection.send("hello", **{**HELLO, missing: None})
    error = connection.expect("error")
    assert error["fatal"] and error["code"] in ("bad-packet", "protocol", "bad-name", "bad-lang")
    connection.expect_close()


BAD_NAMES = {"empty": "", "only spaces": "  \u2003", "only controls": "\u0000\u0007\u202e\u200b", "65 long": "ñ" * 65}


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES)
def test_a_name_that_is_none_is_refused(host, name):
    refuse(host, "bad-name", name=name)


NAMES = {
    "ends and folds of space": ("  Ana \u00a0\u2003 Mari  ", "Ana Mari"),
    "an escape sequence": ("\u001b[31mred\u001b[0m", "[31mred[0m"),
    "a new line that forges": ("Ana\n12:00 Boris", "Ana12:00 Boris"),
    "C1 controls": ("A\u009bB\u0085C", "ABC"),
    "overrides and marks": ("\u202eA\u2066B\u200eC\ufeffD\u00adE\u200bF", "ABCDEF"),
    "joiners stay": ("नमस्\u200dते و\u200cه", "नमस्\u200dते و\u200cه"),
    "64 after cleaning": (" " + "ñ" * 64 + "\u200e ", "ñ" * 64),
    "64 beyond the first plane": ("🙂" * 64, "🙂" * 64),
}


@pytest.mark.parametrize("given, clean", NAMES.values(), ids=NAMES)
def test_a_name_is_cleaned_then_measured(join, given, clean):
    boris = join("boris", "ca", "B")
    anna = join(given, "es", "B")
    boris.expect("joined", where=lambda p: p["member"] == {"id": anna.id, "name": clean, "lang": "es"})
    assert anna.says("hola")["from"] == clean


@pytest.mark.parametrize("lang", ["", "not a tag!", "e", "es-", "españ", "a" * 9, "en-" + "-".join(["abcdefgh"] * 4)])
def test_a_tag_that_is_none_is_refused(host, lang):
    refuse(host, "bad-lang", lang=lang)


@pytest.mark.parametrize("lang", ["es", "es-419", "zh-Hans-CN", "sr-Latn", "ca-valencia", "de-CH-1996"])
def test_a_tag_is_carried_as_said(join, lang):
    anna = join("anna", lang)
    assert anna.says("hola")["lang"].lower() == lang.lower()


def test_a_device_gets_its_own_member_id_back(join):
    first = join("anna", "es", device="secret-of-anna-1")
    other = join("anna", "es", device="secret-of-anna-2")
    nobody = join("anna", "es")
    assert len({first.id, other.id, nobody.id}) == 3
    first.leave()
    assert join("anna la gran", "ca", device="secret-of-anna-1").id == first.id


def test_a_broken_connection_gives_the_id_back_too(join):
    boris = join("boris", "ca")
    anna = join("anna", "es", device="secret-of-anna-3")
    anna.reset()
    boris.expect("left", where=lambda p: p["member"]["id"] == anna.id)
    assert join("anna", "es", device="secret-of-anna-3").id == anna.id


def test_bye_leaves_and_the_host_closes(join):
    boris, anna = join("boris", "ca", "B"), join("anna", "es", "B")
    anna.leave()
    left = boris.expect("left", where=lambda p: p["member"]["id"] == anna.id)
    assert left["member"]["name"] == "anna" and left["n"] >= 1


def test_hello_is_waited_for_five_seconds(host):
    start, connection = time.monotonic(), Connection(host.address)
    connection.expect_refusal("hello-timeout", within=20)
    assert time.monotonic() - start >= 4.5


def test_half_a_hello_is_no_hello(host):
    start, connection = time.monotonic(), Connection(host.address)
    connection.send_raw(b"\x00\x00\x00\x40{")
    connection.expect_refusal("hello-timeout", within=20)
    assert time.monotonic() - start >= 4.5


def test_sigterm_says_goodbye_and_exits_well():
    with Host("Closing") as host:
        members = [Member(host.address, name, "es") for name in ("anna", "boris")]
        stranger = Connection(host.address)
        members[0].says("last words")
        host.terminate()
        for member in members:
            member.expect_refusal("closing")
        stranger.expect_close()
        assert host.process.wait(30) == 0
