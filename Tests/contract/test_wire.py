"""The clients of these tests: a slow machine must not make them break the contract themselves."""

import socket
import threading

import wire
from wire import Connection, encode


def test_a_client_answers_pings_before_it_looks_at_what_came_before_them(monkeypatch):
    """A host takes a member for gone after 15 s, and to look at thousands of lines can take longer."""
    answered = threading.Event()
    monkeypatch.setattr(wire.SCHEMA_CHECK, "check", lambda *_: answered.wait(20))
    with socket.create_server(("127.0.0.1", 0)) as host:
        connection = Connection(host.getsockname(), tls=False)
        peer, _ = host.accept()
        with peer:
            peer.sendall(encode({"type": "pong", "nonce": "first"}) * 3 + encode({"type": "ping", "nonce": "last"}))
            peer.settimeout(10)
            assert b'"nonce": "last"' in peer.recv(4_096)
            answered.set()
            connection.expect("ping", nonce="last")
        connection.expect_close()
