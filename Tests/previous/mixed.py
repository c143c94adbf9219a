"""Guests, hosts and relays of both programs in one room."""

from contextlib import ExitStack

from conversation import Stage
from program import Home, steady_port
from relaying import Relay, lists
from wire import Member


class Unjudged(list):
    """Of a program of another time the form of its events is not judged."""

    def append(self, item):
        pass


class Mixed:
    """A host of one program; those who enter and relays may be of another. Leaving the `with` ends all."""

    def __init__(self, either, host, history="disk"):
        self.either, self._ends = either, ExitStack()
        with either(host):
            self.stage = Stage(port=steady_port(), flags=["--plaintext"])
        self._ends.enter_context(self.stage)
        self.which = host
        if history == "disk":
            self.stage.host.terminates()
            self.stage.host.home.write(
                "sabir/sabir.toml", '[[room]]\nname = "Stage"\nhistory = "disk"\nnewcomers_see = "all"\n')
            self.returns()

    @property
    def host(self):
        return self.stage.host

    def returns(self):
        with self.either(self.which):
            self.host.returns()

    def enters(self, which, name, lang, at=None):
        with self.either(which):
            actor = self.stage.enters(name, lang, f"127.0.0.1:{(at or self.host).port}", waits=False)
        if which == "old":
            actor.faults = Unjudged()
        actor.expect("welcome")
        return actor

    def relay(self, which):
        home = Home()
        with self.either(which):
            lists(self.host.home, home, "Floor 2")
            relay = Relay(f"127.0.0.1:{self.host.port}/Stage", "Floor 2", steady_port(), ["--plaintext"], home)
        self.stage.actors.append(relay)
        relay.carries()
        return relay

    def member(self, name, at=None, **fields):
        return Member((at or self.host).address, name, "es", tls=False, **fields)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return self._ends.__exit__(*error)
