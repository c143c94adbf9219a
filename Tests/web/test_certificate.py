"""The page's certificate: brought, judged, taken by a node that runs, and told of in time."""

import os
import re
import ssl
import stat
import subprocess
import time
from pathlib import Path

import host
import pytest
from authority import NAME, House
from browser import browser, expect, people  # noqa: F401
from node import PIN
from program import run

HOUR = 3600


@pytest.fixture
def house(tmp_path):
    return House(tmp_path)


def sabir(node, *words, within=120):
    """The command beside a node, with its configuration and state."""
    done = run("certificate", *map(str, words), home=node.home, within=within)
    return done.returncode, done.stdout + done.stderr


def shown(node):
    """What the page shows a browser: subject, names, and its own bytes."""
    pem = ssl.get_server_certificate(("127.0.0.1", node.port))
    said = subprocess.run(
        ["openssl", "x509", "-noout", "-subject", "-ext", "subjectAltName"], input=pem, capture_output=True, text=True,
        timeout=60, check=True)
    return said.stdout, pem


def restarted(node):
    node.kill()
    node.start()
    return node


def until(found, within=60):
    """Looks again and again, as a person would."""
    ends = time.monotonic() + within
    while not found():
        assert time.monotonic() < ends, "it did not come to pass"
        time.sleep(0.1)


def kept(node):
    return next(node.home.path.rglob("page.pem"))


# Brought


def test_a_certificate_that_is_brought_is_what_the_page_has_from_the_next_start_on(nodes, house):
    node = nodes("Reception")
    assert not node.is_secure
    status, said = sabir(node, "import", *house.signs("one", NAME, "127.0.0.1"))
    assert status == 0 and NAME in said and "in 90 days" in said and "restart sabir" in said
    assert stat.S_IMODE(os.stat(kept(node)).st_mode) == 0o600
    assert restarted(node).is_secure
    assert NAME in shown(node)[0]
    # Refused, were it not the house's root that vouches for it.
    ssl.get_server_certificate(("127.0.0.1", node.port), ca_certs=house.root)


def test_a_node_that_runs_takes_the_next_one_and_refuses_a_bad_one(nodes, house):
    node = nodes("Reception")
    sabir(node, "import", *house.signs("one", NAME))
    restarted(node)
    before = shown(node)[1]
    status, said = sabir(node, "import", *house.signs("two", NAME))
    assert status == 0 and "within seconds" in said
    until(lambda: shown(node)[1] != before)
    good = shown(node)[1]
    kept(node).write_text("no certificate")
    nurse = node.device().staff()
    until(lambda: "certificate-refused" in notices(nurse))
    assert shown(node)[1] == good
    sabir(node, "import", *house.signs("three", NAME))
    until(lambda: "certificate-refused" not in notices(nurse))
    assert shown(node)[1] != good


def notices(nurse):
    return [notice["code"] for notice in nurse.get("/api/staff/rooms")["notices"]]


@pytest.mark.parametrize(
    "names, begins, ends, expected",
    [((), -1, 90, "names no host"), ((NAME,), -90, -1, "ran out on"), ((NAME,), 2, 90, "clock is wrong")],
)
def test_what_browsers_would_refuse_is_not_taken(nodes, house, names, begins, ends, expected):
    node = nodes("Reception")
    status, said = sabir(node, "import", *house.signs("bad", *names, begins=begins, ends=ends))
    assert status == 1 and expected in said, said
    assert not list(node.home.path.rglob("page.pem"))


def test_a_key_of_another_certificate_is_not_taken_and_what_was_there_stays(nodes, house):
    node = nodes("Reception")
    (one, key), (_, other) = house.signs("one", NAME), house.signs("two", NAME)
    sabir(node, "import", one, key)
    before = kept(node).read_bytes()
    for chain, wrong, expected in (
        (one, other, "does not belong"), (one, one, "no private key"), (key, key, "no certificate"),
        (one, "/nowhere", "/nowhere is not there"),
    ):
        status, said = sabir(node, "import", chain, wrong)
        assert status == 1 and expected in said, said
    assert kept(node).read_bytes() == before


def test_the_order_in_the_file_does_not_matter_and_strangers_in_it_are_named(nodes, house, tmp_path):
    node = nodes("Reception")
    chain, key = house.signs("one", NAME)
    parts = chain.read_text().partition("-----END CERTIFICATE-----\n")
    turned = tmp_path / "turned.pem"
    turned.write_text(parts[2] + parts[0] + parts[1])
    assert sabir(node, "import", turned, key)[0] == 0
    assert kept(node).read_text().startswith(parts[0])
    mixed = tmp_path / "mixed.pem"
    mixed.write_text(chain.read_text() + house.signs("two", "other.example")[0].read_text())
    status, said = sabir(node, "import", mixed, key)
    assert status == 1 and "does not vouch" in said and "two" in said


@pytest.mark.parametrize(
    "days, code, key",
    [(20, "certificate-ends", "staff.notice-code.certificate-ends"),
     (6, "certificate-ends-soon", "staff.notice-code.certificate-ends-soon")],
)  # fmt: skip
def test_staff_metrics_and_doctor_say_in_time_that_it_runs_out(people, nodes, house, days, code, key):
    node = nodes("Reception")
    sabir(node, "import", *house.signs("one", NAME, "127.0.0.1", ends=days))
    restarted(node)
    nurse = people(node, "es", ignore_https_errors=True).opens_desk(PIN)
    expect(nurse.page.get_by_text(nurse.words(key))).to_be_visible()
    metrics = node.device().open("/metrics").body.decode()
    line = next(line for line in metrics.splitlines() if line.startswith("sabir_page_certificate_expires"))
    left = float(line.split()[-1]) - time.time()
    assert abs(left - days * 24 * HOUR) < HOUR
    told = run("doctor", home=node.home, within=120).stdout
    found = next(line for line in told.splitlines() if "certificate holds for" in line)
    assert found.startswith("note" if days == 20 else "wrong") and f"for {days} more days" in found
    visitor = people(node, "ca", ignore_https_errors=True).comes("Reception", "Boris")
    assert visitor.page.get_by_text(visitor.words(key)).count() == 0


# By a hook


OPERATIONS = (host.ROOT / "docs/operations.md").read_text(encoding="utf-8")
HOOK = re.search(r"```sh\n(#!/bin/sh\n[^`]*sabir certificate import[^`]*)```", OPERATIONS)[1]


@pytest.mark.parametrize("program", ["certbot", "lego", "lego 5"])
def test_the_hook_of_the_docs_hands_a_new_certificate_to_a_node_that_runs(nodes, house, tmp_path, program):
    node = nodes("Reception")
    sabir(node, "import", *house.signs("one", NAME))
    restarted(node)
    before = shown(node)[1]
    chain, key = house.signs("two", NAME)
    live = tmp_path / "live"
    live.mkdir()
    # As certbot has them: links to the files.
    (live / "fullchain.pem").symlink_to(chain)
    (live / "privkey.pem").symlink_to(key)
    told = {
        "certbot": {"RENEWED_LINEAGE": live, "RENEWED_DOMAINS": NAME},
        "lego": {"LEGO_CERT_DOMAIN": NAME, "LEGO_CERT_PATH": chain, "LEGO_CERT_KEY_PATH": key},
        "lego 5": {"LEGO_HOOK_CERT_PATH": chain, "LEGO_HOOK_CERT_KEY_PATH": key},
    }[program]
    hook, programs = tmp_path / "hook", tmp_path / "bin"
    hook.write_text(HOOK)
    hook.chmod(0o755)
    programs.mkdir()
    (programs / "sabir").symlink_to(Path(host.sabir()).resolve())
    environment = {**node.home.environment, **{name: str(value) for name, value in told.items()}}
    environment["PATH"] = f"{programs}:/usr/bin:/bin"
    done = subprocess.run([hook], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "within seconds" in done.stdout and "Everybody" not in done.stdout, done
    assert stat.S_IMODE(os.stat(kept(node)).st_mode) == 0o600
    until(lambda: shown(node)[1] != before)
    # Handed over once more, a certificate that cannot be used: the hook fails, and the page keeps its own.
    good = shown(node)[1]
    chain.write_text("no certificate")
    done = subprocess.run([hook], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "no certificate" in done.stderr, done
    assert shown(node)[1] == good


def test_files_that_the_configuration_names_are_taken_when_they_change(nodes, house):
    chain, key = house.signs("one", NAME)
    node = nodes("Reception", web=f'[web.tls]\ncertificate = "{chain}"\nkey = "{key}"\n')
    assert node.is_secure
    before = shown(node)[1]
    newer, its_key = house.signs("two", NAME)
    key.write_bytes(its_key.read_bytes())
    chain.write_bytes(newer.read_bytes())
    until(lambda: shown(node)[1] != before)
    assert shown(node)[1] == newer.read_text().partition("-----END CERTIFICATE-----\n")[0] + "-----END CERTIFICATE-----\n"
