"""A host in memory is killed and comes back; the patient returns first and speaks. The doctor, who was in before and
comes back later, is told it, or told that something is missing; whoever was not there before sees nothing of it.
"""

import signal

import pytest
from cable import Cable
from conversation import steady_stage
from node import Node, Visit
from program import steady_port
from wire import Connection, Member

SAID = "sóc al·lèrgica a la penicil·lina"


@pytest.fixture
def stage():
    """Its newcomers see nothing from before, and it comes back on its port."""
    with steady_stage("Stage", newcomers="nothing") as stage:
        yield stage


def dies_and_returns(stage):
    stage.host.signal(signal.SIGKILL)
    assert stage.host.ended() == -signal.SIGKILL
    stage.host.returns()


def lines_and_gaps(connection):
    return [p for p in connection.barrier() if p["type"] in ("message", "gap")]


def hello(stage, name, **fields):
    connection = Connection(stage.host.address)
    connection.resume = fields.get("resume")
    connection.send("hello", protocol=1, name=name, lang="en", **fields)
    return connection, connection.expect("welcome")


def test_the_doctor_comes_back_last_and_is_told_what_the_patient_said(stage):
    cable = Cable(stage.host.port)
    patient = stage.enters("patient", "ca")
    doctor = stage.enters("doctor", "en", f"127.0.0.1:{cable.port}")
    patient.says("abans")
    doctor.sees("abans")
    cable.is_cut()
    dies_and_returns(stage)
    patient.expect("reconnected", 30)
    assert patient.says(SAID)["seq"] == 1
    newcomer = stage.enters("newcomer", "es")
    cable.is_mended()
    assert doctor.expect("reconnected", 30)["resumed"] is False
    assert doctor.sees(SAID)["seq"] == 1
    patient.says("encara hi soc")
    for member in (doctor, newcomer):
        assert member.sees("encara hi soc")["seq"] == 2
        assert not member.all("gap")
    assert not newcomer.all("message", message=SAID)
    assert [e["message"] for e in doctor.all("message")] == ["abans", SAID, "encara hi soc"]
    cable.close()


def test_who_proves_it_goes_on_from_the_first_line_and_nobody_else_does(stage):
    """On the wire, by the contract's own reader, which names each hole and each double."""
    doctor = Member(stage.host.address, "doctor", "en", device="doctor-1")
    other = Member(stage.host.address, "other", "en", device="other-1")
    proof = {"epoch": doctor.me["epoch"], "seq": 0, "token": doctor.me["token"]}
    assert doctor.me["token"] != other.me["token"]
    dies_and_returns(stage)
    patient = Member(stage.host.address, "patient", "ca", device="patient-1")
    patient.says(SAID)
    missing = [{"type": "gap", "from": 1, "to": 1}]
    strangers = {
        "without a token": {"device": "doctor-1", "resume": {**proof, "token": None}},
        "with a stolen one": {"device": "thief-1", "resume": proof},
        "with a stolen one and no device": {"resume": proof},
        "with another's": {"device": "other-1", "resume": proof},
        "with one of another epoch": {"device": "doctor-1", "resume": {**proof, "epoch": "another"}},
        "with one that was changed": {"device": "doctor-1", "resume": {**proof, "token": "1" + proof["token"]}},
    }
    for number, (what, fields) in enumerate(strangers.items()):
        stranger, welcome = hello(stage, f"stranger {number}", **fields)
        assert (welcome["seq"], welcome["history"]["from"]) == (1, 2), what
        assert lines_and_gaps(stranger) == missing, what
        stranger.close()
    newcomer, welcome = hello(stage, "newcomer", device="newcomer-1")
    assert (welcome["seq"], welcome["history"]["from"]) == (1, 2) and not lines_and_gaps(newcomer)
    newcomer.close()
    patient.leave()
    # In this life the doctor is known for the newcomer that it was. In the next it is not, and shows its first token.
    dies_and_returns(stage)
    patient = Member(stage.host.address, "patient", "ca", device="patient-1")
    line = patient.says(SAID)
    back = Member(stage.host.address, "doctor", "en", device="doctor-1", resume=proof)
    assert (back.me["seq"], back.me["history"]["from"]) == (0, 1)
    assert back.expect("message") == line
    assert patient.says("més")["id"] == back.expect("message")["id"]
    assert not back.ledger.faults and not back.ledger.gaps
    patient.leave(), back.leave()


def test_on_the_page_it_is_the_same():
    with Node("Reception", port=steady_port()) as node:
        patient = node.device().enters("Reception", "Patient", "ca")
        doctor, bare = (node.device().enters("Reception", name, "en") for name in ("Doctor", "Bare"))
        patient.says("abans")
        for visit in (doctor, bare):
            visit.sees("abans")
        node.kill()
        for visit in (patient, doctor, bare):
            visit.ended()
        node.start()
        patient = patient.device.enters("Reception", "Patient", "ca")
        patient.says(SAID)
        newcomer = node.device().enters("Reception", "Newcomer", "es")
        # Nothing but what the first page gave it: it says that it was in before, and cannot show it.
        bare.device.cookies = {"sabir": bare.device.cookies["sabir"]}
        came_back = []
        for visit, name in ((doctor, "Doctor"), (bare, "Bare")):
            entry = visit.device.post("/api/rooms/Reception/enter", name=name, lang="en", face="a", last=visit.last)
            came_back.append(Visit(visit.device, "Reception", entry, last=visit.last))
        patient.says("encara hi soc")
        for visit in (*came_back, newcomer):
            visit.sees("encara hi soc")
        seen = [[(kind, data.get("text")) for kind, data in visit.events if kind in ("line", "gap")]
                for visit in (*came_back, newcomer)]
        assert seen == [[("line", SAID)], [("gap", None)], []]
