"""The host, or the way to it, goes and comes back: members return by themselves, and each line arrives once.

What arrived is counted by the contract's own reader of the wire, which asks the host for all it keeps.
"""

import signal
import time

import pytest
from cable import Cable
from conversation import Stage
from program import steady_port
from terminal import phrase
from wire import Member

GOODBYES = {"SIGTERM": signal.SIGTERM, "kill -9": signal.SIGKILL}


@pytest.fixture
def cable(stage):
    cable = Cable(stage.host.port)
    yield cable
    cable.close()


@pytest.fixture
def clear(stage_in_clear):
    """A cable in which one can see what passes."""
    cable = Cable(stage_in_clear.host.port)
    yield cable
    cable.close()


@pytest.fixture
def stage_in_clear():
    with Stage(flags=["--plaintext"]) as stage:
        yield stage


def gone(stage, number):
    stage.host.signal(number)
    status = stage.host.ended()
    assert status == (0 if number == signal.SIGTERM else -signal.SIGKILL)


def kept_by(host):
    """The texts of every line of this life of the host, in order, each as often as it was accepted."""
    newcomer = Member(host.address, "olga", "ru", tls=host.is_secure)
    resume = {"epoch": newcomer.me["epoch"], "seq": 0}
    reader = Member(host.address, "olga", "ru", resume=resume, tls=host.is_secure)
    reader.barrier()
    assert sorted(reader.ledger.lines) == list(range(1, reader.me["seq"] + 1))
    for member in (newcomer, reader):
        member.leave()
    return [reader.ledger.lines[seq]["message"] for seq in sorted(reader.ledger.lines)]


@pytest.mark.parametrize("number", GOODBYES.values(), ids=GOODBYES)
def test_members_return_and_what_was_typed_while_away_arrives_exactly_once(steady, number):
    anna, boris = steady.enters("anna", "es"), steady.enters("boris", "ca")
    anna.says("antes")
    boris.sees("antes")
    gone(steady, number)
    for actor in (anna, boris):
        assert actor.expect("reconnecting")["reason"].endswith(".")
    typed = [f"mentre {n}" for n in range(3)]
    for text in typed:
        anna.sends(message=text)
    steady.host.returns()
    for actor in (anna, boris):
        back = actor.expect("reconnected", 15)
        assert back["room"]["id"] == actor.welcome["room"]["id"] and back["resumed"] is False
    for text in typed:
        anna.expect("message", message=text, own=True)
    boris.says("final")
    anna.sees("final")
    assert kept_by(steady.host) == [*typed, "final"]
    assert [e["message"] for e in anna.all("message", own=True)] == ["antes", *typed]
    anna.leaves()
    boris.leaves()


def test_a_member_outlives_many_lives_of_its_host(steady):
    anna = steady.enters("anna", "es")
    for life in range(4):
        gone(steady, signal.SIGKILL if life % 2 else signal.SIGTERM)
        anna.expect("reconnecting")
        anna.sends(message=f"life {life}")
        steady.host.returns()
        anna.expect("reconnected", 15)
        anna.expect("message", message=f"life {life}", own=True)
        assert kept_by(steady.host) == [f"life {life}"]
    assert [e["message"] for e in anna.all("message")] == [f"life {life}" for life in range(4)]


def test_a_line_whose_echo_was_lost_is_accepted_and_shown_once(stage_in_clear, clear):
    stage, cable = stage_in_clear, clear
    boris = stage.enters("boris", "ca")
    anna = stage.enters("anna", "es", f"127.0.0.1:{cable.port}")
    cable.swallows_answers()
    anna.sends(message="una vegada")
    boris.sees("una vegada")
    cable.await_lost("una vegada".encode())
    cable.is_cut()
    anna.expect("reconnecting")
    boris.says("mentrestant")
    anna.sends(message="i una altra")
    cable.is_mended()
    assert anna.expect("reconnected", 15)["resumed"] is True
    boris.sees("i una altra")
    anna.expect("message", message="i una altra", own=True)
    everything = ["una vegada", "mentrestant", "i una altra"]
    assert kept_by(stage.host) == everything
    for actor in (anna, boris):
        assert [(e["seq"], e["message"]) for e in actor.all("message")] == list(enumerate(everything, 1))
    assert not anna.all("gap")


def test_what_others_said_while_the_way_was_cut_comes_once_and_in_order(stage, cable):
    boris = stage.enters("boris", "ca")
    anna = stage.enters("anna", "es", f"127.0.0.1:{cable.port}")
    for cut in range(3):
        cable.is_cut()
        anna.expect("reconnecting")
        for number in range(10):
            boris.says(f"cut {cut}, line {number}")
        cable.is_mended()
        assert anna.expect("reconnected", 15)["resumed"] is True
    boris.says("final")
    anna.sees("final")
    assert [e["seq"] for e in anna.all("message")] == list(range(1, 32)) and not anna.all("gap")


def test_a_host_that_falls_silent_is_noticed_and_found_again(stage, cable):
    anna = stage.enters("anna", "es", f"127.0.0.1:{cable.port}")
    start = time.monotonic()
    cable.goes_silent()
    anna.sends(message="em sents?")
    assert "silent" in anna.expect("reconnecting", 40)["reason"]
    assert time.monotonic() - start > 10
    cable.is_mended()
    anna.expect("reconnected", 15)
    anna.expect("message", message="em sents?", own=True)
    assert kept_by(stage.host) == ["em sents?"]


def test_a_changed_name_and_language_are_kept_through_an_absence(steady):
    anna = steady.enters("anna", "es")
    anna.sends(name="Anna Maria")
    anna.expect("changed")
    gone(steady, signal.SIGTERM)
    anna.expect("reconnecting")
    anna.sends(lang="fr")
    steady.host.returns()
    anna.expect("reconnected", 15)
    reader = Member(steady.host.address, "olga", "ru")
    anna.sends(message="je suis là")
    line = reader.expect("message", message="je suis là")
    assert (line["from"], line["lang"]) == ("Anna Maria", "fr")
    reader.leave()


def test_who_quits_while_the_host_is_away_is_told_what_did_not_arrive(steady):
    anna = steady.enters("anna", "es")
    gone(steady, signal.SIGTERM)
    anna.expect("reconnecting")
    anna.sends(message="a nadie")
    anna.sends(quit=True)
    assert anna.expect("notice")["text"].startswith(phrase("chat.unsent-kept", "es"))
    assert anna.expect("error", code="undelivered")["fatal"]
    assert anna.ended() == 1


def test_no_host_at_the_first_try_is_an_error_with_status_1():
    with Stage() as stage:
        lost = stage.enters("lost", "es", f"127.0.0.1:{steady_port()}", waits=False)
        error = lost.expect("error", fatal=True)
        assert "127.0.0.1" in error["reason"] and lost.ended() == 1
