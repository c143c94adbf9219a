"""The page's second port, over HTTPS with the node's own certificate: where staff give their PIN and visitors a password,
since everybody on the wifi can read along what goes over plain HTTP.

Who comes from another machine is played by a proxy that the node trusts.
"""

import hashlib
import re
import ssl
from urllib.parse import urlsplit

import pytest
from node import PIN, Device, Refused

PROXY = 'trusted_proxies = ["127.0.0.1"]'
ELSEWHERE = {"X-Forwarded-For": "10.0.0.5"}
SECURE = re.compile(r"^secure (?P<url>https://\S+) (?P<fingerprint>[0-9A-F:]{95})$")


def door(node):
    """Its port and fingerprint, as `serve` prints them."""
    node.program.until(lambda: any(map(SECURE.match, node.program.lines)), 60, "the secure page")
    found = next(filter(None, map(SECURE.match, node.program.lines)))
    return urlsplit(found["url"]).port, found["fingerprint"]


@pytest.fixture
def ward(nodes):
    return nodes("Reception", web=PROXY)


def test_a_phone_on_plain_http_is_led_to_the_secure_page(ward):
    port, fingerprint = door(ward)
    phone = Device(ward.port, headers=ELSEWHERE)
    house = phone.get("/api/house")
    assert house["staff_here"] is False
    assert house["secure"] == {"port": port, "fingerprint": fingerprint}
    with pytest.raises(Refused) as refusal:
        phone.staff()
    assert refusal.value.code == "https-required" and str(port) in refusal.value.body["error"]["text"]


def test_the_secure_page_shows_the_certificate_that_was_printed(ward):
    port, fingerprint = door(ward)
    shown = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", port)))
    assert fingerprint.replace(":", "") == hashlib.sha256(shown).hexdigest().upper()


def test_staff_are_staff_on_the_secure_page_alone(ward):
    port, _ = door(ward)
    nurse = Device(port, headers=ELSEWHERE, is_secure=True)
    answer = nurse.open(
        "/api/staff/login", "POST", f'{{"pin": "{PIN}"}}'.encode(), {"Content-Type": "application/json", "X-Sabir": "1"}
    )
    cookies = answer.msg.get_all("Set-Cookie")
    assert len(cookies) == 2 and all(cookie.startswith("__Host-") and "; Secure" in cookie for cookie in cookies)
    # It would make the plain page under the same name unreachable.
    assert answer.headers["Strict-Transport-Security"] is None
    assert nurse.get("/api/staff/rooms")["rooms"]
    assert "secure" not in nurse.get("/api/house")
    plain = Device(ward.port, headers=ELSEWHERE)
    plain.cookies |= nurse.cookies | {name.removeprefix("__Host-"): value for name, value in nurse.cookies.items()}
    with pytest.raises(Refused) as refusal:
        plain.get("/api/staff/rooms")
    assert refusal.value.status == 401


def test_both_pages_are_one_house(ward):
    port, _ = door(ward)
    anna = Device(port, is_secure=True).enters("Reception", "Anna", "es")
    boris = ward.device().enters("Reception", "Boris", "es")
    boris.says("hola")
    assert anna.sees("hola")["from"] == "Boris"


def test_it_can_be_left_out(nodes):
    node = nodes("Reception", web=f"https = false\n{PROXY}")
    house = Device(node.port, headers=ELSEWHERE).get("/api/house")
    assert house["staff_here"] is False and "secure" not in house
    assert node.device().get("/api/house")["staff_here"] is True


def test_a_known_device_of_staff_is_known_after_a_restart(nodes):
    node = nodes("Reception", web=f"{PROXY}\nstaff_over_http = true")
    nurse = Device(node.port, headers=ELSEWHERE).staff()
    node.kill()
    node.start()
    for number in range(40):
        with pytest.raises(Refused):
            Device(node.port, headers={"X-Forwarded-For": f"10.0.1.{number}"}).post("/api/staff/login", pin="0000")
    nurse.port = node.port
    assert nurse.staff().get("/api/staff/rooms")["rooms"]


def test_strangers_guesses_do_not_keep_out_the_nodes_own_computer(nodes):
    node = nodes("Reception", web=f"{PROXY}\nstaff_over_http = true")
    for number in range(40):
        with pytest.raises(Refused):
            Device(node.port, headers={"X-Forwarded-For": f"10.0.1.{number}"}).post("/api/staff/login", pin="0000")
    with pytest.raises(Refused) as refusal:
        Device(node.port, headers=ELSEWHERE).staff()
    assert refusal.value.code == "pin-wait"
    assert node.device().staff().get("/api/staff/rooms")["rooms"]
