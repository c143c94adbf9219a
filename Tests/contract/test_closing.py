"""A host that is told to stop: one deadline for all its rooms, and an answer for what is said meanwhile."""

import re
import sqlite3
import uuid
from contextlib import closing

from host import ROOT, Host
from wire import Connection, Member

ROOMS = [f"Ward {number}" for number in range(20)]
DISK = "".join(f'[[room]]\nname = "{name}"\nhistory = "disk"\nnewcomers_see = "all"\n' for name in ROOMS)


def lives(tmp_path):
    return Host(*ROOMS, config=DISK, home=tmp_path, flags=["--unlimited"])


def kept(host, room):
    """The ids that a newcomer reads in the room."""
    clara = Member(host.address, "clara", "de", room)
    clara.send("history", limit=100)
    return [line["id"] for line in clara.expect("lines")["messages"]]


def silent(host, room, said):
    """Says one line and never reads, nor closes."""
    hung = Connection(host.address, reads=False)
    hung.send("hello", protocol=1, room=room, name="hung", lang="ca")
    hung.send("message", message="unread", id=said)
    return hung


def test_rooms_with_members_that_do_not_read_close_within_one_deadline(tmp_path):
    with lives(tmp_path) as host:
        ids, hung = {}, []
        for room in ROOMS:
            anna, ids[room] = Member(host.address, "anna", "es", room), str(uuid.uuid4())
            hung.append(silent(host, room, ids[room]))
            anna.expect("message", id=ids[room])
        # What systemd gives the service at most; each room by itself would take 2 s, all of them 40.
        unit = (ROOT / "config/sabir.service").read_text(encoding="utf-8")
        limit = int(re.search(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)[1])
        assert host.end(within=2 * limit) == 0, host.log()
    for connection in hung:
        connection.close()
    with closing(sqlite3.connect(tmp_path / "sabir/history.sqlite")) as history:
        assert history.execute("SELECT isClosed FROM life").fetchall() == [(1,)], "the history was closed"
    with lives(tmp_path) as host:
        assert {room: kept(host, room) for room in ROOMS} == {room: [said] for room, said in ids.items()}


def test_what_is_said_while_it_closes_is_echoed_and_kept_or_answered_by_closing(tmp_path):
    room, said = ROOMS[0], []
    with lives(tmp_path) as host:
        anna = Member(host.address, "anna", "es", room, device="the phone of anna")
        boris = Member(host.address, "boris", "en", room)
        elsewhere = silent(host, ROOMS[1], str(uuid.uuid4()))
        said.append(anna.says("before")["id"])
        for number in range(5_000):
            if number == 100:
                host.terminate()
            try:
                said.append(anna.say(f"line {number}"))
            except OSError:
                break
        rest = anna.expect_close()
        assert [p["code"] for p in rest if p["type"] == "error"] == ["closing"] and rest[-1]["fatal"], rest[-3:]
        heard = [p["id"] for p in boris.expect_close() if p["type"] == "message"]
        assert host.end() == 0, host.log()
        elsewhere.close()
    echoed = [said[0], *(p["id"] for p in rest if p["type"] == "message")]
    assert said[: len(echoed)] == echoed == heard, "what was taken is a beginning of what was said"
    with lives(tmp_path) as host:
        # As a guest does: once more, under the same ids. What was echoed has its number, the rest one behind it.
        anna = Member(host.address, "anna", "es", room, device="the phone of anna")
        again = said[max(0, len(echoed) - 100) : len(echoed) + 100]
        seqs = [anna.says("again", id=one)["seq"] for one in again]
        first = 1 + said.index(again[0])
        assert seqs == list(range(first, first + len(again)))
