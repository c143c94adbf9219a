"""Nodes with a page, and staged engines."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "conversation"), str(HERE.parent / "contract")]

import pytest  # noqa: E402
from engine import engines  # noqa: E402, F401
from node import Node  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="every screen and language of every test")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--all"):
        items[:] = [item for item in items if not item.get_closest_marker("long")]


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
