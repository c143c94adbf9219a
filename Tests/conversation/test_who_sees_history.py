"""Who sees what of a history that is taken along: the rows "export" and "backup of rooms on disk" of the table in
docs/security.md, against the real program. Who may make them is whoever may read the node's files."""

import base64
import hashlib
import json
import sqlite3
import stat
import sys
from pathlib import Path

import pytest
from keeper import history_of
from program import run
from who_sees import PASSWORD, Faraway, cells_of, judge, password_file

sys.path.append(str(Path(__file__).parents[1] / "web"))

from node import PIN, Device, Node  # noqa: E402

STAFF = "the secret of somebody on staff, 32"


class FarDevice(Faraway, Device):
    """A phone from far away."""


def evening(node, folder):
    """Every file and answer that commands give of the history, by the row of the table."""
    staff = node.device().staff()
    private = staff.post("/api/staff/rooms", name="zzprivate", private=True, topic="zzprivate")
    staff.post("/api/staff/rooms/Closed/acts", act="notice", text="zznotice", lang="es")
    anna = FarDevice(node.port).enters("Open", "zzname", "es")
    anna.says("zzcleared uno")
    staff.post("/api/staff/rooms/Open/acts", act="clear")
    anna.until("cleared")
    anna.says("zzbefore dos")
    code = staff.post("/api/staff/rooms/Closed/codes")["code"]
    node.device().enters("Closed", "Clara", "es", code=code).says("en la farmàcia")
    node.device().enters(private["id"], "Pia", "es").says("zzprivate tres")
    out, kept = "", folder / "backup.sqlite"
    commands = [["list"], ["list", "--json"], ["show", "Open"], ["show", "Closed"], ["search", "z"],
                *(["export", room, "--format", form] for room in ("Open", "Closed") for form in ("jsonl", "text", "html"))]
    for command in commands:
        done = run("history", *command, home=node.home)
        assert done.returncode == 0, (command, done.stderr)
        out += done.stdout
    refused = [run("history", "export", room, home=node.home) for room in ("zzprivate", private["id"])]
    assert all(done.returncode != 0 and not done.stdout for done in refused), "it is in no history"
    whole = folder / "open.jsonl"
    assert run("history", "export", "Open", "--format", "jsonl", "-o", str(whole), home=node.home).returncode == 0
    done = run("backup", str(kept), home=node.home)
    assert done.returncode == 0, done.stderr
    return {"export": out, "backup of rooms on disk": kept.read_bytes().decode("utf-8", "replace")}


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    folder = tmp_path_factory.mktemp("who-sees-history")
    rooms = (
        '[[room]]\nname = "Open"\nhistory = "disk"\n'
        f'[[room]]\nname = "Closed"\nhistory = "disk"\ntopic = "zztopic"\npassword_file = "{password_file(folder)}"\n'
    )
    with Node("Other", before=rooms) as node:
        key = base64.urlsafe_b64encode(hashlib.sha256(STAFF.encode()).digest()).decode().rstrip("=")
        assert run("staff", "add", "Rosa Mir", key, home=node.home).returncode == 0
        yield node, folder, evening(node, folder)


@pytest.mark.parametrize(("way", "thing"), cells_of("conversation/test_who_sees_history.py"))
def test_a_cell_holds(taken, way, thing):
    judge(taken[2], way, thing)


def test_they_are_for_their_owner_alone(taken):
    node, folder, _ = taken
    for file in (history_of(node.home), folder / "backup.sqlite", folder / "open.jsonl"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_no_password_pin_or_key_is_in_them(taken):
    node, folder, ways = taken
    verifier = (folder / "closed.password").read_text(encoding="utf-8")
    secrets = [PASSWORD, PIN, STAFF, *(word for word in verifier.split() if len(word) > 20)]
    identity = next(Path(node.home.path).rglob("node.pem")).read_text(encoding="utf-8")
    secrets += [line for line in identity.splitlines() if len(line) > 40]
    assert len(secrets) > 5
    for text in ways.values():
        assert not [secret for secret in secrets if secret in text]


def test_a_backup_has_what_the_rooms_on_disk_have_and_nothing_of_others(taken):
    _, folder, _ = taken
    with sqlite3.connect(folder / "backup.sqlite") as backup:
        tables = [name for (name,) in backup.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        rows = {name: [tuple(map(str, row)) for row in backup.execute(f'SELECT * FROM "{name}"')] for name in tables
                if "trigram" not in name}  # fmt: skip
    rooms = json.dumps(rows, ensure_ascii=False)
    assert "Open" in rooms and "Closed" in rooms and "Other" not in rooms
