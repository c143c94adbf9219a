"""A clock of its own for one process, which can be put forward and back while it runs (clock.c).

The kernel has no namespace for the time of day, and the machine's clock is everybody's. Debian's libfaketime does not
serve: it changes the deadlines of timers, too, by as much as the clock is wrong.
"""

import mmap
import shutil
import struct
from pathlib import Path

from network import command


class Clock:
    """`environment` is for the process; `shows(seconds)` away from the true time."""

    def __init__(self, folder):
        library, file = folder / "clock.so", folder / "clock"
        command("gcc", "-O2", "-shared", "-fPIC", "-o", str(library), str(Path(__file__).with_name("clock.c")))
        file.write_bytes(bytes(8))
        with open(file, "r+b") as opened:
            self._away = mmap.mmap(opened.fileno(), 8)
        self.environment = {"LD_PRELOAD": str(library), "SABIR_LAB_CLOCK": str(file)}

    @staticmethod
    def why_not():
        """A sentence where this machine cannot have one, else None."""
        return None if shutil.which("gcc") else "there is no gcc (Debian's gcc package) to build Tests/lab/clock.c"

    def shows(self, seconds):
        """From now on."""
        self._away[:] = struct.pack("q", seconds)
