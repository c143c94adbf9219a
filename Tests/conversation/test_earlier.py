"""Paging back by programs: `{"history":…}` and its answer."""

import pytest
from conversation import Actor
from terminal import phrase


def numbers(lines):
    return [int(line["message"].split()[1]) for line in lines["messages"]]


@pytest.fixture
def talk(stage):
    """Anna, who was there for all of it, and boris, who said 130 lines."""
    anna, boris = stage.enters("anna", "es"), stage.enters("boris", "es")
    for number in range(1, 131):
        boris.sends(message=f"line {number}")
        anna.sees(f"line {number}")
    return anna


def test_a_page_is_what_comes_before_a_number(talk):
    talk.sends(history={"before": 51, "limit": 10})
    lines = talk.expect("lines")
    assert lines["before"] == 51 and numbers(lines) == list(range(41, 51)) and lines["more"] is True
    talk.sends(history={"before": 4, "limit": 10})
    lines = talk.expect("lines")
    assert numbers(lines) == [1, 2, 3] and lines["more"] is False


def test_without_a_number_it_goes_back_from_what_was_shown(stage, talk):
    again = Actor(*talk.process.args[1:], home=talk.home, name="anna")
    talk.leaves()
    stage.actors.append(again)
    again.expect("welcome")
    again.leaves()
    back = Actor(*talk.process.args[1:], home=talk.home, name="anna")
    stage.actors.append(back)
    back.expect("welcome")
    for expected in (range(111, 131), range(91, 111)):
        back.sends(history={})
        assert numbers(back.expect("lines")) == list(expected)


def test_more_than_a_packet_holds_comes_as_one_answer(talk):
    talk.sends(history={"before": 131, "limit": 130})
    lines = talk.expect("lines")
    assert numbers(lines) == list(range(1, 131)) and lines["more"] is False


@pytest.mark.parametrize("stage", ["nothing"], indirect=True)
def test_a_newcomer_sees_nothing_of_before(stage, talk):
    carla = stage.enters("carla", "es")
    carla.sends(history={"limit": 10})
    lines = carla.expect("lines")
    assert lines["messages"] == [] and lines["more"] is False


@pytest.mark.parametrize("page", [True, 7, {"limit": 0}, {"limit": 201}, {"before": 0}, {"before": "x"}, {"limit": 1.5}])
def test_what_is_no_question_is_refused(stage, page):
    anna = stage.enters("anna", "es")
    anna.sends(history=page)
    assert anna.expect("error")["code"] == "bad-packet"
    assert not anna.all("lines")


def test_while_the_host_is_away_it_is_said(steady):
    anna = steady.enters("anna", "es")
    steady.host.terminates()
    anna.expect("reconnecting")
    anna.sends(history={})
    assert anna.expect("error")["reason"] == phrase("chat.earlier.away", "es")


def test_earlier_lines_are_translated_too(stage, engines):
    anna = stage.enters("anna", "en")
    boris = stage.enters("boris", "es", engines=[engines()])
    said = anna.says("good morning")
    boris.reads("es:good morning")
    boris.sends(history={"before": said["seq"] + 1})
    assert boris.expect("lines")["messages"][0]["id"] == said["id"]
    assert boris.learns(said)["text"] == "es:good morning"
