"""A real `sabir serve` with one room whose log is the cluster's, on a port that it keeps over restarts."""

import base64
import hashlib
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
from pathlib import Path

# Seconds for a node to open its rooms.
PATIENCE = 60
PROGRAM = os.environ.get("SABIR", str(Path(__file__).parents[2] / ".build/debug/sabir"))
CONFIGURATION = """
[[room]]
name = "Ward"
id = "{room}"
log = "nats"
{door}
[cluster]
nats = [{urls}]
{more}
[limits]
message_rate = 1000
message_burst = 5000
"""


# More flags of `sabir serve`, for what measures it.
SERVING = []


class Node:
    def __init__(self, servers, room, number, port, tls=False, more="", password=None):
        """`more`: further lines of `[cluster]`. Fails with what the node says where it does not open."""
        self.port, self.number, self.flags = port, number, () if tls else ("--plaintext",)
        self._folder = tempfile.TemporaryDirectory(prefix="sabir-node-")
        self.home = Path(self._folder.name)
        door = self._door(password) if password else ""
        text = CONFIGURATION.format(room=room, urls=servers.urls(number), more=more, door=door)
        (self.home / "node.toml").write_text(text, encoding="utf-8")
        self.log = open(self.home / "log", "a", encoding="utf-8")
        self.start()

    def _door(self, password):
        """A verifier of its own; the password itself lies beside it, for those who join."""
        (self.home / "typed").write_text(password + "\n", encoding="utf-8")
        file = str(self.home / "ward.password")
        self._command("password", "Ward", "--file", file, typed=password + "\n")
        return f'password_file = "{file}"'

    def _command(self, *words, typed=""):
        home = str(self.home)
        done = subprocess.run(
            [PROGRAM, *words], input=typed, check=True, timeout=120, capture_output=True, text=True,
            env={**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home},
        )
        return done.stdout

    def invite(self):
        where = ["--config", str(self.home / "node.toml"), "--host", "127.0.0.1", "--port", str(self.port)]
        return self._command("invite", "Ward", *where).strip()

    def rotates(self):
        """Another key, which the one before vouches for; while it does not run."""
        return self._command("identity", "rotate", "--config", str(self.home / "node.toml"))

    def start(self):
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "SABIR"))}
        home = str(self.home)
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--config", home + "/node.toml", "--port", str(self.port), "--bind", "127.0.0.1",
             "--no-mdns", "--no-translate", *SERVING, *self.flags],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log, text=True, cwd=home,
            env={**kept, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home, "LANG": "C.UTF-8"},
        )
        watchdog = threading.Timer(PATIENCE, self.process.kill)
        watchdog.start()
        opened = self.process.stdout.readline()
        watchdog.cancel()
        assert opened.startswith("open "), self.said()
        self._printed, self._news = [opened], threading.Condition()
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()

    def _read(self, stream):
        for line in stream:
            with self._news:
                self._printed.append(line)
                self._news.notify_all()

    def prints(self, beginning):
        """Waits for a line that begins so."""
        with self._news:
            found = self._news.wait_for(lambda: any(line.startswith(beginning) for line in self._printed), PATIENCE)
            assert found, f"no {beginning!r} in {self._printed}; {self.said()}"

    def said(self):
        return (self.home / "log").read_text(encoding="utf-8")

    def make_staff(self, device, *flags):
        """Whoever says hello with this secret is staff here, or what the flags of `sabir staff add` say."""
        key = base64.urlsafe_b64encode(hashlib.sha256(device.encode()).digest()).decode().rstrip("=")
        home = str(self.home)
        subprocess.run(
            [PROGRAM, "staff", "add", "Rosa Mir", key, *flags, "--config", home + "/node.toml"], check=True, timeout=60,
            stdout=subprocess.DEVNULL, env={**os.environ, "HOME": home, "XDG_STATE_HOME": home},
        )

    def erase(self, *which):
        """What `sabir history erase` prints, of this node's room."""
        home = str(self.home)
        return subprocess.run(
            [PROGRAM, "history", "erase", "--room", "Ward", "--yes", *which, "--config", home + "/node.toml"],
            check=True, timeout=120, capture_output=True, text=True,
            env={**os.environ, "HOME": home, "XDG_STATE_HOME": home},
        ).stdout

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=10)

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.kill()
        self.log.close()
        self._folder.cleanup()

    def joined(self, home, *flags, to=None):
        """Whether the terminal's guest, who keeps what it knows of hosts in `home`, comes in; and what it printed.

        It is asked to leave when it has been heard, or refused: to work a password out takes as long as it takes.
        """
        command = ["join", to or f"127.0.0.1:{self.port}", "--json", "--name", "anna", "--lang", "es", "--no-translate"]
        printed = []
        with subprocess.Popen(
            [PROGRAM, *command, *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=home,
            env={**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home},
        ) as guest:
            watchdog = threading.Timer(PATIENCE, guest.kill)
            watchdog.start()
            guest.stdin.write('{"message": "hola"}\n')
            guest.stdin.flush()
            for line in guest.stdout:
                printed.append(line)
                if json.loads(line)["event"] in ("message", "error", "password-wanted"):
                    break
            # One that was refused may have ended by itself.
            rest, _ = guest.communicate('{"quit": true}\n')
            watchdog.cancel()
        came = guest.returncode == 0 and any(json.loads(line)["event"] == "message" for line in printed)
        return came, "".join(printed) + rest

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=5)
