"""A real `sabir serve` under test, in a home of its own, so that nothing of this machine's configuration counts."""

import os
import re
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).parents[2]
OPEN = re.compile(r"^open (?P<room>.+) (?P<address>\S+):(?P<port>\d+) (?P<id>\S+)$")


def sabir():
    """The program: $SABIR, else the debug build."""
    return os.environ.get("SABIR", str(ROOT / ".build/debug/sabir"))


def clean_environment(home):
    """This process's environment with a home that holds no configuration and no state."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "SABIR"))}
    return {**kept, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home, "LANG": "C.UTF-8"}


class Host:
    """`rooms` maps each room's name to its id, `address` is where it listens; leave the `with` to end it.

    `config`, a configuration file's text, has to open the rooms itself. `home`, a folder that stays when the host has
    ended, is for hosts one after another. `secure` leaves it its TLS.
    """

    def __init__(self, *rooms, flags=(), config=None, home=None, within=60, secure=False):
        self._temporary = None if home else tempfile.TemporaryDirectory(prefix="sabir-contract-")
        self._home = str(home or self._temporary.name)
        command = [sabir(), "serve", "--port", "0", "--bind", "127.0.0.1", "--no-mdns", "--no-translate"]
        command += [] if secure else ["--plaintext"]
        # Reading the page is half of what a debug build does when it starts.
        command += [] if "[web]" in (config or "") else ["--no-web"]
        if config is None:
            for room in rooms:
                command += ["--room", room]
        else:
            path = Path(self._home) / "contract.toml"
            path.write_text(config, encoding="utf-8")
            command += ["--config", str(path)]
        self._log = open(Path(self._home) / "log", "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            command + list(flags),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=clean_environment(self._home),
            cwd=self._home,
            text=True,
        )
        self.rooms, self.address = {}, None
        self._read_open_lines(len(rooms), within)

    def _read_open_lines(self, count, within):
        watchdog = threading.Timer(within, self.process.kill)
        watchdog.start()
        while len(self.rooms) < count:
            line = self.process.stdout.readline()
            if not line:
                self.end()
                raise AssertionError(f"sabir serve did not open its rooms within {within} s:\n{self.log()}")
            if match := OPEN.match(line.rstrip("\n")):
                self.rooms[match["room"]] = match["id"]
                self.address = (match["address"].strip("[]"), int(match["port"]))
        watchdog.cancel()
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def log(self):
        self._log.flush()
        return (Path(self._home) / "log").read_text(encoding="utf-8", errors="replace")[-4000:]

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)

    def kill(self):
        """kill -9, and wait for its end."""
        self.process.kill()
        self.process.wait()

    def end(self, within=30):
        """SIGTERM, a bounded wait, SIGKILL. Returns the exit status."""
        if self.process.poll() is None:
            self.terminate()
        try:
            return self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
        self._log.close()
        if self._temporary:
            self._temporary.cleanup()
