"""A call for help, from a terminal and by JSON lines: who hears of it, and of what becomes of it."""

import pytest
from program import Home, run
from terminal import phrase
from test_keys import joining, shows, typing
from conversation import Actor, Stage


@pytest.fixture
def rosa(stage):
    """Staff, in the room."""
    home = Home()
    key = run("staff", "key", home=home).stdout.strip()
    assert run("staff", "add", "Rosa Mir", key, home=stage.host.home).returncode == 0
    actor = Actor(*joining(stage, "Rosa", "ca"), "--json", "--staff", home=home, name="Rosa")
    stage.actors.append(actor)
    actor.expect("welcome", 15)
    return actor


def test_staff_are_coming_and_everybody_hears_of_it_the_newcomer_too(stage, rosa):
    anna, boris = stage.enters("Anna", "es"), typing(stage, "Boris")
    anna.sends(person=True)
    own = anna.expect("help", own=True)
    assert (own["state"], own["member"], own["new"], own["present"]) == ("open", anna.id, True, True)
    call = rosa.expect("help", own=False)
    assert (call["state"], call["from"], call["lang"]) == ("open", "Anna", "es")
    assert call["text"] == phrase("call.open", "ca", name="Anna")
    shows(boris, phrase("person.nobody", "en", name="Anna"))
    # Who comes later finds the call there, and is not told that it is new.
    carla = stage.enters("Carla", "fr")
    found = carla.expect("help")
    assert (found["state"], found["member"], found["new"]) == ("open", anna.id, False)
    rosa.sends(help="coming", member=anna.id)
    assert anna.expect("help", state="coming", own=True)["text"] == phrase("call.coming.by", "es", by="Rosa")
    assert carla.expect("help", state="coming")["text"] == phrase("call.coming.to.by", "fr", by="Rosa", name="Anna")
    shows(boris, phrase("call.coming.to.by", "en", by="Rosa", name="Anna"))
    rosa.sends(help="done", member=anna.id)
    assert anna.expect("help", state="done")["text"] == phrase("call.done", "es")
    shows(boris, phrase("call.done.of", "en", name="Anna"))
    # It is over: whoever comes now is told of nothing.
    assert not stage.enters("Dora", "it").all("help")


def test_who_called_takes_it_back_and_others_cannot(stage, rosa):
    anna, boris = stage.enters("Anna", "es"), typing(stage, "Boris")
    boris.write(b"/done\n/coming\n")
    shows(boris, phrase("chat.refused.no-call", "en"))
    boris.write(b"/person\n")
    assert anna.expect("help", state="open")["from"] == "Boris"
    member = anna.all("help")[0]["member"]
    for state in ("coming", "done"):
        anna.sends(help=state, member=member)
        assert anna.expect("error")["code"] == "forbidden"
    boris.write(b"/done\n")
    assert anna.expect("help", state="done")["member"] == member
    shows(boris, phrase("call.done", "en"))
    rosa.sends(help="coming", member=member)
    assert rosa.expect("error")["code"] == "bad-packet"


def test_staff_type_whose_call_they_mean(stage):
    home = Home()
    run("staff", "add", "Rosa Mir", run("staff", "key", home=home).stdout.strip(), home=stage.host.home)
    anna, andrea = stage.enters("Anna", "es"), stage.enters("Andrea", "it")
    anna.sends(person=True)
    anna.expect("help", own=True)
    rosa = typing(stage, "Rosa", "--staff", home=home)
    # Without a name the only one is meant.
    shows(rosa, phrase("call.open", "en", name="Anna"))
    rosa.write(b"/coming\n")
    anna.expect("help", state="coming")
    andrea.sends(person=True)
    andrea.expect("help", own=True)
    shows(rosa, phrase("person.nobody", "en", name="Andrea"))
    rosa.write(b"/coming\n/coming An\n/coming andr\n")
    shows(rosa, phrase("chat.refused.no-call", "en"))
    shows(rosa, '"An" may be several here')
    andrea.expect("help", state="coming", own=True)
    rosa.write(b"/done Anna\n")
    anna.expect("help", state="done", own=True)
    assert not andrea.all("help", state="done", own=True)


def test_a_line_of_a_program_that_names_nobody_says_what_is_missing(stage):
    anna = stage.enters("Anna", "es")
    for line in ({"help": "coming"}, {"help": "open", "member": "m1"}, {"help": True}, {"help": "done", "member": 7}):
        anna.sends(**line)
        refusal = anna.expect("error")
        assert refusal["code"] == "bad-packet" and '"help"' in refusal["reason"]


def test_who_wants_to_talk_with_the_staff_alone_says_it_to_them_and_to_nobody_else(stage, rosa):
    anna, boris, carla = stage.enters("Anna", "es"), typing(stage, "Boris"), stage.enters("Carla", "fr")
    home = Home()
    run("staff", "add", "Olga Pi", run("staff", "key", home=home).stdout.strip(), home=stage.host.home)
    olga = typing(stage, "Olga", "--staff", home=home)
    shows(olga, phrase("chat.help", "en"))
    anna.sends(person="private")
    own = anna.expect("help", own=True, wish="private")
    assert own["text"] == phrase("call.private.own", "es")
    assert rosa.expect("help", wish="private")["text"] == phrase("call.private", "ca", name="Anna")
    shows(olga, phrase("call.private", "en", name="Anna"))
    boris.write(b"/person private\n")
    shows(boris, phrase("call.private.own", "en"))
    told = rosa.expect("help", wish="private", **{"from": "Boris"})
    assert (told["state"], told["own"]) == ("open", False)
    late = stage.enters("Dora", "it")
    rosa.sends(help="coming", member=told["member"])
    for other in (anna, carla, late):
        other.expect("help", state="coming")
        assert not [call for call in other.all("help") if call["from"] == "Boris" and "wish" in call]
    for other in (carla, late):
        assert "private" not in str(other.events)
    assert not [call for call in anna.all("help") if call["from"] != "Anna" and "wish" in call]


def test_staff_who_come_later_are_told_what_was_wished_for(stage):
    anna = stage.enters("Anna", "es")
    anna.sends(person="private")
    anna.expect("help", wish="private")
    home = Home()
    run("staff", "add", "Rosa Mir", run("staff", "key", home=home).stdout.strip(), home=stage.host.home)
    rosa = Actor(*joining(stage, "Rosa", "ca"), "--json", "--staff", home=home, name="Rosa")
    stage.actors.append(rosa)
    assert rosa.expect("help", 15, wish="private")["from"] == "Anna"


@pytest.mark.parametrize("typed", ["/person", "/person Anna"])
def test_a_call_that_is_typed_reaches_everybody_and_not_only_who_spoke_last(stage, rosa, typed):
    anna, boris, carla = stage.enters("Anna", "es"), typing(stage, "Boris"), stage.enters("Carla", "fr")
    line = anna.says("tome dos comprimidos")["id"]
    shows(boris, "tome dos comprimidos")
    boris.write(f"{typed}\n".encode())
    for other in (anna, carla, rosa):
        call = other.expect("help", state="open", new=True)
        assert (call["from"], call["id"]) == ("Boris", line if "Anna" in typed else None)
    shows(boris, phrase("person.none", "en"))
    rosa.sends(help="coming", member=call["member"])
    shows(boris, phrase("call.coming.by", "en", by="Rosa"))


def test_a_program_s_call_about_a_line_of_its_own_reaches_everybody(stage, rosa):
    anna, carla = stage.enters("Anna", "es"), stage.enters("Carla", "fr")
    line = anna.says("me duele")["id"]
    anna.sends(person=line)
    for other in (anna, carla, rosa):
        call = other.expect("help", state="open", new=True)
        assert (call["from"], call["id"], call["own"]) == ("Anna", line, other is anna)
    assert anna.expect("person")["own"] is True


def test_who_asks_an_author_what_was_meant_calls_nobody(stage, rosa):
    anna, boris, carla = stage.enters("Anna", "es"), typing(stage, "Boris"), stage.enters("Carla", "fr")
    line = anna.says("tome dos comprimidos")["id"]
    shows(boris, "tome dos comprimidos")
    boris.write(b"/huh\n")
    asked = anna.expect("unclear")
    assert (asked["id"], asked["from"]) == (line, "Boris")
    carla.sends(unclear=line)
    assert anna.expect("unclear")["from"] == "Carla"
    anna.says("tome dos pastillas")
    for other in (carla, rosa):
        other.sees("tome dos pastillas")
        asked = [event for event in other.events if event["event"] in ("unclear", "person", "help")]
        assert [event["own"] for event in asked] == [True] * (other is carla)


def test_in_another_room_staff_are_told_of_a_call_and_nobody_else():
    with Stage("Stage", "Ward") as stage:
        home, ward = Home(), stage.host.invite("Ward")
        key = run("staff", "key", home=home).stdout.strip()
        assert run("staff", "add", "Rosa Mir", key, home=stage.host.home).returncode == 0
        rosa = Actor("join", ward, "--name", "Rosa", "--lang", "ca", "--no-translate", "--json", "--staff",
                     home=home, name="Rosa")  # fmt: skip
        stage.actors.append(rosa)
        rosa.expect("welcome", 15)
        dora, boris = stage.enters("Dora", "it", to=ward), typing(stage, "Boris")
        boris.write(b"/person\n")
        call = rosa.expect("help", state="open")
        assert (call["from"], call["room"]["name"]) == ("Boris", "Stage")
        rosa.says("hola")
        dora.sees("hola")
        assert not dora.all("help") and not dora.all("person")
