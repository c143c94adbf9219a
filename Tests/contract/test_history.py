"""Older lines, and what a host keeps on disk over its end."""

import itertools
import uuid

import pytest
from host import Host
from wire import Connection, Member

DISK = """
[[room]]
name = "Reception"
history = "disk"

[[room]]
name = "Ward"
history = "disk"
newcomers_see = 3

[[room]]
name = "Open"
history = "disk"
newcomers_see = "all"
keep_for = "forever"
"""

MEMORY = """
[[room]]
name = "Memory"
newcomers_see = "all"
keep_for = "2h"

[[room]]
name = "Off"
history = "off"
newcomers_see = "all"

[limits]
message_rate = 20
message_burst = 200
"""


@pytest.fixture(scope="module")
def host():
    with Host("Memory", "Off", config=MEMORY) as host:
        yield host


@pytest.fixture
def lives(tmp_path):
    """lives() is the next life of one host on one folder."""
    hosts = []

    def begin():
        hosts.append(Host("Reception", "Ward", "Open", config=DISK, home=tmp_path, flags=["--unlimited"]))
        return hosts[-1]

    yield begin
    hosts[-1].end()


def history(member, **fields):
    member.send("history", **fields)
    return member.expect("lines")


def bare(packet):
    """A message as it stands in `lines`."""
    return {key: value for key, value in packet.items() if key != "type"}


def test_older_lines_come_a_page_at_a_time(host):
    anna = Member(host.address, "anna", "es", "Memory")
    said = [anna.says(f"línea {n}") for n in range(7)]
    boris = Member(host.address, "boris", "ca", "Memory")
    assert boris.me["history"] == {"kept": "memory", "for": 7200, "from": 1}
    newest = history(boris, limit=3)
    assert newest["messages"] == [bare(line) for line in said[4:]] and newest["more"] is True
    assert newest["before"] == boris.me["seq"] + 1
    older = history(boris, before=newest["messages"][0]["seq"], limit=100)
    assert older["messages"][-4:] == [bare(line) for line in said[:4]] and older["more"] is False
    none = history(boris, before=1)
    assert none == {"type": "lines", "before": 1, "messages": [], "more": False}
    anna.leave(), boris.leave()


def test_fifty_lines_come_unasked_and_a_hundred_at_most(host):
    anna = Member(host.address, "anna", "es", "Memory")
    for n in range(120):
        anna.say(str(n))
    anna.expect("message", message="119")
    assert len(history(anna)["messages"]) == 50
    assert len(history(anna, limit=100)["messages"]) == 100
    assert len(history(anna, limit=5000)["messages"]) == 100
    anna.leave()


def test_what_does_not_fit_a_frame_is_left_for_the_next_question(host):
    anna = Member(host.address, "anna", "es", "Memory")
    for n in range(8):
        anna.says(f"{n}" + "語" * 3999)
    page = history(anna, limit=8)
    assert 1 <= len(page["messages"]) < 8 and page["more"] is True
    assert page["messages"][-1]["message"].startswith("7")
    anna.leave()


@pytest.mark.parametrize("fields", [{"before": 0}, {"before": -3}, {"before": "9"}, {"limit": 0}, {"limit": 1.5}], ids=str)
def test_what_makes_no_sense_is_refused(host, fields):
    anna = Member(host.address, "anna", "es", "Memory")
    anna.send("history", **fields)
    error = anna.expect("error")
    assert (error["code"], error["fatal"]) == ("bad-packet", False)
    anna.leave()


def test_questions_count_against_the_flood_limit(host):
    anna = Member(host.address, "anna", "es", "Memory")
    for _ in range(260):
        anna.send("history", limit=1)
    error = anna.expect("error", 20)
    assert (error["code"], error["fatal"]) == ("too-fast", False) and "id" not in error
    anna.close()


def test_a_room_that_keeps_nothing_says_so(host):
    anna = Member(host.address, "anna", "es", "Off", device="off-1")
    line = anna.says("no queda")
    assert anna.me["history"] == {"kept": "off", "for": 43200, "from": anna.me["seq"] + 1}
    assert history(anna)["messages"] == []
    point = anna.resume_point
    anna.leave()
    boris = Member(host.address, "boris", "ca", "Off")
    boris.says("tampoc")
    back = Member(host.address, "anna", "es", "Off", device="off-1", resume=point)
    gap = back.expect("gap")
    assert (gap["from"], gap["to"]) == (line["seq"] + 1, line["seq"] + 1)
    assert back.says("una vegada", id=line["id"])["seq"] == line["seq"]
    back.leave(), boris.leave()


def test_resume_is_no_way_around_what_newcomers_see(lives):
    host = lives()
    # With a device: only without one is somebody who comes back known by nothing but what it says.
    anna = Member(host.address, "anna", "es", "Ward", device="ward-1")
    for n in range(6):
        anna.says(str(n))
    boris = Member(host.address, "boris", "ca", "Ward", device="ward-2")
    assert boris.me["history"]["from"] == 4
    assert [m["seq"] for m in history(boris, limit=100)["messages"]] == [4, 5, 6]
    anna.leave(), boris.leave()


def hello(host, **fields):
    """A connection and its welcome, with a hello as written."""
    connection = Connection(host.address)
    connection.resume = fields.get("resume")
    connection.send("hello", protocol=1, **{"name": "olga", "lang": "ru", **fields})
    return connection, connection.expect("welcome")


def told(connection):
    """What came until now, besides presence and the notice of a ping."""
    return [p for p in connection.barrier() if p["type"] in ("message", "gap")]


def asked(connection):
    connection.send("history", limit=100)
    return [line["seq"] for line in connection.expect("lines")["messages"]]


def test_nobody_is_believed_on_an_unproved_word_after_a_start_from_disk(lives):
    host = lives()
    anna = Member(host.address, "anna", "es", "Reception", device="anna-6")
    quiet = Member(host.address, "boris", "ca", "Reception", device="boris-6")
    bare_one, welcome = hello(host, room="Reception", name="carla", features=["token"])
    token, epoch = welcome["token"], welcome["epoch"]
    assert "token" in welcome["features"] and len(token.encode()) <= 256
    assert "token" not in anna.me and "token" not in quiet.me
    said = [anna.says(f"línea {n}") for n in range(4)]
    bare_one.expect("message", id=said[-1]["id"])
    host.kill()
    host = lives()
    point = {"epoch": epoch, "seq": 0}
    strangers = [
        {},
        {"features": ["token"]},
        {"device": "stranger-6"},
        {"resume": {**point, "token": "1.x.AAAA"}},
        {"resume": {**point, "token": token[:-2] + "AA"}},
        {"resume": {**point, "token": token}, "device": "stranger-7"},
    ]
    for number, fields in enumerate(strangers):
        stranger, welcome = hello(host, **{"room": "Reception", "name": f"olga {number}", "resume": point, **fields})
        assert (welcome["epoch"], welcome["seq"], welcome["history"]["from"]) == (epoch, 4, 5), fields
        assert told(stranger) == [{"type": "gap", "from": 1, "to": 4}], fields
        assert asked(stranger) == [], fields
        # Nor does it keep what it was not believed.
        stranger.close()
    # Who only listened is known by its device, and who has none by what the host gave it.
    for fields in ({"device": "boris-6"}, {"resume": {**point, "token": token}}):
        back, welcome = hello(host, **{"room": "Reception", "name": "back", "resume": point, **fields})
        assert (welcome["epoch"], welcome["history"]["from"]) == (epoch, 1), fields
        assert [p["seq"] for p in told(back)] == [1, 2, 3, 4], fields
        assert asked(back) == [1, 2, 3, 4], fields
        back.close()


def test_who_came_between_two_starts_is_known_after_the_second(lives):
    host = lives()
    anna = Member(host.address, "anna", "es", "Reception", device="anna-7")
    anna.says("antes")
    host.kill()
    host = lives()
    boris = Member(host.address, "boris", "ca", "Reception", device="boris-7")
    anna = Member(host.address, "anna", "es", "Reception", device="anna-7")
    line = anna.says("después")
    boris.expect("message", id=line["id"])
    host.kill()
    host = lives()
    back, welcome = hello(
        host, room="Reception", name="boris", device="boris-7", resume={"epoch": boris.me["epoch"], "seq": 0}
    )
    assert (welcome["member"], welcome["history"]["from"]) == (boris.id, 2)
    assert [(p["type"], p.get("seq")) for p in told(back)] == [("gap", None), ("message", 2)]
    back.close()


def test_what_was_acknowledged_survives_kill_9(lives):
    host = lives()
    anna = Member(host.address, "anna", "es", "Reception", device="anna-1")
    boris = Member(host.address, "boris", "ca", "Reception", device="boris-1")
    said = [anna.says(f"línea {n}") for n in range(20)]
    boris.expect("message", id=said[9]["id"])
    epoch, point = anna.me["epoch"], {"epoch": boris.me["epoch"], "seq": said[9]["seq"]}
    host.kill()
    host = lives()
    back = Member(host.address, "boris", "ca", "Reception", device="boris-1", resume=point)
    assert (back.me["epoch"], back.me["seq"], back.me["history"]["kept"]) == (epoch, 20, "disk")
    got = [back.expect("message") for _ in range(10)]
    assert got == said[10:]
    assert history(back, before=11, limit=100)["messages"] == [bare(line) for line in said[:10]]
    again = Member(host.address, "anna", "es", "Reception", device="anna-1")
    assert again.id == anna.id
    assert again.says("línea 3", id=said[3]["id"]) == said[3], "a repeat is answered with its first number"
    assert again.says("nueva")["seq"] == 21
    assert [bare(line) for line in said] == history(again, before=21, limit=100)["messages"]
    thief = Member(host.address, "carla", "it", "Reception", device="carla-1")
    thief.say("mia", id=said[4]["id"])
    assert thief.expect("error", id=said[4]["id"])["code"] == "duplicate-id"
    assert not [p for p in back.barrier() if p["type"] == "message" and p["seq"] <= 20]


def test_what_is_being_written_when_the_host_dies_is_there_or_was_never_acknowledged(lives):
    ids, acknowledged = [], {}
    for life in range(3):
        host = lives()
        anna = Member(host.address, "anna", "es", "Open", device="anna-2")
        for old in ids:
            if old not in acknowledged:
                acknowledged[old] = anna.says("una", id=old)["seq"]
            else:
                assert anna.says("una", id=old)["seq"] == acknowledged[old]
        burst = [str(uuid.uuid4()) for _ in range(200)]
        for message in burst:
            anna.say("una", id=message)
        for message in itertools.islice(burst, 40 + 30 * life):
            acknowledged[message] = anna.expect("message", id=message)["seq"]
        ids += burst
        host.kill()
    host = lives()
    anna = Member(host.address, "anna", "es", "Open", device="anna-2", resume={"epoch": anna.me["epoch"], "seq": 0})
    for old in ids:
        anna.says("una", id=old)
    lines = anna.ledger.lines
    assert sorted(lines) == list(range(1, len(ids) + 1)), "no hole and no double"
    assert {line["id"] for line in lines.values()} == set(ids)
    assert all(lines[seq]["id"] == message for message, seq in acknowledged.items())


def test_a_member_that_was_away_for_longer_than_memory_gets_every_line(lives):
    host = lives()
    anna = Member(host.address, "anna", "es", "Reception", device="anna-3")
    boris = Member(host.address, "boris", "ca", "Reception", device="boris-3")
    first = boris.says("abans")
    point = anna.resume_point if anna.ledger.newest else {"epoch": anna.me["epoch"], "seq": 0}
    anna.leave()
    for n in range(3000):
        boris.say(str(n))
    boris.expect("message", 30, message="2999")
    back = Member(host.address, "anna", "es", "Reception", device="anna-3", resume=point)
    back.read_to(first["seq"] + 3000, 30)
    assert [p["message"] for _, p in sorted(back.ledger.lines.items())][-3000:] == [str(n) for n in range(3000)]
    assert not back.ledger.gaps
    back.leave(), boris.leave()


def test_a_number_that_this_history_has_not_given_begins_another_epoch(lives):
    host = lives()
    anna = Member(host.address, "anna", "es", "Reception", device="anna-4")
    anna.says("una")
    away = Member(host.address, "boris", "ca", "Reception", device="boris-4")
    away.leave()
    anna.says("otra")
    host.kill()
    host = lives()
    epoch = anna.me["epoch"]
    far = {"epoch": epoch, "seq": 9}
    # Nobody begins another epoch by a word alone, nor by a device or a token that came after the start.
    newcomer, welcome = hello(host, room="Reception", name="eva")
    for fields in ({}, {"device": "olga-4"}, {"device": "olga-4"}, {"resume": {**far, "token": welcome["token"]}}):
        stranger, welcome = hello(host, **{"room": "Reception", "resume": far, **fields})
        assert (welcome["epoch"], welcome["seq"]) == (epoch, 2), fields
        assert told(stranger) == [], fields
        stranger.close()
    back, welcome = hello(host, room="Reception", name="anna", device="anna-4", resume=far)
    assert welcome["epoch"] != epoch and welcome["seq"] == 2 and told(back) == []
    again, second = hello(host, room="Reception", device="boris-4", resume={**far, "epoch": welcome["epoch"]})
    assert second["epoch"] == welcome["epoch"], "once in a life"
    again.close()
    # Who was away meanwhile is told that lines are missing.
    late, second = hello(host, room="Reception", name="boris", device="boris-4", resume={"epoch": epoch, "seq": 1})
    assert told(late) == [{"type": "gap", "from": 2, "to": 2}]
    newcomer.close(), back.close(), late.close()
    host.kill()
    host = lives()
    stays, third = hello(host, room="Reception", device="anna-4")
    assert third["epoch"] == welcome["epoch"], "It was in the log."
    stays.close()


@pytest.mark.parametrize("seq", [2**53 - 1, 2**53, 2**63 - 1, 2**63, -1, 10**400])
def test_a_number_that_no_room_gives_harms_nobody(lives, seq):
    host = lives()
    anna = Member(host.address, "anna", "es", "Open", device="anna-6")
    anna.says("una")
    stranger = Connection(host.address)
    stranger.send(
        "hello", protocol=1, room="Open", name="eva", lang="ca", resume={"epoch": anna.me["epoch"], "seq": seq}
    )
    if 0 <= seq < 2**53:
        assert stranger.expect("welcome")
    else:
        stranger.expect_refusal("bad-packet")
    stranger.close()
    other = Member(host.address, "boris", "ca", "Open", device="boris-6")
    assert other.says("encara hi som")
    other.leave(), anna.leave()


def test_a_host_told_to_end_keeps_what_it_was_told(lives):
    host = lives()
    anna = Member(host.address, "anna", "es", "Reception", device="anna-5")
    for n in range(500):
        anna.say(str(n))
    anna.expect("message", message="0")
    assert host.end() == 0
    told = sorted(anna.ledger.lines)
    host = lives()
    back = Member(host.address, "anna", "es", "Reception", device="anna-5")
    assert back.me["seq"] >= told[-1]
