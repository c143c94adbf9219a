"""Told means durable: what the program has acknowledged is there after `kill -9` in the same moment.

Each test waits for the acknowledgement, kills the node, begins it again in the same state folder, and looks from the
side of somebody else.
"""

import json

import pytest
from clients import Client, IRCNode
from keeper import files_with
from node import Refused
from password import Knock
from program import run, steady_port
from ward import Ward, fingerprint

SLOW = 60
"""Seconds: scrypt, on a machine that has other things to do."""


@pytest.fixture
def wards():
    """wards("memory") is a ward that is gone when the test ends."""
    made = []

    def begin(*settings, **more):
        made.append(Ward(*settings, **more))
        return made[-1]

    yield begin
    for ward in made:
        ward.end()


@pytest.fixture(params=["disk", "memory"])
def ward(request, wards):
    """What staff decide is kept whatever becomes of the lines."""
    return wards(request.param)


@pytest.fixture
def disk(wards):
    return wards("disk")


def older(member):
    """The texts that a member may read back."""
    member.send("history", limit=100)
    return [line["message"] for line in member.expect("lines")["messages"]]


def shown(ward):
    """The texts that `sabir history show` tells of the ward."""
    lines = ward.commands("history", "show", "Ward", "--last", "1000", "--json").splitlines()
    return [json.loads(line)["message"] for line in lines]


# Lines


def test_a_line_whose_echo_came_is_there_for_all(disk):
    anna, boris = disk.enter("anna"), disk.enter("boris")
    boris.says("abans")
    point = boris.resume_point
    anna.expect("message", message="abans")
    line = anna.says("2 mg, no pas 20 mg")
    disk.dies()
    assert shown(disk) == ["abans", "2 mg, no pas 20 mg"]
    disk.returns()
    boris = disk.enter("boris", resume=point)
    assert boris.expect("message") == line, "for a member that resumes"
    assert older(disk.enter("dora")) == ["abans", "2 mg, no pas 20 mg"], "for a newcomer"
    # Who has not seen its echo says it again, and it is no second line.
    again = disk.enter("anna")
    assert again.says("2 mg, no pas 20 mg", id=line["id"])["seq"] == line["seq"]
    assert not [p for p in boris.barrier() if p["type"] == "message"]
    disk.spares_the_pharmacy()


def test_the_first_line_of_a_newcomer_is_there(disk):
    point = disk.enter("boris").resume_point
    line = disk.enter("dora").says("sóc al·lèrgica a la penicil·lina")
    disk.dies_and_returns()
    assert disk.enter("boris", resume=point).expect("message") == line
    assert older(disk.enter("clara")) == [line["message"]]


def test_a_line_of_staff_keeps_its_role(disk):
    disk.enter("boris")
    line = disk.rosa().says("la doctora ve a les 12")
    assert line["role"] == "staff"
    disk.dies_and_returns()
    clara = disk.enter("clara")
    clara.send("history", limit=1)
    assert [told.get("role") for told in clara.expect("lines")["messages"]] == ["staff"]


def test_every_echo_of_many_is_there_in_one_order(disk):
    anna, boris = disk.enter("anna"), disk.enter("boris")
    for number in range(300):
        (anna, boris)[number % 2].say(f"línia {number}")
    # Whatever both had been told by then; what was on its way may be there or not.
    boris.read_to(200)
    disk.dies()
    told = [boris.ledger.lines[seq] for seq in sorted(boris.ledger.lines)]
    kept = shown(disk)
    assert kept[: len(told)] == [line["message"] for line in told]
    disk.returns()
    clara = disk.enter("clara", resume={"epoch": boris.ledger.epoch, "seq": 0})
    clara.read_to(len(kept))
    assert [clara.ledger.lines[line["seq"]] for line in told] == told


@pytest.mark.parametrize("proof", ["device", "token"])
def test_whoever_was_welcomed_may_see_what_was_said_from_then_on(wards, proof):
    """Also who only listened, by its device or by what the host gave it."""
    ward = wards("disk", newcomers="nothing")
    device = {"device": None} if proof == "token" else {}
    boris = ward.enter("boris")
    boris.says("abans que la dora")
    dora = ward.enter("dora", **device)
    point = {**dora.resume_point, "token": dora.me["token"]} if proof == "token" else dora.resume_point
    line = boris.says("després")
    ward.dies_and_returns()
    dora = ward.enter("dora", resume=point, **device)
    assert dora.expect("message") == line
    assert older(dora) == ["després"] and older(ward.enter("clara")) == []
    assert older(ward.enter("boris")) == ["abans que la dora", "després"]


# What staff decide


def test_what_was_cleared_does_not_come_back(disk):
    anna, boris, rosa = disk.enter("anna"), disk.enter("boris"), disk.rosa()
    first = anna.says("línia 0")
    for number in range(1, 500):
        anna.say(f"línia {number}")
    boris.read_to(500)
    rosa.send("staff", act="clear")
    boris.expect("acted", act="clear")
    disk.dies()
    assert shown(disk) == []
    disk.commands("history", "search", "línia", status=1)
    disk.returns()
    away = disk.enter("boris", resume={"epoch": boris.ledger.epoch, "seq": 0})
    for member in (away, disk.enter("clara"), disk.rosa()):
        assert older(member) == [] and not [p for p in member.barrier() if p["type"] == "message"]
    # A late repeat does not bring it back either.
    anna = disk.enter("anna")
    anna.say("línia 0", id=first["id"])
    assert anna.expect("error", id=first["id"])["code"] == "duplicate-id"
    assert anna.says("després")["seq"] == 501, "the numbering goes on"
    assert away.expect("message")["message"] == "després"
    assert shown(disk) == ["després"]
    disk.spares_the_pharmacy()


def test_what_was_said_after_a_clear_stays_and_a_backup_has_no_more(disk):
    anna, boris, rosa = disk.enter("anna"), disk.enter("boris"), disk.rosa()
    anna.says("abans")
    rosa.send("staff", act="clear")
    boris.expect("acted", act="clear")
    boris.says("després")
    disk.dies()
    backup = disk.home.path / "backup.sqlite"
    disk.commands("backup", str(backup))
    assert shown(disk) == ["després"]
    disk.commands("restore", str(backup))
    disk.returns()
    assert older(disk.enter("clara")) == ["després"]


def test_who_is_banned_stays_out_and_nobody_else(ward):
    anna, boris, rosa = ward.enter("anna"), ward.enter("boris"), ward.rosa()
    rosa.send("staff", act="ban", member=anna.id, minutes=30)
    told = boris.expect("acted", act="ban")
    ward.dies_and_returns()
    ward.knock("anna").expect_refusal("banned")
    boris, rosa = ward.back(boris), ward.rosa()
    dora = ward.enter("dora")  # from the same address
    dora.says("hola")
    assert boris.expect("message")["member"] == dora.id
    rosa.send("staff", act="bans")
    (ban,) = rosa.expect("bans")["bans"]
    assert (ban["name"], ban["scope"]) == (told["from"], told["scope"]) == ("anna", "device")
    ward.spares_the_pharmacy()


def in_the_way(ward):
    """A file where the folder of staff's decisions would be: nothing can be stored there, as on a full disk."""
    file = ward.home.path / "sabir" / "moderation"
    file.write_text("This is no folder.", encoding="utf-8")
    return file


def banned_in_memory(ward):
    """Anna, whose ban could not be stored; whoever did it is told so, and nobody else. Returns Boris and Rosa."""
    anna, boris, rosa = ward.enter("anna"), ward.enter("boris"), ward.rosa()
    rosa.send("staff", act="ban", member=anna.id, minutes=30)
    told = rosa.expect("error")
    assert (told["code"], told["fatal"]) == ("not-kept", False), told
    rosa.expect("acted", act="ban", member=anna.id)
    anna.expect_refusal("banned")
    ward.knock("anna").expect_refusal("banned")
    boris.expect("acted", act="ban", member=anna.id)
    assert not [packet for packet in boris.barrier() if packet["type"] == "error"]
    return boris, rosa


def test_a_ban_that_cannot_be_stored_holds_until_the_next_start(ward):
    in_the_way(ward)
    banned_in_memory(ward)
    ward.dies_and_returns()
    boris, anna = ward.enter("boris"), ward.enter("anna")
    anna.says("hola de nou")
    assert boris.expect("message")["member"] == anna.id
    ward.spares_the_pharmacy()


def test_it_lasts_once_it_can_be_stored(ward):
    file = in_the_way(ward)
    boris, rosa = banned_in_memory(ward)
    file.unlink()
    rosa.send("staff", act="topic", text="Visites a les 12")
    boris.expect("acted", act="topic")
    assert not [packet for packet in rosa.barrier() if packet["type"] == "error"]
    ward.dies_and_returns()
    ward.knock("anna").expect_refusal("banned")


@pytest.mark.parametrize("lives", [1, 2], ids=["at once", "in another life"])
def test_a_ban_that_was_taken_back_does_not_come_back(ward, lives):
    anna, boris, rosa = ward.enter("anna"), ward.enter("boris"), ward.rosa()
    rosa.send("staff", act="ban", member=anna.id, minutes=30)
    boris.expect("acted", act="ban")
    if lives == 2:
        ward.dies_and_returns()
        boris, rosa = ward.enter("boris"), ward.rosa()
    rosa.send("staff", act="bans")
    (ban,) = rosa.expect("bans")["bans"]
    rosa.send("staff", act="unban", member=ban["member"])
    boris.expect("acted", act="unban", member=ban["member"])
    ward.dies_and_returns()
    boris = ward.enter("boris")
    anna = ward.enter("anna")
    anna.says("hola de nou")
    assert boris.expect("message")["member"] == anna.id


def test_who_is_muted_is_not_heard(ward):
    anna, boris, rosa = ward.enter("anna"), ward.enter("boris"), ward.rosa()
    rosa.send("staff", act="mute", member=anna.id)
    boris.expect("acted", act="mute", member=anna.id)
    ward.dies_and_returns()
    boris, anna = ward.enter("boris"), ward.enter("anna")
    anna.say("no se sent")
    assert anna.expect("error")["code"] == "muted"
    ward.enter("dora").says("hola")
    assert boris.expect("message")["message"] == "hola"
    ward.spares_the_pharmacy()
    ward.rosa().send("staff", act="unmute", member=anna.id)
    boris.expect("acted", act="unmute", member=anna.id)
    ward.dies_and_returns()
    boris, anna = ward.enter("boris"), ward.enter("anna")
    anna.says("ara sí")
    assert boris.expect("message")["message"] == "ara sí"


def test_a_locked_room_lets_in_who_was_there_alone(ward):
    boris, rosa = ward.enter("boris"), ward.rosa()
    rosa.send("staff", act="lock")
    boris.expect("acted", act="lock")
    ward.dies_and_returns()
    ward.knock("dora").expect_refusal("locked")
    boris = ward.enter("boris")
    ward.spares_the_pharmacy()
    ward.rosa().send("staff", act="unlock")
    boris.expect("acted", act="unlock")
    ward.dies_and_returns()
    boris, dora = ward.enter("boris"), ward.enter("dora")
    dora.says("hola")
    assert boris.expect("message")["member"] == dora.id


def test_who_is_removed_from_a_locked_room_stays_out(ward):
    anna, boris, rosa = ward.enter("anna"), ward.enter("boris"), ward.rosa()
    rosa.send("staff", act="lock")
    rosa.send("staff", act="remove", member=anna.id)
    boris.expect("acted", act="remove", member=anna.id)
    ward.dies_and_returns()
    ward.knock("anna").expect_refusal("locked")
    ward.enter("boris")


def test_a_closed_room_is_closed_until_staff_open_it(ward):
    boris, rosa = ward.enter("boris"), ward.rosa()
    rosa.send("staff", act="close")
    boris.expect("acted", act="close")
    ward.dies_and_returns()
    ward.knock("boris").expect_refusal("closing")
    ward.knock("dora").expect_refusal("closing")
    ward.spares_the_pharmacy()
    rosa = ward.rosa()
    rosa.send("staff", act="open")
    rosa.expect("acted", act="open")
    ward.dies_and_returns()
    boris, dora = ward.enter("boris"), ward.enter("dora")
    dora.says("hola")
    assert boris.expect("message")["member"] == dora.id


@pytest.mark.parametrize("topic", ["Obert de 8 a 20 h", ""])
def test_a_topic_stays(ward, topic):
    boris, rosa = ward.enter("boris"), ward.rosa()
    for text in ("un altre", topic):
        rosa.send("staff", act="topic", text=text)
    boris.expect("acted", act="topic", text=topic)
    ward.dies_and_returns()
    assert [ward.enter(name).me["room"]["topic"] for name in ("boris", "dora")] == [topic] * 2
    ward.spares_the_pharmacy()


def test_a_notice_stays_until_it_is_taken_down(ward):
    boris, rosa = ward.enter("boris"), ward.rosa()
    rosa.send("staff", act="notice", text="Avui tanquem a les 12", lang="ca")
    notice = boris.expect("notice")
    ward.dies_and_returns()
    assert [ward.enter(name).expect("notice") for name in ("boris", "dora")] == [notice] * 2
    ward.spares_the_pharmacy()
    boris = ward.enter("boris")
    ward.rosa().send("staff", act="notice", text="")
    boris.expect("notice", text="")
    ward.dies_and_returns()
    for name in ("boris", "dora"):
        assert not [p for p in ward.enter(name).barrier() if p["type"] == "notice" and p["text"]]


# What is written down of it


def audit(ward):
    """The record of what staff did, and of reports to them; the ward's and the pharmacy's. Without the ward's making."""
    text = (ward.home.path / "sabir/audit.jsonl").read_text()
    records = [json.loads(line) for line in text.splitlines()]
    return [record for record in records if not record["who"].startswith("command ")]


def test_every_act_that_was_told_is_written_down(ward):
    anna, boris, rosa = ward.enter("anna"), ward.enter("boris"), ward.rosa()
    told = ["mute", "unmute"] * 20 + ["remove"]
    for act in told:
        rosa.send("staff", act=act, member=anna.id)
    for act in told:
        boris.expect("acted", act=act, member=anna.id)
    ward.dies()
    records = audit(ward)
    assert [record["what"] for record in records] == told
    assert {(record["who"], record["name"], record["room"]) for record in records} == {("Rosa Mir", "anna", "Ward")}


def test_the_words_of_a_report_that_was_told_are_where_staff_read_them_and_nowhere_else(ward):
    anna, boris, rosa = ward.enter("anna"), ward.enter("boris"), ward.rosa()
    line = anna.says("Unverwechselbar")
    boris.expect("message")
    boris.send("report", id=line["id"], text="Unwiederholbar")
    assert boris.expect("report")["about"] == rosa.expect("report")["about"] == anna.id
    ward.dies()
    assert [(r["what"], r["who"], r["member"], r["message"]) for r in audit(ward)] == [
        ("report", boris.id, anna.id, line["id"])
    ]
    assert "Unwiederholbar" not in (ward.home.path / "sabir/audit.jsonl").read_text()
    (kept,) = (ward.home.path / "sabir/reports").iterdir()
    assert files_with(ward.home, "Unwiederholbar") == [kept.name] and kept.stat().st_mode & 0o777 == 0o600
    assert "Unverwechselbar" not in kept.read_text()


# The page and IRC


@pytest.fixture
def reception():
    """A node with a page and an IRC server, whose lines are kept on disk."""
    room = 'history = "disk"\nnewcomers_see = "all"'
    with IRCNode("Reception", room=room, port=steady_port()) as node:
        yield node


def dies_and_returns(node):
    node.kill()
    node.program.ended()
    node.start()


def test_a_device_whose_pin_was_taken_is_known_again(reception):
    nurse = reception.device().staff()
    dies_and_returns(reception)
    with pytest.raises(Refused):
        nurse.get("/api/staff/rooms")  # its session is over with the node
    stranger = reception.device()
    codes = set()
    for number in range(12):
        with pytest.raises(Refused) as refusal:
            stranger.post("/api/staff/login", pin=f"10000{number}")
        codes.add(refusal.value.code)
    assert codes == {"pin-wrong", "pin-wait"}
    with pytest.raises(Refused) as refusal:
        reception.device().staff()
    assert refusal.value.code == "pin-wait", "who is not known waits, with the right PIN too"
    assert nurse.staff().get("/api/staff/rooms")["rooms"][0]["name"] == "Reception"


def test_an_act_of_the_page_that_was_told_stands(reception):
    anna = reception.device()
    anna.enters("Reception", "Anna", "es")
    reception.device().staff().post("/api/staff/rooms/Reception/acts", act="lock")
    dies_and_returns(reception)
    with pytest.raises(Refused) as refusal:
        reception.device().enters("Reception", "Dora", "ca")
    assert refusal.value.code == "locked"
    anna.enters("Reception", "Anna", "es")


def test_what_reviewers_were_told_is_kept_stands_each_by_its_own_name(reception):
    devices = {}
    for name, lang in (("Anna", "ca"), ("Boris", "ca"), ("Celal", "tr")):
        device = devices[name] = reception.device()
        device.post("/api/review/code", code=device.post("/api/review/codes", name=name, lang=lang)["code"])
        entry = device.get("/api/review")["sections"][0]["entries"][0]
        verdict = "no" if name == "Boris" else "yes"
        device.post("/api/review", id=entry["id"], digest=entry["digest"], verdict=verdict)
    reception.kill()
    reception.program.ended()
    counts = {}
    for line in run("phrases", "review", "--status", "--json", home=reception.home).stdout.splitlines():
        told = json.loads(line)
        counts[told["lang"]] = [sum(part[count] for part in told["parts"].values()) for count in ("reviewed", "objected")]
    assert (counts["ca"], counts["tr"], counts["es"]) == ([0, 1], [1, 0], [0, 0])


def test_a_line_whose_echo_came_over_irc_is_there(reception):
    rosa = Client(reception.irc_port, "rosa", "ca", caps="message-tags server-time echo-message")
    pau = Client(reception.irc_port, "pau", "ca")
    rosa.sends("PRIVMSG #Reception :2 mg, no pas 20 mg")
    echo = rosa.reads("2 mg, no pas 20 mg")
    reception.kill()
    reception.program.ended()
    shown = run("history", "show", "Reception", "--last", "10", "--json", home=reception.home)
    (line,) = map(json.loads, shown.stdout.splitlines())
    assert (line["message"], line["id"], line["from"]) == ("2 mg, no pas 20 mg", echo.tags["msgid"], "rosa")
    for client in (rosa, pau):
        client.close()


# Commands


def test_what_was_erased_does_not_come_back(disk):
    anna, boris = disk.enter("anna"), disk.enter("boris")
    anna.says("Unverwechselbar")
    boris.says("bon dia")
    assert "Erased: 1 line" in disk.commands("history", "erase", "--person", "anna", "--yes")
    disk.dies()
    assert files_with(disk.home, "Unverwechselbar") == [] and shown(disk) == ["bon dia"]
    disk.returns()
    away = disk.enter("boris", resume={"epoch": boris.ledger.epoch, "seq": 0})
    away.read_to(2)
    assert [line["message"] for line in away.ledger.lines.values()] == ["bon dia"]
    assert older(disk.enter("clara")) == ["bon dia"]
    assert files_with(disk.home, "Unverwechselbar") == []


def test_what_was_backed_up_can_be_put_back(disk):
    anna, boris = disk.enter("anna"), disk.enter("boris")
    anna.says("abans")
    boris.expect("message")
    backup = disk.home.path / "backup.sqlite"
    assert "1 line" in disk.commands("backup", str(backup))
    disk.dies()
    disk.commands("restore", str(backup))
    disk.returns()
    assert older(disk.enter("clara")) == ["abans"]
    assert older(disk.back(boris)) == ["abans"]


def test_the_password_that_was_set_last_counts(wards):
    old, new = "dos nous i tres ametlles", "quatre nous i cinc ametlles"
    ward = wards("memory", password=old)
    ward.sets(new)
    ward.dies_and_returns()
    for password in (old, new):
        dora = Knock(ward.node.address, "Ward", name="dora").challenged()
        dora.proves(password)
        if password == old:
            dora.expect_refusal("auth-failed", SLOW)
        else:
            assert dora.expect("welcome", SLOW)["proof"] == dora.expected()
            dora.close()
    ward.spares_the_pharmacy()


def role_of(name, reader):
    """As somebody else is told."""
    reader.send("who")
    return next(member.get("role") for member in reader.expect("members")["members"] if member["name"] == name)


def test_who_was_made_staff_is_and_who_was_taken_off_is_not(ward):
    ward.commands("staff", "add", "--", "Marta Roca", fingerprint("device-of-marta"))
    ward.dies_and_returns()
    marta, boris = ward.enter("marta"), ward.enter("boris")
    assert role_of("marta", boris) == "staff"
    marta.send("staff", act="topic", text="hola")
    boris.expect("acted", act="topic")
    ward.commands("staff", "remove", "Marta Roca")
    ward.dies_and_returns()
    marta, boris = ward.enter("marta"), ward.enter("boris")
    assert role_of("marta", boris) is None
    marta.send("staff", act="lock")
    assert marta.expect("error")["code"] == "forbidden"
    assert ward.enter("dora").me["room"]["topic"] == "hola"


def test_who_was_taken_off_is_not_obeyed_by_the_node_that_runs(ward):
    boris, rosa = ward.enter("boris"), ward.rosa()
    rosa.send("staff", act="lock")
    boris.expect("acted", act="lock")
    ward.commands("staff", "remove", "Rosa Mir")
    rosa.send("staff", act="unlock")
    assert rosa.expect("error")["code"] == "forbidden"
    assert not [packet for packet in boris.barrier() if packet["type"] == "acted"]
    ward.dies_and_returns()
    ward.knock("dora").expect_refusal("locked")
