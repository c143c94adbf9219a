"""The stage and the staged engines, and the contract's tools."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "contract")]

# After those: the page's and the IRC server's, for what concerns all ways into a room.
sys.path += [str(Path(__file__).parents[1] / kind) for kind in ("web", "irc")]

import pytest  # noqa: E402
from conversation import Stage, steady_stage  # noqa: E402
from engine import engines  # noqa: E402, F401
from wire import Connection  # noqa: E402


@pytest.fixture(autouse=True)
def readers_talk_over_tls(monkeypatch):
    """Here, and not in the contract's own tests, which may run in the same process."""
    monkeypatch.setattr(Connection, "tls", True)


@pytest.fixture
def stage(request):
    """Newcomers see all, or what the test's parameter says."""
    with Stage(newcomers=getattr(request, "param", "all")) as stage:
        yield stage


@pytest.fixture
def steady():
    """A stage whose host may go and come back on its port."""
    with steady_stage("Stage") as stage:
        yield stage
