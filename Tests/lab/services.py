"""D-Bus, Avahi and Apertium of one host of the laboratory, each its own process, stopped and started at will."""

import os
import signal
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/> <allow own="*"/> <allow send_type="method_call"/> <allow send_destination="*"/>
    <allow receive_sender="*"/> <allow eavesdrop="false"/>
  </policy>
</busconfig>
"""

AVAHI = """[server]
host-name={name}
use-ipv4=yes
use-ipv6=yes
allow-interfaces={interfaces}
ratelimit-burst=1000
ratelimit-interval-usec=1000000
[publish]
publish-workstation=no
publish-hinfo=no
"""


def end(process, by=signal.SIGTERM, within=5):
    """Ends the process and those it started (its session), and waits."""
    for number in (by, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            break
        try:
            process.wait(within)
            break
        except subprocess.TimeoutExpired:
            continue
    process.wait(within)


class Service:
    """A daemon in a host: `command` is run inside, `answers` says whether it is ready."""

    def __init__(self, site, folder, name, command, answers, environment=()):
        self.site, self.name, self.command, self.answers = site, name, command, answers
        self._log, self._environment, self.process = folder / f"{name}.log", dict(environment), None

    def start(self, within=20):
        with open(self._log, "ab") as log:
            self.process = subprocess.Popen(
                self.site.inside(*self.command),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**os.environ, **self._environment},
            )
        self._await(time.monotonic() + within)

    def _await(self, deadline):
        """Daemons tell nobody that they are ready, so they are asked until they answer."""
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                words = self._log.read_text(encoding="utf-8", errors="replace")[-600:]
                raise AssertionError(f"{self.name} at {self.site.name} does not answer:\n{words}")
            time.sleep(0.05)

    def stop(self, by=signal.SIGTERM):
        if self.process:
            end(self.process, by)
            self.process = None

    def runs(self):
        return self.process is not None and self.process.poll() is None

    def signal(self, number):
        os.killpg(self.process.pid, number)


class Services:
    """What one host runs, Apertium only where it `translates`. `environment`: how a program in it finds its bus."""

    def __init__(self, site, folder, interfaces="eth0", translates=True):
        self.site = site
        self.folder = Path(folder) / site.name
        self.folder.mkdir()
        self.environment = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.folder}/bus"}
        (self.folder / "bus.conf").write_text(BUS.format(folder=self.folder), encoding="utf-8")
        (self.folder / "avahi.conf").write_text(AVAHI.format(name=site.name, interfaces=interfaces), encoding="utf-8")
        self.dbus = self._service("dbus", self._dbus_command(), self._bus_answers)
        self.avahi = self._service("avahi", self._avahi_command(), self._avahi_answers)
        self.apertium = self._service("apertium", self._apertium_command(), self._apertium_answers)
        self._daemons = [self.dbus, self.avahi, *([self.apertium] if translates else [])]

    def _service(self, name, command, answers):
        return Service(self.site, self.folder, name, command, answers, {**self.environment, "LC_ALL": "C.UTF-8"})

    def _dbus_command(self):
        return ["dbus-daemon", f"--config-file={self.folder}/bus.conf", "--nofork", "--nopidfile"]

    def _avahi_command(self):
        """Avahi's pid file has a fixed place, so each daemon gets a file system of its own there."""
        own_folder = "mkdir -p /run/avahi-daemon && mount -t tmpfs tmpfs /run/avahi-daemon"
        daemon = f"avahi-daemon -f {self.folder}/avahi.conf --no-drop-root --no-chroot --no-rlimits --no-proc-title"
        return ["unshare", "-m", "sh", "-c", f"{own_folder} && exec {daemon}"]

    def _apertium_command(self):
        return [str(ROOT / "scripts/lib/apy-on-loopback"), "/usr/share/apertium/modes"]

    def _asks_bus(self, method, *arguments):
        done = subprocess.run(
            ["dbus-send", "--system", "--print-reply", "--dest=org.freedesktop.DBus", "/",
             f"org.freedesktop.DBus.{method}", *arguments],
            env={**os.environ, **self.environment}, capture_output=True, text=True, timeout=5, check=False,
        )
        return done.stdout if done.returncode == 0 else ""

    def _bus_answers(self):
        return bool(self._asks_bus("GetId"))

    def _avahi_answers(self):
        return "boolean true" in self._asks_bus("NameHasOwner", "string:org.freedesktop.Avahi")

    def _apertium_answers(self):
        asked = self.site.inside("bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/2737")
        return subprocess.run(asked, capture_output=True, timeout=5, check=False).returncode == 0

    def start(self):
        for service in self._daemons:
            service.start()

    def mend(self):
        """Starts what a scenario left stopped, and forgets what it configured. Avahi ends with its bus, so it is
        asked, not assumed."""
        (self.folder / "etc/sabir/sabir.toml").unlink(missing_ok=True)
        for service in self._daemons:
            if not service.runs():
                service.stop()
                service.start()

    def stop(self):
        for service in reversed(self._daemons):
            service.stop()
