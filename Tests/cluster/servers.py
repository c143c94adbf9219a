"""Three real NATS servers for a test, by scripts/cluster, in a folder and on ports of their own."""

import random
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

SCRIPT = str(Path(__file__).parents[2] / "scripts/cluster")


def free_ports(count):
    """The first of so many free ports in a row, below those that the system gives out by itself."""
    while True:
        first = random.SystemRandom().randrange(20_000, 28_000)
        if all(_is_free(first + offset + gap) for offset in range(count) for gap in (0, 2_000)):
            return first


def _is_free(port):
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


class Servers:
    """Leave the `with` to end them and delete their folder."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="sabir-nats-")
        self.port = free_ports(3)

    def __enter__(self):
        self.run("start")
        return self

    def __exit__(self, *_):
        self.run("stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *command):
        subprocess.run(
            [SCRIPT, *map(str, command), "--folder", self.folder, "--port", str(self.port)],
            check=True, timeout=90, stdout=subprocess.DEVNULL,
        )

    def urls(self, first=0):
        ports = [self.port + (first + offset) % 3 for offset in range(3)]
        return ", ".join(f'"nats://127.0.0.1:{port}"' for port in ports)
