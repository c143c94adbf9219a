"""Nodes with a page, and staged engines."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "conversation"), str(HERE.parent / "contract")]

import pytest  # noqa: E402
from engine import Engine  # noqa: E402
from node import Node  # noqa: E402


@pytest.fixture
def engines():
    """engines("name", kind="apertium") is a staged engine that is well, gone when the test ends."""
    made = []

    def make(name="staged", kind="libretranslate", **settings):
        made.append(Engine(name, kind, **settings))
        return made[-1]

    yield make
    for engine in made:
        engine.close()


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
