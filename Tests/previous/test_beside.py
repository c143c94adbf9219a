"""0.1.0 and today's program in one room: talking, coming back, acts of staff, older lines."""

import base64
import hashlib
import signal

import pytest
from mixed import Mixed
from program import run
from wire import Connection

PAIRS = [("new", "old"), ("old", "new")]
IDS = ["new host, old guest", "old host, new guest"]


def kept(member):
    """What older lines it is given, by number."""
    member.send("history", limit=100)
    return [line["message"] for line in member.expect("lines")["messages"]]


def hello(host, **fields):
    connection = Connection(host.address, tls=False)
    connection.resume = fields.get("resume")
    connection.send("hello", protocol=1, **{"name": "olga", "lang": "ru", **fields})
    return connection, connection.expect("welcome")


def makes_staff(mixed, device):
    key = base64.urlsafe_b64encode(hashlib.sha256(device.encode()).digest()).decode().rstrip("=")
    # A key may begin with what looks like an option.
    assert run("staff", "add", "--", "Rosa Mir", key, home=mixed.host.home).returncode == 0


@pytest.mark.parametrize(("host", "guest"), PAIRS, ids=IDS)
def test_they_talk_and_come_back(either, host, guest):
    with Mixed(either, host) as mixed:
        anna, boris = mixed.enters(host, "anna", "es"), mixed.enters(guest, "boris", "ca")
        anna.says("hola")
        boris.sees("hola")
        boris.says("bon dia")
        anna.sees("bon dia")
        mixed.host.signal(signal.SIGKILL)
        mixed.host.ended()
        for actor in (anna, boris):
            actor.expect("reconnecting")
        boris.sends(message="mentre")
        mixed.returns()
        for actor in (anna, boris):
            assert actor.expect("reconnected", 30)["resumed"] is True
        boris.expect("message", 30, message="mentre", own=True)
        anna.sees("mentre")
        assert [e["message"] for e in anna.all("message")] == ["hola", "bon dia", "mentre"]
        assert not anna.all("gap") and not boris.all("gap")


@pytest.mark.parametrize(("host", "guest"), PAIRS, ids=IDS)
def test_older_lines_are_read_and_acts_of_staff_are_seen(either, host, guest):
    with Mixed(either, host) as mixed:
        makes_staff(mixed, "device of rosa")
        rosa = mixed.member("rosa", device="device of rosa")
        rosa.says("primera")
        boris = mixed.enters(guest, "boris", "ca")
        boris.sends(history={"limit": 10})
        assert [line["message"] for line in boris.expect("lines")["messages"]] == ["primera"]
        rosa.send("staff", act="topic", text="Planta 2")
        rosa.expect("acted", act="topic")
        rosa.send("staff", act="notice", text="Cerramos a las 8", lang="es")
        rosa.expect("notice", text="Cerramos a las 8")
        boris.expect("pinned", text="Cerramos a las 8")
        rosa.send("staff", act="mute", member=boris.id)
        rosa.expect("acted", act="mute")
        boris.sends(message="em sents?")
        assert boris.expect("refused")["code"] == "muted"
        rosa.send("staff", act="ban", member=boris.id, minutes=5)
        assert rosa.expect("acted", act="ban")["minutes"] == 5
        assert boris.expect("error", fatal=True)["code"] == "banned"
        assert kept(rosa) == ["primera"]
        rosa.leave()


@pytest.mark.parametrize(("relay", "host"), [("old", "new"), ("new", "old")], ids=["old relay", "new relay"])
@pytest.mark.parametrize("guest", ["old", "new"])
def test_one_conversation_over_a_relay(either, relay, host, guest):
    with Mixed(either, host) as mixed:
        anna, behind = mixed.enters(host, "anna", "es"), mixed.relay(relay)
        boris = mixed.enters(guest, "boris", "ca", at=behind)
        anna.says("abajo")
        boris.sees("abajo")
        boris.says("a dalt")
        assert anna.sees("a dalt")["via"] == "Floor 2"
        reader = mixed.member("olga", at=behind)
        assert kept(reader) == ["abajo", "a dalt"]
        reader.leave()
        mixed.host.signal(signal.SIGKILL)
        mixed.host.ended()
        assert boris.expect("link", 30)["up"] is False
        boris.sends(message="mentre")
        mixed.returns()
        boris.expect("message", 60, message="mentre", own=True)
        anna.sees("mentre", 60)
        assert [e["message"] for e in anna.all("message")] == ["abajo", "a dalt", "mentre"]


def test_features_are_named_by_today_s_program_alone(either):
    for which in ("old", "new"):
        with Mixed(either, which, history="memory") as mixed:
            connection, welcome = hello(mixed.host, features=["token", "bans", "teleport-2"])
            if which == "old":
                assert "features" not in welcome and "token" not in welcome
            else:
                assert "token" in welcome["features"] and welcome["token"]
            connection.close()


def test_a_member_of_0_1_0_without_a_device_is_told_a_gap_after_a_restart(either):
    """The row `token` of the amendments, with the hello of such a member."""
    with Mixed(either, "new") as mixed:
        mixed.host.terminates()
        mixed.host.home.write("sabir/sabir.toml", '[[room]]\nname = "Stage"\nhistory = "disk"\n')
        mixed.returns()
        bare, welcome = hello(mixed.host)
        known, _ = hello(mixed.host, name="boris", device="device of boris")
        anna = mixed.member("anna", device="device of anna")
        anna.says("una"), anna.says("dos")
        point = {"epoch": welcome["epoch"], "seq": 1}
        bare.close(), known.close()
        # While the host runs, what it says counts, from the address that it left from.
        back, again = hello(mixed.host, resume=point)
        assert again["history"]["from"] == 2 and back.expect("message")["seq"] == 2
        back.close()
        mixed.host.signal(signal.SIGKILL)
        mixed.host.ended()
        mixed.returns()
        back, again = hello(mixed.host, resume=point)
        assert again["history"]["from"] == 3
        gap = back.expect("gap")
        assert (gap["from"], gap["to"]) == (2, 2)
        known, again = hello(mixed.host, name="boris", device="device of boris", resume=point)
        assert again["history"]["from"] == 1 and known.expect("message")["seq"] == 2
        back.close(), known.close()


def test_today_s_program_goes_on_in_the_state_that_0_1_0_left(either):
    with Mixed(either, "old") as mixed:
        anna = mixed.member("anna", device="device of anna")
        anna.says("una"), anna.says("dos")
        epoch, number, room = anna.me["epoch"], anna.id, anna.me["room"]["id"]
        anna.leave()
        mixed.host.terminates()
        mixed.which = "new"
        mixed.returns()
        back = mixed.member("anna", device="device of anna", resume={"epoch": epoch, "seq": 1})
        assert (back.me["epoch"], back.id, back.me["room"]["id"]) == (epoch, number, room)
        back.read_to(2)
        assert kept(back) == ["una", "dos"]
        back.leave()
