"""Nodes with a page, and staged engines."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "conversation"), str(HERE.parent / "contract")]

import pytest  # noqa: E402
from engine import engines  # noqa: E402, F401
from node import Node  # noqa: E402


@pytest.fixture
def nodes():
    """nodes("Reception", engines=[…]) is a node that ends with the test."""
    made = []

    def make(*rooms, **settings):
        made.append(Node(*rooms, **settings))
        return made[-1]

    yield make
    for node in made:
        node.__exit__()
