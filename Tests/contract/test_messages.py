"""Messages: one order for all, each acknowledged once, what was missed given back, what is wrong refused."""

import time
import uuid

import pytest
from wire import Connection, Member


def test_everyone_sees_one_order_and_the_sender_its_echo(join):
    people = [join(name, "es", "B") for name in ("anna", "boris", "carla")]
    sent = {person.say(f"{person.name} {n}") for n in range(4) for person in people}
    for person in people:
        person.read_to(people[0].me["seq"] + len(sent))
    orders = [[packet["id"] for _, packet in person.history if packet["type"] == "message"] for person in people]
    assert orders[0] == orders[1] == orders[2] and set(orders[0]) == sent


def test_a_message_carries_what_the_contract_names(join):
    anna, boris = join("anna", "es"), join("boris", "ca")
    first = anna.says("¿Dónde está la farmacia?")
    answer = boris.says("A la planta baixa", reply=first["id"], lang="fr", **{"from": "Dr. Nobody"})
    seen = anna.expect("message", id=answer["id"])
    assert seen == answer and seen["reply"] == first["id"] and seen["lang"] == "fr"
    assert seen["member"] == boris.id and seen["from"] == "boris" and seen["seq"] == first["seq"] + 1
    assert abs(seen["ts"] / 1000 - time.time()) < 60
    assert first["lang"] == "es" and "reply" not in first


def test_the_host_makes_an_id_where_none_is_sent(join):
    anna = join("anna", "es")
    anna.send("message", message="sense id")
    assert uuid.UUID(anna.expect("message", message="sense id")["id"])


TEXTS = {
    "controls": ("a\u0000b\u0007c\u001b[2Jd\re\u007ff\u0085g\u009bh", "abc[2Jdefgh"),
    "a tab": ("a\tb", "ab"),
    "new lines stay": ("línia 1\nlínia 2\n", "línia 1\nlínia 2\n"),
    "bidirectional controls": ("a\u202eb\u202cc\u2066d\u2069e", "abcde"),
    "other format characters stay": ("a\u200bb\u200dc\u200ed", "a\u200bb\u200dc\u200ed"),
    "right to left": ("صيدلية، ١٢٣", "صيدلية، ١٢٣"),
    "beyond the first plane": ("🙂👩‍⚕️𝒳", "🙂👩‍⚕️𝒳"),
    "quotes and backslashes": ('"\\/" \u2028 \u2029', '"\\/" \u2028 \u2029'),
    "4,000 after cleaning": ("🙂" * 4000 + "\u0007\u202e", "🙂" * 4000),
}


@pytest.mark.parametrize("given, clean", TEXTS.values(), ids=TEXTS)
def test_a_message_is_cleaned_then_measured(join, given, clean):
    anna, boris = join("anna", "es"), join("boris", "ca")
    sent = anna.say(given)
    assert boris.expect("message", id=sent)["message"] == clean


REFUSALS = {
    "empty": ({"message": ""}, "bad-packet"),
    "empty after cleaning": ({"message": "\u0007\u202e\u2066\r"}, "bad-packet"),
    "too long": ({"message": "ñ" * 4001}, "too-large"),
    "bad tag": ({"message": "hola", "lang": "not a tag!"}, "bad-lang"),
}


@pytest.mark.parametrize("fields, code", REFUSALS.values(), ids=REFUSALS)
def test_a_refused_message_is_named_and_the_member_stays(join, fields, code):
    anna, boris = join("anna", "es"), join("boris", "ca")
    refused = str(uuid.uuid4())
    anna.send("message", id=refused, **fields)
    error = anna.expect("error", id=refused)
    assert (error["code"], error["fatal"]) == (code, False)
    assert not [p for p in boris.barrier() if p["type"] == "message"]
    assert anna.says("encara hi sóc")["message"] == "encara hi sóc"


WRONG_TYPES = {"message": 5, "id": "not a uuid", "reply": 7, "lang": ["es"]}


@pytest.mark.parametrize("field", WRONG_TYPES)
def test_a_field_of_the_wrong_type_is_a_bad_packet(join, field):
    anna = join("anna", "es")
    anna.send("message", **{"message": "hola", field: WRONG_TYPES[field]})
    assert anna.expect("error")["code"] in ("bad-packet", "bad-lang" if field == "lang" else "bad-packet")


def test_a_refused_id_may_be_used_again(join):
    anna = join("anna", "es")
    once = anna.say("")
    assert anna.expect("error", id=once)["code"] == "bad-packet"
    assert anna.says("ara sí", id=once)["message"] == "ara sí"


def test_a_repeat_is_answered_to_its_sender_alone_with_its_first_seq(join):
    anna, boris = join("anna", "es", device="repeats-1"), join("boris", "ca")
    first = anna.says("una vegada")
    boris.expect("message", id=first["id"])
    assert anna.says("una vegada", id=first["id"]) == first
    anna.close()
    boris.expect("left", where=lambda p: p["member"]["id"] == anna.id)
    again = join("anna", "es", device="repeats-1")
    assert again.says("una vegada", id=first["id"]) == first
    assert not [p for p in boris.barrier() if p["type"] == "message"]


def test_anothers_id_is_refused(join):
    anna, boris = join("anna", "es"), join("boris", "ca")
    first = anna.says("meu")
    boris.say("teu", id=first["id"])
    error = boris.expect("error", id=first["id"])
    assert (error["code"], error["fatal"]) == ("duplicate-id", False)
    assert not [p for p in anna.barrier() if p["type"] == "message"]
    assert boris.says("encara hi sóc")


def test_resume_gives_what_was_missed_once_and_goes_on_live(host, join):
    boris = join("boris", "ca")
    anna = join("anna", "es", device="resumes-1")
    anna.says("abans")
    point = anna.resume_point
    anna.close()
    missed = [boris.says(f"mentre no hi eres {n}")["id"] for n in range(5)]
    back = join("anna", "es", device="resumes-1", resume=point)
    boris.say("en directe")
    got = [back.expect("message")["id"] for _ in missed]
    assert got == missed and back.expect("message")["message"] == "en directe"
    assert not [p for p in back.barrier() if p["type"] in ("message", "gap")]


def test_resume_up_to_date_gives_nothing(join):
    anna = join("anna", "es", device="resumes-2")
    anna.says("tot vist")
    point = anna.resume_point
    anna.leave()
    back = join("anna", "es", device="resumes-2", resume=point)
    assert not [p for p in back.barrier() if p["type"] in ("message", "gap")]


@pytest.mark.parametrize("epoch, ahead", [("another life", 0), (None, 1000)])
def test_a_resume_point_of_no_sense_starts_over(join, epoch, ahead):
    boris = join("boris", "ca")
    line = boris.says("vell")
    resume = {"epoch": epoch or boris.me["epoch"], "seq": line["seq"] - 1 + ahead}
    connection = Connection(boris.socket.getpeername())
    connection.resume = resume
    connection.send("hello", protocol=1, room="A", name="anna", lang="es", resume=resume)
    welcome = connection.expect("welcome")
    assert welcome["seq"] >= line["seq"]
    # Of another life: that all of this one is missing. A number that is ahead of all misses nothing.
    gaps = [{"type": "gap", "from": 1, "to": welcome["seq"]}] if epoch else []
    assert [p for p in connection.barrier() if p["type"] in ("message", "gap")] == gaps
    connection.close()


def test_what_is_no_longer_kept_is_a_gap(open_host):
    anna = Member(open_host.address, "anna", "es", "Open", device="gap-1")
    boris = Member(open_host.address, "boris", "ca", "Open")
    anna.says("abans")
    point = anna.resume_point
    anna.leave()
    for n in range(1100):
        boris.say(str(n))
    newest = boris.expect("message", 20, message="1099")["seq"]
    back = Member(open_host.address, "anna", "es", "Open", device="gap-1", resume=point)
    gap = back.expect("gap")
    assert (gap["from"], gap["to"]) == (point["seq"] + 1, newest - 1000)
    assert back.expect("message", 20, message="1099")["seq"] == newest
    assert len(back.ledger.lines) == 1000
    for member in (back, boris):
        member.leave()


def test_thousands_of_lines_arrive_without_a_hole_or_a_double(open_host):
    readers = [Member(open_host.address, f"reader {n}", "ca", "Open") for n in range(10)]
    sent = [readers[n % 10].say(f"line {n}") for n in range(3000)]
    for reader in readers:
        reader.read_to(readers[0].me["seq"] + len(sent))
    assert all(reader.ledger.lines == readers[0].ledger.lines for reader in readers)
    assert {line["id"] for line in readers[0].ledger.lines.values()} == set(sent)
    for reader in readers:
        reader.leave()


def test_a_flood_is_refused_and_the_others_are_undisturbed(host, join):
    anna, boris = join("anna", "es", "B"), join("boris", "ca", "B")
    accepted = 0
    for n in range(1000):
        anna.say(f"flood {n}")
    error = anna.expect("error", 20)
    assert error["code"] == "too-fast"
    boris.barrier()
    accepted = len([p for _, p in boris.history if p["type"] == "message" and p["member"] == anna.id])
    assert 0 < accepted < 1000
    assert boris.says("tranquil·la")["message"] == "tranquil·la"
