"""Staff by key: the commands that make one, what they do in a chat, and reports to them."""

import json

import pytest
from conversation import Actor
from program import Home, Program, run


@pytest.fixture
def nurse(stage):
    """nurse() is a member of staff, in the room."""

    def enter(name="Rosa", lang="ca"):
        home = Home()
        key = run("staff", "key", home=home).stdout.strip()
        assert run("staff", "add", f"{name} Mir", key, home=stage.host.home).returncode == 0
        actor = Actor(*joining(stage, name, lang), "--json", "--staff", home=home, name=name)
        stage.actors.append(actor)
        actor.expect("welcome", 15)
        return actor

    return enter


def joining(stage, name, lang):
    # A key is told to a host that something vouches for: here its invite.
    return ["join", stage.host.invite("Stage"), "--name", name, "--lang", lang, "--no-translate"]


def typing(stage, name, *flags, home=None):
    """Somebody without a terminal who types: what is shown comes as plain lines."""
    person = Program(*joining(stage, name, "en"), *flags, home=home or Home())
    stage.actors.append(person)
    person.until(lambda: [line for line in person.lines if "You are in" in line], 15)
    return person


def shows(person, text):
    person.until(lambda: [line for line in person.lines if text in line], what=text)


def test_a_key_is_made_once_and_its_secret_is_shown_to_nobody():
    home = Home()
    first, second = run("staff", "key", home=home), run("staff", "key", home=home)
    assert first.stdout == second.stdout and len(first.stdout.strip()) == 43
    file = home.path / "sabir/staff.key"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.read_text().strip() not in first.stdout + second.stdout + first.stderr
    home.remove()


def test_the_list_of_staff_is_kept_by_commands():
    home, key = Home(), "A" * 43
    assert "Nobody" in run("staff", "list", home=home).stdout
    assert run("staff", "add", "Rosa Mir", key, home=home).returncode == 0
    again = run("staff", "add", "Rosa", key, home=home)
    assert again.returncode == 1 and "Rosa Mir" in again.stderr and "Traceback" not in again.stderr
    wrong = run("staff", "add", "Pau", "secret", home=home)
    assert wrong.returncode == 1 and "43 characters" in wrong.stderr
    listed = json.loads(run("staff", "list", "--json", home=home).stdout)
    assert (listed["name"], listed["key"]) == ("Rosa Mir", key)
    assert run("staff", "remove", "rosa mir", home=home).returncode == 0
    gone = run("staff", "remove", "Rosa Mir", home=home)
    assert gone.returncode == 1 and "staff list" in gone.stderr
    home.remove()


def test_staff_mute_and_send_out_and_everybody_is_told(stage, nurse):
    rosa, anna, boris = nurse(), stage.enters("Anna", "es"), stage.enters("Boris", "uk")
    assert rosa.me["role"] == "staff" and "role" not in anna.me
    rosa.sends(staff={"act": "mute", "member": boris.id})
    for reader in (rosa, anna, boris):
        reader.expect("acted", act="mute", member=boris.id)
    boris.sends(message="чому?")
    assert boris.expect("refused")["code"] == "muted"
    rosa.sends(staff={"act": "ban", "member": "Boris", "minutes": 5})
    assert anna.expect("acted", act="ban")["minutes"] == 5
    assert boris.expect("error", fatal=True)["code"] == "banned"
    anna.sends(staff={"act": "clear"})
    assert anna.expect("error")["code"] == "forbidden"


def test_staff_type_their_commands(stage):
    home = Home()
    run("staff", "add", "Rosa Mir", run("staff", "key", home=home).stdout.strip(), home=stage.host.home)
    anna = stage.enters("Anna", "es")
    second = stage.enters("Anna", "es")
    rosa = typing(stage, "Rosa", "--staff", home=home)
    rosa.write(b"/who\n")
    shows(rosa, "Rosa [staff] (en)")
    shows(rosa, "Anna 2 (es)")
    rosa.write(b"/mute Anna 2\n")
    shows(rosa, "Staff muted Anna 2.")
    second.expect("acted", act="mute", member=second.id)
    rosa.write(b"/ban Anna 2 7\n")
    assert anna.expect("acted", act="ban")["minutes"] == 7
    rosa.write(b"/mute\n/mute Nobody\n/lock\n/announce We close at noon\n")
    shows(rosa, "Say whom: /mute NAME")
    shows(rosa, 'Nobody here is known as "Nobody"')
    shows(rosa, "The room is locked")
    shows(rosa, "From the staff: We close at noon")
    rosa.write(b"/quit\n")
    assert rosa.ended() == 0


def test_a_name_cannot_show_a_badge(stage, nurse):
    boris = stage.enters("Boris [staff]", "es")
    carla = stage.enters("Carla ［staff］", "es")
    reader = typing(stage, "Anna")
    reader.write(b"/who\n")
    shows(reader, "Boris (staff)")
    shows(reader, "Carla (staff)")
    # Nor where somebody is named in a sentence of the program's own.
    boris.sends(person=True)
    shows(reader, "Boris (staff) asks for a person")
    nurse().sends(staff={"act": "mute", "member": carla.id})
    shows(reader, "Staff muted Carla (staff).")
    shown = [line.replace("* Rosa [staff] (ca) has come in", "") for line in reader.lines]
    assert not [line for line in shown if "[staff]" in line or "［staff］" in line]


def test_a_report_reaches_staff_and_its_maker(stage, nurse):
    rosa, anna, boris = nurse(), stage.enters("Anna", "es"), stage.enters("Boris", "uk")
    line = boris.says("погроза")
    anna.sees("погроза")
    anna.sends(report=line["id"], text="he threatens me")
    told = rosa.expect("report")
    assert (told["from"], told["name"], told["words"], told["own"]) == ("Anna", "Boris", "he threatens me", False)
    assert "погроза" in told["text"] and "Boris" in told["text"]
    own = anna.expect("report")
    assert own["own"] is True and own["present"] is True and own["text"]
    anna.sends(report=boris.id)
    assert rosa.expect("report")["id"] is None
    anna.sends(report="nobody")
    assert anna.expect("error")["code"] == "bad-packet"
    assert not boris.all("report")


def test_who_takes_a_taken_name_is_told_the_new_one(stage):
    stage.enters("Anna", "es")
    second = stage.enters("Anna", "es")
    assert second.welcome["name"] == "Anna 2" and second.me["name"] == "Anna 2"
    second.sends(name="Boris")
    assert second.expect("changed")["member"]["name"] == "Boris"
