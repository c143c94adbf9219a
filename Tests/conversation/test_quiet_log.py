"""What people write stands in no log, whatever its level, unless the operator asked for it."""

import http.client
import json
import uuid

import pytest
from conversation import Actor
from host import OPEN
from program import Home, Program

MARKER = "zebra-crossing-7741"
SECRET = "key-of-the-engine-5519"


class Quoting:
    """An engine that refuses every line, and quotes it: as real ones do."""

    def __init__(self, engines):
        self.engine = engines("quoting")
        self.engine._behave = self.refuse

    @staticmethod
    def refuse(handler, content, over):
        texts = " ".join(str(content).split())
        body = json.dumps({"error": f"cannot translate {texts} with {SECRET}"}).encode()
        handler.send_response(500)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)


def page_says(port, text):
    """A visitor of the page says it, and something that is no JSON."""
    cookies = {}

    def ask(method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        kept = "; ".join(f"{name}={value}" for name, value in cookies.items())
        headers = {"X-Sabir": "1", "Content-Type": "application/json", "Cookie": kept}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            cookies[name] = value
        connection.close()
        return answer.status

    ask("GET", "/")
    assert ask("POST", "/api/rooms/Stage/enter", json.dumps({"name": "Clara", "lang": "en"})) == 200
    line = json.dumps({"id": str(uuid.uuid4()), "text": text, "face": "a"})
    assert ask("POST", "/api/rooms/Stage/messages", line) == 200
    assert ask("POST", "/api/rooms/Stage/messages", text) == 400
    assert ask("GET", f"/api/phrases?lang=en&q={text}") < 500


def talk(engines, log_messages):
    """What a node logs at its loudest while people write, an engine quotes, and somebody breaks the contract."""
    engine = Quoting(engines).engine
    home = Home(
        f'[node]\nlog_level = "trace"\nlog_messages = {str(log_messages).lower()}\n[discovery]\nmdns = false\n'
        f'[web]\nport = 0\nbind = "127.0.0.1"\n[share]\nport = 0\n[[room]]\nname = "Stage"\n'
        f'[[translation.endpoint]]\nkind = "libretranslate"\nname = "quoting"\nurl = "{engine.url}"\nkey = "{SECRET}"\n')
    node = Program("serve", "--port", "0", "--bind", "127.0.0.1", home=home)
    match = node.until(lambda: OPEN.match(node.lines[0]) if node.lines else None, 20, "the room")
    page = node.until(lambda: [line for line in node.lines if line.startswith("page ")], 20, "the page")[0]
    command = ["join", f"127.0.0.1:{match['port']}", "--json", "--lang", "es", "--log-level", "trace"]
    anna = Actor(*command, "--name", "anna", "--no-translate", home=Home(), name="anna")
    boris = Actor(*command, "--name", "boris", home=Home(home_of(engine)), name="boris")
    for actor in (anna, boris):
        actor.expect("welcome", 15)
    anna.sends(lang="en")
    anna.says(MARKER)
    boris.sees(MARKER)
    page_says(int(page.rsplit(":", 1)[1].split("/")[0]), f"{MARKER}-page")
    boris.sees(f"{MARKER}-page")
    logs = [node, anna, boris]
    for program in (anna, boris):
        program.leaves()
    node.signal(15)
    assert node.ended() == 0
    for program in logs:
        program.home.remove()
    return ["\n".join(program.log) for program in logs]


def home_of(engine):
    return f'[[translation.endpoint]]\nkind = "libretranslate"\nname = "quoting"\nurl = "{engine.url}"\nkey = "{SECRET}"\n'


def test_no_level_shows_what_people_write(engines):
    for log in talk(engines, log_messages=False):
        assert MARKER not in log and SECRET not in log and "Clara" not in log


def test_log_messages_shows_it(engines):
    node, *_ = talk(engines, log_messages=True)
    assert node.count(MARKER) >= 2 and SECRET not in node
