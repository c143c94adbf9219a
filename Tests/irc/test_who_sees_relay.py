"""Who sees what behind a relay: the row "relay" of the table in docs/security.md against the real program.

A host and a relay that carries two of its rooms, one of them with a password. People talk at the host; newcomers, people
who come back and strangers ask the relay, by every way out that it has.
"""

import json

import pytest
from cable import Cable
from clients import Client, IRCNode
from node import Device, Events, Refused
from relayed import RelayNode
from relaying import lists
from program import Home, Program, steady_port
from who_sees import PASSWORD, Faraway, answer, cells_of, judge, password_file, said, seen
from wire import Connection, Member

BERTA = "the-device-of-berta-behind-the-relay"


class FarDevice(Faraway, Device):
    """A phone from far away."""


class Floor(RelayNode):
    """Carries both rooms of the host. Its port for nodes is known, and it has a listener for IRC."""

    def __init__(self, host, folder):
        port = int(host.room_address.rpartition(":")[2])
        self.cable, self.node_port, self.irc_port = Cable(port), steady_port(), steady_port()
        secret = folder / "closed.secret"
        secret.write_text(PASSWORD + "\n", encoding="utf-8")
        secret.chmod(0o600)
        invites = dict(line.split()[1:] for line in host.program.lines if line.startswith(("invite Open ", "invite Closed ")))
        tables = {
            name: f'[[relay]]\nfrom = "{invite.replace(f":{port}/", f":{self.cable.port}/")}"\nas = "Floor 2"\n'
            for name, invite in invites.items()
        }
        tables["Closed"] += f'password_file = "{secret}"\n'
        self.configuration = (
            f'[discovery]\nmdns = false\n{"".join(tables.values())}'
            f'[web]\nport = 0\nbind = "127.0.0.1"\n[irc]\nenabled = true\nport = {self.irc_port}\n'
            "[translation]\nenabled = false\n"
        )
        self.home, self.flags = Home(self.configuration), ()
        lists(host.home, self.home, "Floor 2")
        self.start()
        self.program.until(lambda: len({line.split()[1] for line in self.program.lines if line.startswith("page ")}) == 2,
                           60, "the pages of both rooms")  # fmt: skip

    def start(self):
        self.program = Program("serve", "--port", str(self.node_port), "--bind", "127.0.0.1", home=self.home)
        self.program.until(self._is_open, 60, "the page of what it carries")

    @property
    def address(self):
        return ("127.0.0.1", self.node_port)


def evening(host, relay):
    staff = host.device().staff()
    private = staff.post("/api/staff/rooms", name="zzprivate", private=True, topic="zzprivate")
    staff.post("/api/staff/rooms/Closed/acts", act="notice", text="zznotice", lang="es")
    # Berta is behind the relay and stays; somebody from far away talks at the host, and another behind the relay.
    berta = Member(relay.address, "Berta", "ca", "Open", device=BERTA, tls=True)
    boris = relay.device().enters("Open", "Boris", "ca")
    talkers = [FarDevice(node.port).enters("Open", name, "es") for node, name in ((host, "zzname"), (relay, "zzname dos"))]
    for talker in talkers:
        talker.says("zzcleared uno")
        berta.expect("message", message="zzcleared uno")
    # The relay does not hear of the clear until its link is back.
    relay.cable.is_cut()
    assert boris.until("room", lambda room: not room["linked"])
    staff.post("/api/staff/rooms/Open/acts", act="clear")
    berta.leave()
    relay.cable.is_mended()
    boris.until("cleared")
    assert boris.until("room", lambda room: room["linked"])
    for talker in talkers:
        talker.says("zzbefore dos")
        boris.sees("zzbefore dos")
        talker.device.post("/api/rooms/Open/leave")
        boris.until("left")

    out = []
    eva = Member(relay.address, "Eva", "ca", "Open", tls=True)
    eva.send("history", limit=100)
    eva.expect("lines")
    resume = {"epoch": eva.me["epoch"], "seq": 0}
    claims = Member(relay.address, "Oda", "ca", "Open", resume=resume, tls=True)
    back = Member(relay.address, "Berta", "ca", "Open", device=BERTA, resume=resume, tls=True)
    for member in (claims, back):
        member.send("history", limit=100)
        member.expect("lines")
    own = said(back)
    assert "zzbefore" in own, "who was there gets it"
    ivo = relay.device().enters("Open", "Ivo", "ca")
    mar = Client(relay.irc_port, "mar", "ca", "#Open")
    mar.sends("LIST", "TOPIC #Closed", "NAMES #Closed", "JOIN #Closed", f"TOPIC #{private['id']}",
              f"JOIN #{private['id']}", "WHO #Open", "WHO #Closed", "PING :end")  # fmt: skip
    screens = [Events(relay.device(), f"/api/rooms/{room}/watch") for room in ("Open", "Closed")]
    hellos = [screen.until("hello") for screen in screens]
    staff.post("/api/staff/rooms/Closed/acts", act="notice", text="zznotice again", lang="es")
    knocks = []
    for room in ("Closed", private["id"]):
        knock = Connection(relay.address, tls=True)
        knock.send("hello", protocol=1, room=room, name="Uma", lang="es", client="wire.py/1")
        knock.expect_close()
        knocks.append(knock)
    # What is said now reaches everybody, and behind it there is nothing that was held back.
    boris.says("ara", lang="es")
    eva.expect("message", message="ara")
    ivo.sees("ara")
    mar.reads("ara")
    for room, screen in zip(("Open", "Closed"), screens):
        staff.post(f"/api/staff/rooms/{room}/acts", act="topic", text="zztopic dos" if room == "Closed" else "dos")
        screen.until("room")
    mar.until(lambda line: line.command == "PONG")
    with mar.news:
        out += [line.text for line in mar.lines]
    out += [own.replace("zzbefore", "").replace("zzname", ""), said(eva), said(claims), *map(said, knocks), seen(ivo)]
    out += [*map(seen, screens), json.dumps(hellos), ivo.device.open("/api/rooms/Open/lines?before=1000").body.decode()]
    stranger = relay.device()
    paths = ["/api/house", "/metrics", "/healthz", f"/api/rooms/{private['id']}", f"/api/rooms/{private['id']}/watch"]
    paths += [f"/api/rooms/{room}{rest}" for room in ("Open", "Closed") for rest in ("", "/lines", "/members")]
    out += [answer(lambda path=path: stranger.get(path), Refused) for path in paths]
    out += [answer(lambda: stranger.enters("Closed", "Uma", "es").events, Refused)]
    assert relay.end() == 0
    out += relay.program.log
    return {"relay": "\n".join(out)}


@pytest.fixture(scope="module")
def ways(tmp_path_factory):
    folder = tmp_path_factory.mktemp("who-sees-relay")
    rooms = (
        '[[room]]\nname = "Open"\nnewcomers_see = "nothing"\n'
        f'[[room]]\nname = "Closed"\ntopic = "zztopic"\npassword_file = "{password_file(folder)}"\n'
    )
    with IRCNode("Other", before=rooms) as host:
        relay = Floor(host, folder)
        try:
            yield evening(host, relay)
        finally:
            relay.__exit__()


@pytest.mark.parametrize(("way", "thing"), cells_of("irc/test_who_sees_relay.py"))
def test_a_cell_holds(ways, way, thing):
    judge(ways, way, thing)
