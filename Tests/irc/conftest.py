"""Nodes with an IRC listener, staged engines, and clients."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / name) for name in ("web", "conversation", "contract"))]

import pytest  # noqa: E402
from clients import Client, IRCNode  # noqa: E402
from engine import engines  # noqa: E402, F401


@pytest.fixture
def nodes():
    """nodes("Reception", engines=[…]) is a node that ends with the test."""
    made = []

    def make(*rooms, **settings):
        made.append(IRCNode(*rooms, **settings))
        return made[-1]

    yield make
    for node in made:
        node.__exit__()


@pytest.fixture
def clients():
    """clients(node, "anna", "es") is a client in the room."""
    made = []

    def make(node, *words, **settings):
        made.append(Client(node.irc_port, *words, **settings))
        return made[-1]

    yield make
    for client in made:
        client.close()
