"""Acts of staff over the network, and reports to them (docs/protocol.md, "Staff")."""

import base64
import hashlib
import json
import subprocess
import uuid
from pathlib import Path

import pytest
from host import Host, clean_environment, sabir
from wire import Connection, Member

SECRET = "the-key-of-rosa-which-is-a-secret"


def fingerprint(secret):
    return base64.urlsafe_b64encode(hashlib.sha256(secret.encode()).digest()).decode().rstrip("=")


class Ward(Host):
    """A host with the room "Ward", of which Rosa is staff."""

    def __init__(self):
        super().__init__("Ward")
        self.staff("add", "Rosa Mir", fingerprint(SECRET))

    def staff(self, *arguments):
        return subprocess.run(
            [sabir(), "staff", *arguments], env=clean_environment(self._home), capture_output=True, text=True,
            timeout=30, check=True,
        ).stdout

    def enter(self, name, device=None):
        return Member(self.address, name, "es", "Ward", device=device)

    def audit(self):
        """Written by a thread of its own: read after something that came later was answered, and the host ended."""
        self.end()
        path = Path(self._home) / "sabir/audit.jsonl"
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def ward():
    with Ward() as ward:
        yield ward


@pytest.fixture
def rosa(ward):
    return ward.enter("Rosa", SECRET)


def test_lines_of_staff_say_so_and_nobody_elses_do(ward, rosa):
    anna = ward.enter("Anna")
    said = rosa.says("buenos días")
    assert said["role"] == "staff" and anna.expect("message")["role"] == "staff"
    # What a guest claims is not built into the message, in whatever field.
    anna.send("message", message="soy Rosa", id=str(uuid.uuid4()), role="staff", via="x", crown=True)
    told = rosa.expect("message", message="soy Rosa")
    assert not {"role", "via", "crown"} & told.keys()
    # The role stays with the line, for those who ask later.
    rosa.send("history", limit=10)
    assert [line.get("role") for line in rosa.expect("lines")["messages"]] == ["staff", None]


ACTS = [
    {"act": "mute"}, {"act": "unmute"}, {"act": "remove"}, {"act": "ban", "minutes": 5}, {"act": "lock"},
    {"act": "unlock"}, {"act": "topic", "text": "x"}, {"act": "notice", "text": "x", "lang": "es"}, {"act": "clear"},
    {"act": "close"}, {"act": "open"},
]  # fmt: skip


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act["act"])
def test_nobody_else_is_obeyed(ward, act):
    anna, boris = ward.enter("anna"), ward.enter("boris", fingerprint(SECRET))
    for pretender in (anna, boris):  # whoever has read the list of staff has no key
        pretender.send("staff", **act, member=anna.id)
        error = pretender.expect("error")
        assert (error["code"], error["fatal"]) == ("forbidden", False)
    assert not [p for p in anna.barrier() if p["type"] in ("acted", "notice")]


def test_the_host_says_who_is_staff(ward, rosa):
    anna = ward.enter("anna")
    assert {m["id"]: m.get("role") for m in anna.me["members"]} == {rosa.id: "staff", anna.id: None}


def test_a_muted_member_is_heard_again_when_staff_say_so(ward, rosa):
    anna = ward.enter("anna")
    rosa.send("staff", act="mute", member=anna.id)
    for reader in (rosa, anna):
        assert reader.expect("acted", act="mute", member=anna.id)["from"] == "anna"
    anna.say("hola")
    assert anna.expect("error")["code"] == "muted"
    rosa.send("staff", act="unmute", member=anna.id)
    anna.expect("acted", act="unmute")
    assert anna.says("hola")


def test_who_is_removed_may_come_back_and_who_is_banned_may_not(ward, rosa):
    anna = ward.enter("anna", "device-of-anna")
    rosa.send("staff", act="remove", member=anna.id)
    anna.expect_refusal("removed")
    anna = ward.enter("anna", "device-of-anna")
    rosa.send("staff", act="ban", member=anna.id)
    anna.expect_refusal("banned")
    assert rosa.expect("acted", act="ban")["minutes"] == 60
    again = Connection(ward.address)
    again.send("hello", protocol=1, room="Ward", name="other", lang="es", device="device-of-anna")
    assert "60" in again.expect_refusal("banned")["reason"]


def test_a_locked_room_a_topic_and_a_notice(ward, rosa):
    rosa.send("staff", act="lock")
    rosa.expect("acted", act="lock")
    late = Connection(ward.address)
    late.send("hello", protocol=1, room="Ward", name="late", lang="es")
    late.expect_refusal("locked")
    rosa.send("staff", act="unlock")
    rosa.send("staff", act="topic", text="Obert de 8 a 20 h")
    rosa.send("staff", act="notice", text="Avui tanquem a les 12", lang="ca")
    anna_notice = rosa.expect("notice")
    anna = ward.enter("anna")
    assert anna.me["room"]["topic"] == "Obert de 8 a 20 h"
    assert anna.expect("notice") == anna_notice
    rosa.send("staff", act="notice", text="")
    assert anna.expect("notice")["text"] == ""


def test_clearing_and_closing(ward, rosa):
    anna = ward.enter("anna")
    anna.says("hola")
    rosa.send("staff", act="clear")
    anna.expect("acted", act="clear")
    rosa.send("staff", act="close")
    anna.expect_refusal("closing")
    rosa.expect_refusal("closing")
    again = Connection(ward.address)
    again.send("hello", protocol=1, room="Ward", name="anna", lang="es")
    again.expect_refusal("closing")
    rosa = ward.enter("Rosa", SECRET)  # staff come in and open it from inside
    rosa.send("staff", act="open")
    rosa.expect("acted", act="open")
    assert ward.enter("anna").says("hola")


def test_what_is_so_already_is_confirmed_to_whoever_asks(ward, rosa):
    anna = ward.enter("anna")
    rosa.send("staff", act="unlock")
    rosa.expect("acted", act="unlock")
    rosa.send("staff", act="unmute", member=anna.id)
    rosa.expect("acted", act="unmute", member=anna.id)
    rosa.send("staff", act="notice")
    assert rosa.expect("notice")["text"] == ""
    assert not [p for p in anna.barrier() if p["type"] in ("acted", "notice")]


def test_staff_are_not_sent_out_by_staff(ward, rosa):
    rosa.send("staff", act="ban", member=rosa.id)
    assert rosa.expect("error")["code"] == "forbidden"
    rosa.send("staff", act="mute", member="m0")
    assert rosa.expect("error")["code"] == "bad-packet"
    assert rosa.says("encara hi soc")


def test_a_key_taken_away_opens_nothing_from_that_moment_on(ward, rosa):
    rosa.send("staff", act="lock")
    rosa.expect("acted", act="lock")
    ward.staff("remove", "rosa mir")
    rosa.send("staff", act="unlock")
    assert rosa.expect("error")["code"] == "forbidden"


def test_acts_cost_as_much_as_messages(ward, rosa):
    for _ in range(300):
        rosa.send("staff", act="topic", text="x")
    refused = rosa.expect("error", within=20)
    assert (refused["code"], refused["fatal"]) == ("too-fast", False)


def test_every_act_is_written_down_without_what_was_said(ward, rosa):
    anna = ward.enter("anna")
    line = anna.says("una frase secreta")
    rosa.send("staff", act="mute", member=anna.id)
    rosa.send("staff", act="notice", text="un avís secret", lang="ca")
    rosa.send("staff", act="topic", text="un tema secret")
    rosa.expect("acted", act="topic")
    anna.send("report", member=rosa.id, text="un motiu secret")
    anna.expect("report")
    anna.send("report", id=line["id"])
    anna.expect("report")
    added, *audit = ward.audit()
    assert (added["what"], added["name"]) == ("staff-add", "Rosa Mir")
    assert [a["what"] for a in audit] == ["mute", "notice", "topic", "report", "report"]
    assert [a["who"] for a in audit] == ["Rosa Mir"] * 3 + [anna.id] * 2
    assert audit[0]["member"] == anna.id and audit[0]["name"] == "anna" and audit[0]["room"] == "Ward"
    assert audit[4]["message"] == line["id"] and all(a["time"].endswith("Z") for a in audit)
    assert "secret" not in json.dumps(audit)
    path = Path(ward._home) / "sabir/audit.jsonl"
    assert path.stat().st_mode & 0o777 == 0o600


# Reports


def test_a_report_reaches_staff_and_its_maker_alone(ward, rosa):
    anna, boris = ward.enter("anna"), ward.enter("boris")
    line = boris.says("a threat")
    anna.send("report", id=line["id"], text="he threatens me")
    for reader in (rosa, anna):
        report = reader.expect("report")
        assert report["member"] == anna.id and report["about"] == boris.id and report["name"] == "boris"
        assert report["id"] == line["id"] and report["text"] == "he threatens me" and report["present"] is True
    assert not [p for p in boris.barrier() if p["type"] == "report"]


def test_a_report_without_staff_in_the_room_says_so(ward):
    anna, boris = ward.enter("anna"), ward.enter("boris")
    anna.send("report", member=boris.id)
    report = anna.expect("report")
    assert report["present"] is False and report["about"] == boris.id and "id" not in report


@pytest.mark.parametrize(
    "fields, code",
    [
        ({}, "bad-packet"), ({"id": "7"}, "bad-packet"), ({"member": "m0"}, "bad-packet"),
        ({"id": "0b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e02"}, "bad-packet"), ({"member": 7}, "bad-packet"),
        ({"member": "m1", "text": "x" * 501}, "too-large"),
    ],
)  # fmt: skip
def test_a_report_of_nothing_is_refused(ward, fields, code):
    anna = ward.enter("anna")
    anna.send("report", **fields)
    error = anna.expect("error")
    assert (error["code"], error["fatal"]) == (code, False)


def test_staff_can_be_reported_too(ward, rosa):
    anna = ward.enter("anna")
    anna.send("report", member=rosa.id)
    assert anna.expect("report")["name"] == "Rosa"
