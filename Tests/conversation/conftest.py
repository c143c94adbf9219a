"""The stage and the staged engines, and the contract's tools."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "contract")]

import pytest  # noqa: E402
from conversation import Stage, steady_stage  # noqa: E402
from engine import Engine  # noqa: E402


@pytest.fixture
def stage():
    with Stage() as stage:
        yield stage


@pytest.fixture
def steady():
    """A stage whose host may go and come back on its port."""
    with steady_stage("Stage") as stage:
        yield stage


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
