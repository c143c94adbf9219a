"""Rooms with a password over the page: the password over HTTPS, otherwise a code that staff make."""

import subprocess

import pytest
from browser import RESTARTED, browser, expect, people  # noqa: F401
from host import clean_environment, sabir
from node import PIN, Device, Refused
from test_browser_secure import certificate  # noqa: F401
from test_secure_door import door

PASSWORD = "dos nous i tres ametlles"


@pytest.fixture
def closed(nodes, tmp_path):
    """closed(web="…") is a node with the room "Closed", which has a password."""
    file = tmp_path / "closed.password"
    subprocess.run(
        [sabir(), "password", "--file", str(file)], input=PASSWORD + "\n", check=True, timeout=60,
        env=clean_environment(str(tmp_path)), capture_output=True, encoding="utf-8",
    )  # fmt: skip
    return lambda **settings: nodes("Closed", room=f'password_file = "{file}"', **settings)


def code_of(node):
    return node.device().staff().post("/api/staff/rooms/Closed/codes")


def refused(device, **key):
    with pytest.raises(Refused) as refusal:
        device.enters("Closed", "Anna", "es", **key)
    return refusal.value.code


def test_over_http_no_password_is_taken_and_the_operator_is_told_once(closed):
    node = closed()
    assert node.device().get("/api/rooms/Closed")["password"] is True
    assert refused(node.device()) == "auth-required"
    assert refused(node.device(), password=PASSWORD) == "auth-required"
    node.program.logs("served over plain HTTP")
    assert not [line for line in node.program.log if "served over plain HTTP" in line]


def test_a_code_lets_one_visitor_in_once(closed):
    node = closed()
    made = code_of(node)
    assert made["seconds"] == 600
    anna = node.device()
    anna.enters("Closed", "Anna", "es", code=made["code"]).says("hola")
    assert refused(node.device(), code=made["code"]) == "auth-failed"
    anna.enters("Closed", "Anna", "ca")  # the device is known until it leaves
    anna.post("/api/rooms/Closed/leave")
    assert refused(anna) == "auth-required"


def test_a_code_may_be_typed_as_people_do(closed):
    node = closed()
    code = code_of(node)["code"]
    node.device().enters("Closed", "Anna", "es", code=f" {code[:4]}-{code[4:]} ")


def test_only_staff_make_codes_and_only_where_they_are_of_use(closed, nodes):
    node = closed()
    with pytest.raises(Refused) as refusal:
        node.device().post("/api/staff/rooms/Closed/codes")
    assert refusal.value.status == 401
    with pytest.raises(Refused) as refusal:
        nodes("Open").device().staff().post("/api/staff/rooms/Open/codes")
    assert refusal.value.status == 409


def test_over_https_the_password_opens(closed, certificate):  # noqa: F811
    node = closed(web=certificate)
    assert refused(node.device()) == "auth-required"
    assert refused(node.device(), password="another one altogether") == "auth-failed"
    node.device().enters("Closed", "Anna", "es", password=PASSWORD).says("hola")
    node.device().enters("Closed", "Boris", "es", code=code_of(node)["code"])


def test_beside_plain_http_the_password_opens_over_the_nodes_own_https(closed):
    node = closed()
    port, _ = door(node)
    assert node.device().get("/api/rooms/Closed")["secure"]["port"] == port
    assert refused(Device(port, is_secure=True)) == "auth-required"
    Device(port, is_secure=True).enters("Closed", "Anna", "es", password=PASSWORD).says("hola")


def test_staff_need_none(closed):
    node = closed()
    node.device().staff().enters("Closed", "Nurse", "es")


def test_outsiders_do_not_read_the_notice(closed):
    node = closed()
    nurse = node.device().staff()
    nurse.post("/api/staff/rooms/Closed/acts", act="notice", text="only for us", lang="en")
    assert node.device().get("/api/rooms/Closed")["notice"] is None
    assert nurse.get("/api/staff/rooms")["rooms"][0]["notice"]["text"] == "only for us"


def test_whether_it_is_locked_for_somebody_is_told_to_those_who_were_let_in_alone(closed):
    node = closed()
    nurse = node.device().staff()
    inside = node.device()
    visit = inside.enters("Closed", "Anna", "es", code=code_of(node)["code"])
    nurse.post("/api/staff/rooms/Closed/acts", act="lock")
    stranger = node.device().get("/api/rooms/Closed")
    assert stranger["refused"] is None and stranger["muted"] is False
    nurse.post("/api/staff/rooms/Closed/acts", act="mute", member=visit.member)
    assert inside.get("/api/rooms/Closed")["muted"] is True and inside.get("/api/rooms/Closed")["refused"] is None
    assert node.device().get("/api/rooms/Closed")["muted"] is False
    nurse.post("/api/staff/rooms/Closed/acts", act="ban", member=visit.member, minutes=60)
    visit.until("removed")
    told = inside.get("/api/rooms/Closed")["refused"]
    assert (told["code"], told["values"]) == ("banned", {"n": "60"})
    assert node.device().get("/api/rooms/Closed")["refused"] is None


def test_wrong_codes_are_slowed(closed):
    node = closed()
    guesses = [refused(node.device(), code="00000000") for _ in range(7)]
    assert guesses[0] == "auth-failed" and "too-fast" in guesses


def test_a_browser_comes_in_by_the_code_that_staff_show(people, closed):  # noqa: F811
    node = closed()
    nurse = people(node, "es")
    nurse.forgives("status of 401")
    nurse.opens("/staff")
    nurse.unlocks(PIN)
    nurse.page.locator(".staff-card").first.click()
    nurse.button("staff.join").click()
    code = nurse.sheet.locator(".staff-join-code").text_content()
    anna = people(node, "ca")
    anna.forgives("status of 403")
    anna.scans("Closed")
    anna.accepts_language()
    anna.button("enter.go").click()
    expect(anna.page.locator("#door-wrong")).to_have_text(anna.words("enter.code.missing"))
    anna.page.locator("#door").fill("12345678")
    anna.button("enter.go").click()
    expect(anna.page.locator("#door-wrong")).to_have_text(anna.words("enter.code.wrong"))
    anna.page.locator("#door").fill(code)
    anna.enters("Anna")
    anna.says("hola")
    anna.page.reload()
    anna.sees("hola")


def test_a_browser_types_the_password_over_https(people, closed, certificate):  # noqa: F811
    node = closed(web=certificate)
    anna = people(node, "es", ignore_https_errors=True)
    anna.forgives("status of 403")
    anna.scans("Closed")
    anna.accepts_language()
    field = anna.page.locator("#door")
    expect(field).to_have_attribute("type", "password")
    field.fill("another one altogether")
    anna.button("enter.go").click()
    expect(anna.page.locator("#door-wrong")).to_have_text(anna.words("enter.password.wrong"))
    field.fill(PASSWORD)
    anna.enters("Anna")
    anna.says("hola")


def test_after_a_restart_the_way_in_is_shown_again(people, closed):  # noqa: F811
    node = closed()
    anna = people(node, "ca")
    anna.forgives(*RESTARTED)
    anna.scans("Closed")
    anna.accepts_language()
    anna.page.locator("#door").fill(code_of(node)["code"])
    anna.enters("Anna")
    node.kill()
    node.flags = [*node.flags, "--web-port", str(node.port)]
    node.start()
    expect(anna.page.locator("#door")).to_be_visible()
    anna.page.locator("#door").fill(code_of(node)["code"])
    anna.enters()
