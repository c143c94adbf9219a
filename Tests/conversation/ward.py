"""A ward whose node is killed right after it has acknowledged something, and begins again in the same state folder."""

import base64
import hashlib

from conversation import Serving
from program import Home, run, steady_port
from wire import Connection, Member

CONFIGURATION = """
[[room]]
name = "Ward"
history = "{history}"
newcomers_see = "{newcomers}"
{password}

[[room]]
name = "Pharmacy"
history = "{history}"
newcomers_see = "all"
"""
KEY_OF_ROSA = "the-key-of-rosa-which-is-a-secret"


def fingerprint(secret):
    """What `sabir staff add` takes in place of a device's secret."""
    return base64.urlsafe_b64encode(hashlib.sha256(secret.encode()).digest()).decode().rstrip("=")


class Ward:
    """A node with the room "Ward", of which Rosa is staff, and the room "Pharmacy", which nothing is done to."""

    def __init__(self, history, newcomers="all", password=None):
        self.home, line = Home(), ""
        if password:
            line = self.sets(password).splitlines()[-1]
        self.home.write("sabir/sabir.toml", CONFIGURATION.format(history=history, newcomers=newcomers, password=line))
        self.commands("staff", "add", "--", "Rosa Mir", fingerprint(KEY_OF_ROSA))
        self.node = Serving(("Ward", "Pharmacy"), steady_port(), self.home, flags=["--no-web", "--unlimited"])

    def commands(self, *arguments, typed=None, status=0):
        done = run(*arguments, home=self.home, typed=typed)
        assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
        return done.stdout

    def sets(self, password):
        return self.commands("password", "Ward", typed=password + "\n")

    def enter(self, name, room="Ward", **fields):
        """Everybody has a device of their own, by their name."""
        return Member(self.node.address, name, "es", room, **{"device": f"device-of-{name}", **fields})

    def rosa(self):
        return self.enter("rosa", device=KEY_OF_ROSA)

    def back(self, member, **fields):
        """The same device again, which says how far it has read."""
        return self.enter(member.name, resume=member.resume_point, **fields)

    def knock(self, name):
        """A hello that is to be refused."""
        hello = Connection(self.node.address)
        hello.send("hello", protocol=1, room="Ward", name=name, lang="es", device=f"device-of-{name}")
        return hello

    def dies(self):
        """kill -9; nothing runs when this returns."""
        self.node.kill()
        self.node.ended()

    def returns(self):
        self.node.returns()

    def dies_and_returns(self):
        self.dies()
        self.returns()

    def spares_the_pharmacy(self):
        """What was done to one room is of no consequence in the other."""
        anna = self.enter("anna", "Pharmacy")
        assert anna.me["room"]["topic"] == "" and anna.says("hola des de la farmàcia")["member"] == anna.id
        assert not [p for p in anna.barrier() if p["type"] == "notice" and p["text"]]
        anna.close()

    def end(self):
        if self.node.is_alive():
            self.dies()
        self.home.remove()
