"""Calls: "I did not understand", an interpreter asked for, and what a host without a shared engine answers."""

import uuid

import pytest
from host import Host
from wire import Member, encode

CONTACT = "Extension 12, or ring at the desk"
CONFIG = f"""
[limits]
message_rate = 1
message_burst = 5

[[room]]
name = "Desk"
contact = "{CONTACT}"
"""


def told(member, *kinds):
    return [packet for packet in member.barrier() if packet["type"] in kinds]


@pytest.fixture(scope="module")
def desk():
    """A host whose one room has a contact, and a flood limit of 5 at once."""
    with Host("Desk", config=CONFIG) as host:
        yield host
        assert host.process.poll() is None, f"the host died during the tests:\n{host.log()}"


@pytest.fixture
def enter(desk):
    members = []

    def enter(name, lang="es", **options):
        members.append(Member(desk.address, name, lang, **options))
        return members[-1]

    yield enter
    for member in members:
        member.close()


def test_unclear_is_told_to_the_author_and_to_who_asked_alone(join):
    anna, boris, carla = join("anna", "es"), join("boris", "fr"), join("carla", "ca")
    line = anna.says("tome dos comprimidos")
    boris.expect("message", id=line["id"])
    boris.send("unclear", id=line["id"])
    asker = {"member": boris.id, "from": "boris", "lang": "fr"}
    expected = {"type": "unclear", "id": line["id"], **asker, "present": True}
    assert anna.expect("unclear") == boris.expect("unclear") == expected
    assert not told(carla, "unclear", "error") and not told(anna, "unclear") and not told(boris, "unclear")


def test_who_asked_is_told_that_the_author_has_left(join):
    anna, boris = join("anna", "es"), join("boris", "fr")
    line = anna.says("hasta luego")
    anna.leave()
    boris.expect("left", where=lambda p: p["member"]["id"] == anna.id)
    boris.send("unclear", id=line["id"])
    assert boris.expect("unclear", id=line["id"])["present"] is False


def test_the_author_that_came_back_with_its_device_is_told(join):
    anna, boris = join("anna", "es", device="unclear-1"), join("boris", "fr")
    line = anna.says("hasta luego")
    anna.leave()
    back = join("anna", "es", device="unclear-1")
    boris.send("unclear", id=line["id"])
    assert back.expect("unclear", id=line["id"])["present"] is True


def test_unclear_about_an_unknown_message_and_ones_own_is_refused(join):
    anna, boris = join("anna", "es"), join("boris", "fr")
    own = anna.says("meu")["id"]
    for refused in (str(uuid.uuid4()), own):
        anna.send("unclear", id=refused)
        error = anna.expect("error", id=refused)
        assert (error["code"], error["fatal"]) == ("bad-packet", False)
    assert not told(boris, "unclear")
    assert anna.says("encara hi sóc")


@pytest.mark.parametrize("fields", [{}, {"id": "7"}, {"id": 7}, {"id": None}])
def test_unclear_needs_a_message(join, fields):
    anna = join("anna", "es")
    anna.send_raw(encode({"type": "unclear", **fields}))
    error = anna.expect("error")
    assert (error["code"], error["fatal"]) == ("bad-packet", False)


def test_a_call_for_a_person_goes_to_everybody_with_the_contact(enter):
    anna, boris, carla = enter("anna"), enter("boris", "fr"), enter("carla", "ca")
    boris.send("person")
    expected = {"type": "person", "member": boris.id, "from": "boris", "lang": "fr", "contact": CONTACT}
    assert anna.expect("person") == boris.expect("person") == carla.expect("person") == expected


def test_a_call_about_a_message_goes_to_its_author_and_to_who_called(enter):
    anna, boris, carla = enter("anna"), enter("boris", "fr"), enter("carla", "ca")
    line = anna.says("tome dos comprimidos")
    boris.send("person", id=line["id"])
    call = boris.expect("person")
    assert anna.expect("person") == call and (call["id"], call["contact"]) == (line["id"], CONTACT)
    anna.send("person", id=line["id"])
    assert anna.expect("person")["member"] == anna.id
    assert not told(carla, "person")
    boris.send("person", id=str(uuid.uuid4()))
    assert boris.expect("error")["code"] == "bad-packet"


def test_without_a_contact_a_call_carries_none(join):
    anna = join("anna", "es")
    anna.send("person")
    assert anna.expect("person")["contact"] == ""


def test_a_call_for_help_stands_until_it_is_taken_back(enter):
    anna, boris = enter("anna"), enter("boris", "fr")
    line = anna.says("tome dos comprimidos")
    boris.expect("message", id=line["id"])
    boris.send("person", about=line["id"])
    call = anna.expect("help")
    assert (call["member"], call["about"], call["state"], call["contact"]) == (boris.id, line["id"], "open", CONTACT)
    assert boris.expect("help") == call and anna.expect("person")["member"] == boris.id
    boris.send("help", state="done")
    assert anna.expect("help", state="done")["ts"] == call["ts"]
    assert boris.expect("help", state="done")
    # What is so already is told to whoever asked, alone.
    boris.send("help", state="done")
    assert boris.expect("help", state="done") and not told(anna, "help")


def test_others_calls_are_answered_by_staff_alone(enter):
    anna, boris, carla = enter("anna"), enter("boris", "fr"), enter("carla", "ca")
    boris.send("person")
    boris.expect("help")
    for state in ("coming", "done"):
        carla.send("help", member=boris.id, state=state)
        error = carla.expect("error")
        assert (error["code"], error["fatal"]) == ("forbidden", False)
    boris.send("help", state="coming")
    assert boris.expect("error")["code"] == "bad-packet"
    anna.send("help", state="done")
    assert anna.expect("error")["code"] == "bad-packet", "there is none of hers"
    assert {p["state"] for p in told(carla, "help")} <= {"open"}


def test_a_call_about_a_message_that_is_not_there_goes_out_all_the_same(enter):
    anna, boris = enter("anna"), enter("boris", "fr")
    boris.send("person", about=str(uuid.uuid4()))
    assert "about" not in anna.expect("help", member=boris.id) and not told(boris, "error")


def test_a_first_call_is_taken_from_whoever_has_said_too_much(enter):
    anna, boris = enter("anna"), enter("boris", "fr")
    for _ in range(20):
        boris.send("message", message="?")
    boris.expect("error", code="too-fast")
    boris.send("person")
    assert anna.expect("help", member=boris.id)["state"] == "open"
    for _ in range(20):
        boris.send("person")
    assert boris.expect("error", code="too-fast")


def test_calls_count_against_the_flood_limit(enter):
    anna, boris = enter("anna"), enter("boris", "fr")
    line = anna.says("hola")
    for _ in range(20):
        boris.send("unclear", id=line["id"])
    error = boris.expect("error")
    assert (error["code"], error["fatal"], error["id"]) == ("too-fast", False, line["id"])
    boris.barrier()
    taken = [p for _, p in boris.history if p["type"] == "unclear"]
    assert 5 <= len(taken) < 20
    assert len(told(anna, "unclear")) == len(taken)


QUESTION = {"id": "q1", "source": "es", "target": "ca", "texts": ["hola"]}


@pytest.mark.parametrize("packet", [{"type": "translate", **QUESTION}, {"type": "pairs"}], ids=["translate", "pairs"])
def test_a_host_without_a_shared_engine_says_so(join, packet):
    anna = join("anna", "es")
    assert "translation" not in anna.me
    anna.send(packet["type"], **{key: value for key, value in packet.items() if key != "type"})
    error = anna.expect("error")
    assert (error["code"], error["fatal"]) == ("bad-packet", False) and "engine" in error["reason"]
    assert anna.says("encara hi sóc")


WRONG_QUESTIONS = {
    "no id": ({"id": None}, "bad-packet"),
    "an id of 65": ({"id": "q" * 65}, "bad-packet"),
    "no texts": ({"texts": []}, "bad-packet"),
    "17 texts": ({"texts": ["a"] * 17}, "bad-packet"),
    "a text that is a number": ({"texts": [7]}, "bad-packet"),
    "8,001 scalars": ({"texts": ["ñ" * 4000, "ñ" * 4001]}, "too-large"),
    "no target": ({"target": None}, "bad-lang"),
    "no language": ({"source": "??"}, "bad-lang"),
}


@pytest.mark.parametrize("fields, code", WRONG_QUESTIONS.values(), ids=WRONG_QUESTIONS)
def test_a_question_that_cannot_be_read_is_refused(join, fields, code):
    anna = join("anna", "es")
    anna.send("translate", **{**QUESTION, **fields})
    error = anna.expect("error")
    assert (error["code"], error["fatal"]) == (code, False)
