"""Nodes with a page, and staged engines."""

import sys
import zlib
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "conversation"), str(HERE.parent / "contract")]

import pytest  # noqa: E402
from engine import engines  # noqa: E402, F401
from node import Node  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="every screen and language of every test")
    parser.addoption("--sixth", type=int, choices=range(6), help="of the tests in a browser this sixth alone")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--all"):
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    sixth = config.getoption("--sixth")
    if sixth is not None:
        items[:] = [item for item in items if sixth_of(item) in (None, sixth)]


def sixth_of(item):
    """By its name, so that one stays where it is when others come and go; None of what needs no browser."""
    if "browser" not in item.path.name:
        return None
    return zlib.crc32(f"{item.path.name} {item.originalname}".encode()) % 6


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
