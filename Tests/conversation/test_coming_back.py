"""The host goes and comes back on its port: members return by themselves, and what was typed meanwhile arrives once."""

import signal

import pytest
from program import steady_port
from conversation import Stage
from wire import Member

GOODBYES = {"SIGTERM": signal.SIGTERM, "kill -9": signal.SIGKILL}


def gone(stage, number):
    stage.host.signal(number)
    status = stage.host.ended()
    assert status == (0 if number == signal.SIGTERM else -signal.SIGKILL)


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
    reader = Member(steady.host.address, "olga", "ru")
    for actor in (anna, boris):
        back = actor.expect("reconnected", 15)
        assert back["room"]["id"] == actor.welcome["room"]["id"]
    for text in typed:
        anna.expect("message", message=text, own=True)
    boris.says("final")
    reader.expect("message", message="final")
    seen = [p["message"] for p in reader.ledger.lines.values()]
    # Who came before the reader did has spoken to nobody it could hear: the reader's welcome says how much.
    assert seen == (typed + ["final"])[len(typed) + 1 - len(seen) :] and reader.me["seq"] == 4 - len(seen)
    assert [e["message"] for e in anna.all("message", own=True)] == ["antes", *typed]
    reader.leave()
    anna.leaves()
    boris.leaves()


def test_an_independent_reader_counts_each_line_once_through_many_lives_of_the_host(steady):
    anna = steady.enters("anna", "es")
    for life in range(3):
        gone(steady, signal.SIGKILL if life % 2 else signal.SIGTERM)
        anna.expect("reconnecting")
        anna.sends(message=f"life {life}")
        steady.host.returns()
        anna.expect("reconnected", 15)
        anna.expect("message", message=f"life {life}", own=True)
        late = steady.enters(f"late {life}", "es")
        assert late.welcome["seq"] == 1
        late.leaves()
    assert [e["message"] for e in anna.all("message")] == ["life 0", "life 1", "life 2"]


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
    assert "did not reach" in anna.expect("notice")["text"]
    assert anna.ended() == 0


def test_no_host_at_the_first_try_is_an_error_with_status_1():
    with Stage() as stage:
        lost = stage.enters("lost", "es", f"127.0.0.1:{steady_port()}", waits=False)
        error = lost.expect("error", fatal=True)
        assert "127.0.0.1" in error["reason"] and lost.ended() == 1
