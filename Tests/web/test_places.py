"""A room that one address tries to fill, over the page: a visitor from elsewhere still finds a place.

The page takes this test for a proxy that it trusts, so that visitors can come from any address.
"""

import http.client
import uuid

import pytest
from node import Device, Node, Refused

ATTACKER = "10.66.0.66"
PLACES = 'max_members = 20\nmax_members_per_address = 8\n'
PROXY = 'trusted_proxies = ["127.0.0.1"]\n'
#: So that nothing but places stands in anybody's way.
LIMITS = "[limits]\nweb_rate = 10000\nweb_burst = 100000\n"


@pytest.fixture
def node():
    with Node(web=PROXY, room=PLACES, before=LIMITS) as node:
        yield node


def visitor(node, address):
    """Somebody new, from there."""
    return Device(node.port, headers={"X-Forwarded-For": address})


def room(device):
    return next(room["id"] for room in device.get("/api/house")["rooms"] if room["name"] == "Reception")


def enter(device, name="visitor"):
    return device.post(f"/api/rooms/{room(device)}/enter", name=name, lang="es")


class Stream:
    """Its visitor reads for as long as this is open. Returns once the first event came."""

    def __init__(self, device):
        self.connection = device.connection()
        headers = {**device._cookie(), **device.headers}
        self.connection.request("GET", f"/api/rooms/{room(device)}/events", headers=headers)
        answer = self.connection.getresponse()
        assert answer.status == 200, answer.read()
        while not answer.readline().startswith(b"event:"):
            pass

    def close(self):
        self.connection.close()


def members(device):
    return device.get(f"/api/rooms/{room(device)}/members")["members"]


def people(node):
    """How many are in, as the house tells."""
    device = visitor(node, "10.1.0.250")
    return next(room["n"] for room in device.get("/api/house")["rooms"])


def test_one_address_cannot_fill_a_room(node):
    anna = visitor(node, "10.1.0.1")
    enter(anna, "anna")
    reading = Stream(anna)
    for n in range(60):
        enter(visitor(node, ATTACKER), f"hello {n}")
    assert people(node) == 9, "anna, and what one address may have"
    boris = visitor(node, "10.1.0.2")
    enter(boris, "boris")
    assert {"anna", "boris"} <= {member["name"] for member in members(boris)}
    reading.close()


def test_who_holds_streams_open_fills_no_more_than_a_share(node):
    streams = []
    for n in range(8):
        device = visitor(node, ATTACKER)
        enter(device, f"hello {n}")
        streams.append(Stream(device))
    with pytest.raises(Refused) as refused:
        enter(visitor(node, ATTACKER), "one more")
    assert (refused.value.status, refused.value.code) == (503, "too-many")
    enter(visitor(node, "10.1.0.2"), "boris")
    metrics = http.client.HTTPConnection("127.0.0.1", node.port, timeout=30)
    metrics.request("GET", "/metrics")
    text = metrics.getresponse().read().decode()
    assert 'sabir_refusals_total{limit="members_per_address"} 1' in text
    for stream in streams:
        stream.close()


def test_many_addresses_that_open_nothing_make_room_for_who_reads(node):
    for address in range(4):
        for n in range(8):
            enter(visitor(node, f"10.66.0.{address}"), f"hello {address} {n}")
    assert people(node) == 20, "the room is full"
    for n in range(10):
        device = visitor(node, f"10.1.0.{n}")
        enter(device, f"visitor {n}")
        Stream(device)
    assert people(node) == 20


def test_who_made_room_comes_in_again(node):
    first = visitor(node, ATTACKER)
    enter(first, "anna")
    for n in range(8):
        enter(visitor(node, ATTACKER), f"hello {n}")
    with pytest.raises(Refused) as refused:
        first.post(f"/api/rooms/{room(first)}/messages", id=str(uuid.uuid4()), text="hola")
    assert refused.value.code == "forbidden"
    enter(first, "anna")
    Stream(first).close()
    assert first.post(f"/api/rooms/{room(first)}/messages", id=str(uuid.uuid4()), text="hola")["seq"] == 1


def test_a_clinic_of_sixty_behind_one_address_comes_in_as_the_room_comes():
    with Node(web=PROXY, before=LIMITS) as node:
        streams = []
        for n in range(60):
            device = visitor(node, "10.20.0.1")
            enter(device, f"patient {n}")
            streams.append(Stream(device))
        assert people(node) == 60
        for stream in streams:
            stream.close()
