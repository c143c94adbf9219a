"""Who sees what at another node of a cluster: the row "cluster node" of the table in docs/security.md.

Two nodes share two rooms, one of them with a password. What happens at the first, also while the second is down, is
asked for at the second by every way out that it has.
"""

import importlib.util
import json
import sys
import uuid
from pathlib import Path

import pytest
from node import Node
from servers import Servers, free_ports

TESTS = Path(__file__).parents[1]
sys.path.append(str(TESTS / "conversation"))

from who_sees import FAR, PASSWORD, Faraway, answer, cells_of, judge, said, seen  # noqa: E402
from wire import Connection, Member  # noqa: E402

# The page's own module of this name is another than the cluster's.
_found = importlib.util.spec_from_file_location("page_node", TESTS / "web/node.py")
page_node = importlib.util.module_from_spec(_found)
_found.loader.exec_module(page_node)

BERTA = "the-device-of-berta-in-this-cluster"


class FarDevice(Faraway, page_node.Device):
    """A phone from far away."""


class PagedNode(Node):
    """With a page, and a second room "Closed", which has a password."""

    def __init__(self, servers, rooms, number, port):
        self.closed, self.page_port = rooms[1], port + 3
        page = f'\n[web]\nport = {self.page_port}\nbind = "127.0.0.1"\nstaff_pin = "{page_node.PIN}"\n'
        super().__init__(servers, rooms[0], number, port, tls=True, more=page, password=PASSWORD)

    def _door(self, password):
        file = self.home / "closed.password"
        self._command("password", "--file", str(file), typed=password + "\n")
        return (
            f'newcomers_see = "nothing"\n[[room]]\nname = "Closed"\nid = "{self.closed}"\nlog = "nats"\n'
            f'topic = "zztopic"\npassword_file = "{file}"\n'
        )

    def start(self):
        super().start()
        for room in ("Ward", "Closed"):
            self.prints(f"page {room} ")

    @property
    def address(self):
        return ("127.0.0.1", self.port)

    def device(self, kind=page_node.Device):
        return kind(self.page_port)


def all_it_may_read(member):
    member.send("history", limit=100)
    member.expect("lines")


def evening(one, two):
    staff = one.device().staff()
    private = staff.post("/api/staff/rooms", name="zzprivate", private=True, topic="zzprivate")
    staff.post("/api/staff/rooms/Closed/acts", act="notice", text="zznotice", lang="es")
    berta = Member(two.address, "Berta", "ca", "Ward", device=BERTA, tls=True)
    anna = one.device(FarDevice).enters("Ward", "zzname", "es")
    anna.says("zzcleared uno")
    berta.expect("message", 60, message="zzcleared uno")
    two.kill()
    staff.post("/api/staff/rooms/Ward/acts", act="clear")
    anna.until("cleared")
    anna.says("zzbefore dos")
    two.start()

    resume = {"epoch": berta.me["epoch"], "seq": berta.ledger.newest}
    back = Member(two.address, "Berta", "ca", "Ward", device=BERTA, resume=resume, tls=True)
    back.expect("message", 60, message="zzbefore dos")
    anna.device.post("/api/rooms/Ward/leave")
    back.expect("left", 60)
    all_it_may_read(back)
    again = Member(two.address, "Berta", "ca", "Ward", device=BERTA, resume={**resume, "seq": 0}, tls=True)
    all_it_may_read(again)
    own = said(back) + said(again)

    eva = Member(two.address, "Eva", "ca", "Ward", tls=True)
    claims = Member(two.address, "Oda", "ca", "Ward", resume={**resume, "seq": 0}, tls=True)
    for member in (eva, claims):
        all_it_may_read(member)
    ivo = two.device().enters("Ward", "Ivo", "ca")
    screens = [page_node.Events(two.device(), f"/api/rooms/{room}/watch") for room in ("Ward", "Closed")]
    hellos = [screen.until("hello") for screen in screens]
    staff.post("/api/staff/rooms/Closed/acts", act="notice", text="zznotice again", lang="es")
    knocks = []
    for room in ("Closed", private["id"]):
        knock = Connection(two.address, tls=True)
        knock.send("hello", protocol=1, room=room, name="Uma", lang="es", client="wire.py/1")
        knock.expect_close()
        knocks.append(knock)
    # What is said and done now reaches everybody, and behind it there is nothing that was held back.
    eva.says("ara")
    ivo.sees("ara")
    for room, screen in zip(("Ward", "Closed"), screens):
        staff.post(f"/api/staff/rooms/{room}/acts", act="topic", text="zztopic dos" if room == "Closed" else "dos")
        screen.until("room", lambda told: told["topic"].endswith("dos"))
    stranger = two.device()
    paths = ["/api/house", "/metrics", "/healthz", f"/api/rooms/{private['id']}", f"/api/rooms/{private['id']}/watch"]
    paths += [f"/api/rooms/{room}{rest}" for room in ("Ward", "Closed") for rest in ("", "/lines", "/members")]
    out = [answer(lambda path=path: stranger.get(path), page_node.Refused) for path in paths]
    out += [answer(lambda: stranger.enters("Closed", "Uma", "es").events, page_node.Refused)]
    out += [own.replace("zzbefore", "").replace("zzname", ""), said(eva), said(claims), *map(said, knocks)]
    out += [seen(ivo), *map(seen, screens), json.dumps(hellos), two.said()]
    out += [ivo.device.open("/api/rooms/Ward/lines?before=1000").body.decode()]
    return {"cluster node": "\n".join(out)}


@pytest.fixture(scope="module")
def cluster():
    rooms, port = [str(uuid.uuid4()) for _ in range(2)], free_ports(6)
    with Servers() as servers:
        nodes = [PagedNode(servers, rooms, number, port + number) for number in range(2)]
        try:
            yield servers, evening(*nodes)
        finally:
            for node in nodes:
                node.end()


@pytest.mark.parametrize(("way", "thing"), cells_of("cluster/test_who_sees.py"))
def test_a_cell_holds(cluster, way, thing):
    judge(cluster[1], way, thing)


def test_no_address_password_or_private_room_lies_in_the_cluster(cluster):
    servers, _ = cluster
    stored = b"".join(file.read_bytes() for file in Path(servers.folder).rglob("*") if file.is_file())
    assert b"zzbefore" in stored, "this is where the room's lines lie"
    for secret in (FAR, PASSWORD, BERTA, page_node.PIN, "zzprivate"):
        assert secret.encode() not in stored, secret
