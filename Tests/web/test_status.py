"""How a node is, for whoever looks after it: `/status`, and `sabir status` that asks it."""

import json
import socket
import urllib.request

import jsonschema
import pytest
from host import ROOT
from node import joined
from program import Home, run, steady_port
from terminal import Terminal
from test_backups import words_of

SCHEMA = json.loads((ROOT / "docs/schema/status.schema.json").read_text(encoding="utf-8"))


def status(node):
    with urllib.request.urlopen(f"{node.url}/status", timeout=30) as answer:
        document = json.loads(answer.read())
    jsonschema.validate(document, SCHEMA)
    return document


def command(node, *flags):
    """`sabir status` with the node's own configuration."""
    return run("status", *flags, home=node.home)


@pytest.fixture
def node(nodes, engines):
    return nodes("Reception", "Ward", engines=[engines()], web='languages = ["es", "ca"]', port=steady_port())


def test_rooms_engines_and_what_needs_attention_without_a_name(node):
    anna = node.device().enters("Reception", "Anastasia", "es")
    boris = node.device().enters("Reception", "Borislav", "ca")
    with joined(node, "clarissa", "ar", room="Ward"):
        anna.says("hola")
        boris.reads("ca:hola")
        told = status(node)
        plain, document = command(node), command(node, "--json")
    rooms = {room["name"]: room for room in told["rooms"]}
    assert rooms["Reception"]["members"] == 2 and rooms["Reception"]["languages"] == {"es": 1, "ca": 1}
    assert rooms["Ward"]["members"] == 1 and rooms["Ward"]["languages"] == {"ar": 1}
    assert told["visitors"] == 2 and told["backup"] is None and told["disk"]["free"] > 0
    (engine,) = told["engines"]
    assert (engine["name"], engine["state"], engine["failed"]) == ("staged", "in-use", 0)
    assert engine["answered"] >= 1 and engine["slowest"] >= engine["usual"] >= 0
    assert {chosen["lang"]: chosen["times"] for chosen in told["chosen"]} == {"es": 1, "ca": 1, "ar": 1}
    (untranslated,) = [notice for notice in told["attention"] if notice["code"] == "language-untranslated"]
    assert "People chose ar once" in untranslated["text"]

    assert plain.returncode == document.returncode == 0, (plain, document)
    again = json.loads(document.stdout)
    jsonschema.validate(again, SCHEMA)
    assert again["rooms"] == told["rooms"]
    lines = plain.stdout.splitlines()
    assert any(line.split() == ["Reception", "2", "ca", "1,", "es", "1"] for line in lines), plain.stdout
    assert any(line.startswith("  staged") and "in use" in line for line in lines), plain.stdout
    assert "  - People chose ar once" in plain.stdout
    assert max(map(len, lines)) < 80
    for text in (plain.stdout, document.stdout, json.dumps(told)):
        for private in ("Anastasia", "Borislav", "clarissa", "hola"):
            assert private not in text


def test_private_rooms_have_a_number_and_no_name(node):
    staff = node.device().staff()
    room = staff.post("/api/staff/rooms", name="For Rosa", private=True)["id"]
    told = status(node)
    assert told["privateRooms"] == {"rooms": 1, "members": 0}
    assert "Rosa" not in json.dumps(told) and room not in json.dumps(told)


def test_an_engine_that_is_gone_needs_attention(nodes, engines):
    engine = engines()
    node = nodes("Reception", engines=[engine], port=steady_port())
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "ca")
    anna.says("hola")
    boris.reads("ca:hola")
    engine.fails("refuses connections")
    anna.says("adiós")
    boris.until("translation", lambda found: found["state"] == "untranslated")
    told = status(node)
    assert told["engines"][0]["state"] == "down" and told["engines"][0]["failed"] >= 1
    assert "engine-down" in [notice["code"] for notice in told["attention"]]


def test_the_port_is_found_where_the_usual_one_was_taken(nodes):
    """The node tells it at its port for rooms."""
    port = steady_port()
    node = nodes("Reception", before=f'[node]\nport = {port}\nbind = "127.0.0.1"\n', flags=("--port", str(port)))
    done = command(node, "--json")
    assert done.returncode == 0, done
    assert [room["name"] for room in json.loads(done.stdout)["rooms"]] == ["Reception"]


def test_without_a_node_there_is_a_sentence():
    home = Home(f'[node]\nport = {steady_port()}\nbind = "127.0.0.1"\n[web]\nport = {steady_port()}\n')
    try:
        done = run("status", home=home)
        assert done.returncode == 1 and done.stdout == ""
        assert done.stderr.startswith("sabir: No node answers on this machine (port ") and done.stderr.count("\n") == 1
    finally:
        home.remove()


def test_another_program_at_the_port_is_no_node():
    port = steady_port()
    home = Home(f'[node]\nport = {steady_port()}\nbind = "127.0.0.1"\n[web]\nport = {port}\n')
    with socket.create_server(("127.0.0.1", port)):
        try:
            done = run("status", home=home)
            assert done.returncode == 1 and "No node answers" in done.stderr, done
        finally:
            home.remove()


def test_a_node_without_a_page_is_said_so():
    home = Home("[web]\nenabled = false\n")
    try:
        done = run("status", home=home)
        assert done.returncode == 1 and "The page is switched off" in done.stderr, done
    finally:
        home.remove()


def test_watching_needs_a_terminal(node):
    done = command(node, "--watch")
    assert done.returncode == 2 and done.stderr == "sabir: --watch needs a terminal; for programs there is --json.\n", done
    assert command(node, "--watch", "--json").returncode == 2


def test_watching_follows_and_ends_with_ctrl_c(node):
    terminal = Terminal("status", "--watch", home=node.home)
    try:
        terminal.shows("Nothing needs attention.")
        node.device().enters("Ward", "Anna", "ca")
        terminal.until(
            lambda: any(row.split() == ["Ward", "1", "ca", "1"] for row in terminal.rows), "Anna in the Ward")
        terminal.types("\x03")
        assert terminal.ended() == 0
        assert any(row.split() == ["Ward", "1", "ca", "1"] for row in terminal.rows), "the last look stays"
        assert b"\x1b[?25h" in terminal.raw and b"\x1b[?1049l" in terminal.raw
    finally:
        terminal.child.close(force=True)


def test_the_newest_proved_backup_and_a_failed_one(node, tmp_path):
    assert "Backup   none yet" in command(node).stdout
    folder = tmp_path / "backups"
    folder.mkdir()
    words = words_of(run("backup", "set-up", str(folder), home=node.home).stdout)
    assert run("backup", "set-up", str(folder), "--confirm", f"{words[0]} {words[-1]}", home=node.home).returncode == 0
    assert run("backup", "run", home=node.home).returncode == 0
    made = status(node)["backup"]
    assert made is not None and "backup-failed" not in {notice["code"] for notice in status(node)["attention"]}
    assert " ago" in next(line for line in command(node).stdout.splitlines() if line.startswith("Backup "))
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    assert run("backup", "run", home=node.home).returncode == 1
    told = status(node)
    assert told["backup"] == made
    assert "backup-failed" in {notice["code"] for notice in told["attention"]}
