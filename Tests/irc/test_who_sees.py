"""Who sees what: each cell of the table in docs/security.md ("Who sees what") against the real program.

One evening in one node, with people who come, leave and look from outside. Each way out is collected as the text that
it gave to somebody who must not see a thing, and searched for the thing's mark. A cell that says "yes" must have it,
one that says "no" must not. What leaves a node by relays, clusters and files has tests of its own (contract/who_sees.py).
"""

import json
import re
from pathlib import Path

import pytest
from clients import Client, IRCNode
from engine import Engine
from host import ROOT
from node import Device, Events, Refused
from who_sees import CELLS, FILES, MARKS, Faraway, answer, cells_of, judge, password_file, seen
from wire import Member


class FarDevice(Faraway, Device):
    """A phone from far away."""


def evening(node):
    """What each way out gave, by its name in the table, to whoever must not see the things."""
    staff = node.device().staff()
    private = staff.post("/api/staff/rooms", name="zzprivate", private=True, topic="zzprivate")
    staff.post("/api/staff/rooms/Closed/acts", act="notice", text="zznotice", lang="es")
    host, port = node.room_address.rsplit(":", 1)
    address = (host, int(port))

    # Boris is there all the time; the others talk, and leave.
    boris = node.device().enters("Open", "Boris", "ca")
    back = Member(address, "Berta", "ca", "Open", device="the-device-of-berta-in-this-test", tls=True)
    anna = FarDevice(node.port).enters("Open", "zzname", "es")
    anna.says("zzcleared uno")
    boris.reads("ca:zzcleared uno")
    staff.post("/api/staff/rooms/Open/acts", act="clear")
    boris.until("cleared")
    anna.says("zzbefore dos")
    boris.reads("ca:zzbefore dos")
    back.expect("message", message="zzbefore dos")
    back.leave()
    anna.device.post("/api/rooms/Open/leave")
    boris.until("left")

    out = {}
    # Newcomers, each of them.
    eva = Member(address, "Eva", "ca", "Open", tls=True)
    out["welcome"] = json.dumps(eva.me)
    eva.send("history", limit=100)
    out["history"] = json.dumps(eva.expect("lines"))
    epoch = eva.me["epoch"]
    claims = Member(address, "Oda", "ca", "Open", resume={"epoch": epoch, "seq": 0}, tls=True)
    claims.barrier()
    returned = Member(
        address, "Berta", "ca", "Open", device="the-device-of-berta-in-this-test", resume={"epoch": epoch, "seq": 0},
        tls=True,
    )  # fmt: skip
    returned.barrier()
    cleared_only = json.dumps([packet for _, packet in returned.history if packet["type"] == "message"])
    assert "zzbefore" in cleared_only, "who was there gets it"
    out["resume"] = json.dumps([packet for _, packet in claims.history]) + cleared_only.replace("zzbefore", "") \
        .replace("zzname", "")
    ivo = node.device().enters("Open", "Ivo", "ca")
    mar = Client(node.irc_port, "mar", "ca", "#Open")
    mar.sends("LIST", "TOPIC #Closed", "NAMES #Closed", f"TOPIC #{private['id']}", "WHO zzname", "WHOIS zzname",
              "ISON zzname", "USERHOST zzname", "PING :end")  # fmt: skip
    screen = Events(node.device(), "/api/rooms/Open/watch")
    locked = Events(node.device(), "/api/rooms/Closed/watch")
    for watched in (screen, locked):
        watched.hello = watched.until("hello")
    staff.post("/api/staff/rooms/Closed/acts", act="notice", text="zznotice again", lang="es")
    # What is said now reaches everybody, and behind it there is nothing that was held back.
    boris.says("ara", lang="es")
    ivo.reads("ca:ara")
    assert mar.translation("ara") == "[es→ca] ca:ara"
    eva.expect("message", message="ara")
    mar.until(lambda line: line.command == "PONG")
    out["translation and page stream"] = seen(ivo)
    out["older lines"] = ivo.device.open("/api/rooms/Open/lines?before=1000").body.decode()
    out["watch"] = seen(screen) + seen(locked) + answer(
        lambda: Events(node.device(), f"/api/rooms/{private['id']}/watch"), Refused)  # fmt: skip
    with mar.news:
        answers = [line for line in mar.lines if not re.match(r"\d+ zzname", line.text)]
    # Its own questions come back in the answers: only what they say counts.
    out["IRC"] = "\n".join(line.text.replace(" zzname :", " : ") for line in answers)
    stranger = node.device()
    out["lists of rooms"] = "".join(
        answer(lambda path=path: stranger.get(path), Refused)
        for path in ("/api/house", "/api/rooms/Open", "/api/rooms/Closed")
    )
    out["metrics"] = "".join(answer(lambda path=path: stranger.get(path), Refused) for path in ("/metrics", "/healthz"))
    assert node.end() == 0
    out["log"] = "\n".join(node.program.log)
    return out


@pytest.fixture(scope="module")
def ways(tmp_path_factory):
    folder = tmp_path_factory.mktemp("who-sees")
    rooms = (
        '[[room]]\nname = "Open"\nkiosk_lines = 0\n'
        f'[[room]]\nname = "Closed"\ntopic = "zztopic"\npassword_file = "{password_file(folder)}"\n'
    )
    engine = Engine()
    node = IRCNode("Other", before=rooms, engines=[engine])
    try:
        remove, node.home.remove = node.home.remove, lambda: None
        out = evening(node)
        state = Path(node.home.path)
        written = [path.read_bytes() for path in state.rglob("*") if path.is_file() and path.suffix != ".toml"]
        out["files of the node (caches, backup)"] = b"\n".join(written).decode("utf-8", "replace")
        remove()
        yield out
    finally:
        node.__exit__()
        engine.close()


@pytest.mark.parametrize(("way", "thing"), cells_of("irc/test_who_sees.py"))
def test_a_cell_holds(ways, way, thing):
    judge(ways, way, thing)


def test_every_way_and_thing_is_looked_at(ways):
    rows = {way for way, _ in CELLS}
    assert set(ways) | set(FILES) == rows and not set(ways) & set(FILES)
    assert {thing for _, thing in CELLS} == set(MARKS)
    assert all((ROOT / "Tests" / file).exists() for file in FILES.values())
