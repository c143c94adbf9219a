"""A host with a room in which people talk, and the room next to it for strangers."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

from host import Host
from ports import steady_port
from stranger import Stranger
from wire import Connection, Member

CONFIGURATION = """
[[room]]
name = "Ward"

[[room]]
name = "Street"
{street}

[limits]
queue_bytes = "256 KiB"
{limits}

[web]
bind = "127.0.0.1"
port = {port}
"""


class Scene(Host):
    """`limits`: lines for the configuration's [limits], `street` for the strangers' room. `descriptors`: how many files the host may have open.

    Talks over TLS where it is `secure`, and so does from then on who connects to it.
    """

    def __init__(self, limits="", descriptors=None, bind=None, secure=True, street=""):
        Connection.tls = Stranger.secure = self.secure = secure
        self.page = steady_port()
        configuration = CONFIGURATION.format(limits=limits, street=street, port=self.page)
        os_program = os.environ.get("SABIR")
        try:
            if descriptors:
                os.environ["SABIR"] = self._limited(descriptors, os_program)
            super().__init__(
                "Ward", "Street", config=configuration, flags=["--bind", bind] if bind else [], within=40,
                secure=secure)
            self.address = ("127.0.0.1", self.address[1])
        finally:
            if descriptors:
                os.environ.pop("SABIR")
                if os_program:
                    os.environ["SABIR"] = os_program

    def _limited(self, descriptors, program):
        """The program behind a shell that lowers its limit, the hard one too."""
        from host import sabir

        self._wrapper = Path(f"/tmp/sabir-limited-{os.getpid()}-{descriptors}.sh")
        self._wrapper.write_text(f'#!/bin/sh\nulimit -n {descriptors} && exec "{program or sabir()}" "$@"\n')
        self._wrapper.chmod(0o755)
        return str(self._wrapper)

    def refusals(self):
        """What the node counted, by limit."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.page}/metrics", timeout=200) as answer:
            lines = answer.read().decode().splitlines()
        counts = [line.split('"', 2) for line in lines if line.startswith("sabir_refusals_total{")]
        return {limit: int(rest.split()[-1]) for _, limit, rest in counts}

    def cpu(self):
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_well(self):
        """Somebody can still come in and be heard."""
        assert self.process.poll() is None, f"the host died:\n{self.log()}"
        member = Member(self.address, "visitor", "es", "Ward")
        member.says("is anybody there?")
        member.leave()

    def __exit__(self, *arguments):
        if hasattr(self, "_wrapper"):
            self._wrapper.unlink(missing_ok=True)
        super().__exit__(*arguments)


class Ward:
    """People who talk in a room, 50 messages a second in all, in a process of their own: see bystanders.py."""

    #: How many lines they say undisturbed, for comparison.
    calm = 75

    def __init__(self, scene, room="Ward"):
        program = str(Path(__file__).parent / "bystanders.py")
        self.process = subprocess.Popen(
            [sys.executable, program, *map(str, scene.address), room, "tls" if scene.secure else "plain",
             str(self.calm)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout.readline() == "ready\n"

    def mark(self):
        """From here on what is measured counts as under attack."""
        self.process.stdin.write("attack\n")
        self.process.stdin.flush()

    def end(self, within=200):
        """What they saw. Fails where anything was lost or refused."""
        out, _ = self.process.communicate(timeout=within)
        seen = json.loads(out.splitlines()[-1])
        assert seen["faults"] == [], seen
        assert seen["said"] > 0 and set(seen["heard"]) == {seen["said"]}, seen
        return seen

    @staticmethod
    def words(seen):
        calm, attack = seen["calm"], seen["attack"]
        ratio = f"{attack['p99'] / calm['p99']:.1f}" if calm["p99"] else "-"
        return (
            f"{seen['said']} lines of others, none lost, none refused; p99 {calm['p99']} ms before, "
            f"{attack['p99']} ms meanwhile ({ratio} times)"
        )


class Observer:
    """A member among the strangers: every line that it hears has to be one that somebody may say."""

    def __init__(self, scene, room="Street"):
        self.member = Member(scene.address, "observer", "es", room)

    def strange(self, expected):
        """The lines heard that are not expected."""
        self.member.barrier(within=30)
        lines = [p for _, p in self.member.history if p["type"] == "message"]
        return [line for line in lines if line["message"] not in expected]
