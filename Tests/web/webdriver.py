"""Firefox and WebKit as Debian has them, by the protocols that they bring along: Marionette (firefox-esr) and W3C
WebDriver (webkit2gtk-driver). What people do in them is found by what is written on it.

    anna = Firefox("es")
    anna.opens(node.url + "/r/Reception")
    anna.taps("Español")
"""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from program import steady_port

WITHIN = 15
"""Seconds: how long a person looks for something. Only a failure takes so long."""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
MINI_BROWSERS = [*Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser")]

NAMES = """
const bare = (text) => (text || "").replace(/[\\u2066-\\u2069]/g, "").replace(/\\s+/g, " ").trim();
const isSeen = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility === "visible";
const nameOf = (node) => bare(
  node.getAttribute("aria-label") ||
  [...(node.labels || [])].map((label) => label.textContent).join(" ") || node.textContent);
"""
FIND = NAMES + """
const [kinds, wanted] = arguments;
const found = [...document.querySelectorAll(kinds)].filter((node) => isSeen(node) && !node.disabled);
return found.find((node) => nameOf(node) === bare(wanted)) ||
  found.find((node) => [...node.querySelectorAll("*")].some((part) => bare(part.textContent) === bare(wanted))) || null;
"""
PLACE = """
const [found] = arguments;
found.scrollIntoView({ block: "nearest", behavior: "instant" });
const { x, y, width, height } = found.getBoundingClientRect();
return [x, y, found.contains(document.elementFromPoint(x + width / 2, y + height / 2))];
"""
"""Where it is, and whether a tap on its middle would reach it."""
READ = NAMES + """
const [wanted] = arguments;
return [...document.querySelectorAll("body *")].some((node) =>
  !["SCRIPT", "STYLE", "TEMPLATE"].includes(node.tagName) && bare(node.textContent) === bare(wanted) && isSeen(node));
"""
TEXT = "return document.body.innerText"
TAPPED = "button, a[href], [role=button], [role=radio], summary"
WRITTEN = "input, textarea"

NOTE_TROUBLE = """
if (!window.trouble) {
  window.trouble = [];
  addEventListener("error", (event) => window.trouble.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => window.trouble.push(String(event.reason)));
  addEventListener("securitypolicyviolation", (event) => window.trouble.push("policy: " + event.violatedDirective));
}
return window.trouble;
"""


class Fault(AssertionError):
    """What the browser refused."""


class Person:
    """Somebody with one of these browsers. A subclass has `ask(command, fields)`."""

    def opens(self, url):
        self.go(url)
        self.runs(NOTE_TROUBLE)

    def until(self, look, what):
        ends = time.monotonic() + WITHIN
        while True:
            try:
                if found := look():
                    return found
            except Fault as fault:
                # What was found is drawn anew, or something is in front of it for a moment.
                last = fault
            else:
                last = None
            if time.monotonic() > ends:
                raise AssertionError(f"{what} did not come ({last}); the page reads: {self.runs(TEXT)[:1500]!r}")
            time.sleep(0.05)

    def finds(self, name, kinds=TAPPED):
        return self.until(lambda: self.runs(FIND, kinds, name), f"{name!r}")

    def taps(self, name):
        before = None

        def tap():
            nonlocal before
            found = self.runs(FIND, TAPPED, name)
            place = found and self.runs(PLACE, found)
            # What still moves would be missed: the press goes to where it was.
            if not found or place != before or not place[2]:
                before = place
                return None
            self.click(found)
            return found

        self.until(tap, f"{name!r} to tap on")

    def misses(self, name):
        """Nothing of that name can be tapped on any more."""
        self.until(lambda: not self.runs(FIND, TAPPED, name), f"the end of {name!r}")

    def writes(self, label, text):
        """Into a field of that name, key by key."""
        found = self.finds(label, WRITTEN)
        self.clear(found)
        self.types(found, text)

    def reads(self, text):
        self.until(lambda: self.runs(READ, text), f"{text!r} to read")

    def reads_part(self, text):
        self.until(lambda: text in self.runs(TEXT), f"{text!r} within what is to be read")

    def reads_no(self, text):
        assert not self.runs(READ, text), text

    @property
    def trouble(self):
        return self.runs(NOTE_TROUBLE)

    def pictures(self, file):
        Path(file).write_bytes(base64.b64decode(self.picture()))


class Firefox(Person):
    """Debian's firefox-esr. Marionette: a length, a colon and a JSON list a message, over TCP."""

    name = "firefox"

    def __init__(self, lang, wide=False):
        self.folder = tempfile.mkdtemp(prefix="sabir-firefox-")
        self.lang = lang
        width, height = ("1280", "900") if wide else ("412", "860")
        port = steady_port()
        Path(self.folder, "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in {
                "marionette.port": port, "intl.accept_languages": lang, "browser.shell.checkDefaultBrowser": False,
                "datareporting.policy.dataSubmissionEnabled": False, "browser.startup.homepage": "about:blank",
                "browser.aboutwelcome.enabled": False, "network.captive-portal-service.enabled": False,
                "network.connectivity-service.enabled": False, "app.update.enabled": False,
                "extensions.getAddons.showPane": False, "extensions.update.enabled": False,
                "browser.safebrowsing.malware.enabled": False, "browser.safebrowsing.phishing.enabled": False,
                "services.settings.server": "data:,#", "toolkit.telemetry.reportingpolicy.firstRun": False,
                "dom.disable_open_during_load": False}.items()))  # fmt: skip
        self.program = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--marionette", "--profile", self.folder, "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "HOME": self.folder, "MOZ_HEADLESS_WIDTH": width, "MOZ_HEADLESS_HEIGHT": height},
        )  # fmt: skip
        self.count = 0
        self.line = connection(port)
        self._message()
        self.ask("WebDriver:NewSession", acceptInsecureCerts=True)

    def _message(self):
        length = b""
        while not length.endswith(b":"):
            piece = self.line.recv(1)
            assert piece, "Firefox has gone"
            length += piece
        left, text = int(length[:-1]), b""
        while len(text) < left:
            piece = self.line.recv(left - len(text))
            assert piece, "Firefox has gone"
            text += piece
        return json.loads(text)

    def ask(self, command, **fields):
        self.count += 1
        text = json.dumps([0, self.count, command, fields]).encode()
        self.line.sendall(b"%d:%s" % (len(text), text))
        while True:
            kind, number, fault, answer = self._message()
            if (kind, number) == (1, self.count):
                break
        if fault:
            raise Fault(f"{fault['error']}: {fault['message'][:300]}")
        return answer.get("value") if isinstance(answer, dict) and set(answer) == {"value"} else answer

    def go(self, url):
        self.ask("WebDriver:Navigate", url=url)

    def runs(self, script, *values):
        return self.ask("WebDriver:ExecuteScript", script=script, args=list(values))

    def click(self, element):
        self.ask("WebDriver:ElementClick", id=element[ELEMENT])

    def clear(self, element):
        self.ask("WebDriver:ElementClear", id=element[ELEMENT])

    def types(self, element, text):
        self.ask("WebDriver:ElementSendKeys", id=element[ELEMENT], text=text)

    def picture(self):
        return self.ask("WebDriver:TakeScreenshot", full=False)

    def goes(self):
        self.line.close()
        end(self.program)
        shutil.rmtree(self.folder, ignore_errors=True)


class WebKit(Person):
    """WebKitGTK's MiniBrowser by its driver, on a screen that nobody sees."""

    name = "webkit"

    def __init__(self, lang, wide=False):
        del lang, wide
        self.lang = "en"  # That of the machine: people choose theirs on the page.
        self.folder = tempfile.mkdtemp(prefix="sabir-webkit-")
        reading, writing = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x900x24", "-nolisten", "tcp"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[writing],
            start_new_session=True,
        )  # fmt: skip
        os.close(writing)
        with os.fdopen(reading) as told:
            display = told.readline().strip()
        port = steady_port()
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "DISPLAY": f":{display}", "HOME": self.folder, "XDG_RUNTIME_DIR": self.folder,
                 "XDG_DATA_HOME": self.folder, "XDG_CACHE_HOME": self.folder, "LIBGL_ALWAYS_SOFTWARE": "1",
                 "WEBKIT_DISABLE_DMABUF_RENDERER": "1", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"},
        )  # fmt: skip
        connection(port).close()
        self.base = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(MINI_BROWSERS[0]), "args": ["--automation"]}
        made = self._call("POST", "", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self.base += "/" + made["sessionId"]

    def _call(self, method, path, **fields):
        body = None if method == "GET" else json.dumps(fields).encode()
        request = urllib.request.Request(
            self.base + path, body, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refusal:
            fault = json.load(refusal)["value"]
            raise Fault(f"{fault['error']}: {fault['message'][:300]}") from None

    def go(self, url):
        self._call("POST", "/url", url=url)

    def runs(self, script, *values):
        return self._call("POST", "/execute/sync", script=script, args=list(values))

    def click(self, element):
        self._call("POST", f"/element/{element[ELEMENT]}/click")

    def clear(self, element):
        self._call("POST", f"/element/{element[ELEMENT]}/clear")

    def types(self, element, text):
        self._call("POST", f"/element/{element[ELEMENT]}/value", text=text)

    def picture(self):
        return self._call("GET", "/screenshot")

    def goes(self):
        try:
            self._call("DELETE", "")
        except (OSError, Fault):
            pass
        end(self.driver)
        end(self.screen)
        shutil.rmtree(self.folder, ignore_errors=True)


def connection(port, within=60):
    ends = time.monotonic() + within
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=120)
        except OSError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.05)


def end(program):
    """With those that it started."""
    try:
        os.killpg(program.pid, 9)
    except ProcessLookupError:
        pass
    program.wait(30)
