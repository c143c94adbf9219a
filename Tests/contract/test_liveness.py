"""Silent links, dead peers and members that do not read."""

import time

from wire import Connection, Member


def test_ping_is_answered_with_its_nonce(join):
    anna = join("anna", "es")
    anna.send("ping", nonce="ñ 1")
    assert anna.expect("pong")["nonce"] == "ñ 1"
    anna.send("ping")
    assert "nonce" not in anna.expect("pong")


def test_a_silent_member_is_pinged_after_5_s_and_gone_after_15(host, join):
    boris = join("boris", "ca")
    anna = join("anna", "es", answers_pings=False)
    start = time.monotonic()
    anna.expect("ping", within=9)
    assert 4.5 <= time.monotonic() - start <= 8
    boris.expect("left", 20, where=lambda p: p["member"]["id"] == anna.id)
    assert 13.5 <= time.monotonic() - start <= 19
    anna.expect_close()


def test_a_member_that_answers_pings_stays(join):
    anna, start = join("anna", "es"), time.monotonic()
    for _ in range(3):
        anna.expect("ping", within=9)
    assert time.monotonic() - start > 13.5
    assert anna.says("encara hi sóc")


def test_a_reset_is_noticed_at_once(join):
    boris, anna = join("boris", "ca"), join("anna", "es")
    start = time.monotonic()
    anna.reset()
    boris.expect("left", 3, where=lambda p: p["member"]["id"] == anna.id)
    assert time.monotonic() - start < 2


def test_a_member_that_never_reads_is_dropped_and_the_others_are_undisturbed(open_host):
    boris, anna = (Member(open_host.address, name, "ca", "Open") for name in ("boris", "anna"))
    slow = Connection(open_host.address, reads=False, receive_buffer=4096)
    slow.send("hello", protocol=1, room="Open", name="sloth", lang="es")
    sloth = boris.expect("joined", where=lambda p: p["member"]["name"] == "sloth")["member"]["id"]
    sent, gone = 0, False
    while not gone:
        assert sent < 6000, f"{sent} messages of 16,000 bytes, and the member that never reads is still there"
        for _ in range(20):
            anna.say("🙂" * 4000)
        sent += 20
        seen = anna.barrier(20)
        gone = any(p["type"] == "left" and p["member"]["id"] == sloth for p in seen)
    boris.barrier(20)
    assert boris.ledger.newest == anna.ledger.newest and boris.ledger.lines.keys() >= anna.ledger.lines.keys()
    slow.start_reading()
    assert slow.expect_close(20)[-1]["code"] == "too-slow"
    for member in (boris, anna):
        member.leave()
