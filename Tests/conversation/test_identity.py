"""A node's new key: who knew the old one follows, nobody else is believed, and no moment leaves the node without one."""

import hashlib
import re
import shutil
import subprocess
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

import pytest
from conversation import Serving
from program import Home, run, steady_port
from relaying import Relay, lists
from test_trust import ACCEPT, ROOM, join, refusal, was_in
from wire import Connection

DIES = Path(__file__).with_name("dies.c")
SECRET = "dos nous i tres ametlles"


class House:
    """A node with the room "Stage" on a port that it keeps."""

    def __init__(self, home=None):
        self.home, self.port = home or Home(ROOM), steady_port()
        self.node = Serving(("Stage",), self.port, self.home, flags=["--no-web"])
        self.address = f"127.0.0.1:{self.port}"

    def rotates(self, *flags, times=1):
        """Ends the node, gives it another key, and begins it again; returns what the command said."""
        self.node.terminates()
        for _ in range(times):
            done = run("identity", "rotate", *flags, home=self.home)
            assert done.returncode == 0, done.stderr
        self.node.returns()
        return done.stdout

    @property
    def fingerprint(self):
        return shown(self.home)[-1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.node.is_alive():
            self.node.terminates()


def shown(home):
    """The node's fingerprints, oldest first."""
    done = run("identity", "show", home=home)
    assert done.returncode == 0, done.stderr
    return re.findall(r"^(?:before|fingerprint) +([\w-]{43})$", done.stdout, re.M)


def known(home):
    return run("trust", home=home).stdout


def plain64(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def raw64(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_welcome_without_a_question(house, target, home):
    """Twice: by what was known, and by what is known now. A person at a terminal is told of no first meeting."""
    for _ in range(2):
        done = run("join", target, "--name", "anna", "--lang", "en", "--no-translate", home=home, typed="hola\n")
        assert done.returncode == 0 and "certificate" not in done.stdout + done.stderr, done
        assert house.fingerprint not in done.stdout + done.stderr, done
        assert was_in(target, home=home)
    assert house.fingerprint in known(home)


def test_who_knew_the_old_key_follows_and_newcomers_know_the_new_one():
    with House() as house:
        anna, boris, clara, old, invite = Home(), Home(), Home(), house.fingerprint, house.node.invite("Stage")
        assert was_in(house.address, home=anna) and old in known(anna)
        said = house.rotates()
        assert shown(house.home)[-2:] == [old, house.fingerprint] and house.fingerprint in said and old in said
        assert house.node.invite("Stage").endswith(house.fingerprint)
        is_welcome_without_a_question(house, house.address, anna)
        assert old not in known(anna)
        assert was_in(house.address, home=boris) and house.fingerprint in known(boris)
        # An invite from before, on paper.
        is_welcome_without_a_question(house, invite, clara)
        # Several more at once, for whoever was away meanwhile; one after another for the others.
        house.rotates(times=3)
        for home, target in ((anna, house.address), (boris, house.address), (clara, invite), (Home(), invite)):
            is_welcome_without_a_question(house, target, home)


def test_more_than_eight_changes_are_too_many_to_follow():
    with House() as house:
        anna, boris = Home(), Home()
        assert was_in(house.address, home=anna)
        house.rotates()
        assert was_in(house.address, home=boris)
        house.rotates(times=8)
        is_welcome_without_a_question(house, house.address, boris)
        assert "shows another certificate" in refusal(house.address, home=anna)


def test_a_room_with_a_password_is_offered_it_by_those_who_follow():
    home = Home()
    home.write("sabir/sabir.toml", ROOM + f'password_file = "{home.path}/stage.password"\n')
    assert run("password", "--file", str(home.path / "stage.password"), home=home, typed=SECRET + "\n").returncode == 0
    with House(home) as house:
        anna, invite = Home(), house.node.invite("Stage")
        typed = ["--password-file", anna.write("typed", SECRET + "\n")]
        Path(typed[1]).chmod(0o600)
        assert was_in(invite, *typed, home=anna)
        for target in (f"{house.address}/{house.node.rooms['Stage']}", invite):
            house.rotates()
            for _ in range(2):
                assert was_in(target, *typed, home=anna)
        assert house.fingerprint in known(anna)


def verifies(certificate, signature, words):
    """By OpenSSL, as a client of another make would."""
    folder = Home()
    r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))

    def integer(n):
        body = n.to_bytes(n.bit_length() // 8 + 1, "big")
        return b"\x02" + bytes([len(body)]) + body

    body = integer(r) + integer(s)
    (folder.path / "signature").write_bytes(b"\x30" + bytes([len(body)]) + body)
    (folder.path / "certificate").write_bytes(certificate)

    def openssl(*words, **more):
        return subprocess.run(["openssl", *words], cwd=folder.path, capture_output=True, timeout=60, **more)

    key = openssl("x509", "-inform", "DER", "-in", "certificate", "-pubkey", "-noout", check=True).stdout
    (folder.path / "key").write_bytes(key)
    done = openssl("dgst", "-sha256", "-verify", "key", "-signature", "signature", input=words.encode())
    folder.remove()
    return done.returncode == 0


def test_the_wire_is_what_clients_of_another_make_read():
    """Who knows `grant` alone follows by that; who knows hand-overs learns what took the old one's place."""
    with House() as house:
        old = house.fingerprint
        house.rotates()
        connection = Connection(house.node.address)
        connection.send("hello", protocol=1, room="Stage", name="anna", lang="es")
        welcome = connection.expect("welcome")
        room, grant, now = welcome["room"]["id"], welcome["grant"], house.fingerprint
        certificate = raw64(grant["certificate"])
        assert plain64(hashlib.sha256(certificate).digest()) == old
        words = f"sabir-grant-1\n{room}\n{now}\n{grant['expires']}\n"
        assert verifies(certificate, raw64(grant["signature"]), words)
        assert not verifies(certificate, raw64(grant["signature"]), words.replace(room, "0" * 36))
        [handover] = grant["handovers"]
        assert handover["to"] == now and handover["certificate"] == grant["certificate"]
        words = f"sabir-handover-1\n{old}\n{now}\n{handover['since']}\n"
        assert verifies(certificate, raw64(handover["signature"]), words)
        connection.close()


def test_after_a_theft_nothing_vouches_for_the_new_key():
    with House() as house:
        anna, invite, old = Home(), house.node.invite("Stage"), house.fingerprint
        assert was_in(house.address, home=anna)
        house.rotates()
        said = house.rotates("--stolen")
        assert shown(house.home) == [house.fingerprint] and old not in said
        for step in ("sabir trust ROOM --accept " + house.fingerprint, 'sabir invite "Stage"', "set-up FOLDER --new-key"):
            assert step in said
        command = ACCEPT.search(refusal(house.address, home=anna))
        assert command and house.fingerprint in command[1]
        assert "not who the invite names" in refusal(invite, home=Home())
        assert run(*command[1].split(), home=anna).returncode == 0
        assert was_in(house.address, home=anna)
        welcome = next(event for event in join(house.address, home=Home())[0] if event["event"] == "welcome")
        assert "grant" not in welcome


def test_a_host_that_repeats_what_another_signed_is_refused():
    """The hand-over that it has seen is of the other's key; its own it signed itself."""
    with House() as house, House() as other:
        guest = Home()
        assert was_in(house.address, home=guest)
        before = known(guest)
        house.rotates()
        house.node.terminates()
        other.node.terminates()
        kept, theirs = house.home.path / "sabir/node.pem", other.home.path / "sabir/node.pem"
        line = kept.read_text().splitlines()[-1]
        assert line.startswith("sabir-handover-1 ")
        own = theirs.read_text()
        theirs.write_text(own + line + "\n")
        refused = run("identity", "show", home=other.home)
        assert refused.returncode == 1 and "another certificate" in refused.stderr
        theirs.write_text(own)
        # The room of the first, on its port, with a key that somebody else has handed over.
        assert run("identity", "rotate", home=other.home).returncode == 0
        shutil.copy(house.home.path / "sabir/identity.json", other.home.path / "sabir/identity.json")
        posing = Serving(("Stage",), house.port, other.home, flags=["--no-web"])
        assert "shows another certificate" in refusal(house.address, home=guest) and known(guest) == before
        posing.terminates()
        house.node.returns()
        assert was_in(house.address, home=guest)


def test_a_relay_goes_on_and_so_do_those_behind_it():
    with House() as house:
        anna, invite = Home(), house.node.invite("Stage")
        relay_home = Home()
        lists(house.home, relay_home, "Floor 2")
        relay = Relay(invite, "Floor 2", steady_port(), home=relay_home)
        relay.carries()
        behind = f"127.0.0.1:{relay.port}/{house.node.rooms['Stage']}"
        for target in (house.address, behind):
            assert was_in(target, home=anna)
        boris = Home()
        assert was_in(invite, home=boris)
        old = house.fingerprint
        house.rotates()
        relay.until(lambda: house.fingerprint in known(relay_home), what="the relay's pin")
        # Anna has been at the host since, Boris comes to the relay first.
        assert was_in(house.address, home=anna)
        for home in (anna, boris, anna):
            assert was_in(behind, home=home)
        assert old not in known(anna)
        # It begins anew with the invite from before.
        relay.terminates()
        relay.returns()
        relay.carries()
        for home in (anna, boris, Home()):
            assert was_in(behind, home=home)
            assert house.fingerprint in known(home), known(home)
        relay.terminates()


def test_a_node_that_runs_keeps_its_key():
    with House() as house:
        old = shown(house.home)
        for flags in ([], ["--stolen"]):
            done = run("identity", "rotate", *flags, home=house.home)
            assert done.returncode == 1 and "A node is running" in done.stderr and shown(house.home) == old
    empty = run("identity", "rotate")
    assert empty.returncode == 1 and "There is no key" in empty.stderr


@pytest.fixture(scope="module")
def dies(tmp_path_factory):
    library = tmp_path_factory.mktemp("dies") / "dies.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, DIES, "-ldl"], check=True, timeout=60)
    return str(library)


@pytest.mark.parametrize("flags", [[], ["--stolen"]])
def test_killed_at_any_step_it_has_the_old_key_or_the_new_one(dies, flags):
    house = House()
    anna = Home()
    with house:
        assert was_in(house.address, home=anna)
    folder, ways = house.home.path / "sabir", []
    environment = dict(house.home.environment)
    for step in range(1, 60):
        before = shown(house.home)
        house.home.environment.update(LD_PRELOAD=dies, SABIR_DIES_AT=str(step), SABIR_DIES_FROM="node.pem.")
        status = run("identity", "rotate", *flags, home=house.home).returncode
        house.home.environment.clear()
        house.home.environment.update(environment)
        after = shown(house.home)
        is_new = after[-1] != before[-1]
        if is_new:
            assert after == ([after[-1]] if flags else (before + [after[-1]])[-9:])
        else:
            assert after == before
        assert (folder / "node.pem").stat().st_mode & 0o777 == 0o600
        ways.append((status, is_new))
        if status == 0:
            break
    # It died before the new key was there, and after.
    assert ways[-1] == (0, True) and {(-9, False), (-9, True)} <= set(ways), ways
    house.node.returns()
    with house:
        if flags or len(shown(house.home)) > 8:
            assert "shows another certificate" in refusal(house.address, home=anna)
        else:
            assert was_in(house.address, home=anna)
