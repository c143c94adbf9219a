"""The conversations of the laboratory. A scenario's first line of text is its name; `lab` gives hosts and people."""

import re
import signal
import time

from people import refused, rooms_until
from wire import compare

FARMACIA = "¿Dónde está la farmacia?"


def everyone_finds_the_room_by_name(lab):
    """the room is found by its name, over IPv4 and IPv6"""
    host = lab.open("desk")
    for place in ("anna", "six"):
        found = rooms_until(lab.at(place), lambda rooms: any(r["name"] == "Reception" for r in rooms))
        room = next(r for r in found if r["name"] == "Reception")
        assert int(room["port"]) == int(host.opened["port"]), room
        assert room["host"].startswith("desk"), room


def everyone_reads_in_their_own_language(lab):
    """anna (es), boris (ca), carla (en) and denis (fr) each read every line in their own language"""
    lab.open("desk")
    anna, boris, carla, denis = lab.everyone()
    line = anna.says(FARMACIA)
    boris.reads(line, "farmàcia")
    carla.reads(line, "pharmacy")
    denis.reads(line, "pharmacie")
    line = boris.says("El metge arriba demà.")
    anna.reads(line, "médico", "mañana")
    carla.reads(line, "tomorrow")
    denis.reads(line, "demain")
    line = carla.says("The children drink water.")
    anna.reads(line, "agua")
    boris.reads(line, "aigua")
    line = denis.says("La maison est grande.")
    boris.reads(line, "casa")
    anna.reads(line, "casa")


def one_language_needs_no_engine(lab):
    """who shares the sender's language reads it as written, engine or none"""
    lab.open("desk")
    anna, elena = lab.join("anna", "es"), lab.join("elena", "es-419", at="boris")
    lab.at("boris").apertium.stop()
    elena.reads(anna.says(FARMACIA), state="same")


def settings_change_in_a_running_chat(lab):
    """boris changes his name and language; the others see it, and he reads in the new one"""
    lab.open("desk")
    anna, boris = lab.join("anna", "es"), lab.join("boris", "ca")
    boris.write('{"name":"Borís","lang":"en"}')
    anna.find("changed", where=lambda e: (e["member"]["name"], e["member"]["lang"]) == ("Borís", "en"))
    boris.lang = "en"
    boris.reads(anna.says(FARMACIA), "pharmacy")
    boris.write("this is not JSON")
    boris.expect("error")
    boris.quits()
    anna.find("left", where=lambda e: e["member"]["name"] == "Borís")


def an_engine_stops_and_starts(lab):
    """carla's engine stops: her host's takes over; both stop: she sees originals at once, with a reason; it starts"""
    lab.open("desk")
    anna, boris, carla = lab.join("anna", "es"), lab.join("boris", "ca"), lab.join("carla", "en")
    carla.reads(anna.says(FARMACIA), "pharmacy")
    lab.at("carla").apertium.stop(signal.SIGKILL)
    lent = carla.reads(anna.says("La niña come pan."), "bread")
    assert lent["engine"] == "host", lent
    lab.at("desk").apertium.stop(signal.SIGKILL)
    line = anna.says("El niño come pan.")
    carla.sees(line, within=2)
    told = carla.reads(line, state="untranslated", within=3)
    assert told["reason"], told
    boris.reads(line, "pa")
    lab.at("carla").apertium.start()
    reads_again(anna, carla, "bread")
    lab.at("desk").apertium.start()


def reads_again(speaker, reader, word, within=40):
    """The speaker says a line a second until the reader has one of them translated."""
    deadline = time.monotonic() + within
    for number in range(within):
        speaker.says(f"El niño come pan {number}.")
        try:
            line = reader.expect("translation", 1, state="translated")
            assert word in line["text"], line
            return
        except AssertionError:
            assert time.monotonic() < deadline, f"{reader} has no translation {within} s after the engine's return"


def an_engine_hangs(lab):
    """carla's engine hangs: originals at once, nobody else waits, her host's takes over; it goes on: she reads again"""
    lab.open("desk")
    anna, boris, carla = lab.join("anna", "es"), lab.join("boris", "ca"), lab.join("carla", "en")
    carla.reads(anna.says(FARMACIA), "pharmacy")
    lab.at("carla").apertium.signal(signal.SIGSTOP)
    try:
        line = anna.says("El perro bebe agua.")
        carla.sees(line, within=2)
        boris.reads(line, "aigua")
        assert carla.reads(line, "water", within=20)["engine"] == "host"
    finally:
        lab.at("carla").apertium.signal(signal.SIGCONT)
    reads_again(anna, carla, "bread")


def avahi_stops_and_starts(lab):
    """avahi is killed and started at the host, then at a guest: newcomers still find the room"""
    lab.open("desk")
    anna = lab.join("anna", "es")
    lab.at("desk").avahi.stop(signal.SIGKILL)
    anna.says("¿Sigue abierto?")
    lab.at("desk").avahi.start()
    await_room(lab, "boris")
    boris = lab.join("boris", "ca")
    boris.reads(anna.says(FARMACIA), "farmàcia")
    lab.at("carla").avahi.stop(signal.SIGKILL)
    lab.at("carla").avahi.start()
    await_room(lab, "carla")
    lab.join("carla", "en")


def dbus_dies_and_comes_back(lab):
    """D-Bus and avahi die at the host: the chat goes on; they come back: newcomers find the room"""
    lab.open("desk")
    anna, boris = lab.join("anna", "es"), lab.join("boris", "ca")
    desk = lab.at("desk")
    desk.dbus.stop(signal.SIGKILL)
    desk.avahi.stop(signal.SIGKILL)
    boris.reads(anna.says(FARMACIA), "farmàcia")
    desk.dbus.start()
    desk.avahi.start()
    await_room(lab, "carla")
    lab.join("carla", "en").reads(boris.says("Bon dia"))


def await_room(lab, place):
    """A newcomer's `join` looks around once; who comes while the room is being announced again asks first."""
    rooms_until(lab.at(place), lambda rooms: any(r["name"] == "Reception" for r in rooms), within=30)


def a_host_dies_and_comes_back(lab):
    """the host is killed; what is typed meanwhile is sent once when it is back, and the talk goes on"""
    host = lab.open("desk")
    anna, boris = lab.join("anna", "es"), lab.join("boris", "ca")
    anna.says("antes")
    host.kill()
    for person in (anna, boris):
        person.expect("reconnecting", 5)
    anna.say("mientras tanto")
    lab.open("desk")
    reader = lab.witness("desk")
    for person in (anna, boris):
        person.expect("reconnected", 40)
    meanwhile = anna.find("message", 20, own=True, message="mientras tanto")["id"]
    line = anna.says("después")
    boris.reads(line)
    reader.find("message", id=line["id"])
    # The room's new life has a new epoch: who was in before hears it from its first line, whoever came back first.
    assert anna.order().count(meanwhile) == 1 and boris.order().count(meanwhile) == 1
    assert reader.order().count(meanwhile) <= 1


def a_link_is_cut_and_mended(lab):
    """boris's cable is pulled for as long as the host waits; every line arrives once, in one order"""
    lab.open("desk")
    reader = lab.witness("desk")
    people = anna, boris, carla = lab.join("anna", "es"), lab.join("boris", "ca"), lab.join("carla", "en")
    said = [(person, f"{person.name} before {n}") for n in range(34) for person in people]
    say_all(said)
    boris_id = boris.welcome["member"]
    lab.at("boris").site.cut()
    away = [(person, f"{person.name} meanwhile {n}") for n in range(32) for person in people]
    for person, text in away:
        person.say(text)
    reader.find("left", 25, where=lambda p: p["member"]["id"] == boris_id)
    boris.find("reconnecting", 25)
    lab.at("boris").site.mend()
    boris.find("reconnected", 40)
    say_all([(carla, "after 1"), (boris, "after 2")])
    echoes = [person.find("message", 30, own=True, message=text)["id"] for person, text in said + away]
    reader.find("message", message="after 2")
    for person in (anna, carla):
        person.find("message", message="after 2")
    report, well = compare(echoes, reader.order(), *(person.order() for person in people))
    lab.note(report)
    assert well, report


def say_all(lines):
    for person, text in lines:
        person.say(text)
    for person, text in lines:
        person.find("message", 20, own=True, message=text)


def a_guest_vanishes_without_a_word(lab):
    """boris's machine dies with its cable out: the room notices after 15 s of silence"""
    lab.open("desk")
    anna, boris = lab.join("anna", "es"), lab.join("boris", "ca")
    boris_id = boris.welcome["member"]
    start = time.monotonic()
    lab.at("boris").site.cut()
    boris.kill()
    left = anna.find("left", 25, where=lambda e: e["member"]["id"] == boris_id)
    waited = time.monotonic() - start
    lab.note(f"noticed after {waited:.1f} s")
    assert 9 <= waited <= 21, f"noticed after {waited:.1f} s"
    assert left["n"] == 1, left


def two_rooms_of_one_name(lab):
    """two hosts open "Reception": both are listed and told apart; the name enters neither, what is offered each"""
    first = lab.open("desk")
    # Two that claim one name in the same second may both take another, and then names change while they are read.
    for place in ("anna", "boris"):
        rooms_until(lab.at(place), lambda rooms: [r["id"] for r in rooms] == [first.opened["id"]])
    both = {first.opened["id"], lab.open("anna").opened["id"]}
    found = rooms_until(lab.at("boris"), lambda rooms: {r["id"] for r in rooms} == both)
    assert len(found) == len({r["name"] for r in found}) == 2, f"not told apart: {found}"
    offered = set(re.findall(r"sabir join ([^ ]+/[-0-9a-f]+)", refused(lab.at("boris"), "Reception")))
    assert len(offered) == 2, offered
    assert {lab.join("boris", "ca", room=way).welcome["room"]["id"] for way in offered} == both


def a_member_with_ipv6_alone(lab):
    """six has a link-local IPv6 address and no other: joins by name, and by address with its scope"""
    lab.open("desk")
    anna, six = lab.join("anna", "es"), lab.join("six", "es", at="six")
    six.sees(anna.says("por IPv6"))
    address = f"[{lab.at('desk').site.link_local}%eth0]:47275"
    seven = lab.join("seven", "es", at="six", room=address)
    anna.sees(seven.says("con ámbito"))


CONVERSATIONS = [
    everyone_finds_the_room_by_name,
    everyone_reads_in_their_own_language,
    one_language_needs_no_engine,
    settings_change_in_a_running_chat,
    an_engine_stops_and_starts,
    an_engine_hangs,
    avahi_stops_and_starts,
    dbus_dies_and_comes_back,
    a_host_dies_and_comes_back,
    a_link_is_cut_and_mended,
    a_guest_vanishes_without_a_word,
    two_rooms_of_one_name,
    a_member_with_ipv6_alone,
]
