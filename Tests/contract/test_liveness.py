"""Silent links, dead peers and members that do not read."""

import threading
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
    start = time.monotonic()
    anna = join("anna", "es", answers_pings=False)
    anna.expect("ping", within=20)
    assert time.monotonic() - start >= 4.5
    boris.expect("left", 40, where=lambda p: p["member"]["id"] == anna.id)
    assert time.monotonic() - start >= 13.5
    anna.expect_close()


def test_a_member_that_answers_pings_stays(join):
    start, anna = time.monotonic(), join("anna", "es")
    for _ in range(3):
        anna.expect("ping", within=20)
    assert time.monotonic() - start > 13.5
    assert anna.says("encara hi sóc")


def test_a_reset_is_noticed_at_once(join):
    boris, anna = join("boris", "ca"), join("anna", "es")
    anna.reset()
    boris.expect("left", 10, where=lambda p: p["member"]["id"] == anna.id)  # long before it would count as silent


def test_a_member_that_never_reads_is_dropped_and_the_others_are_undisturbed(open_host):
    boris, anna = (Member(open_host.address, name, "ca", "Open") for name in ("boris", "anna"))
    slow = Connection(open_host.address, reads=False, receive_buffer=4096)
    slow.send("hello", protocol=1, room="Open", name="sloth", lang="es")
    sloth = boris.expect("joined", where=lambda p: p["member"]["name"] == "sloth")["member"]["id"]
    dropped = threading.Event()

    def reads_once_it_is_dropped():
        """It has five seconds for reading why, whatever else this machine has to do."""
        boris.expect("left", 120, where=lambda p: p["member"]["id"] == sloth)
        slow.start_reading()
        dropped.set()

    threading.Thread(target=reads_once_it_is_dropped, daemon=True).start()
    sent = 0
    while not dropped.is_set():
        assert sent < 6000, f"{sent} messages of 16,000 bytes, and the member that never reads is still there"
        for _ in range(20):
            anna.say("🙂" * 4000)
        sent += 20
        anna.barrier(60)
    boris.barrier(60)
    assert boris.ledger.newest == anna.ledger.newest and boris.ledger.lines.keys() >= anna.ledger.lines.keys()
    assert slow.expect_close(20)[-1]["code"] == "too-slow"
    for member in (boris, anna):
        member.leave()
