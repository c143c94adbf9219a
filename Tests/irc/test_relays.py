"""Clients of IRC at a node that relays a room."""

import pytest
from clients import Client
from program import steady_port
from relayed import sites  # noqa: F401


@pytest.fixture
def floor(nodes, sites):  # noqa: F811
    """A host with one reader, a relay, and clients of IRC at the relay."""
    host = nodes("Reception")
    port = steady_port()
    relay = sites(host, web=f"\n[irc]\nenabled = true\nport = {port}\n")
    clients = []

    def client(nick, lang):
        clients.append(Client(port, nick, lang))
        return clients[-1]

    yield host, relay, client
    for one in clients:
        one.close()


def test_what_is_said_while_the_link_is_down_is_told_as_held_and_comes_once(floor):
    host, relay, client = floor
    clara = host.device().enters("Reception", "Clara", "ca")
    anna, rosa = client("anna", "en"), client("rosa", "es")
    anna.sends("PRIVMSG #Reception :first")
    clara.sees("first")
    boris = relay.device().enters("Reception", "Boris", "en")
    relay.cable.is_cut()
    assert boris.until("room", lambda room: not room["linked"], within=20)
    anna.sends("PRIVMSG #Reception :ten milligrams")
    told = anna.until(lambda line: line.command == "NOTICE" and "ten milligrams" in line.words[-1])
    assert "waits here" in told.words[-1] and "do not send it again" in told.words[-1]
    assert not any("Not sent" in line.text for line in anna.lines)
    relay.cable.is_mended()
    clara.sees("ten milligrams", within=30)
    rosa.reads("ten milligrams")
    anna.until(lambda line: line.command == "NOTICE" and line.words[-1] == "✓ Now sent: “ten milligrams”")
    anna.sends("PRIVMSG #Reception :last")
    clara.sees("last")
    rosa.reads("last")
    assert not any("ten milligrams" in line.text for line in rosa.lines), "once"
