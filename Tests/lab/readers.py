"""Who reads a room by the contract's own code (wire.py), so that no count is the program's word alone."""

import sys
from pathlib import Path

from people import PORT, Program
from services import ROOT

CONTRACT = ROOT / "Tests/contract"


class Reader(Program):
    """A process beside the host that prints what truly travels."""

    key = "type"

    def order(self):
        return [line["id"] for line in self.all("message")]


class Witness(Reader):
    """wire.py: sees every line from now on."""

    def __init__(self, services, room="Reception"):
        super().__init__(services, sys.executable, str(CONTRACT / "wire.py"), "--room", room, "127.0.0.1", str(PORT))
        self.expect("welcome", 20)

    def reads_to(self, last, within=30):
        """Everything up to this message."""
        self.sees(last, within)
        return self.all("message")


class LogReader(Reader):
    """log.py: has the whole log read to it, page by page."""

    def __init__(self, services, room="Reception"):
        log = str(Path(__file__).with_name("log.py"))
        super().__init__(services, sys.executable, log, room, "127.0.0.1", str(PORT))

    def environment(self, services):
        return {**super().environment(services), "PYTHONPATH": str(CONTRACT)}

    def reads_all(self, within=60):
        self.expect("end", within)
        return self.all("message")
