"""Processes of `sabir`, each in a home of its own; what they print is read as it comes, and every wait has a bound."""

import os
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from host import clean_environment, sabir
from ports import steady_port  # noqa: F401


class Unheard(AssertionError):
    """What was waited for did not come in time."""


def without_books(configuration):
    """With neither set sentences nor terms, unless it names some: those that come with Sabir would be shown in place of
    what a staged engine answers."""
    tables = [table for table in ("phrasebook", "glossary") if f"[{table}]" not in configuration]
    return configuration + "".join(f"\n[{table}]\nfiles = []\n" for table in tables)


class Home:
    """A folder with a configuration and state of its own. `environment` points a process there."""

    def __init__(self, configuration=None, **variables):
        self._folder = tempfile.TemporaryDirectory(prefix="sabir-talk-")
        self.path = Path(self._folder.name)
        self.environment = {**clean_environment(str(self.path)), **variables}
        if configuration is not None:
            self.write("sabir/sabir.toml", configuration)

    def write(self, name, text):
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(without_books(text) if name == "sabir/sabir.toml" else text, encoding="utf-8")
        return str(file)

    def remove(self):
        self._folder.cleanup()


def run(*arguments, home=None, typed=None, within=60):
    """Runs a command to its end; returns the completed process, with text."""
    own = home or Home()
    try:
        return subprocess.run(
            [sabir(), *arguments], input=typed or "", env=own.environment, cwd=own.path, capture_output=True,
            encoding="utf-8", timeout=within, check=False,
        )
    finally:
        if home is None:
            own.remove()


class Program:
    """A running `sabir`. `lines` and `log` grow as it writes; subclasses look at each line when it comes."""

    under = ()
    """The command that runs it, such as nsenter with its arguments."""

    def __init__(self, *arguments, home):
        self.home, self.lines, self.log, self.faults = home, [], [], []
        self.news, self._open_streams = threading.Condition(), 2
        self.process = subprocess.Popen(
            [*self.under, sabir(), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=home.environment, cwd=home.path,
        )
        for stream, take in ((self.process.stdout, self.printed), (self.process.stderr, self.log.append)):
            threading.Thread(target=self._read, args=(stream, take), daemon=True).start()

    def _read(self, stream, take):
        for line in stream:
            with self.news:
                take(line.decode("utf-8", "backslashreplace").rstrip("\n"))
                self.news.notify_all()
        with self.news:
            self._open_streams -= 1
            self.news.notify_all()

    def printed(self, line):
        """Called with each line of standard output, `news` held."""
        self.lines.append(line)

    def until(self, condition, within=30, what="it"):
        """Waits until `condition()` gives something, and returns that."""
        deadline = time.monotonic() + within
        with self.news:
            while True:
                assert not self.faults, self.faults
                if found := condition():
                    return found
                left = deadline - time.monotonic()
                if left <= 0 or self._open_streams == 0:
                    why = "it has ended" if self._open_streams == 0 else f"{within} s passed"
                    raise Unheard(f"{self}: {what[:300]} did not come, {why}; {self.lines[-6:]}; log: {self.log[-6:]}")
                self.news.wait(left)

    def logs(self, text, within=30):
        """Waits for the next line of the log that has `text` in it, and forgets the log up to there."""

        def found():
            for index, line in enumerate(self.log):
                if text in line:
                    del self.log[: index + 1]
                    return line
            return None

        return self.until(found, within, f"{text!r} in the log")

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def end_of_input(self):
        self.process.stdin.close()

    def signal(self, number):
        self.process.send_signal(number)

    def ended(self, within=30):
        """Waits for the end and for all that was printed; returns the exit status."""
        status = self.process.wait(within)
        deadline = time.monotonic() + within
        with self.news:
            while self._open_streams and self.news.wait(deadline - time.monotonic()):
                continue
            assert not self._open_streams, f"{self} left its output open"
        return status

    def is_alive(self):
        return self.process.poll() is None

    def kill(self):
        self.signal(signal.SIGKILL)
        return self.process.wait(30)

    def __str__(self):
        return f"sabir {os.fspath(self.process.args[1])}"
