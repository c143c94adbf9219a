"""Rooms with a password, as docs/protocol.md has them."""

import base64
import hashlib
import subprocess

import pytest
from host import Host, clean_environment, sabir
from password import Knock
from wire import Connection, Member

PASSWORD = "dos nous i tres ametlles"


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """A room with a password, over TLS, and one without."""
    folder = tmp_path_factory.mktemp("password")
    file = folder / "closed.password"
    subprocess.run(
        [sabir(), "password", "--file", str(file)], input=PASSWORD + "\n", check=True, timeout=60,
        env=clean_environment(str(folder)), capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert file.stat().st_mode & 0o777 == 0o600 and PASSWORD not in file.read_text()
    config = f'[[room]]\nname = "Closed"\npassword_file = "{file}"\n[[room]]\nname = "Open"\n[web]\nenabled = false\n'
    with Host("Closed", "Open", config=config, secure=True) as host:
        yield host


def knock(host, **fields):
    return Knock(host.address, "Closed", **fields).challenged()


def test_whoever_proves_the_password_is_in_and_the_host_proves_it_too(host):
    guest = knock(host)
    assert guest.challenge["room"] == host.rooms["Closed"]
    guest.proves(PASSWORD)
    assert guest.expect("welcome", 30)["proof"] == guest.expected()
    guest.send("message", message="hola")
    assert guest.expect("message")["message"] == "hola"
    guest.close()


def test_whoever_asks_for_the_grant_proves_the_password_too(host):
    stranger = Connection(host.address, tls=True)
    stranger.send("hello", protocol=1, room="Closed", name="guest", lang="en", asks="grant")
    stranger.expect_refusal("auth-required")
    wrong = knock(host, asks="grant")
    wrong.proves("not the password")
    wrong.expect_refusal("auth-failed")
    asker = knock(host, asks="grant")
    asker.proves(PASSWORD)
    assert asker.expect("welcome", 30)["proof"] == asker.expected()
    asker.close()


def test_each_challenge_is_new_and_the_salt_is_not(host):
    one, other = knock(host), knock(host)
    assert one.challenge["nonce"] != other.challenge["nonce"] and one.challenge["salt"] == other.challenge["salt"]
    one.close()
    other.close()


def test_staff_need_none_but_who_offers_it_is_shown_that_the_host_knows_it(host):
    device = "the-key-of-rosa-which-is-a-secret"
    key = base64.urlsafe_b64encode(hashlib.sha256(device.encode()).digest()).decode().rstrip("=")
    subprocess.run(
        [sabir(), "staff", "add", "--", "Rosa Mir", key], env=clean_environment(host._home), check=True, timeout=30,
        capture_output=True,
    )  # fmt: skip
    rosa = Connection(host.address, tls=True)
    rosa.send("hello", protocol=1, room="Closed", name="rosa", lang="es", device=device)
    assert "proof" not in rosa.expect("welcome")
    rosa.close()
    offers = knock(host, device=device)
    offers.proves(PASSWORD)
    assert offers.expect("welcome", 30)["proof"] == offers.expected()
    offers.close()
    wrong = knock(host, device=device)
    wrong.proves("not the password")
    wrong.expect_refusal("auth-failed")


def test_a_hello_without_auth_is_refused(host):
    guest = Connection(host.address, tls=True)
    guest.send("hello", protocol=1, room="Closed", name="anna", lang="es")
    guest.expect_refusal("auth-required")


@pytest.mark.parametrize("auth", [{}, {"later": [1]}, None])
def test_other_contents_of_auth_count_as_none(host, auth):
    Knock(host.address, "Closed", auth=auth).expect_refusal("auth-required")


@pytest.mark.parametrize("auth", [{"nonce": "short"}, {"nonce": "a" * 129}, {"nonce": "line\nline\nline\nline"}, "text", 5])
def test_a_malformed_offer_is_refused(host, auth):
    Knock(host.address, "Closed", auth=auth).expect_refusal("bad-packet")


def test_a_wrong_password_is_refused(host):
    guest = knock(host)
    guest.proves(PASSWORD + "!")
    guest.expect_refusal("auth-failed", 30)


def test_a_proof_is_of_no_use_elsewhere(host):
    one, other = knock(host), knock(host)
    stolen = one.proof(PASSWORD)
    other.send("proof", proof=stolen)
    other.expect_refusal("auth-failed")
    one.proves(PASSWORD, certificate="A" * 43)
    one.expect_refusal("auth-failed", 30)


@pytest.mark.parametrize("proof", ["", "A" * 42, "A" * 44, "=" * 43, 5, None])
def test_a_malformed_proof_is_refused(host, proof):
    guest = knock(host)
    guest.send("proof", proof=proof)
    guest.expect_refusal("bad-packet")


@pytest.mark.parametrize("kind, fields", [("message", {"message": "hola"}), ("ping", {}), ("who", {})])
def test_nothing_is_said_between_challenge_and_proof(host, kind, fields):
    guest = knock(host)
    guest.send(kind, **fields)
    guest.expect_refusal("bad-packet")


def test_a_proof_that_nobody_asked_for_is_refused(host):
    guest = Connection(host.address, tls=True)
    guest.send("proof", proof="A" * 43)
    guest.expect_refusal("bad-packet")


def test_an_offer_at_an_open_room_is_passed_over(host):
    guest = Knock(host.address, "Open")
    assert "proof" not in guest.expect("welcome")
    guest.close()
    Member(host.address, "boris", "es", "Open", tls=True).leave()


def test_who_does_not_answer_is_not_waited_for(host):
    guest = knock(host)
    error = guest.expect("error", 60)
    assert error["code"] == "hello-timeout" and error["fatal"]


def test_guessing_is_slowed(tmp_path):
    file = tmp_path / "closed.password"
    subprocess.run(
        [sabir(), "password", "--file", str(file)], input=PASSWORD + "\n", check=True, timeout=60,
        env=clean_environment(str(tmp_path)), capture_output=True, encoding="utf-8",
    )  # fmt: skip
    config = f'[[room]]\nname = "Closed"\npassword_file = "{file}"\n[web]\nenabled = false\n'
    with Host("Closed", config=config, secure=True) as host:
        # All are at the door before the first is wrong: what counts is when a proof comes.
        guests = [knock(host, name=f"guest {n}") for n in range(60)]
        for guest in guests:
            guest.send("proof", proof="A" * 43)
        codes = [guest.expect("error", 30)["code"] for guest in guests]
        assert set(codes) == {"auth-failed", "too-fast"} and codes.count("auth-failed") >= 30
