"""A line that its author corrects or takes back, seen by three people, one of them a newcomer, and by a screen on the wall."""

import threading
import uuid

import pytest
from node import Events, Refused, joined
from relayed import sites  # noqa: F401

SECRET = "quantum aubergine"


def line_of(visit, test, within=30):
    return visit.until("line", test, within)


@pytest.fixture(params=["memory", "disk"])
def room(request, nodes, engines):
    engine = engines()
    node = nodes("Reception", engines=[engine], room=f'history = "{request.param}"\nnewcomers_see = "all"\nkiosk_lines = 5')
    node.engine = engine
    return node


def test_what_is_taken_back_leaves_everybody(room):
    anna = room.device().enters("Reception", "Anna", "es")
    boris = room.device().enters("Reception", "Boris", "ca")
    wall = Events(room.device(), "/api/rooms/Reception/watch")
    assert anna.hello["room"]["take_back"] == 900
    said = anna.says(SECRET)
    boris.reads("ca:" + SECRET)
    wall.until("line", lambda line: line["text"] == SECRET)
    corrected = anna.says(SECRET + " two", corrects=said["id"])
    assert line_of(boris, lambda line: line["text"] == SECRET + " two")["corrects"] == said["id"]
    boris.reads(f"ca:{SECRET} two")
    wall.until("hello", lambda hello: [line["text"] for line in hello["lines"]] == [SECRET + " two"])
    back = anna.says("", retracts=said["id"])
    assert wall.until("hello", lambda hello: not hello["lines"])
    for reader in (anna, boris):
        line = line_of(reader, lambda line: line.get("retracts"))
        assert (line["retracts"], line["text"]) == (said["id"], "")
    assert back["seq"] == corrected["seq"] + 1
    cleo = room.device().enters("Reception", "Cleo", "fr")
    ids = [line_of(cleo, lambda line: True) for _ in range(3)]
    assert [(line["id"], line["text"], line.get("retracted")) for line in ids[:2]] == [
        (said["id"], "", True), (corrected["id"], "", True)]
    assert ids[2]["retracts"] == said["id"]
    again = boris.again(f"{boris.last.split(':')[0]}:0")
    assert SECRET not in str([line_of(again, lambda line: True) for _ in range(3)])
    older = Events(cleo.device, f"/api/rooms/Reception/lines?before={back['seq'] + 1}")
    assert SECRET not in str(older.until("lines"))
    assert not room.program.lines or SECRET not in "".join(room.program.lines)


def test_nobody_else_may_and_nobody_twice(room):
    anna = room.device().enters("Reception", "Anna", "es")
    boris = room.device().enters("Reception", "Boris", "ca")
    staff = room.device().staff().enters("Reception", "Dr. Roig", "ca")
    said = anna.says("hola")
    for other in (boris, staff):
        for change in ({"retracts": said["id"]}, {"corrects": said["id"]}):
            with pytest.raises(Refused) as refused:
                other.says("adéu", **change)
            assert (refused.value.status, refused.value.detail) == (409, "not-yours"), refused.value.body
    with pytest.raises(Refused):
        anna.says("x", corrects=said["id"], retracts=said["id"])
    with pytest.raises(Refused):
        anna.says("x", corrects=str(uuid.uuid4()))
    correction = anna.says("hola!", corrects=said["id"])
    with pytest.raises(Refused):
        anna.says("hola?", corrects=correction["id"])
    back = anna.says("", retracts=said["id"], id=str(uuid.uuid4()))
    # Said again under its own id, as after a lost answer, it is answered with the number that it has.
    assert anna.says("", retracts=said["id"], id=back["id"])["seq"] == back["seq"]
    for change in ({"retracts": said["id"]}, {"corrects": said["id"]}):
        with pytest.raises(Refused):
            anna.says("hola", **change)
    # The first line, said again under its id, does not come back.
    assert anna.says("hola", id=said["id"])["seq"] == said["seq"]
    cleo = room.device().enters("Reception", "Cleo", "fr")
    assert line_of(cleo, lambda line: line["id"] == said["id"])["text"] == ""


def test_a_room_that_keeps_what_was_said(nodes):
    node = nodes("Reception", room='take_back = "off"')
    anna = node.device().enters("Reception", "Anna", "es")
    assert anna.hello["room"]["take_back"] == 0
    said = anna.says("hola")
    for change in ({"retracts": said["id"]}, {"corrects": said["id"]}):
        with pytest.raises(Refused) as refused:
            anna.says("adéu", **change)
        assert refused.value.status == 409


# What is on the disk

WORDS = ("quantum", "aubergine", "marmalade")


def files_with_words(node):
    state = node.home.path / "sabir"
    return {
        (path.name, word)
        for path in state.rglob("*") if path.is_file() and path.suffix != ".toml"
        for word in WORDS if word.encode() in path.read_bytes()
    }  # fmt: skip


@pytest.fixture
def kept(nodes, engines):
    return nodes("Reception", flags=("--unlimited",), engines=[engines()], room='history = "disk"\nnewcomers_see = "all"')


def test_no_byte_is_left_once_it_is_answered_even_if_the_node_is_killed_then(kept):
    anna = kept.device().enters("Reception", "Anna", "es")
    boris = kept.device().enters("Reception", "Boris", "ca")
    # Enough for the search index to hold the line, and to have a block of its own.
    said = anna.says(SECRET)
    corrected = anna.says("marmalade", corrects=said["id"])
    boris.reads("ca:marmalade")
    for number in range(90):
        boris.says(f"otro {number}")
    stays = anna.says("what stays")
    assert files_with_words(kept)
    anna.says("", retracts=said["id"])
    kept.kill()
    assert files_with_words(kept) == set()
    kept.start()
    cleo = kept.device().enters("Reception", "Cleo", "fr")
    lines = Events(cleo.device, "/api/rooms/Reception/lines?before=1000&limit=100").until("lines")["lines"]
    by_id = {line["id"]: line for line in lines}
    assert by_id[said["id"]]["retracted"] and by_id[corrected["id"]]["retracted"]
    assert by_id[said["id"]]["from"] == "Anna" and not by_id[said["id"]]["text"]
    assert by_id[stays["id"]]["text"] == "what stays"
    assert [line["retracts"] for line in lines if "retracts" in line] == [said["id"]]
    # What was said in the earlier life can be taken back in this one, by whoever said it.
    anna.device.port = kept.port
    anna = anna.device.enters("Reception", "Anna", "es")
    with pytest.raises(Refused):
        cleo.says("", retracts=stays["id"])
    anna.says("", retracts=stays["id"])
    with pytest.raises(Refused):
        anna.says("", retracts=said["id"])


def test_many_at_once_hold_nobody_up(kept):
    anna = kept.device().enters("Reception", "Anna", "es")
    boris = kept.device().enters("Reception", "Boris", "ca")
    ids = [anna.says(f"{SECRET} {number}")["id"] for number in range(12)]
    answers = []

    def take_back(said):
        answers.append(anna.device.post(f"{anna.path}/messages", id=str(uuid.uuid4()), retracts=said, face="a"))

    threads = [threading.Thread(target=take_back, args=(said,)) for said in ids]
    for thread in threads:
        thread.start()
    boris.says("hola mentrestant")
    for thread in threads:
        thread.join(60)
    assert len({answer["seq"] for answer in answers}) == len(ids)
    gone = {line_of(boris, lambda line: line.get("retracts"))["retracts"] for _ in ids}
    assert gone == set(ids)
    kept.kill()
    assert files_with_words(kept) == set()


# Over a relay


def test_it_leaves_those_behind_a_relay_and_they_may_take_back(nodes, engines, sites):  # noqa: F811
    host = nodes("Reception", engines=[engines()], room='newcomers_see = "all"\nhistory = "disk"')
    relay = sites(host, relay='history = "disk"')
    anna = host.device().enters("Reception", "Anna", "es")
    boris = relay.device().enters("Reception", "Boris", "es")
    assert boris.hello["room"]["take_back"] == 900
    said = anna.says(SECRET)
    boris.sees(SECRET)
    with pytest.raises(Refused) as refused:
        boris.says("", retracts=said["id"])
    assert refused.value.status < 500
    anna.says("", retracts=said["id"])
    assert line_of(boris, lambda line: line.get("retracts"))["retracts"] == said["id"]
    own = boris.says(SECRET)
    boris.says("aubergine", corrects=own["id"])
    anna.sees("aubergine")
    boris.says("", retracts=own["id"])
    assert line_of(anna, lambda line: line.get("retracts") == own["id"])
    for node, name in ((host, "Cleo"), (relay, "Dora")):
        newcomer = node.device().enters("Reception", name, "es")
        lines = [line_of(newcomer, lambda line: True) for _ in range(5)]
        assert not [line for line in lines if line["text"]], lines
    relay.end()
    host.end()
    assert files_with_words_at(relay) == set()


def files_with_words_at(node):
    return {path.name for path in node.home.path.rglob("*") if path.is_file() and b"aubergine" in path.read_bytes()}


def test_a_member_over_tcp_reads_the_same(room):
    anna = room.device().enters("Reception", "Anna", "es")
    with joined(room, "Eva", "es") as eva:
        said = anna.says(SECRET)
        eva.expect("message", 30)
        anna.says("mejor", corrects=said["id"])
        assert eva.expect("message", 30)["corrects"] == said["id"]
        anna.says("", retracts=said["id"])
        gone = eva.expect("message", 30)
        assert (gone["retracts"], gone["message"]) == (said["id"], "")
        mine = str(uuid.uuid4())
        eva.sends(message="mío", id=mine)
        anna.sees("mío")
        eva.sends(message="mío de verdad", corrects=mine)
        assert line_of(anna, lambda line: line.get("corrects") == mine)["text"] == "mío de verdad"
        eva.sends(retracts=mine)
        assert line_of(anna, lambda line: line.get("retracts") == mine)["text"] == ""
