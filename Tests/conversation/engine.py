"""A translation engine that can be told to break, and to be well again.

It speaks as much of LibreTranslate and of Apertium APy as a reader needs. Its translation of "hola" into Catalan is
"ca:hola". Faults go for everything it is asked, the checks in the background included; `asked` counts what came over
the wire.
"""

import json
import socket
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import pytest
from program import steady_port

APERTIUM = {"eng": "en", "spa": "es", "cat": "ca", "fra": "fr"}
LIBRETRANSLATE = {code: code for code in APERTIUM.values()}
CANARY = "taxi"
"""The word by which the program proves an engine; it is no line of anybody's."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self):
        self.server.engine.answer(self, "")

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode("utf-8")
        self.server.engine.answer(self, body)

    def log_message(self, *_):
        pass

    def reply(self, body, status=200, kind="application/json", **headers):
        self.start(status, kind, len(body.encode("utf-8")), **headers)
        self.wfile.write(body.encode("utf-8"))

    def start(self, status, kind, length, **headers):
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": length, **headers}.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()


class Server(ThreadingHTTPServer):
    """Remembers its connections, so that they can be cut."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, engine, port):
        self.engine, self.sockets = engine, set()
        super().__init__(("127.0.0.1", port), Handler)
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def process_request(self, request, client_address):
        self.sockets.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request):
        self.sockets.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request, client_address):
        """A reader that went away is none of our faults."""

    def stop(self):
        self.shutdown()
        self.server_close()
        for connection in list(self.sockets):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # closed by the other side already


class Engine:
    """`fails("hangs")` breaks it (see FAULTS), `is_well()` mends it.

    `answers_within`: how long it is waited for. Where a test does not stage that it is late, it is not, however busy the
    machine is.
    """

    def __init__(self, name="staged", kind="libretranslate", answers_within="20s"):
        self.name, self.kind, self.port = name, kind, steady_port()
        self.settings = f'connect_timeout = "{answers_within}"\nanswer_timeout = "{answers_within}"\n'
        self._behave, self._over = whole, threading.Event()
        self._lines, self._news, self._stumbles = [], threading.Condition(), []
        self._says = {}
        self._server = Server(self, self.port)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def fails(self, fault):
        self._release()
        if fault == "refuses connections":
            self._server.stop()
            self._server = None
        else:
            self._behave = FAULTS[fault]

    def stumbles_over(self, text):
        """Answers one question about this line with an error, and is well otherwise."""
        self._stumbles.append(text)

    def says(self, text, answer):
        """Its translation of this text from now on, into whatever language."""
        self._says[text] = answer

    def holds(self):
        """Takes lines and keeps its answers until it is well; as one that is slow, it says what it offers all the while."""
        self._behave = held

    def is_well(self):
        self._behave = whole
        self._release()
        self._server = self._server or Server(self, self.port)

    def _release(self):
        """Ends what hangs; those answers come too late, or never."""
        self._over.set()
        self._over = threading.Event()

    def close(self):
        self._over.set()
        if self._server:
            self._server.stop()

    def asked(self, text):
        """How often a translation of this line was asked for, over the wire."""
        with self._news:
            return Counter(self._lines)[text]

    def await_question(self, text, within=30):
        with self._news:
            assert self._news.wait_for(lambda: text in self._lines, within), f"{self.name} was never asked {text!r}"

    # Answering, each request in a thread of its own

    def answer(self, handler, body):
        if handler.path in ("/languages", "/listPairs"):
            content = self._pairs()
        else:
            source, target, texts = self._question(handler.path, body)
            with self._news:
                self._lines += [text for text in texts if text != CANARY]
                self._news.notify_all()
                hit = next((text for text in self._stumbles if text in texts), None)
                if hit is not None:
                    self._stumbles.remove(hit)
                    return server_error(handler, "", self._over)
            content = self._translation(source, target, texts)
        self._behave(handler, json.dumps(content, ensure_ascii=False), self._over)

    def _pairs(self):
        if self.kind == "libretranslate":
            return [{"code": c, "name": c, "targets": list(LIBRETRANSLATE)} for c in LIBRETRANSLATE]
        pairs = [{"sourceLanguage": s, "targetLanguage": t} for s in APERTIUM for t in APERTIUM if s != t]
        return {"responseData": pairs, "responseDetails": None, "responseStatus": 200}

    def _question(self, path, body):
        assert path == "/translate", path
        if self.kind == "libretranslate":
            asked = json.loads(body)
            return asked["source"], asked["target"], asked["q"] if isinstance(asked["q"], list) else [asked["q"]]
        asked = {key: values[0] for key, values in parse_qs(body).items()}
        source, target = asked["langpair"].split("|")
        return source, APERTIUM[target], [asked["q"]]

    def _translation(self, source, target, texts):
        made = [self._says.get(text, f"{target}:{text}") for text in texts]
        if self.kind == "libretranslate":
            return {"translatedText": made if len(made) > 1 else made[0]}
        # As Apertium's Catalan is of "every".
        made[0] = made[0].replace("every", "#cada")
        return {"responseData": {"translatedText": made[0]}, "responseDetails": None, "responseStatus": 200}


# What an engine may do with an answer that would be right


def whole(handler, content, over):
    handler.reply(content)


def held(handler, content, over):
    if handler.path == "/translate":
        over.wait(60)
    handler.reply(content)


def hangs(handler, content, over):
    over.wait(60)
    handler.close_connection = True


def server_error(handler, content, over):
    handler.reply('{"error": "out of memory"}', 500)


def garbage(handler, content, over):
    handler.reply(content[:-2] + '\x00\\u12"]')


def web_page(handler, content, over):
    handler.reply("<!DOCTYPE html><html><title>Log in to the guest network</title></html>", kind="text/html")


def other_json(handler, content, over):
    handler.reply('{"translatedText": {"es": 1}, "responseData": null}')


def half(handler, content, over):
    handler.start(200, "application/json", len(content.encode("utf-8")))
    handler.wfile.write(content.encode("utf-8")[: len(content) // 2])
    handler.close_connection = True


def drips(handler, content, over):
    """A byte now and then: alive, and never done in time."""
    handler.start(200, "application/json", 1000)
    for byte in content.ljust(1000).encode("utf-8")[:1000]:
        if over.wait(0.1):
            break
        handler.wfile.write(bytes([byte]))
    handler.close_connection = True


def rests(handler, content, over):
    handler.reply('{"error": "Slowdown"}', 429, Retry_After=1)


FAULTS = {
    "hangs": hangs,
    "answers 500": server_error,
    "answers garbage": garbage,
    "answers a web page": web_page,
    "answers other JSON": other_json,
    "closes half-way": half,
    "drips": drips,
    "asks for a rest": rests,
    "refuses connections": None,
}


@pytest.fixture
def engines():
    """engines("name", kind="apertium") is a staged engine that is well, gone when the test ends."""
    made = []

    def make(name="staged", kind="libretranslate", **settings):
        made.append(Engine(name, kind, **settings))
        return made[-1]

    yield make
    for engine in made:
        engine.close()
