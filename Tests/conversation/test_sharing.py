"""A node shares its translation: real clients of LibreTranslate against `sabir serve`, a staged engine behind it."""

import json
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
from conversation import ENGINE
from libretranslatepy import LibreTranslateAPI
from program import Home, Program, steady_port


class Sharing:
    """A node that shares the translation of these engines; `url` is where."""

    def __init__(self, *engines, enabled=True):
        self.url = f"http://127.0.0.1:{steady_port()}"
        port = self.url.rsplit(":", 1)[1]
        endpoints = "".join(ENGINE.format(engine) for engine in engines)
        self.home = Home(f"[share]\nenabled = {str(enabled).lower()}\nport = {port}\n{endpoints}")
        self.node = Program(
            "serve", "--room", "Reception", "--port", "0", "--bind", "127.0.0.1", "--no-mdns", home=self.home)
        self.client = LibreTranslateAPI(self.url, api_key="not looked at")

    def ready(self, within=20):
        """Waits until it says for which languages it translates; returns them by code."""
        deadline = time.monotonic() + within
        while True:
            assert self.node.is_alive(), self.node.log
            try:
                if languages := {language["code"]: language for language in self.client.languages(timeout=5)}:
                    return languages
            except (URLError, ConnectionError):
                pass  # it does not listen yet
            assert time.monotonic() < deadline, (self.node.lines, self.node.log)
            time.sleep(0.05)

    def ask(self, path="/translate", **fields):
        """Status and body of the answer to a JSON request."""
        request = Request(self.url + path, json.dumps(fields).encode(), {"Content-Type": "application/json"})
        try:
            with urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except HTTPError as refusal:
            return refusal.code, json.load(refusal)

    def end(self):
        if self.node.is_alive():
            self.node.kill()
        self.home.remove()


@pytest.fixture
def shares():
    started = []

    def start(*engines, enabled=True):
        started.append(Sharing(*engines, enabled=enabled))
        return started[-1]

    yield start
    for sharing in started:
        sharing.end()


def test_libretranslatepy_translates(shares, engines):
    engine = engines()
    sharing = shares(engine)
    languages = sharing.ready()
    assert set(languages) == {"ca", "en", "es", "fr"} and languages["es"]["name"] == "Spanish"
    assert "ca" in languages["es"]["targets"]
    assert sharing.client.translate("good morning", "en", "es", timeout=20) == "es:good morning"
    assert sharing.client.translate("good morning", "en", "es", timeout=20) == "es:good morning"
    assert engine.asked("good morning") == 1


def test_libretranslatepy_detects(shares, engines):
    sharing = shares(engines())
    sharing.ready()
    found = sharing.client.detect("¿Dónde está la farmacia más cercana, por favor?", timeout=20)
    assert found[0]["language"] == "es" and 50 < found[0]["confidence"] <= 100
    asked = sharing.client.translate("¿Dónde está la farmacia más cercana, por favor?", "auto", "en", timeout=20)
    assert asked == "en:¿Dónde está la farmacia más cercana, por favor?"


def test_libretranslatepy_is_told_what_is_wrong(shares, engines):
    sharing = shares(engines())
    sharing.ready()
    for source, target, error in (("en", "xx", "xx is not supported"), ("xx", "en", "xx is not supported")):
        with pytest.raises(HTTPError) as refusal:
            sharing.client.translate("good morning", source, target, timeout=20)
        assert refusal.value.code == 400 and json.load(refusal.value) == {"error": error}


def test_lists_and_settings(shares, engines):
    sharing = shares(engines())
    sharing.ready()
    status, answer = sharing.ask(q=["good morning", "good night"], source="en", target="ca", alternatives=1)
    assert status == 200 and answer["translatedText"] == ["ca:good morning", "ca:good night"]
    assert answer["alternatives"] == [[], []]
    assert sharing.ask(source="en", target="ca") == (400, {"error": "Invalid request: missing q parameter"})
    with urlopen(sharing.url + "/health", timeout=5) as answer:
        assert json.load(answer) == {"status": "ok"}
    with urlopen(sharing.url + "/frontend/settings", timeout=5) as answer:
        assert json.load(answer)["keyRequired"] is False


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_curl_with_a_form(shares, engines):
    sharing = shares(engines())
    sharing.ready()
    fields = [word for field in ("q=fish & chips", "source=en", "target=es") for word in ("--data-urlencode", field)]
    done = subprocess.run(
        ["curl", "--silent", "--max-time", "20", *fields, f"{sharing.url}/translate"], capture_output=True, check=True,
    )
    assert json.loads(done.stdout) == {"translatedText": "es:fish & chips"}


def test_a_broken_engine_is_an_error_and_not_the_original(shares, engines):
    engine = engines()
    sharing = shares(engine)
    sharing.ready()
    engine.fails("answers 500")
    status, answer = sharing.ask(q="good evening", source="en", target="es")
    assert status in (429, 500) and set(answer) == {"error"}
    assert "good evening" not in answer["error"]


def test_who_asks_too_much_is_slowed_down_and_the_rest_goes_on(shares, engines):
    sharing = shares(engines())
    sharing.ready()
    with ThreadPoolExecutor(4) as clients:
        answers = list(clients.map(
            lambda n: sharing.ask(q=f"line {n % 5}", source="en", target="es"), range(200)))
    assert {status for status, _ in answers} == {200, 429}
    assert all(body["error"].startswith("Slowdown: ") for status, body in answers if status == 429)
    assert sum(status == 200 for status, _ in answers) >= 50
    assert sharing.ready()


def test_nothing_is_shared_unasked(shares, engines):
    sharing = shares(engines(), enabled=False)
    sharing.node.until(lambda: sharing.node.lines, 20, "open")
    with pytest.raises(URLError):
        urlopen(sharing.url + "/health", timeout=2)
