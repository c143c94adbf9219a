"""Strangers against the real program. Each test tells what was tried and what got through, which is nothing.

    .build-python/bin/python -m pytest Tests/hostile [--all]

Without --all in a short form, of two minutes; with it as many inputs and connections as docs/security.md speaks of.
"""

import logging
import resource
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS / part) for part in ("hostile", "contract", "conversation", "web")]

import pytest  # noqa: E402
from scene import Scene, Ward  # noqa: E402
from stranger import Stranger  # noqa: E402

TOLD = []


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="the long form")


def pytest_configure(config):
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    # Of those who write on where the host has closed there are thousands.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    if config.getoption("--all"):
        Stranger.niceness, Ward.calm = 10, 1_000


def pytest_runtest_logreport(report):
    TOLD.extend(line for name, line in report.user_properties if name == "tried" and report.when == "call")


def pytest_terminal_summary(terminalreporter):
    for line in TOLD:
        terminalreporter.write_line(line)


@pytest.fixture
def amount(request):
    """amount(short, long) is how many of something this run tries."""
    return lambda short, long: long if request.config.getoption("--all") else short


@pytest.fixture
def tell(request):
    """tell("malformed frames", tried, through, more): what was tried, and fails where anything got through."""

    def told(what, tried, through, more=""):
        line = f"{what}: {tried} tried, {len(through)} got through{'; ' + more if more else ''}"
        request.node.user_properties.append(("tried", line))
        assert not through, f"{line}: {[str(t)[:300] for t in through[:5]]}"
        assert tried > 0, f"{what}: nothing was tried"

    return told


@pytest.fixture(params=["tls"])
def scene(request):
    """A host over TLS, as it comes; a test may ask for "plain" as well."""
    with Scene(secure=request.param == "tls") as scene:
        yield scene
