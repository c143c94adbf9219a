"""A place is set up, and its settings are changed, by HTTP as the page does it."""

import signal
from http.client import HTTPException

import pytest
from node import Refused, joined
from place import PROXY, SETTINGS, Place
from program import run


@pytest.fixture
def place():
    made = Place()
    yield made
    made.close()


def refused(ask, *arguments, **fields):
    with pytest.raises(Refused) as found:
        ask(*arguments, **fields)
    return found.value


def test_whoever_has_the_code_sets_it_up_and_that_outlives_a_kill(place):
    assert place.device().open("/").headers["Location"] == "/setup"
    assert place.device().open("/kiosk/Reception").headers["Location"] == "/setup"
    device = place.device()
    assert refused(device.post, "/api/setup", **SETTINGS).status == 401
    assert refused(device.post, "/api/setup/code", code="ZZZZ-ZZZZ").code == "code-wrong"
    device.post("/api/setup/code", code=place.code)
    device.post("/api/setup", **SETTINGS)
    place.program.kill()
    assert place.file.stat().st_mode & 0o777 == 0o600
    assert not (place.state / "setup-code").exists()
    place.start(opens="page ")
    assert set(place.rooms()) == {"Empfang", "Labor"}
    assert place.device().get("/api/house")["name"] == SETTINGS["name"]
    assert place.device().open("/").status == 200


def test_the_rooms_open_without_a_restart_of_the_process(place):
    process = place.program.process.pid
    place.set_up()
    assert place.program.process.pid == process and place.program.is_alive()
    boris = place.device().enters("Empfang", "Boris", "es")
    anna = place.device().enters("Empfang", "Anna", "de")
    anna.says("Guten Morgen")
    boris.sees("Guten Morgen")


def test_a_code_admits_one_device_and_the_next_is_told(place):
    first = place.code
    place.let_in()
    assert place.code != first
    assert refused(place.device().post, "/api/setup/code", code=first).code == "code-wrong"
    place.program.logs(place.code)
    device = place.device()
    for _ in range(9):
        refused(device.post, "/api/setup/code", code="ZZZZ-ZZZZ")
    assert refused(device.post, "/api/setup/code", code=place.code).status == 429


def test_over_plain_http_another_machine_is_led_to_https_and_told_no_code(place):
    phone = place.device(headers=PROXY)
    assert phone.open("/setup").headers["Location"] == f"https://127.0.0.1:{place.secure_port}/setup"
    assert refused(phone.get, "/api/setup").code == "https-required"
    assert refused(phone.post, "/api/setup/code", code=place.code).code == "https-required"
    secure = place.device()
    secure.port, secure.is_secure, secure.headers = place.secure_port, True, PROXY
    told = secure.get("/api/setup")
    assert told["awaited"] and told["code"] is None and told["settings"] is None
    assert secure.open("/api/setup/code.svg").status == 404
    secure.post("/api/setup/code", code=place.code)
    assert secure.get("/api/setup")["may_change"]
    here = place.device()
    assert here.get("/api/setup")["code"] == place.code
    assert here.open("/api/setup/code.svg").headers["Content-Type"] == "image/svg+xml"


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("name", {"name": "x" * 64}),
        ("languages", {"languages": []}),
        ("languages", {"languages": ["none at all"]}),
        ("rooms", {"rooms": []}),
        ("rooms", {"rooms": [SETTINGS["rooms"][0], SETTINGS["rooms"][0]]}),
        ("rooms", {"rooms": [{**SETTINGS["rooms"][0], "hours": 0}]}),
        ("pin", {"pin": "123456"}),
        ("pin", {"pin": None}),
        ("wifi", {"wifi": {"name": "Gast", "password": "kurz"}}),
    ],
)
def test_what_cannot_be_is_refused_by_its_field_and_nothing_is_written(place, field, changes):
    answer = refused(place.let_in().post, "/api/setup", **{**SETTINGS, **changes})
    assert (answer.status, answer.code, answer.detail) == (400, "setting", field)
    assert not place.file.exists()
    assert place.device().get("/api/setup")["awaited"]


def test_staff_change_it_later_and_everybody_comes_back(place):
    place.set_up()
    before = place.rooms()
    visitor = place.device()
    visitor.enters("Empfang", "Boris", "es")
    assert not visitor.get("/api/setup")["may_change"]
    assert refused(visitor.post, "/api/setup", **SETTINGS).status == 401
    assert refused(visitor.post, "/api/setup/code", code="ZZZZ-ZZZZ").code == "set-up"
    nurse = place.staff()
    settings = nurse.get("/api/setup")["settings"]
    assert settings.get("pin") is None and settings["wifi"] == SETTINGS["wifi"]
    settings["rooms"][0]["name"] = "Anmeldung"
    del settings["rooms"][1]
    settings["rooms"].append({"name": "Warteraum", "topic": "", "kept": "nothing", "hours": 1, "newcomers": 0})
    place.program.lines.clear()
    nurse.post("/api/setup", **settings)
    place.awaits("page Warteraum")
    after = place.rooms()
    assert set(after) == {"Anmeldung", "Warteraum"}
    assert after["Anmeldung"] == before["Empfang"], "Whoever was invited to it finds it under its new name."
    visitor.enters("Anmeldung", "Boris", "es")
    place.staff()


def test_a_file_that_was_changed_by_hand_is_left_alone(place):
    place.set_up()
    text = place.file.read_text().replace("Blut", "Labor und Blut")
    place.file.write_text(text)
    nurse = place.staff()
    told = nurse.get("/api/setup")
    assert told["settings"] is None and "by hand" in told["locked"]
    assert refused(nurse.post, "/api/setup", **SETTINGS).status == 409
    assert place.file.read_text() == text


def test_another_file_counts_before_it_and_is_never_touched(nodes):
    node = nodes("Reception", flags=["--set-up"])
    device = node.device()
    assert device.open("/").status == 200
    told = device.staff().get("/api/setup")
    assert not told["awaited"] and "sabir.toml" in told["locked"]
    assert refused(device.post, "/api/setup", **SETTINGS).status == 409
    with joined(node, "Anna", "es") as anna:
        anna.says("hola")


def test_a_file_that_is_put_there_by_hand_opens_its_rooms_at_a_reload(place):
    place.home.write("sabir/sabir.toml", '[[room]]\nname = "Ward"\n')
    place.program.signal(signal.SIGHUP)
    place.awaits("page Ward ")
    assert place.device().open("/").status == 200
    assert set(place.rooms()) == {"Ward"}


def test_a_backup_brings_what_was_set_to_another_computer(place, tmp_path):
    place.set_up()
    rooms = place.rooms()
    archive, words = place.backs_up(tmp_path)
    other = Place()
    try:
        other.program.signal(signal.SIGTERM)
        assert other.program.ended() == 0
        back = run("restore", str(archive), "--replace", home=other.home, typed=" ".join(words) + "\n")
        assert back.returncode == 0, back.stderr
        other.start(opens="page ")
        assert other.rooms() == rooms
        assert other.staff().get("/api/setup")["settings"]["name"] == SETTINGS["name"]
    finally:
        other.close()


@pytest.fixture
def backed_up(place, tmp_path):
    """A backup of a place that was set up, the words that open it, and its rooms; the computer is gone."""
    place.set_up()
    rooms = place.rooms()
    place.device().enters("Empfang", "Anna", "de").says("Guten Morgen")
    fingerprint = place.awaits("secure ").split()[2]
    archive, words = place.backs_up(tmp_path)
    return archive.read_bytes(), words, rooms, fingerprint


@pytest.fixture
def other():
    made = Place()
    yield made
    made.close()


def sends(device, archive, piece=100_000):
    for at in range(0, len(archive), piece):
        device.sends(f"/api/setup/backup?at={at}", archive[at:at + piece])


def test_a_backup_is_brought_back_in_the_browser_and_that_outlives_a_kill(backed_up, other):
    archive, words, rooms, fingerprint = backed_up
    device = other.let_in()
    sends(device, archive)
    device.post("/api/setup/restore", words=" ".join(word[:4] for word in words))
    other.program.kill()
    other.start(opens="page ")
    assert other.rooms() == rooms
    assert other.awaits("secure ").split()[2] == fingerprint
    assert other.staff().get("/api/setup")["settings"]["name"] == SETTINGS["name"]
    shown = run("history", "show", "Empfang", home=other.home)
    assert "Guten Morgen" in shown.stdout, shown
    # What was there is aside, and nothing of what was sent is left.
    assert len(list(other.state.glob("replaced-*/node.pem"))) == 1 and not list(other.state.glob("restored.*"))
    # A place that has rooms is not overwritten.
    assert refused(other.staff().sends, "/api/setup/backup?at=0", archive).code == "set-up"
    assert refused(other.staff().post, "/api/setup/restore", words=" ".join(words)).code == "set-up"
    assert other.rooms() == rooms


def test_the_rooms_of_a_backup_open_in_the_same_process(backed_up, other):
    archive, words, rooms, _ = backed_up
    device = other.let_in()
    sends(device, archive)
    device.post("/api/setup/restore", words=" ".join(words))
    other.awaits("page ")
    assert other.rooms() == rooms and other.program.is_alive()


def test_what_another_device_sends_meanwhile_is_not_told_as_kept(backed_up, other):
    archive, words, rooms, _ = backed_up
    device, late = other.let_in(), other.let_in()
    sends(device, archive)
    device.post("/api/setup/restore", words=" ".join(words))
    with pytest.raises((Refused, OSError, HTTPException)):
        late.post("/api/setup", **SETTINGS)
    other.awaits("page ")
    assert other.rooms() == rooms


def test_nobody_else_brings_a_backup_and_what_is_wrong_with_one_changes_nothing(backed_up, other):
    archive, words, _, _ = backed_up
    stranger = other.device()
    assert refused(stranger.sends, "/api/setup/backup?at=0", archive).status == 401
    assert refused(stranger.post, "/api/setup/restore", words=" ".join(words)).status == 401
    phone = other.device(headers=PROXY)
    assert refused(phone.sends, "/api/setup/backup?at=0", archive).code == "https-required"
    device = other.let_in()
    # As another site's form would send it.
    form = device.open("/api/setup/backup?at=0", "POST", archive, {"Content-Type": "application/octet-stream"})
    assert form.status == 403
    assert refused(device.post, "/api/setup/restore", words=" ".join(words)).detail == "backup"
    assert refused(device.sends, "/api/setup/backup?at=0", b"#!/bin/sh").detail == "backup"
    assert refused(device.sends, "/api/setup/backup?at=-1", archive).status == 400
    assert refused(device.sends, "/api/setup/backup", archive).status == 400
    assert refused(device.sends, "/api/setup/backup?at=0", archive + bytes(1 << 20)).status == 413
    sends(device, archive)
    assert refused(device.sends, f"/api/setup/backup?at={len(archive) + 1}", b"more").detail == "backup"
    wrong = [*words[1:], words[0]]
    assert refused(device.post, "/api/setup/restore", words=" ".join(wrong)).detail == "words"
    assert refused(device.post, "/api/setup/restore", words="help").detail == "words"
    for damaged in (archive[:-1], archive[:2_000] + bytes([archive[2_000] ^ 1]) + archive[2_001:]):
        sends(device, damaged)
        fault = refused(device.post, "/api/setup/restore", words=" ".join(words))
        text = fault.body["error"]["text"]
        assert fault.detail == "backup" and "The backup" in text and str(other.state) not in text, text
    assert device.get("/api/setup")["awaited"]
    other.program.kill()
    other.start()
    assert other.let_in().get("/api/setup")["awaited"]


def test_without_it_there_is_no_such_page(nodes):
    node = nodes("Reception")
    assert node.device().open("/setup").status == 404
    assert node.device().open("/api/setup").status == 404


def test_the_engines_are_tried_and_what_they_cannot_do_is_said(place):
    device = place.let_in()
    answer = device.post("/api/setup/try", **{"from": "es", "to": "xx", "text": "No tome dos."})
    assert answer["state"] == "untranslated" and answer["text"] is None and answer["reason"]["text"]
    assert refused(place.device().post, "/api/setup/try", **{"from": "es", "to": "ca", "text": "hola"}).status == 401
