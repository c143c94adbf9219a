"""A person's terminal: a pseudo-terminal whose other end is a VT100 screen, and what the program did to it."""

import json
import os
import time

import pexpect
import pyte
from host import ROOT, sabir


def phrase(key, language, /, **values):
    """What the interface says in this language, up to the first slot that has no value."""
    sentence = json.loads((ROOT / f"share/interface/{language}.json").read_text(encoding="utf-8"))[key]
    for name, value in values.items():
        sentence = sentence.replace("{" + name + "}", value)
    return sentence.partition("{")[0]


class Screen(pyte.HistoryScreen):
    """Counts what must never happen."""

    def __init__(self, columns, rows):
        self.bells, self.answers = 0, []
        super().__init__(columns, rows, history=1000)

    def bell(self, *_):
        self.bells += 1

    def write_process_input(self, data):
        self.answers.append(data)


class Terminal:
    """`sabir ARGUMENTS` as a person sees it. `raw` is every byte it wrote."""

    def __init__(self, *arguments, home, columns=80, rows=24, program=None, **variables):
        self.home, self.arguments, self.raw = home, arguments, b""
        self.screen = Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        environment = {"TERM": "xterm-256color", **home.environment, **variables}
        if "NO_COLOR" not in variables:
            environment.pop("NO_COLOR", None)
        self.child = pexpect.spawn(
            program or sabir(), list(arguments), env=environment, cwd=str(home.path), dimensions=(rows, columns)
        )
        self.child.delaybeforesend = None

    # What is seen

    @property
    def rows(self):
        """What is on screen, blank rows left out."""
        return [row.rstrip() for row in self.screen.display if row.strip()]

    @property
    def everything(self):
        """What scrolled away, too."""
        gone = ["".join(line[x].data for x in range(self.screen.columns)).rstrip() for line in self.screen.history.top]
        return gone + [row.rstrip() for row in self.screen.display]

    @property
    def typed(self):
        """The row of the cursor, up to it."""
        cells = self.screen.buffer[self.screen.cursor.y]
        return "".join(cells[x].data for x in range(self.screen.cursor.x))

    def until(self, condition, what, within=30):
        """Reads and draws until `condition()` gives something, and returns that."""
        deadline = time.monotonic() + within
        while not (found := condition()):
            left = deadline - time.monotonic()
            assert left > 0, f"{what}: not within {within} s; the screen:\n" + "\n".join(self.rows)
            try:
                self._draw(self.child.read_nonblocking(65_536, left))
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                found = condition()
                assert found, f"{what}: the program ended; the screen:\n" + "\n".join(self.rows)
                return found
        return found

    def _draw(self, data):
        self.raw += data
        self._stream.feed(data)

    def shows(self, text, within=30):
        """The row with this text."""
        return self.until(lambda: next((r for r in self.rows if text in r), None), f"{text!r} on screen", within)

    def types(self, text):
        self.child.send(text)

    def enters(self, text):
        self.types(text + "\r")

    def prompts(self, text):
        """Waits until the cursor stands behind this text."""
        self.until(lambda: self.typed.endswith(text), f"{text!r} before the cursor")

    def ended(self, within=30):
        """Reads to the end; returns the exit status, or minus the signal's number."""
        self.until(lambda: not self.child.isalive() and self._is_drained(), "the end", within)
        self.child.close()
        return -self.child.signalstatus if self.child.signalstatus else self.child.exitstatus

    def _is_drained(self):
        try:
            while True:
                self._draw(self.child.read_nonblocking(65_536, 0))
        except (pexpect.EOF, pexpect.TIMEOUT):
            return True

    def close(self):
        if self.child.isalive():
            self.child.close(force=True)
        self.home.remove()


def child_of(process, named="sabir"):
    """The id of the only child of this process that runs this program; None where there is none."""
    try:
        with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as children:
            ids = [int(word) for word in children.read().split()]
        names = {number: os.path.basename(os.readlink(f"/proc/{number}/exe")) for number in ids}
    except OSError:
        return None
    return next((number for number, name in names.items() if name == named), None)
