"""rooms: what a node says to whoever asks before a hello."""

import pytest
from host import Host
from wire import Connection

HELLO = {"protocol": 1, "room": "A", "name": "anna", "lang": "es"}
MANY = 120


def test_a_node_names_its_rooms_and_lets_the_asker_in(host, join):
    join("boris", "ca", "B")
    connection = Connection(host.address)
    connection.send("rooms")
    answer = connection.expect("rooms")
    told = {room["name"]: room for room in answer["rooms"]}
    assert {name: room["id"] for name, room in told.items()} == host.rooms and not answer["more"]
    assert told["B"]["n"] >= 1 and told["A"]["auth"] == "none"
    connection.send("hello", **HELLO)
    assert connection.expect("welcome")["room"]["id"] == host.rooms["A"]
    connection.close()


def test_rooms_is_ignored_once_a_member_is_in(join):
    anna = join("anna", "es")
    anna.send("rooms")
    assert not [p for p in anna.barrier() if p["type"] in ("rooms", "error")]


def test_many_rooms_come_in_pages_each_once():
    with Host(*(f"Room {number}" for number in range(MANY))) as host:
        connection, rooms, pages, after = Connection(host.address), [], 0, None
        while pages == 0 or answer["more"]:
            connection.send("rooms", after=after)
            answer = connection.expect("rooms")
            rooms, pages, after = rooms + answer["rooms"], pages + 1, answer["rooms"][-1]["id"]
        assert [room["id"] for room in rooms] == list(host.rooms.values()) and pages == 3
        connection.close()


def test_a_room_that_is_announced_nowhere_is_not_named_and_can_be_entered():
    config = '[[room]]\nname = "A"\n\n[[room]]\nname = "Hidden"\nannounce = false\n'
    with Host("A", "Hidden", config=config) as host:
        connection = Connection(host.address)
        connection.send("rooms")
        assert [room["name"] for room in connection.expect("rooms")["rooms"]] == ["A"]
        connection.send("hello", **{**HELLO, "room": "Hidden"})
        connection.expect("welcome")
        connection.close()


@pytest.mark.parametrize("after", ["Reception", 1])
def test_behind_what_is_no_room_is_refused(host, after):
    connection = Connection(host.address)
    connection.send("rooms", after=after)
    connection.expect_refusal("bad-packet")


def test_who_asks_without_end_is_refused(host):
    connection = Connection(host.address)
    for _ in range(33):
        connection.send("rooms")
    connection.expect_refusal("too-fast")
    assert len([p for _, p in connection.history if p["type"] == "rooms"]) == 32
