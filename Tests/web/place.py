"""A node that nobody has set up yet, and whoever sets it up."""

import json

from node import Device
from program import Home, Program, run, steady_port
from test_backups import words_of

SETTINGS = {
    "name": "Praxis am Hafen",
    "languages": ["de", "es"],
    "responsible": "Dr. Sommer",
    "rooms": [
        {"name": "Empfang", "topic": "", "kept": "disk", "hours": 48, "newcomers": 0},
        {"name": "Labor", "topic": "Blut", "kept": "memory", "hours": 2, "newcomers": 3},
    ],
    "wifi": {"name": "Gast", "password": "hafen-gast"},
    "pin": "739251",
}
PROXY = {"X-Forwarded-For": "10.0.0.9"}
"""What makes a request count as another machine's."""


class Place:
    """`sabir serve --set-up` without a configuration."""

    def __init__(self):
        self.home, self.port = Home(), steady_port()
        self.start()

    def start(self, opens="setup "):
        self.program = Program(
            "serve", "--set-up", "--port", "0", "--bind", "127.0.0.1", "--no-mdns", "--web-port", str(self.port),
            home=self.home,
        )
        self.awaits(opens)

    def awaits(self, line):
        return self.program.until(lambda: next((found for found in self.program.lines if found.startswith(line)), None), 60, line)

    @property
    def state(self):
        return next(self.home.path.rglob("node.pem")).parent

    @property
    def code(self):
        return (self.state / "setup-code").read_text().split()[0]

    @property
    def file(self):
        return self.state / "sabir.toml"

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def secure_port(self):
        return int(self.awaits("setup ").split()[1].rsplit(":", 1)[1].split("/")[0])

    def device(self, **settings):
        return Device(self.port, **settings)

    def let_in(self):
        """A device that has shown the code."""
        device = self.device()
        device.post("/api/setup/code", code=self.code)
        return device

    def set_up(self, **changes):
        device = self.let_in()
        device.post("/api/setup", **{**json.loads(json.dumps(SETTINGS)), **changes})
        self.awaits("page ")
        return device

    def staff(self):
        device = self.device()
        device.post("/api/staff/login", pin=SETTINGS["pin"])
        return device

    def rooms(self):
        return {room["name"]: room["id"] for room in self.device().get("/api/house")["rooms"]}

    def backs_up(self, folder):
        """Into this folder, and the computer is gone; the file, and the words that open it."""
        words = words_of(run("backup", "set-up", str(folder), home=self.home).stdout)
        run("backup", "set-up", str(folder), "--confirm", f"{words[0]} {words[-1]}", home=self.home)
        made = run("backup", "run", home=self.home)
        assert made.returncode == 0, made.stderr
        self.program.kill()
        (archive,) = folder.glob("*.sabirbackup")
        return archive, words

    def close(self):
        if self.program.is_alive():
            self.program.kill()
        self.home.remove()
