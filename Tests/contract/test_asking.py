"""`hello` with `asks`: the grant, told to somebody who does not come in."""

import json

from wire import Connection

HELLO = {"protocol": 1, "room": "A", "name": "guest", "lang": "en"}


def asks(host, **fields):
    connection = Connection(host.address)
    connection.send("hello", **{**HELLO, "asks": "grant", **fields})
    return connection


def test_whoever_asks_is_welcomed_as_nobody_and_nobody_sees_it(host, join):
    boris = join("boris", "ca", "A")
    before = boris.barrier()
    asker = asks(host)
    welcome = asker.expect("welcome")
    assert "asks" in welcome["features"] and welcome["members"] == [] and welcome["langs"] == {}
    assert "token" not in welcome and "history" not in welcome and welcome["room"]["topic"] == ""
    assert "boris" not in json.dumps([packet for _, packet in asker.history])
    # It has no seat: what it says is nobody's, and nothing that is said comes to it.
    asker.send("message", message="who is there?")
    asker.send("who")
    boris.send("message", message="among us")
    boris.expect("message", message="among us")
    asker.send("bye")
    asker.expect_close()
    assert [packet["type"] for _, packet in asker.history] == ["welcome"]
    assert "guest" not in json.dumps(before + boris.barrier())
    counting = Connection(host.address)
    counting.send("rooms")
    assert {room["name"]: room["n"] for room in counting.expect("rooms")["rooms"]}["A"] == welcome["n"]
    counting.close()


def test_what_nobody_knows_is_refused(host):
    for unknown in ("the-weather", "topology", 7):
        asks(host, asks=unknown).expect_refusal("bad-packet")


def test_a_room_that_is_not_there_tells_nothing(host):
    asks(host, room="Nowhere").expect_refusal("no-room")
