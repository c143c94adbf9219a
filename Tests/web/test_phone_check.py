"""The check of phones that `sabir doctor --phone` opens, by HTTP as the page does it; and who must not get at it."""

import json
import re
import urllib.request

import pytest
from host import ROOT
from node import Events, Refused
from place import PROXY
from program import steady_port


@pytest.fixture
def node(nodes):
    return nodes("Reception")


def refused(ask, *arguments, **fields):
    with pytest.raises(Refused) as found:
        ask(*arguments, **fields)
    return found.value


def opened(node):
    return node.device().post("/api/checks")["code"]


def found(node, code):
    return node.device().get(f"/api/checks/{code}")


def comes(phone, code):
    phone.open(f"/phone/{code}")
    return phone.get(f"/api/checks/{code}/phone")


def verdicts(findings):
    return {finding["verdict"]: finding["level"] for finding in findings}


def test_a_phone_is_looked_at_and_both_ends_are_told_the_same(node):
    code = opened(node)
    assert found(node, code) == {"opened": False, "phones": []}
    phone = node.device(headers={**PROXY, "User-Agent": "Anna's phone"})
    assert verdicts(phone.get(f"/api/checks/{code}/phone")["findings"])["page.ok"] == "ok"
    welcome = comes(phone, code.lower())
    first = phone.post(f"/api/phones/{welcome['phone']}", ahead=-7_200_000)["findings"]
    assert verdicts(first).keys() == {"page.ok", "address.self", "secure.no", "network.same", "post.ok", "clock.off"}
    told = found(node, code)
    assert told["opened"] and [one["done"] for one in told["phones"]] == [False], "the same phone came twice"
    stream = Events(phone, f"/api/phones/{welcome['phone']}/events")
    assert [stream.until("beat")["n"] for _ in range(6)] == [1, 2, 3, 4, 5, 6]
    stream.ended()
    fields = {"ahead": -7_200_000, "ours": True, "arrivals": [9, 1_009, 2_009, 3_009, 4_009, 5_009]}
    last = phone.post(f"/api/phones/{welcome['phone']}", **fields)["findings"]
    (one,) = found(node, code)["phones"]
    assert one == {"done": True, "findings": last}
    assert verdicts(last) == {**verdicts(first), "captive.ok": "ok", "stream.ok": "ok"}
    assert {finding.get("seconds") for finding in last} == {None, -7200}
    assert "10.0.0.9" not in json.dumps(one) and "Anna" not in json.dumps(one)


def test_a_phone_without_cookies_cannot_enter_rooms(node):
    code = opened(node)
    with urllib.request.urlopen(f"{node.url}/api/checks/{code}/phone", timeout=30) as answer:
        assert verdicts(json.loads(answer.read())["findings"])["page.cookieless"] == "wrong"


def test_a_check_is_opened_and_read_by_the_node_s_own_machine_alone(node):
    code = opened(node)
    elsewhere = node.device(headers=PROXY)
    assert refused(elsewhere.post, "/api/checks").status == 403
    assert refused(elsewhere.get, f"/api/checks/{code}").status == 403
    here, change = node.device(), {"Content-Type": "application/json", "X-Sabir": "1"}
    ask = lambda headers: here.open("/api/checks", "POST", b"{}", headers).status
    assert ask(change) == 200
    # What a site of the internet can have a browser on this machine send.
    assert ask({"Content-Type": "application/json"}) == 403
    assert ask({"X-Sabir": "1", "Content-Type": "text/plain"}) == 403
    assert ask({**change, "Origin": "http://elsewhere.example"}) == 403
    assert ask({**change, "Host": f"elsewhere.example:{node.port}"}) == 421


def test_the_code_is_for_nothing_else(node):
    code = opened(node)
    phone = node.device(headers=PROXY)
    token = comes(phone, code)["phone"]
    for path in ("/status", "/healthz", f"/api/checks/{code}", f"/api/checks/{token}"):
        assert refused(phone.get, path).status == 403
    assert refused(phone.get, f"/api/phones/{code}/events").status == 404
    assert refused(phone.post, f"/api/phones/{code}", ahead=0).status == 404
    assert refused(phone.post, f"/api/phones/{token}").code == "bad-request"
    assert refused(phone.post, "/api/rooms/Reception/messages", id="x", text="y").status in (400, 403)
    for _ in range(3):
        Events(phone, f"/api/phones/{token}/events").close()
    assert refused(phone.get, f"/api/phones/{token}/events").status == 404, "three streams, and no more"


def test_a_wrong_code_is_said_so_and_guesses_are_few(nodes):
    node = nodes("Reception", web='trusted_proxies = ["127.0.0.1"]')
    code = opened(node)
    phone = node.device(headers=PROXY)
    right, wrong = phone.open(f"/phone/{code}"), phone.open("/phone/ZZZZ-ZZZZ")
    assert (right.status, right.body) == (wrong.status, wrong.body), "the page says nothing of which codes there are"
    for _ in range(10):
        answer = refused(phone.get, "/api/checks/ZZZZ-ZZZZ/phone")
        assert answer.status == 404 and answer.code == "not-found"
    assert refused(phone.get, f"/api/checks/{code}/phone").status == 429
    assert refused(node.device().get, "/api/checks/ZZZZ-ZZZZ").status == 404
    assert comes(node.device(), code)["phone"]


def test_eight_phones_may_come(node):
    code = opened(node)
    for _ in range(8):
        comes(node.device(), code)
    assert refused(comes, node.device(), code).code == "full"


def test_whether_the_phone_s_question_about_the_internet_came_here(nodes):
    node = nodes("Reception", web='captive = "open"')
    code = opened(node)
    phone = node.device()

    def captive():
        token = comes(phone, code)["phone"]
        return phone.post(f"/api/phones/{token}", ahead=0, ours=True, arrivals=[])["findings"]

    assert "captive.unasked" in verdicts(captive())
    assert phone.open("/generate_204", headers={"Host": "connectivitycheck.gstatic.com"}).status == 204
    assert "captive.ok" in verdicts(captive())


def test_the_other_address_is_offered_where_the_page_has_a_name(nodes):
    port = steady_port()
    node = nodes("Reception", web=f'address = "http://sabir.lan:{port}"', port=port)
    code = opened(node)
    assert comes(node.device(), code)["others"] == [f"http://sabir.lan:{port}/phone/{code}"]
    assert comes(node.device(headers={"Host": f"sabir.lan:{port}"}), code)["others"] == []


def test_the_page_has_words_for_every_verdict_and_no_others():
    source = (ROOT / "Sources/SabirWeb/PhoneCheck/PhoneFinding.swift").read_text(encoding="utf-8")
    script = (ROOT / "share/web/js/phone.js").read_text(encoding="utf-8")
    words = set(json.loads((ROOT / "share/web/catalogues/phone/en.json").read_text(encoding="utf-8")))
    verdicts = set(re.findall(r'case \w+ = "([a-z]+\.[a-z]+)"', source))
    fine = set(re.findall(r"\.(\w+)", source[source.index("case .opens, "):source.index(".ok\n")]))
    shared = dict(re.findall(r'"([a-z]+\.[a-z]+)": "([a-z]+)"', script))
    names = dict(re.findall(r'case (\w+) = "([a-z]+\.[a-z]+)"', source))
    told = {f"phone.{verdict}" for verdict in verdicts}
    mended = {f"phone.{shared.get(verdict, verdict)}.remedy" for verdict in verdicts - {names[name] for name in fine}}
    said = set(re.findall(r'"(phone\.[a-z]+)"', script))
    said |= {f"phone.{kind}.{level}" for kind in ("all", "level") for level in ("ok", "note", "wrong")}
    assert words == told | mended | said
