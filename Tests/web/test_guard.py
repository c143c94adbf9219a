"""What strangers try against the page."""

import http.client
import json
import re
import socket
import time
import uuid

import pytest
from node import PIN, Refused


@pytest.fixture
def visit(nodes):
    return nodes("Reception").device().enters("Reception", "Anna", "es")


HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
}


@pytest.mark.parametrize("path", ["/", "/r/Reception", "/api/house", "/assets/tokens.css", "/nothing", "/staff"])
def test_every_answer_carries_the_headers(nodes, path):
    answer = nodes("Reception").device().open(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy


def test_the_device_key_is_hidden_from_scripts_and_other_sites(nodes):
    device = nodes("Reception").device()
    device.cookies.clear()
    cookie = device.open("/").headers["Set-Cookie"]
    attributes = [part.strip().lower() for part in cookie.split(";")[1:]]
    assert "httponly" in attributes and "samesite=strict" in attributes and "path=/" in attributes
    assert len(device.cookies["sabir"]) >= 43


def test_the_device_key_is_told_to_nobody(visit):
    key = visit.device.cookies["sabir"]
    visit.says("hello")
    visit.sees("hello")
    told = json.dumps(visit.hello) + json.dumps(visit.events) + json.dumps(visit.entry)
    assert key not in told


def post(visit, headers, body=None):
    body = body or json.dumps({"id": str(uuid.uuid4()), "text": "forged", "face": "a"}).encode()
    return visit.device.open(f"{visit.path}/messages", "POST", body, headers)


def test_another_site_cannot_say_that_a_page_was_closed(visit):
    body = json.dumps({"face": "a"}).encode()
    kind = {"Content-Type": "application/json"}
    assert visit.device.open(f"{visit.path}/away", "POST", body, kind).status == 403
    assert visit.device.open(f"{visit.path}/away", "POST", body, {**kind, "X-Sabir": "1"}).status == 204


def test_another_site_cannot_speak_for_a_visitor(visit):
    kind = {"Content-Type": "application/json"}
    assert post(visit, kind).status == 403
    assert post(visit, {**kind, "X-Sabir": "1", "Origin": "http://evil.example"}).status == 403
    assert post(visit, {"X-Sabir": "1", "Content-Type": "text/plain"}).status in (403, 415)
    own = f"http://127.0.0.1:{visit.device.port}"
    assert post(visit, {**kind, "X-Sabir": "1", "Origin": own}).status == 200


def test_who_has_not_entered_can_neither_read_nor_speak(nodes):
    from node import Events

    node = nodes("Reception")
    stranger = node.device()
    with pytest.raises(Refused) as refusal:
        Events(stranger, "/api/rooms/Reception/events")
    assert refusal.value.status == 403
    with pytest.raises(Refused) as refusal:
        stranger.post("/api/rooms/Reception/messages", id=str(uuid.uuid4()), text="hi", face="a")
    assert refusal.value.status == 403


PATHS = [
    "/assets/..\\..\\..\\etc\\passwd", "/assets/%252e%252e/%252e%252e/etc/passwd",
    "/assets/%c0%ae%c0%ae/etc/passwd",
    "/assets/....//....//etc/passwd", "/assets/..;/..;/etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
    "/assets/../../../etc/passwd", "/assets/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fetc/passwd",
    "/assets/0123456789abcdef/../../../etc/passwd", "/assets/0123456789abcdef/%2e%2e/%2e%2e/etc/passwd",
    "/assets/0123456789abcdef/..%2f..%2f..%2fetc/passwd", "/assets/0123456789abcdef//etc/passwd",
    "/assets//etc/passwd", "/assets/%00", "/assets/tokens.css%00.js", "/assets/./", "/r/../../etc/passwd",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_no_path_leads_out_of_the_page(nodes, path):
    device = nodes("Reception").device()
    version = re.search(rb"/assets/([0-9a-f]{16})/", device.open("/").body)[1].decode()
    for known in {path, path.replace("0123456789abcdef", version)}:
        answer = device.open(known)
        assert b"root:" not in answer.body and answer.status in (200, 400, 404)


BODIES = [
    b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"text": 5}', b'{"text": ""}', b'{"text": "x"}' * 2,
    b'{"id": "no uuid", "text": "x"}', b'{"id": 7, "text": "x"}', b"{" * 5000, json.dumps({"text": "x" * 4001}).encode(),
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES)
def test_a_bad_body_is_refused_in_plain_words(visit, body):
    answer = post(visit, {"Content-Type": "application/json", "X-Sabir": "1"}, body or b" ")
    error = json.loads(answer.body)["error"]
    assert 400 <= answer.status < 500 and error["code"] and error["text"].endswith((".", "…"))
    visit.says("still here")
    visit.sees("still here")


def test_a_body_past_the_bound_is_not_read(visit):
    answer = post(visit, {"Content-Type": "application/json", "X-Sabir": "1"}, b'{"text": "' + b"x" * 300_000 + b'"}')
    assert answer.status == 413


def test_hostile_names_are_cleaned_and_text_is_left_as_it_is(nodes):
    node = nodes("Reception")
    anna = node.device().enters("Reception", "<img src=x onerror=alert(1)>‮", "es")
    assert anna.hello["name"] == "<img src=x onerror=alert(1)>"
    anna.says("<script>alert(1)</script>")
    anna.sees("<script>alert(1)</script>")


def test_a_visitor_who_floods_is_slowed_and_the_others_are_not(nodes):
    node = nodes("Reception", before="[limits]\nmessage_rate = 2\nmessage_burst = 5\n")
    anna = node.device().enters("Reception", "Anna", "es")
    boris = node.device().enters("Reception", "Boris", "es")
    with pytest.raises(Refused) as refusal:
        for number in range(1_000):
            anna.says(f"flood {number}")
    assert refusal.value.code == "too-fast" and refusal.value.status == 429
    boris.says("calm")
    anna.sees("calm")


def test_somebody_at_the_page_writes_ten_lines_at_once_and_then_two_a_second(visit):
    began, taken = time.monotonic(), 0
    with pytest.raises(Refused) as refusal:
        for taken in range(1_000):
            visit.says(f"flood {taken}")
    assert refusal.value.code == "too-fast"
    assert 10 <= taken <= 11 + 2 * (time.monotonic() - began), "far fewer than a member may say elsewhere"


def test_a_slow_request_does_not_hold_a_place_for_ever(nodes):
    node = nodes("Reception")
    with socket.create_connection(("127.0.0.1", node.port), timeout=100) as slow:
        slow.sendall(b"POST /api/rooms/Reception/enter HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n")
        while slow.recv(4096):
            continue


def test_the_staff_page_is_closed_without_its_pin(nodes):
    node = nodes("Reception")
    with pytest.raises(Refused) as refusal:
        node.device().get("/api/staff/rooms")
    assert refusal.value.status == 401


def test_wrong_pins_are_slowed(nodes):
    node = nodes("Reception")
    guesser, codes = node.device(), []
    for guess in range(12):
        try:
            guesser.post("/api/staff/login", pin=f"{guess:06}")
        except Refused as refusal:
            codes.append((refusal.status, refusal.code))
    assert codes[0] == (403, "pin-wrong") and codes[-1] == (429, "pin-wait") and len(codes) == 12
    with pytest.raises(Refused) as refusal:
        guesser.post("/api/staff/login", pin=PIN)
    assert refusal.value.code == "pin-wait" and refusal.value.body["error"]["seconds"] >= 1


def test_metrics_and_health_answer_loopback(nodes):
    device = nodes("Reception").device()
    health = json.loads(device.open("/healthz").body)
    assert (set(health), health["status"]) == ({"status", "version"}, "ok"), health
    metrics = device.open("/metrics")
    assert metrics.status == 200 and metrics.headers["Content-Type"].startswith("text/plain; version=0.0.4")


def test_an_unknown_method_or_path_is_told_so(nodes):
    device = nodes("Reception").device()
    assert device.open("/api/nothing").status == 404
    assert device.open("/api/house", "DELETE").status in (404, 405)
    assert device.open("/", "HEAD").status == 200


def test_a_mistyped_address_leads_a_browser_to_the_rooms(nodes):
    device = nodes("Reception").device()
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path in ("/Reception", "/r/", "/staf"):
        answer = device.open(path, headers=browser)
        assert answer.status == 302 and answer.headers["Location"] == "/", path
    assert device.open("/Reception").status == device.open("/api/nothing", headers=browser).status == 404


def test_two_lengths_are_no_request(nodes):
    node = nodes("Reception")
    with socket.create_connection(("127.0.0.1", node.port), timeout=10) as peer:
        peer.sendall(
            b"POST /api/rooms/Reception/enter HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 40\r\n\r\n{}{}")
        answer = http.client.HTTPResponse(peer)
        answer.begin()
        assert answer.status == 400


def raw(node, request, within=20):
    """Everything that comes back for these bytes, until the node closes or is silent for two seconds."""
    with socket.create_connection(("127.0.0.1", node.port), timeout=within) as peer:
        peer.sendall(request)
        peer.settimeout(2)
        answer = b""
        try:
            while part := peer.recv(65_536):
                answer += part
        except (TimeoutError, ConnectionResetError):
            pass
        return answer


HEAD = b"POST /api/rooms/Reception/enter HTTP/1.1\r\nHost: x\r\nX-Sabir: 1\r\nContent-Type: application/json\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
HIDDEN = b"GET /api/house HTTP/1.1\r\nHost: x\r\n\r\n"
SMUGGLED = {
    "both lengths": HEAD + b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "an unknown coding": HEAD + b"Transfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n" + HIDDEN,
    "a coding behind a tab": HEAD + b"Transfer-Encoding:\tchunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + HIDDEN,
    "a space before the colon": HEAD + b"Content-Length : 0\r\n\r\n" + HIDDEN,
    "a length with a sign": HEAD + b"Content-Length: +0\r\n\r\n" + HIDDEN,
    "two lengths in one line": HEAD + b"Content-Length: 0, 0\r\n\r\n" + HIDDEN,
    "a chunk that is no number": HEAD + b"Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n" + HIDDEN,
    "a chunk past all bounds": HEAD + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n" + HIDDEN,
    "a line folded": HEAD + b"X-A: b\r\n c: d\r\nContent-Length: 0\r\n\r\n",
    "a bare carriage return": HEAD + b"X-A: b\rContent-Length: 0\r\n\r\n" + HIDDEN,
    "a name with a NUL": HEAD + b"X-\0A: b\r\n\r\n" + HIDDEN,
    "lines that end in a bare line feed":
        (HEAD + CHUNKED + b"Content-Length: 9\r\n\r\n0\r\n\r\n").replace(b"\r\n", b"\n") + HIDDEN,
    "both lengths, in the other order": HEAD + CHUNKED + b"Content-Length: 6\r\n\r\n0\r\n\r\n" + HIDDEN,
    "a coding in capitals and a length": HEAD + CHUNKED.upper() + b"Content-Length: 6\r\n\r\n0\r\n\r\n" + HIDDEN,
    "a coding that is folded":
        HEAD + CHUNKED.replace(b" ", b"\r\n ") + b"Content-Length: 6\r\n\r\n0\r\n\r\n" + HIDDEN,
    "two codings": HEAD + CHUNKED + b"Transfer-Encoding: identity\r\n\r\n0\r\n\r\n" + HIDDEN,
    "a negative length": HEAD + b"Content-Length: -1\r\n\r\n" + HIDDEN,
    "a length in hexadecimal": HEAD + b"Content-Length: 0x0\r\n\r\n" + HIDDEN,
    "two hosts": b"GET /api/house HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
    "a version that is none": b"GET /api/house HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
}


@pytest.mark.parametrize("trick", SMUGGLED)
def test_nothing_is_smuggled_behind_a_request(nodes, trick):
    answer = raw(nodes("Reception"), SMUGGLED[trick])
    # At most one answer, and that a refusal: what stands behind is never taken for a request.
    assert answer.count(b"HTTP/1.1 ") <= 1 and b"200 OK" not in answer, answer[:400]
    assert b'"rooms"' not in answer


# https://owasp.org/www-project-secure-headers/ (what a page without a public name can have)
def test_the_headers_are_those_that_OWASP_asks_for(nodes):
    answer = nodes("Reception").device().open("/")
    policy = dict(part.strip().partition(" ")[::2] for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'" and policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'" and policy["form-action"] in ("'self'", "'none'")
    assert not any(word in value for value in policy.values() for word in ("unsafe", "*", "http:"))
    assert "Permissions-Policy" in answer.headers
    assert answer.headers["Cache-Control"] and "public" not in answer.headers["Cache-Control"]
    assert not {"Server", "X-Powered-By", "X-AspNet-Version"} & set(answer.headers)


def test_a_visitors_key_is_none_that_somebody_could_guess(nodes):
    """Session fixation with a key that is none. A well-formed one is kept: see docs/security.md."""
    node = nodes("Reception")
    for planted in ("short", "", "A" * 4_000, "../../x", "a b", "A" * 42 + ";"):
        victim, thief = node.device(), node.device()
        victim.cookies["sabir"] = thief.cookies["sabir"] = planted
        victim.open("/")
        thief.open("/")
        assert victim.cookies["sabir"] != thief.cookies["sabir"] != planted
        assert victim.enters("Reception", "Anna", "es").member != thief.enters("Reception", "Boris", "es").member


def test_a_login_is_never_one_that_was_planted(nodes):
    node = nodes("Reception")
    planted = "A" * 43
    nurse = node.device()
    nurse.cookies["sabir-staff"] = planted
    nurse.staff()
    assert nurse.cookies["sabir-staff"] != planted
    thief = node.device()
    thief.cookies["sabir-staff"] = planted
    with pytest.raises(Refused) as refusal:
        thief.get("/api/staff/rooms")
    assert refusal.value.status == 401


def test_a_login_ends_on_the_node_and_not_in_the_browser_alone(nodes):
    nurse = nodes("Reception").device().staff()
    token = nurse.cookies["sabir-staff"]
    nurse.post("/api/staff/logout")
    nurse.cookies["sabir-staff"] = token
    with pytest.raises(Refused) as refusal:
        nurse.get("/api/staff/rooms")
    assert refusal.value.status == 401


def test_the_staffs_cookie_is_hidden_from_scripts_and_other_sites(nodes):
    nurse = nodes("Reception").device()
    kind = {"Content-Type": "application/json", "X-Sabir": "1"}
    answer = nurse.open("/api/staff/login", "POST", json.dumps({"pin": PIN}).encode(), kind)
    attributes = [part.strip().lower() for part in answer.headers["Set-Cookie"].split(";")[1:]]
    assert {"httponly", "samesite=strict", "path=/"} <= set(attributes)


CHANGES = [
    ("/api/rooms/Reception/enter", {"name": "Eve", "lang": "en"}), ("/api/staff/login", {"pin": PIN}),
    ("/api/staff/rooms/Reception/acts", {"act": "lock"}), ("/api/rooms/Reception/leave", {}),
]  # fmt: skip


@pytest.mark.parametrize("path, fields", CHANGES)
def test_another_site_changes_nothing(nodes, path, fields):
    nurse = nodes("Reception").device().staff()
    headers = {"Content-Type": "application/json", "X-Sabir": "1", "Origin": "http://evil.example"}
    assert nurse.open(path, "POST", json.dumps(fields).encode(), headers).status == 403
    assert nurse.open(path, "POST", b"a=b", {"Content-Type": "application/x-www-form-urlencoded"}).status == 403
    assert not nurse.get("/api/house")["rooms"][0]["locked"]


def test_no_site_may_read_the_answers(nodes):
    answer = nodes("Reception").device().open("/api/house", headers={"Origin": "http://evil.example"})
    assert not [name for name in answer.headers if name.lower().startswith("access-control-")]


def test_a_name_that_anybody_can_register_is_not_the_pages(nodes):
    # A site whose name was made to lead here shares its scripts' origin with what answers.
    node = nodes("Reception")
    device = node.device()
    rebound = {"Host": f"evil.example:{node.port}", "Origin": f"http://evil.example:{node.port}"}
    kind = {"Content-Type": "application/json", "X-Sabir": "1"}
    body = json.dumps({"name": "Eve", "lang": "en"}).encode()
    assert device.open("/api/rooms/Reception/enter", "POST", body, {**kind, **rebound}).status == 421
    assert device.open("/api/house", headers=rebound).status == 421
    assert device.open("/metrics", headers=rebound).status == 302
    page = device.open("/", headers=rebound)
    assert page.status == 302 and page.headers["Location"].startswith("http://127.0.0.1")
    assert device.open("/api/house", headers={"Host": f"front-desk.local:{node.port}"}).status == 200
