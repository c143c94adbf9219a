"""Today's program beside that of release 0.1.0 (scripts/previous), which stays what it was."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS / "cluster"), str(TESTS / "conversation"), str(TESTS / "contract")]

import pytest  # noqa: E402

TODAY = str(TESTS.parent / ".build/debug/sabir")


def pytest_collection_modifyitems(items):
    if not previous():
        for item in items:
            item.add_marker(pytest.mark.skip(reason="the program of 0.1.0 is not built: scripts/previous builds it"))


def previous():
    """The path of 0.1.0's program; empty where it is not built."""
    found = subprocess.run(
        [str(TESTS.parent / "scripts/previous"), "--built"], capture_output=True, text=True, check=False)
    return found.stdout.strip()


@contextmanager
def program(which):
    """What is started within is this program: `old` or `new`."""
    before = os.environ.get("SABIR")
    os.environ["SABIR"] = previous() if which == "old" else before or TODAY
    try:
        yield os.environ["SABIR"]
    finally:
        if before is None:
            del os.environ["SABIR"]
        else:
            os.environ["SABIR"] = before


@pytest.fixture
def either():
    """either("old") is a context in which 0.1.0 is started, either("new") one for today's program."""
    return program
