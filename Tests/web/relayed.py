"""A host and a node that relays its room to a page of its own; between them a cable that the test cuts."""

import pytest
from cable import Cable
from node import PAGE, PIN, Node
from program import Home, Program
from relaying import lists

NAME = "Floor 2"


class RelayNode(Node):
    """A node without a room of its own; its page shows the room that it carries."""

    def __init__(self, host, name=NAME, web="", relay=""):
        room = next(line.split()[-1] for line in host.program.lines if line.startswith("invite "))
        port = int(host.room_address.rpartition(":")[2])
        self.cable = Cable(port)
        self.configuration = (
            f'[discovery]\nmdns = false\n[[relay]]\nfrom = "{room.replace(f":{port}/", f":{self.cable.port}/")}"\n'
            f'as = "{name}"\nnewcomers_see = "all"\n{relay}\n'
            f'[web]\nport = 0\nbind = "127.0.0.1"\nstaff_pin = "{PIN}"\n{web}\n[translation]\nenabled = false\n'
        )
        self.home, self.flags = Home(self.configuration), ()
        lists(host.home, self.home, name)
        self.start()

    def start(self):
        self.program = Program("serve", "--port", "0", "--bind", "127.0.0.1", home=self.home)
        self.program.until(self._is_open, 30, "the page of what it carries")

    def _is_open(self):
        pages = [match for line in self.program.lines if (match := PAGE.match(line))]
        if not pages:
            return False
        self.port = int(pages[0]["url"].split(":")[2].split("/")[0])
        self.is_secure = False
        return True

    def __exit__(self, *error):
        super().__exit__(*error)
        self.cable.close()


@pytest.fixture
def sites(nodes):
    """sites(host, …) is a relay of that host; it ends with the test."""
    made = []

    def make(host, **settings):
        made.append(RelayNode(host, **settings))
        return made[-1]

    yield make
    for relay in made:
        relay.__exit__()
