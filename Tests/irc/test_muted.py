"""Whom staff mute or ban is told so at once in a client of IRC, in its language, and when it ends; nobody else is."""

import json

import pytest
from clients import Client, Irssi
from host import ROOT
from program import steady_port
from relayed import sites  # noqa: F401
from terminal import phrase

MUTED, FREE = "chat.refused.muted", "irc.unmuted"
SENTENCES = [
    json.loads(file.read_text("utf-8"))[key]
    for file in sorted((ROOT / "share/interface").glob("*.json")) for key in (MUTED, FREE)
]  # fmt: skip


class Staff:
    """Staff at the desk of a node, who are in no room."""

    def __init__(self, node):
        self.device = node.device().staff()

    def acts(self, act, name, room="Reception", **fields):
        rooms = self.device.get("/api/staff/rooms")["rooms"]
        members = next(one["members"] for one in rooms if one["name"] == room)
        member = next(one["id"] for one in members if one["name"] == name)
        self.device.post(f"/api/staff/rooms/{room}/acts", act=act, member=member, **fields)


def is_told(client, key, lang, room="#Reception"):
    told = client.until(lambda line: line.command == "NOTICE" and line.words[-1] == phrase(key, lang))
    assert (told.nick, told.words[0]) == ("sabir", room)


def is_told_nothing(*clients):
    """Neither of them, in any of the languages, whatever was sent to them and has not been waited for."""
    for client in clients:
        client.sends("PING :until-here")
        client.until(lambda line: line.command == "PONG")
        with client.news:
            told = [line.text for line in client.lines for sentence in SENTENCES if sentence in line.text]
        assert not told, told


def test_who_is_muted_is_told_in_their_language_and_so_are_they_when_it_ends(nodes, clients):
    node = nodes("Reception", "Pharmacy")
    staff = Staff(node)
    amal, pau = clients(node, "amal", "ar"), clients(node, "pau", "ca")
    amal.joins("#Pharmacy")
    anna = node.device().enters("Reception", "Anna", "es")
    rosa = node.device().staff().enters("Reception", "Rosa", "fr")
    staff.acts("mute", "amal")
    is_told(amal, MUTED, "ar")
    newcomer = clients(node, "nil", "fr")
    # It is so: nobody hears it, and it goes on to be so in this room alone.
    amal.sends("PRIVMSG #Reception :هل تسمعونني؟")
    assert phrase(MUTED, "ar") in amal.reads("هل تسمعونني؟", command="NOTICE").words[-1]
    elsewhere = clients(node, "eva", "ca", room="#Pharmacy")
    amal.sends("PRIVMSG #Pharmacy :مرحبا")
    elsewhere.reads("مرحبا")
    pau.sends("PRIVMSG #Reception :bon dia")
    for other in (anna, rosa):
        assert other.sees("bon dia")["from"] == "pau"
    newcomer.reads("bon dia")
    # In the language that it reads when it ends.
    amal.sends("PRIVMSG sabir :lang fr")
    anna.until("changed", lambda event: event["member"]["lang"] == "fr")
    staff.acts("unmute", "amal")
    is_told(amal, FREE, "fr")
    amal.sends("PRIVMSG #Reception :merci")
    for other in (anna, rosa):
        assert other.sees("merci")["from"] == "amal"
        with other.news:
            assert not [kind for kind, data in other.events if kind == "muted" or "تسمعونني" in str(data)]
    is_told_nothing(amal, pau, newcomer, elsewhere)


def test_who_is_banned_is_told_for_how_long_in_their_language(nodes, clients):
    node = nodes("Reception")
    staff, amal = Staff(node), clients(node, "amal", "ca")
    staff.acts("ban", "amal", minutes=7)
    sent_out = amal.until(lambda line: line.command == "KICK")
    assert sent_out.words[-1] == phrase("chat.refused.banned-for", "ca", n="7")
    amal.sends("JOIN #Reception")
    assert amal.until(lambda line: line.command == "474").words[-1] == phrase("chat.refused.banned-for", "ca", n="7")


def test_in_irssi(nodes, clients):
    node = nodes("Reception")
    staff, pau = Staff(node), clients(node, "pau", "ca")
    anna = node.device().enters("Reception", "Anna", "es")
    irssi = Irssi(node.irc_port, "rosa", "es")
    try:
        irssi.enters("/join #reception")
        anna.until("joined", lambda event: event["member"]["name"] == "rosa", 30)
        staff.acts("mute", "rosa")
        irssi.shows(phrase(MUTED, "es"))
        staff.acts("unmute", "rosa")
        irssi.shows(phrase(FREE, "es"))
        irssi.enters("gracias")
        assert anna.sees("gracias")["from"] == "rosa"
    finally:
        irssi.close()
    is_told_nothing(pau)


@pytest.fixture
def floor(nodes, sites):  # noqa: F811
    """A host, a relay with a listener for IRC, and clients of IRC there."""
    host, port, made = nodes("Reception"), steady_port(), []
    relay = sites(host, web=f"\n[irc]\nenabled = true\nport = {port}\n")

    def client(nick, lang):
        made.append(Client(port, nick, lang))
        return made[-1]

    yield host, relay, client
    for one in made:
        one.close()


def test_behind_a_relay_by_the_staff_of_either_side(floor, clients):
    host, relay, client = floor
    above = clients(host, "pau", "ca")
    amal, nil = client("amal", "ar"), client("nil", "fr")
    anna = host.device().enters("Reception", "Anna", "es")
    boris = relay.device().enters("Reception", "Boris", "ca")
    for staff in (Staff(host), Staff(relay)):
        staff.acts("mute", "amal")
        is_told(amal, MUTED, "ar")
        staff.acts("unmute", "amal")
        is_told(amal, FREE, "ar")
    amal.sends("PRIVMSG #Reception :شكرا")
    for other in (anna, boris):
        other.sees("شكرا")
    is_told_nothing(amal, nil, above)
