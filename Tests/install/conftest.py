"""--all: also the walk through the documented installation, on a machine made anew."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / name) for name in ("conversation", "contract"))]

import pytest  # noqa: E402
from engine import engines  # noqa: E402, F401
from program import Home  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="the long form")


@pytest.fixture
def home():
    made = Home()
    yield made
    made.remove()
