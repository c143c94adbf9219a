"""A real `sabir serve` with its page, and a visitor's device that speaks HTTP to it as docs/openapi.yaml says."""

import http.client
import json
import re
import ssl
import threading
import time
import uuid
from contextlib import contextmanager
from urllib.parse import quote, urlsplit

from conversation import ENGINE, Actor
from program import Home, Program

PAGE = re.compile(r"^page (?P<room>.+) (?P<url>https?://\S+)$")
PIN = "271828"


class Node:
    """A node on loopback. `engines` are staged ones (see engine.py); `web` and `room` are more lines of their tables."""

    def __init__(self, *rooms, engines=(), web="", room="", before="", port=0, flags=()):
        tables = "".join(f'[[room]]\nname = "{name}"\n{room}\n' for name in rooms or ("Reception",))
        translation = "".join(ENGINE.format(engine) for engine in engines)
        self.configuration = (
            f"{before}\n[discovery]\nmdns = false\n[share]\nport = 0\n{tables}\n[web]\nport = {port}\n"
            f'bind = "127.0.0.1"\nstaff_pin = "{PIN}"\n{web}\n'
            + (translation or "[translation]\nenabled = false\n")
        )
        self.home, self.flags = Home(self.configuration), flags
        self.start()

    def start(self):
        self.program = Program("serve", "--port", "0", "--bind", "127.0.0.1", *self.flags, home=self.home)
        self.program.until(self._is_open, 60, "the page")

    def _is_open(self):
        pages = [match for line in self.program.lines if (match := PAGE.match(line))]
        if not pages:
            return False
        self.pages = {page["room"]: page["url"] for page in pages}
        self.port = urlsplit(pages[0]["url"]).port
        self.is_secure = pages[0]["url"].startswith("https:")
        opened = next(line for line in self.program.lines if line.startswith("open "))
        self.room_address = opened.split()[-2]
        return True

    @property
    def url(self):
        return f"http{'s' * self.is_secure}://127.0.0.1:{self.port}"

    def device(self, **settings):
        return Device(self.port, is_secure=self.is_secure, **settings)

    def kill(self):
        self.program.kill()

    def end(self):
        self.program.signal(15)
        status = self.program.ended(30)
        self.home.remove()
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.program.is_alive():
            self.program.kill()
        self.home.remove()


@contextmanager
def joined(node, name, lang, room=None, **settings):
    """A member over TCP: a real `sabir join`. `room` is to be named where there are several."""
    home = Home("")
    command = ["join", node.room_address + (f"/{room}" if room else ""), "--json", "--name", name, "--lang", lang, "--no-translate"]
    actor = Actor(*command, home=home, name=name, **settings)
    try:
        actor.expect("welcome", 30)
        yield actor
    finally:
        actor.kill()
        home.remove()


class Refused(AssertionError):
    """An answer other than 2xx."""

    def __init__(self, status, body):
        self.status, self.body = status, body
        error = body.get("error") if isinstance(body, dict) else None
        self.code, self.detail = (error.get("code"), error.get("detail")) if isinstance(error, dict) else (None, None)
        super().__init__(f"{status}: {body}")


class Device:
    """A telephone: it keeps its cookies. Every answer has to come within half a minute. Trusts every certificate."""

    def __init__(self, port, headers=(), is_secure=False):
        self.port, self.headers, self.cookies, self.is_secure = port, dict(headers), {}, is_secure
        self.open("/")

    def connection(self, within=30):
        if not self.is_secure:
            return http.client.HTTPConnection("127.0.0.1", self.port, timeout=within)
        trusting = ssl._create_unverified_context()
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=within, context=trusting)

    def open(self, path, method="GET", body=None, headers=()):
        """The answer with its body read; refusals are answers too."""
        connection = self.connection()
        try:
            connection.request(method, path, body, {**self._cookie(), **self.headers, **dict(headers)})
            answer = connection.getresponse()
            answer.body = answer.read()
            self._keep(answer)
            return answer
        finally:
            connection.close()

    def _cookie(self):
        return {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())} if self.cookies else {}

    def _keep(self, answer):
        for header in answer.msg.get_all("Set-Cookie") or []:
            name, _, value = header.split(";")[0].partition("=")
            self.cookies[name] = value
            if not value:
                del self.cookies[name]

    def get(self, path):
        return self._judged(self.open(path))

    def post(self, path, **fields):
        headers = {"Content-Type": "application/json", "X-Sabir": "1"}
        return self._judged(self.open(path, "POST", json.dumps(fields).encode(), headers))

    def sends(self, path, data):
        """A piece of a file."""
        return self._judged(self.open(path, "POST", data, {"Content-Type": "application/octet-stream", "X-Sabir": "1"}))

    @staticmethod
    def _judged(answer):
        kind = answer.headers.get("Content-Type", "")
        body = json.loads(answer.body) if answer.body and "json" in kind else answer.body
        if not 200 <= answer.status < 300:
            raise Refused(answer.status, body)
        return body

    def enters(self, room, name, lang, face="a", **fields):
        """Enters and listens; returns the visit."""
        entry = self.post(f"/api/rooms/{quote(room)}/enter", name=name, lang=lang, face=face, **fields)
        return Visit(self, room, entry, face)

    def staff(self):
        self.post("/api/staff/login", pin=PIN)
        return self


class Events:
    """A stream of Server-Sent Events, read as it comes (WHATWG HTML, 9.2)."""

    def __init__(self, device, path, last=None):
        self.device = device
        self.events, self.news, self.has_ended = [], threading.Condition(), False
        self.connection = device.connection(60)
        headers = {**device._cookie(), **device.headers, "Accept": "text/event-stream"}
        if last:
            headers["Last-Event-ID"] = last
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()
        if self.answer.status != 200:
            raise Refused(self.answer.status, json.loads(self.answer.read() or b"{}"))
        self.last = last
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        kind, data, number = "message", [], None
        try:
            while line := self.answer.readline():
                text = line.decode("utf-8").rstrip("\r\n")
                if not text:
                    if data:
                        self._take(kind, json.loads("\n".join(data)), number)
                    kind, data, number = "message", [], None
                    continue
                field, _, value = text.partition(":")
                value = value.removeprefix(" ")
                if field == "event":
                    kind = value
                elif field == "data":
                    data.append(value)
                elif field == "id":
                    number = value
        except (OSError, ValueError, AttributeError):
            pass  # the connection was closed, here or there
        with self.news:
            self.has_ended = True
            self.news.notify_all()

    def _take(self, kind, data, number):
        with self.news:
            self.last = number or self.last
            self.events.append((kind, data))
            self.news.notify_all()

    def until(self, kind, test=lambda data: True, within=30):
        """The next event of that kind that passes, taken out of those that wait."""
        deadline = time.monotonic() + within
        with self.news:
            while True:
                for index, (found, data) in enumerate(self.events):
                    if found == kind and test(data):
                        del self.events[index]
                        return data
                left = deadline - time.monotonic()
                assert left > 0 and not self.has_ended, f"no {kind} came; there are {self.events[-8:]}"
                self.news.wait(left)

    def ended(self, within=30):
        with self.news:
            assert self.news.wait_for(lambda: self.has_ended, within), "the stream did not end"

    def close(self):
        self.connection.close()
        if self.answer.fp:
            self.answer.close()


class Visit(Events):
    """A device in a room."""

    def __init__(self, device, room, entry, face="a", last=None):
        self.device, self.room, self.entry, self.face = device, room, entry, face
        self.path = f"/api/rooms/{quote(room)}"
        super().__init__(device, f"{self.path}/events?face={face}", last)
        self.hello = self.until("hello")

    @property
    def member(self):
        return self.entry["member"]

    def says(self, text, **fields):
        """Says it and returns the answer, with the id in it."""
        fields = {"id": str(uuid.uuid4()), "text": text, "face": self.face, **fields}
        return self.device.post(f"{self.path}/messages", **fields)

    def sees(self, text, within=30):
        return self.until("line", lambda line: line["text"] == text, within)

    def reads(self, text, within=30):
        return self.until("translation", lambda found: found["text"] == text, within)

    def asks(self, what, **fields):
        return self.device.post(f"{self.path}/{what}", face=self.face, **fields)

    def again(self, last=None):
        """The same visitor on a new connection, from where this one was."""
        self.close()
        return Visit(self.device, self.room, self.entry, self.face, last or self.last)
