"""Framing: what breaks the contract is answered by its error and a close, and nobody else notices."""

import pytest
from wire import LONGEST_FRAME, Connection, Member, encode, frame

HELLO = {"type": "hello", "protocol": 1, "room": "A", "name": "olga", "lang": "ru"}


def nested(depth):
    """A packet of an unknown type whose arrays nest so that the whole is `depth` deep."""
    return b'{"type":"x","y":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


BREACHES = {
    "length 0": (frame(b""), "bad-frame"),
    "length over the maximum, before any body": ((LONGEST_FRAME + 1).to_bytes(4, "big"), "too-large"),
    "length 4 GiB, before any body": (b"\xff\xff\xff\xff", "too-large"),
    "bytes that are not UTF-8": (frame(b'{"type":"ping","nonce":"\xff"}'), "bad-frame"),
    "an overlong form": (frame(b'{"type":"ping","nonce":"\xc0\xaf"}'), "bad-frame"),
    "a surrogate in UTF-8": (frame(b'{"type":"ping","nonce":"\xed\xa0\x80"}'), "bad-frame"),
    "a byte-order mark": (frame(b'\xef\xbb\xbf{"type":"ping"}'), "bad-json"),
    "UTF-16": (frame('{"type":"ping"}'.encode("utf-16-le")), "bad-json"),
    "not JSON": (frame(b"hello"), "bad-json"),
    "half an object": (frame(b'{"type":"ping"'), "bad-json"),
    "something after the object": (frame(b'{"type":"ping"}{}'), "bad-json"),
    "NaN": (frame(b'{"type":"x","y":NaN}'), "bad-json"),
    "a raw control character in a string": (frame(b'{"type":"x","y":"\x01"}'), "bad-json"),
    "17 deep": (frame(nested(17)), "bad-json"),
    "60,000 deep": (frame(b"[" * 60_000), "bad-json"),
    "an array": (frame(b"[]"), "bad-packet"),
    "a string": (frame(b'"ping"'), "bad-packet"),
    "no type": (frame(b"{}"), "bad-packet"),
    "a type that is a number": (frame(b'{"type":1}'), "bad-packet"),
}


@pytest.mark.parametrize("breach", BREACHES)
@pytest.mark.parametrize("when", ["before hello", "as a member"])
def test_a_breach_closes_that_connection_alone(host, join, breach, when):
    data, code = BREACHES[breach]
    bystander = join("boris", "ca")
    culprit = join("anna", "es") if when == "as a member" else Connection(host.address)
    culprit.send_raw(data)
    culprit.expect_refusal(code)
    if when == "as a member":
        bystander.expect("left", where=lambda p: p["member"]["id"] == culprit.id)
    assert all(p["type"] in ("joined", "left", "welcome") for p in bystander.barrier())


@pytest.mark.parametrize("cut", range(1, len(encode(HELLO))))
def test_a_hello_cut_anywhere_is_read(host, cut):
    data = encode(HELLO)
    connection = Connection(host.address)
    connection.send_raw(data[:cut])
    connection.send_raw(data[cut:])
    connection.expect("welcome")
    connection.close()


def test_bytes_one_at_a_time_and_frames_many_at_a_time_are_the_same(join):
    anna = join("anna", "es")
    for byte in encode({"type": "ping", "nonce": "slow «ñ» 🙂"}):
        anna.send_raw(bytes([byte]))
    anna.expect("pong", nonce="slow «ñ» 🙂")
    anna.send_raw(b"".join(encode({"type": "ping", "nonce": str(n)}) for n in range(200)))
    for n in range(200):
        anna.expect("pong", nonce=str(n))


def test_unknown_types_and_fields_are_ignored(join):
    anna = join("anna", "es")
    anna.send("from-the-future", id=1, message=None, list=[{"a": {}}])
    anna.send("ping", nonce="1", later={"x": [1, 2.5e3, "\u0000", True, None]})
    anna.expect("pong", nonce="1")
    assert not [p for p in anna.barrier() if p["type"] == "error"]


def test_the_longest_frame_and_the_deepest_nesting_are_read(join):
    anna = join("anna", "es")
    start = b'{"type":"x","y":"'
    anna.send_raw(frame(start + b"a" * (LONGEST_FRAME - len(start) - 2) + b'"}'))
    anna.send_raw(frame(nested(16)))
    assert not [p for p in anna.barrier() if p["type"] == "error"]


def test_every_escape_of_json_is_understood(join):
    anna = join("anna", "es")
    anna.send_raw(frame(rb'{"type":"ping","nonce":"\u00f1 \ud83d\ude42 \" \\ \/ \t"}'))
    anna.expect("pong", nonce='ñ 🙂 " \\ / \t')
    anna.send_raw(frame(b' \r\n{ "nonce" : "spaced" ,\t"type":"ping" } '))
    anna.expect("pong", nonce="spaced")


def test_half_a_surrogate_never_reaches_a_reader(host, join):
    """Refused or replaced: every frame that arrives is judged, and half a surrogate would be a breach."""
    boris, anna = join("boris", "ca"), Member(host.address, "anna", "es", "A")
    anna.send_raw(frame(rb'{"type":"message","message":"half \ud83d of one"}'))
    anna.send("bye")
    anna.expect_close()
    boris.expect("left", where=lambda p: p["member"]["id"] == anna.id)
    said = [p["message"] for _, p in boris.history if p["type"] == "message" and p["member"] == anna.id]
    assert said in ([], ["half \ufffd of one"])


def test_a_breach_within_a_burst_does_not_undo_what_came_before(host, join):
    boris = join("boris", "ca")
    anna = join("anna", "es")
    good = encode({"type": "message", "message": "bona tarda"})
    anna.send_raw(good + frame(b"") + good)
    boris.expect("message", message="bona tarda")
    anna.expect_refusal("bad-frame")
    assert not [p for p in boris.barrier() if p["type"] == "message"]


def test_an_announced_body_that_never_comes_costs_no_memory(host):
    """Three hundred peers announce the longest frame and send none of it."""
    before = resident(host)
    peers = [Connection(host.address) for _ in range(300)]
    for peer in peers:
        peer.send_raw(LONGEST_FRAME.to_bytes(4, "big"))
    Member(host.address, "boris", "ca", "A").leave()
    grown = resident(host) - before
    for peer in peers:
        peer.reset()
    assert grown < 300 * 32, f"{grown} KiB more for 300 silent peers"


def resident(host):
    """Resident memory of the host, in KiB."""
    with open(f"/proc/{host.process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
