"""--all: the long form, ten times the load."""

import sys
import uuid
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "contract"))

import pytest  # noqa: E402
from node import Node  # noqa: E402
from servers import Servers, free_ports  # noqa: E402
from talker import Talker  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="the long form")


class House:
    """Three servers, three nodes with one room, one member at each."""

    def __init__(self, servers):
        self.servers, self.room = servers, str(uuid.uuid4())
        port = free_ports(3)
        self.nodes = [Node(servers, self.room, number, port + number) for number in range(3)]
        self.talkers = [Talker(node, f"member {node.number}") for node in self.nodes]
        for talker in self.talkers:
            talker.wait(lambda talker=talker: talker.member is not None)

    def settle(self):
        """Until everybody has an answer to all they said, and has heard the newest line."""
        for talker in self.talkers:
            talker.wait(lambda talker=talker: not talker.unanswered)
        newest = max(talker.newest for talker in self.talkers)
        for talker in self.talkers:
            talker.wait(lambda talker=talker: talker.newest >= newest)

    def end(self):
        for talker in self.talkers:
            talker.leave()
        for node in self.nodes:
            node.end()


@pytest.fixture
def house():
    with Servers() as servers:
        house = House(servers)
        yield house
        house.end()
