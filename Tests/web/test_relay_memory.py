"""What its author took back is served from no memory of translations, at the host, or behind a relay that has no engine
of its own and keeps what the host's engine made. What stays is: so it is known that there is such a memory.
"""

import json
import threading
import time
from urllib.parse import quote

import pytest
from node import Refused
from relayed import sites  # noqa: F401
from wire import Member

STAYS, SECRET, PLAIN = "esto se queda", "quantum aubergine", "y otra cosa"


@pytest.fixture(params=["memory", "disk"])
def house(request, nodes, engines, sites):  # noqa: F811
    """A host with an engine, and a relay without; both keep the room alike."""
    engine, kept = engines(), f'history = "{request.param}"'
    host = nodes("Reception", engines=[engine], room=f'newcomers_see = "all"\n{kept}')
    return host, sites(host, relay=kept), engine


def come(host, relay):
    """Anna writes at the host, where nobody reads what is translated but the nurse; behind the relay people read."""
    anna = host.device().enters("Reception", "Anna", "es")
    boris, lea = (relay.device().enters("Reception", name, lang) for name, lang in (("Boris", "ca"), ("Léa", "fr")))
    nurse = relay.device().staff().enters("Reception", "Rosa", "ca")
    return anna, boris, lea, nurse


def hear_that_it_is_gone(line, *readers):
    for reader in readers:
        told = reader.until("line", lambda one: one.get("retracts") == line["id"])
        assert told["text"] == ""


def is_made_anew(engine, anna, boris, text, within=30):
    """It is let go of a moment after that is told; whether it is, only asking shows."""
    ends, asked = time.monotonic() + within, engine.asked(text)
    while engine.asked(text) == asked:
        assert time.monotonic() < ends, f"{text!r} is served from memory"
        line = anna.says(text)
        boris.until("translation", lambda one, line=line: one["id"] == line["id"])
        threading.Event().wait(0.3)


def test_it_is_asked_of_the_engine_anew(house):
    host, relay, engine = house
    anna, boris, lea, nurse = come(host, relay)
    said = anna.says(SECRET)
    anna.says(STAYS)
    for reader, lang in ((boris, "ca"), (nurse, "ca"), (lea, "fr")):
        reader.reads(f"{lang}:{SECRET}")
        reader.reads(f"{lang}:{STAYS}")
    assert engine.asked(SECRET) == engine.asked(STAYS) == 2, "for each language once"
    again = anna.says(STAYS)
    for reader in (boris, nurse, lea):
        reader.until("translation", lambda one: one["id"] == again["id"])
    assert engine.asked(STAYS) == 2, "there is a memory"
    anna.says("", retracts=said["id"])
    hear_that_it_is_gone(said, boris, lea, nurse)
    # A newcomer gets what stays, and no translation of what is gone, whoever translates it.
    dora = relay.device().enters("Reception", "Dora", "ca")
    dora.until("translation", lambda one: one["id"] == again["id"])
    lines = dora.device.open("/api/rooms/Reception/lines?before=1000&limit=100").body.decode()
    with dora.news:
        told = json.dumps([dora.hello, *dora.events]) + lines
    assert "aubergine" not in told and "quantum" not in told
    is_made_anew(engine, anna, boris, SECRET)


def test_with_the_engine_away_nobody_is_served_it(house):
    host, relay, engine = house
    anna, boris, lea, nurse = come(host, relay)
    said, stays = anna.says(SECRET), anna.says(STAYS)
    for reader, lang in ((boris, "ca"), (lea, "fr")):
        reader.reads(f"{lang}:{SECRET}")
        reader.reads(f"{lang}:{STAYS}")
    path = "/api/rooms/Reception/lines/{id}/translation?seq={seq}&to=ca"
    assert lea.device.get(path.format(**said))["translation"]["text"] == f"ca:{SECRET}"
    anna.says("", retracts=said["id"])
    hear_that_it_is_gone(said, boris, lea, nurse)
    # By its id it is nobody's any more, at once.
    for reader in (boris, lea, nurse):
        with pytest.raises(Refused) as refused:
            reader.device.get(path.format(**said))
        assert refused.value.status < 500 and SECRET not in str(refused.value)
    anna.says(PLAIN)
    boris.reads(f"ca:{PLAIN}")
    engine.fails("refuses connections")
    # By its words: whoever knows them, and asks how they are read, is told of no translation that was made before.
    member = Member(("127.0.0.1", int(host.room_address.rpartition(":")[2])), "Karim", "ca", "Reception", tls=True)
    assert asks(member, STAYS) == f"ca:{STAYS}", "there is a memory"
    assert asks(member, SECRET) is None
    member.leave()
    for node in (host, relay):
        phone = node.device()
        phone.enters("Reception", "Núria", "ca").close()
        for text, is_known in ((STAYS, True), (SECRET, False)):
            check = phone.post("/api/rooms/Reception/check", text=text, lang="es")
            assert (f"ca:{text}" in json.dumps(check, ensure_ascii=False)) is is_known, check
    line = boris.says(SECRET, lang="es")
    told = nurse.until("translation", lambda one: one["id"] == line["id"])
    assert (told["state"], told["text"]) == ("untranslated", None)
    assert stays["id"] != line["id"]


def asks(member, text):
    """A question of the wire; the text, or None where there is none."""
    member.send("translate", id=quote(text), source="es", target="ca", texts=[text])
    return member.expect("translated", id=quote(text))["texts"][0]


def test_what_the_engine_has_in_hand_when_it_is_taken_back_is_not_kept(house):
    host, relay, engine = house
    anna, boris, lea, nurse = come(host, relay)
    anna.says(STAYS)
    boris.reads(f"ca:{STAYS}")
    engine.holds()
    said = anna.says(SECRET)
    engine.await_question(SECRET)
    anna.says("", retracts=said["id"])
    hear_that_it_is_gone(said, boris, lea, nurse)
    engine.is_well()
    anna.says(PLAIN)
    for reader, lang in ((boris, "ca"), (nurse, "ca"), (lea, "fr")):
        reader.reads(f"{lang}:{PLAIN}")
    is_made_anew(engine, anna, boris, SECRET)
    with lea.news:
        late = [one for kind, one in lea.events if kind == "translation" and one["id"] == said["id"] and one["text"]]
    assert not late, "who was told that it is gone is not shown it afterwards"
