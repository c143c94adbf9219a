"""What a listener has to bear."""

import os
import socket


def test_what_is_no_line_is_refused_and_the_next_one_heard(nodes, clients):
    node = nodes("Reception")
    rosa = clients(node, "rosa", "es")
    rosa.socket.sendall(b"PRIVMSG #Reception :\xf1\r\n")
    assert "INVALID_UTF8" in rosa.until(lambda line: line.command == "FAIL").text
    rosa.sends("PRIVMSG #Reception :" + "x" * 600)
    rosa.until(lambda line: line.command == "417")
    rosa.sends("FOO bar", "PING still")
    rosa.until(lambda line: line.command == "421")
    rosa.until(lambda line: line.command == "PONG" and line.words[-1] == "still")


def test_noise_harms_nobody(nodes, clients):
    node = nodes("Reception")
    rosa, anna = clients(node, "rosa", "es"), clients(node, "anna", "es")
    for size in (1, 1_000, 100_000):
        stranger = socket.create_connection(("127.0.0.1", node.irc_port), 20)
        try:
            stranger.sendall(os.urandom(size))
        except OSError:
            pass  # sent away before it was through
        stranger.close()
    rosa.sends("PRIVMSG #Reception :todavía")
    assert anna.reads("todavía").nick == "rosa"


def test_a_flood_is_sent_away(nodes, clients):
    node = nodes("Reception")
    rosa = clients(node, "rosa", "es")
    try:
        rosa.sends(*(f"PING {number}" for number in range(2_000)))
    except OSError:
        pass  # closed before it was through
    rosa.until(lambda line: line.command == "ERROR" and "flood" in line.words[-1])
    rosa.ended()


def test_more_connections_than_there_are_places(nodes, clients):
    node = nodes("Reception", irc="connections = 2")
    rosa, anna = clients(node, "rosa", "es"), clients(node, "anna", "es")
    third = clients(node)
    third.until(lambda line: line.command == "ERROR")
    third.ended()
    anna.sends("QUIT")
    anna.ended()
    rosa.until(lambda line: line.command == "PART" and line.nick == "anna")
    clients(node, "eve", "es")


def test_nobody_is_the_service_or_looks_like_somebody_here(nodes, clients):
    node = nodes("Reception")
    clients(node, "anna", "es")
    stranger = clients(node)
    for nick in ("sabir", "Sabir", "sаbir", "ANNA", "аnna"):
        stranger.sends(f"NICK {nick}")
        stranger.until(lambda line: line.command == "433")
