"""Relays for a stage: real processes that carry its room, over loopback."""

from pathlib import Path

from conversation import Serving
from program import Home, Program, run


class Relay(Serving):
    """A `sabir serve` that carries one room from `source` to its own port; it can be killed and begin again there."""

    def __init__(self, source, name, port, flags=(), home=None, side=None, history=None, password=None,
                 newcomers="all"):
        self.source, self.name, self.side, self.history, self.password = source, name, side, history, password
        super().__init__((), port, home or Home(), flags, newcomers)

    def _begin(self, port, home):
        side = f'side = "{self.side}"\n' if self.side else ""
        side += f'history = "{self.history}"\n' if self.history else ""
        if self.password:
            file = home.write("secret", self.password + "\n")
            Path(file).chmod(0o600)
            side += f'password_file = "{file}"\n'
        home.write(
            "sabir/sabir.toml", f'[[relay]]\nfrom = "{self.source}"\nas = "{self.name}"\nnewcomers_see = "{self.newcomers}"\n{side}'
        )
        command = ["serve", "--port", str(port), "--bind", "127.0.0.1", "--no-mdns", "--no-translate", "--no-web"]
        Program.__init__(self, *command, *self.flags, home=home)
        self.port = port

    def says(self, word, room="Stage", within=20):
        """Waits until it says that it carries the room, or stands by; each is taken once."""

        def found():
            for index, line in enumerate(self.lines):
                if line.startswith(f"{word} {room} "):
                    del self.lines[: index + 1]
                    return line
            return None

        return self.until(found, within, f"{word} {room}")

    def carries(self, room="Stage", within=20):
        return self.says("carry", room, within)

    def stands_by(self, room="Stage", within=20):
        return self.says("stand-by", room, within)


def lists(host_home, relay_home, name):
    """The host of `host_home` knows the relay of `relay_home` from now on."""
    key = run("staff", "key", home=relay_home).stdout.strip()
    added = run("staff", "add", "--relay", name, key, home=host_home)
    assert added.returncode == 0, added.stderr
