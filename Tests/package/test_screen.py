"""sabir-kiosk at a screen: Cage in a window of Xvfb, Debian's Chromium, a real node. Tries each way out that needs no key.

Of the keys test_kiosk.py looks at what they are: Cage gets a real keyboard's by the layout that is tried there, but takes
Control and Alt of an X server's as they come.
"""

import json
import os
import shutil
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest
from node import Node
from program import steady_port

SOURCE = Path(__file__).resolve().parents[2] / "config/kiosk"
NOBODY = 65534
WITHIN = 600
"""Seconds that something may take; only a failure takes so long."""

pytestmark = pytest.mark.long


class Screen:
    """The service's program, started again when it ends as systemd does."""

    def __init__(self, node, folder):
        self.node, self.folder, self.port = node, folder, steady_port()
        self.display = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = self.display.stdout.readline().decode().strip()
        (folder / "policies").mkdir(parents=True, mode=0o700)
        for path in (folder, folder / "policies"):
            os.chown(path, NOBODY, NOBODY)
        # Where nobody can read it, and come to it.
        folder.parent.chmod(0o711)
        self.programs = Path(shutil.copytree(SOURCE, folder.with_name("kiosk")))
        self.log = folder.with_name("kiosk.log").open("w+b")
        self.starts()

    def starts(self):
        # Its own view of /etc/chromium, as the unit gives it one: no other Chromium here has these policies.
        script = (
            f"mount -t tmpfs tmpfs /etc/chromium && mkdir /etc/chromium/policies && ln -s {self.folder}/policies /etc/chromium/policies/managed "
            f'&& exec setpriv --reuid {NOBODY} --regid {NOBODY} --clear-groups "$@"')
        self.process = subprocess.Popen(
            ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", "/usr/bin/python3", str(self.programs / "show")],
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "DISPLAY": f":{self.number}", "RUNTIME_DIRECTORY": str(self.folder),
                 "XDG_RUNTIME_DIR": str(self.folder), "SABIR_KIOSK_SHARE": str(self.programs), "NODE": self.node.url, "SHOWS": "/kiosk/Reception",
                 "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "LIBSEAT_BACKEND": "noop",
                 "BROWSER_OPTIONS": f"--no-sandbox --remote-debugging-port={self.port}"},
            stdout=self.log, stderr=self.log)

    def asked(self, path, method="GET"):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def pages(self):
        """Addresses of what can be seen; nothing while Chromium is away."""
        try:
            listed = self.asked("/json/list")
        except OSError:
            return []
        return [page["url"] for page in listed if page["type"] == "page" and ".top-chrome/" not in page["url"]]

    def shows_the_page_alone(self, but="nothing"):
        """`but`: what was seen just now and has to be gone."""
        self.until(lambda: self.pages() == [f"{self.node.url}/kiosk/Reception"], f"the page in place of {but}")

    def until(self, is_so, what):
        ends = time.monotonic() + WITHIN
        while not is_so():
            assert time.monotonic() < ends, f"{what} did not come; seen: {self.pages()}\n{Path(self.log.name).read_text()[-2000:]}"

    def children(self, word):
        """Processes that this screen has started, at whatever remove, with the word in their command."""
        listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True, timeout=30).stdout
        rows = [line.split(None, 2) for line in listed.splitlines()]
        found, family = [], [str(self.process.pid)]
        for parent in family:
            own = [row for row in rows if row[1] == parent]
            family += [row[0] for row in own]
            found += [int(row[0]) for row in own if word in row[2]]
        return found

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in (self.process, self.display):
            process.terminate()
            process.wait(30)
        self.log.close()


@pytest.fixture
def screen(folder):
    with Node("Reception", port=steady_port()) as node, Screen(node, folder / "screen") as made:
        made.shows_the_page_alone()
        yield made


def test_whatever_happens_the_page_is_there_again_and_alone(screen):
    for address in ("about:blank", "chrome://version", "file:///etc/passwd", f"{screen.node.url}/staff", "http://example.org/"):
        screen.asked(f"/json/new?{address}", method="PUT")
        screen.shows_the_page_alone(but=address)
    # The process that draws the page.
    drawing = screen.children("--type=renderer")
    assert drawing
    for process in drawing:
        os.kill(process, signal.SIGKILL)
    screen.until(lambda: set(screen.children("--type=renderer")) - set(drawing), "another process that draws the page")
    screen.shows_the_page_alone(but="a page that died")
    # All of the browser: Cage ends with it, and the service begins anew.
    browser = screen.children("/chromium --")[0]
    os.kill(browser, signal.SIGKILL)
    assert screen.process.wait(60) is not None
    screen.starts()
    screen.shows_the_page_alone(but="a browser that was killed")
    # The node, too.
    screen.node.kill()
    screen.node.start()
    screen.shows_the_page_alone(but="a node that was killed")
    policies = json.loads((screen.folder / "policies/sabir-kiosk.json").read_text())
    assert policies["URLAllowlist"] == [screen.node.url] and "*" in policies["URLBlocklist"]
