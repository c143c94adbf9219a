"""A wish to talk with the staff alone in a room of a cluster: the staff of the visitor's own node learn of it, and
nothing of it goes to another node, by whatever that is told or may ask.
"""

import json
import uuid

import pytest
from node import Node
from servers import Servers, free_ports
from test_who_sees import page_node


class PagedNode(Node):
    def __init__(self, servers, room, number, port):
        self.page_port = port + 2
        page = f'\n[web]\nport = {self.page_port}\nbind = "127.0.0.1"\nstaff_pin = "{page_node.PIN}"\n'
        super().__init__(servers, room, number, port, more=page)

    def start(self):
        super().start()
        self.prints("page Ward ")

    def device(self):
        return page_node.Device(self.page_port)


@pytest.fixture
def pair():
    with Servers() as servers:
        port, room = free_ports(4), str(uuid.uuid4())
        nodes = [PagedNode(servers, room, number, port + number) for number in range(2)]
        yield nodes
        for node in nodes:
            node.end()


def test_no_other_node_is_told_of_it_and_the_visitor_is_not_told_otherwise(pair):
    one, two = pair
    anna, boris = one.device().enters("Ward", "Anna", "es"), two.device().enters("Ward", "Boris", "ca")
    here, there = one.device().staff(), two.device().staff()
    watches = [page_node.Events(desk, "/api/staff/watch") for desk in (here, there)]
    inside = two.device().staff().enters("Ward", "Rosa", "ca")
    receipt = anna.asks("person", wish="private")
    assert (receipt["staff"], receipt["talk_reaches"]) == (True, "node")
    calls = [watch.until("help", lambda news: news["calls"], within=60)["calls"][0] for watch in watches]
    assert calls[0]["wish"] == "private" and "wish" not in calls[1] and calls[1]["from"] == "Anna"
    newcomer = two.device().enters("Ward", "Nour", "ar")
    boris.until("help")
    inside.until("help")
    anna.says("aquí")
    for other in (boris, inside, newcomer):
        other.sees("aquí")
        assert "wish" not in json.dumps([other.hello, other.events])
    assert "wish" not in json.dumps(there.get("/api/staff/rooms")) + json.dumps(watches[1].events)
