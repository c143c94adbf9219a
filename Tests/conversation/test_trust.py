"""Whom a guest takes for its host: first visits, invites, other certificates, and talking without TLS."""

import json
import re

from conversation import Serving, Stage
from program import Home, run, steady_port

ROOM = '[[room]]\nname = "Stage"\n'
ACCEPT = re.compile(r"sabir (trust \S+ --accept [\w-]{43})$")


def join(target, *flags, home):
    """A member that comes and goes; its events and its exit status."""
    done = run(
        "join", target, "--json", "--name", "anna", "--lang", "es", "--no-translate", *flags,
        home=home, typed='{"message": "hola"}\n{"quit": true}\n',
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def refusal(target, *flags, home):
    events, status = join(target, *flags, home=home)
    # That the typed line is on its way may be told behind the refusal.
    told = [event for event in events if event["event"] != "sending"]
    assert status == 1 and [event["event"] for event in told] == ["error"], events
    return told[0]["reason"]


def was_in(target, *flags, home):
    events, status = join(target, *flags, home=home)
    return status == 0 and any(event["event"] == "message" and event["own"] for event in events)


def test_a_host_that_was_set_up_anew_is_refused_until_it_is_accepted():
    host, guest, port = Home(ROOM), Home(), steady_port()
    address = f"127.0.0.1:{port}"
    serving = Serving(("Stage",), port=port, home=host)
    assert was_in(address, home=guest)
    known = run("trust", home=guest).stdout
    assert "Stage" in known and serving.invite("Stage").rpartition("#fp=")[2] in known
    serving.terminates()
    (host.path / "sabir/node.pem").unlink()
    again = Serving(("Stage",), port=port, home=host)
    command = ACCEPT.search(refusal(address, home=guest))
    assert command, "the refusal names the command"
    assert again.invite("Stage").rpartition("#fp=")[2] in command[1]
    assert run(*command[1].split(), home=guest).returncode == 0
    assert was_in(address, home=guest)
    again.terminates()


def test_a_fingerprint_may_begin_with_a_hyphen():
    guest = Home()
    with Stage("Stage") as stage:
        assert was_in(f"127.0.0.1:{stage.host.port}", home=guest)
    fingerprint = "-6-cNpndpxTt3Cd-SAVQvtX8e8tXJ4LQdDINS1kEoAA"
    done = run("trust", "Stage", "--accept", fingerprint, home=guest)
    assert done.returncode == 0 and fingerprint in run("trust", home=guest).stdout, done.stderr


def test_the_invite_printed_is_the_one_asked_for():
    home, port = Home(ROOM), steady_port()
    serving = Serving(("Stage",), port=port, home=home)
    done = run("invite", "stage", "--host", "127.0.0.1", "--port", str(port), home=home)
    assert done.returncode == 0 and done.stdout.strip() == serving.invite("Stage")
    assert was_in(done.stdout.strip(), home=Home())
    assert run("invite", "Nowhere", home=home).returncode == 1
    serving.terminates()


def test_an_invite_of_another_host_opens_nothing():
    with Stage("One") as one, Stage("Two") as two:
        mixed = one.host.invite("One").rpartition("#")[0] + "#" + two.host.invite("Two").rpartition("#")[2]
        assert "not who the invite names" in refusal(mixed, home=Home())


def test_with_and_without_tls_do_not_meet():
    plain, secure = Serving(("Stage",), flags=["--plaintext"]), Serving(("Stage",))
    home = Home()
    assert "talks without TLS" in refusal(f"127.0.0.1:{plain.port}", home=home)
    assert "over TLS only" in refusal(f"127.0.0.1:{secure.port}", "--plaintext", home=home)
    assert was_in(f"127.0.0.1:{plain.port}", "--plaintext", home=home)
    assert was_in(f"127.0.0.1:{secure.port}", home=home)
    assert plain.logs("talks with TLS, this node without") and secure.logs("talks without TLS, this node with")
    assert not [line for line in plain.lines if line.startswith("invite ")]
    plain.terminates()
    secure.terminates()


def test_a_name_leads_to_the_host_known_by_it():
    right, wrong = Serving(("Stage",)), Serving(("Stage",))
    peers = f'["127.0.0.1:{wrong.port}", "127.0.0.1:{right.port}"]'
    guest, newcomer = (Home(f"[discovery]\nmdns = false\npeers = {peers}\n") for _ in range(2))
    assert was_in(right.invite("Stage"), home=guest)
    # Two of one name: the known one is chosen, and that is said.
    done = run("join", "stage", "--name", "anna", "--lang", "es", "--no-translate", home=guest)
    assert done.returncode == 0 and "Se ha pasado por alto otra sala «Stage»" in done.stdout, done
    events, status = join("Stage", home=guest)
    welcome = next(event for event in events if event["event"] == "welcome")
    assert status == 0 and welcome["room"]["id"] == right.rooms["Stage"]
    assert "There are 2 rooms" in refusal("Stage", home=newcomer)
    # The known one is away: whoever else has its name is not taken for it.
    right.terminates()
    reason = refusal("Stage", home=guest)
    assert "This is not the room that you know" in reason
    way = re.search(r"sabir join (\S+)$", reason)[1]
    assert way == f"127.0.0.1:{wrong.port}/{wrong.rooms['Stage']}"
    assert was_in("Stage", home=newcomer)
    # On purpose it can be joined, and is known by that name from then on.
    assert was_in(way, home=guest) and was_in("Stage", home=guest)
    wrong.terminates()


def test_a_damaged_file_of_known_hosts_is_no_fresh_start():
    home = Home()
    with Stage() as stage:
        assert was_in(f"127.0.0.1:{stage.host.port}", home=home)
        home.write("sabir/known-rooms.json", "{")
        done = run("join", f"127.0.0.1:{stage.host.port}", "--json", "--no-translate", home=home)
        assert done.returncode == 1 and "known-rooms.json is damaged" in done.stderr


def test_of_two_rooms_of_one_name_this_computer_s_own_is_meant():
    own, other = Serving(("Stage",)), Serving(("Stage",))
    here = Home(f'[node]\nport = {own.port}\n[discovery]\nmdns = false\npeers = ["127.0.0.1:{other.port}"]\n')
    events, status = join("Stage", home=here)
    welcome = next(event for event in events if event["event"] == "welcome")
    assert status == 0 and welcome["room"]["id"] == own.rooms["Stage"]
    own.terminates()
    other.terminates()


def test_an_address_with_several_rooms_is_answered_with_the_command_for_each():
    node = Serving(("Ward", "Kitchen"))
    done = run("join", f"127.0.0.1:{node.port}", "--name", "anna", "--lang", "en", "--no-translate", home=Home())
    assert done.returncode == 1
    for room in node.rooms.values():
        assert f"sabir join 127.0.0.1:{node.port}/{room}  (" in done.stderr, done
    node.terminates()
