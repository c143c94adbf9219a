"""Rooms with a password, by the real program: set, asked for at a terminal and by programs, refused."""

import json
import signal

import pytest
from conversation import Actor, Serving
from program import Home, run, steady_port
from relaying import Relay, lists
from terminal import Terminal, phrase

PASSWORD = "dos nous i tres ametlles"
SLOW = 40
"""Seconds: scrypt, on a machine that has other things to do."""


@pytest.fixture
def closed():
    """A running host of the room "Closed"."""
    home = Home()
    done = run("password", "Closed", home=home, typed=PASSWORD + "\n", within=SLOW)
    assert done.returncode == 0, done.stderr
    home.write("sabir/sabir.toml", '[[room]]\nname = "Closed"\n' + done.stdout.splitlines()[-1] + "\n")
    serving = Serving(("Closed",), steady_port(), home)
    yield serving
    serving.terminates()
    assert not [line for line in serving.log if PASSWORD in line]
    home.remove()


@pytest.fixture
def guests():
    homes = []

    def home():
        homes.append(Home())
        return homes[-1]

    yield home
    for one in homes:
        one.remove()


def join(host, home, *flags):
    return Actor(
        "join", host.invite("Closed"), "--json", "--name", "anna", "--lang", "es", "--no-translate", *flags,
        home=home, name="anna",
    )  # fmt: skip


def test_a_program_is_asked_and_asked_again(closed, guests):
    anna = join(closed, guests())
    assert anna.expect("password-wanted", SLOW)["wrong"] is False
    anna.sends(password="another one altogether")
    assert anna.expect("password-wanted", SLOW)["wrong"] is True
    anna.sends(password=PASSWORD)
    anna.expect("welcome", SLOW)
    anna.says("hola")
    anna.leaves()


def test_a_new_password_counts_in_a_room_that_is_open(closed, guests):
    new = change_password(closed)
    anna = join(closed, guests())
    anna.expect("password-wanted", SLOW)
    anna.sends(password=PASSWORD)
    assert anna.expect("password-wanted", SLOW)["wrong"] is True
    anna.sends(password=new)
    anna.expect("welcome", SLOW)
    anna.leaves()


def change_password(closed):
    new = "quatre nous i cinc ametlles"
    done = run("password", "Closed", home=closed.home, typed=new + "\n", within=SLOW)
    assert done.returncode == 0, done.stderr
    closed.logs("the password of the room Closed was changed", SLOW)
    return new


def test_a_reconnect_asks_nobody(closed, guests):
    anna = join(closed, guests())
    anna.expect("password-wanted", SLOW)
    anna.sends(password=PASSWORD)
    anna.expect("welcome", SLOW)
    closed.terminates()
    anna.expect("reconnecting", SLOW)
    closed.returns()
    anna.expect("reconnected", SLOW)
    anna.says("encara hi soc")
    assert len(anna.all("password-wanted")) == 1
    anna.leaves()


def test_a_file_holds_the_password(closed, guests):
    home = guests()
    right = home.write("right", PASSWORD + "\n")
    anna = join(closed, home, "--password-file", right)
    anna.expect("welcome", SLOW)
    anna.leaves()
    wrong = home.write("wrong", "another one altogether\n")
    done = run(
        "join", closed.invite("Closed"), "--json", "--no-translate", "--password-file", wrong, home=home, within=SLOW
    )
    assert done.returncode == 1 and json.loads(done.stdout.splitlines()[-1])["code"] == "auth-failed"
    verifier = str(closed.home.path / "sabir/closed.password")
    done = run("join", closed.invite("Closed"), "--password-file", verifier, home=home)
    assert done.returncode == 2 and "opens no door" in done.stderr


def test_at_a_first_contact_no_password_is_asked_for(closed, guests):
    home = guests()
    password = home.write("right", PASSWORD + "\n")
    for flags in ([], ["--password-file", password]):
        address = f"127.0.0.1:{closed.port}"
        done = run("join", address, "--json", "--no-translate", *flags, home=home, within=SLOW)
        event = json.loads(done.stdout.splitlines()[-1])
        assert done.returncode == 1 and event["code"] == "untrusted" and "sabir invite" in event["reason"]


def test_an_earlier_visit_vouches(closed, guests):
    home = guests()
    anna = join(closed, home)
    anna.expect("password-wanted", SLOW)
    anna.sends(password=PASSWORD)
    anna.expect("welcome", SLOW)
    anna.leaves()
    room = closed.invite("Closed").rpartition("/")[2].partition("#")[0]
    address = f"127.0.0.1:{closed.port}/{room}"
    again = Actor("join", address, "--json", "--name", "anna", "--lang", "es", "--no-translate", home=home, name="anna")
    again.expect("password-wanted", SLOW)
    again.sends(password=PASSWORD)
    again.expect("welcome", SLOW)
    again.leaves()


def test_at_a_terminal_what_is_typed_is_not_seen(closed, guests):
    command = ["join", closed.invite("Closed"), "--name", "anna", "--lang", "ca", "--no-translate"]
    terminal = Terminal(*command, home=guests())
    try:
        terminal.shows(phrase("chat.password", "ca"), SLOW)
        terminal.enters("another one altogether")
        terminal.shows(phrase("chat.password-wrong", "ca"), SLOW)
        terminal.enters(PASSWORD)
        terminal.shows(phrase("chat.in", "ca"), SLOW)
        terminal.prompts("anna (ca) > ")
        terminal.types("hola")
        terminal.prompts("anna (ca) > hola")
        terminal.enters("")
        terminal.shows("anna (ca): hola")
        terminal.types("\x10")
        terminal.prompts("hola")
        terminal.types("\x10")
        terminal.enters("")
        assert PASSWORD.encode() not in terminal.raw and b"another one" not in terminal.raw
        terminal.enters("/quit")
        assert terminal.ended(SLOW) == 0
    finally:
        if terminal.child.isalive():
            terminal.child.close(force=True)


def is_kept(text, home):
    """Whether a guest's outbox holds this."""
    return any(text in box.read_text(encoding="utf-8") for box in (home.path / "sabir/guests").glob("*.outbox"))


def test_what_is_piped_in_is_no_password_and_no_line(closed, guests):
    """Nor is it one at the next login, with the right password: nothing was queued."""
    home = guests()
    right = home.write("right", PASSWORD + "\n")
    reader = join(closed, guests(), "--password-file", right)
    reader.expect("welcome", SLOW)
    command = ["join", closed.invite("Closed"), "--name", "anna", "--lang", "en", "--no-translate"]
    done = run(*command, home=home, typed=PASSWORD + "\nhello\n", within=SLOW)
    assert done.returncode == 1, done
    assert phrase("chat.refused.password-unasked", "en") in done.stderr and "--password-file FILE" in done.stderr
    assert PASSWORD not in done.stdout + done.stderr and not is_kept(PASSWORD, home) and not is_kept("hello", home)
    done = run(*command, "--password-file", right, home=home, typed="good morning\n", within=SLOW)
    assert done.returncode == 0 and "good morning" in done.stdout and PASSWORD not in done.stdout
    reader.sees("good morning", SLOW)
    assert [line["message"] for line in reader.all("message")] == ["good morning"]
    reader.leaves()


def test_what_is_typed_before_the_question_is_never_said(closed, guests):
    home = guests()
    invite = closed.invite("Closed")
    closed.signal(signal.SIGSTOP)
    terminal = Terminal("join", invite, "--name", "anna", "--lang", "ca", "--no-translate", home=home)
    try:
        terminal.prompts("anna (ca) > ")
        terminal.types(PASSWORD)
        terminal.prompts("anna (ca) > " + PASSWORD)
        terminal.enters("")
        terminal.prompts("anna (ca) > ")
        closed.signal(signal.SIGCONT)
        terminal.shows(phrase("chat.password", "ca"), SLOW)
        # Its end is on the next row.
        terminal.shows(phrase("chat.password-early", "ca").rsplit(" ", 2)[0])
        terminal.enters(PASSWORD)
        terminal.shows(phrase("chat.in", "ca"), SLOW)
        terminal.prompts("anna (ca) > ")
        terminal.enters("hola")
        terminal.shows("anna (ca): hola")
        # Up, twice: nothing of before the question comes back.
        terminal.types("\x10\x10")
        terminal.prompts("anna (ca) > hola")
        terminal.enters("")
        terminal.enters("/quit")
        assert terminal.ended(SLOW) == 0
        assert not [row for row in terminal.everything if f"anna (ca): {PASSWORD}" in row] and not is_kept(PASSWORD, home)
    finally:
        closed.signal(signal.SIGCONT)
        if terminal.child.isalive():
            terminal.child.close(force=True)


def test_a_host_at_a_terminal_needs_its_own_password_not(guests):
    home = guests()
    password = home.write("right", PASSWORD + "\n")
    flags = ["--port", "0", "--bind", "127.0.0.1", "--no-mdns", "--no-web", "--no-translate"]
    host = Actor("host", "Closed", "--json", "--password-file", password, *flags, home=home, name="host")
    host.expect("welcome", SLOW)
    host.says("hola")
    host.leaves()


@pytest.fixture
def relays(closed, guests):
    """relays(PASSWORD) is a relay of the room; without, one that was not told the password."""
    made = []

    def relay(password=None):
        home = guests()
        lists(closed.home, home, "Floor 2")
        made.append(Relay(closed.invite("Closed"), "Floor 2", steady_port(), home=home, password=password))
        return made[-1]

    yield relay
    for one in made:
        one.kill()
        assert not [line for line in one.log if PASSWORD in line]


def through(relay, closed, home, *flags):
    """A guest with the host's invite who comes to the relay."""
    invite = closed.invite("Closed").replace(f":{closed.port}/", f":{relay.port}/")
    return Actor(
        "join", invite, "--json", "--name", "boris", "--lang", "uk", "--no-translate", *flags, home=home, name="boris")


def test_behind_a_relay_the_password_is_asked_for_as_well(closed, guests, relays):
    relay = relays(PASSWORD)
    relay.carries("Closed", SLOW)
    boris = through(relay, closed, guests())
    assert boris.expect("password-wanted", SLOW)["wrong"] is False
    boris.sends(password="another one altogether")
    assert boris.expect("password-wanted", SLOW)["wrong"] is True
    boris.sends(password=PASSWORD)
    boris.expect("welcome", SLOW)
    anna = join(closed, guests())
    anna.expect("password-wanted", SLOW)
    anna.sends(password=PASSWORD)
    anna.expect("welcome", SLOW)
    boris.says("from behind the relay", SLOW)
    anna.says("from the host's side", SLOW)
    boris.sees("from the host's side", SLOW)
    for member in (anna, boris):
        member.leaves()


def test_a_new_password_sends_out_a_relay_that_asks_for_the_former_one(closed, guests, relays):
    relay = relays(PASSWORD)
    relay.carries("Closed", SLOW)
    boris, anna = through(relay, closed, guests()), join(closed, guests())
    for member in (boris, anna):
        member.expect("password-wanted", SLOW)
        member.sends(password=PASSWORD)
        member.expect("welcome", SLOW)
    change_password(closed)
    boris.expect("reconnecting", SLOW, where=lambda e: "lets this relay in no longer" in e["reason"])
    anna.expect("left", SLOW, where=lambda e: e["member"]["name"] == "boris")
    relay.logs("The password of this room was changed", SLOW)
    relay.logs("The password is wrong", SLOW)
    anna.says("said on the host's side", SLOW)


@pytest.mark.parametrize("password, why", [(None, "password_file"), ("another one altogether", "password is wrong")])
def test_a_relay_without_the_password_carries_nothing(closed, relays, password, why):
    relay = relays(password)
    relay.logs(why, SLOW)
    assert not [line for line in relay.lines if line.startswith("carry ")]


@pytest.mark.parametrize("typed, why", [("short\n", "too short"), ("", "No password"), ("ta\tb and more\n", "control")])
def test_no_bad_password_is_set(typed, why, guests):
    done = run("password", "Closed", home=guests(), typed=typed)
    assert done.returncode == 1 and why in done.stderr


def test_a_password_is_typed_twice_at_a_terminal(guests):
    home = guests()
    terminal = Terminal("password", "Closed", home=home)
    terminal.shows("New password:")
    terminal.enters(PASSWORD)
    terminal.shows("Once more:")
    terminal.enters(PASSWORD)
    terminal.shows("password_file =", SLOW)
    assert terminal.ended() == 0 and PASSWORD.encode() not in terminal.raw
    assert PASSWORD not in (home.path / "sabir/closed.password").read_text(encoding="utf-8")


def test_a_password_needs_tls(guests):
    home = guests()
    password = home.write("right", PASSWORD + "\n")
    done = run("host", "Closed", "--json", "--plaintext", "--no-web", "--no-mdns", "--password-file", password, home=home)
    assert done.returncode == 1 and "without TLS" in done.stderr
