"""The page over HTTPS, with a certificate that openssl made."""

import subprocess

import pytest
from browser import browser, expect, people  # noqa: F401
from node import PIN


@pytest.fixture
def certificate(tmp_path):
    """The table that names it."""
    files = {"certificate": tmp_path / "page.pem", "key": tmp_path / "page.key"}
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", files["key"], "-out", files["certificate"]],
        check=True, capture_output=True, timeout=30,
    )  # fmt: skip
    return "[web.tls]\n" + "".join(f'{name} = "{file}"\n' for name, file in files.items())


def test_a_browser_talks_over_https_and_keeps_its_cookies_there(people, nodes, engines, certificate):
    node = nodes("Reception", engines=[engines()], web=certificate)
    assert node.is_secure
    anna, boris = (
        people(node, lang, ignore_https_errors=True).comes("Reception", name)
        for lang, name in (("es", "Anna"), ("ca", "Boris"))
    )
    anna.says("hola")
    boris.reads("ca:hola", written="hola")
    boris.page.reload()
    boris.reads("ca:hola", written="hola")
    nurse = people(node, "es", ignore_https_errors=True)
    nurse.forgives("status of 401")
    nurse.opens("/staff")
    nurse.unlocks(PIN)
    for member, names in ((anna, {"sabir"}), (nurse, {"sabir", "sabir-staff", "sabir-staff-known"})):
        cookies = {cookie["name"]: cookie for cookie in member.context.cookies()}
        assert {name for name in cookies if "-seat-" not in name} == names
        for cookie in cookies.values():
            assert cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Strict"
    assert anna.page.evaluate("isSecureContext")
