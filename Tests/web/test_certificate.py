"""The page's certificate: brought or asked for, judged, taken by a node that runs, and told of in time."""

import os
import ssl
import stat
import subprocess
import time

import pytest
from authority import NAME, Authority, House
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


# Asked for


@pytest.fixture
def authority(house):
    made = Authority(house)
    yield made
    made.end()


def acme(authority, hook=None, names=(NAME,)):
    listed = ", ".join(f'"{name}"' for name in names)
    return (
        f'[web.acme]\ndirectory = "{authority.directory}"\nnames = [{listed}]\nhook = "{hook or authority.hook()}"\n'
        f'contact = "it@clinic.example"\nroots = "{authority.house.root}"\n')


def test_a_certificate_is_asked_for_by_dns_once_and_again_when_it_is_time(nodes, house, authority):
    node = nodes("Reception", web=acme(authority))
    status, said = sabir(node, "renew")
    assert status == 0 and f"names   {NAME}" in said, said
    assert restarted(node).is_secure
    first = shown(node)[1]
    status, said = sabir(node, "renew")
    assert status == 0 and "not time yet" in said and "89 more days" in said
    status, said = sabir(node, "renew", "--force")
    assert status == 0 and "within seconds" in said, said
    until(lambda: shown(node)[1] != first)
    (house.folder / "theirs.pem").write_text(authority.roots())
    told = subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{node.port}", "-servername", NAME, "-verify_hostname", NAME,
         "-verify_return_error", "-CAfile", house.folder / "theirs.pem"],
        input="", capture_output=True, text=True, timeout=60, check=False)
    assert "Verify return code: 0" in told.stdout, told.stdout[-500:] + told.stderr[-500:]
    # The account's key and the page's are for the node's user alone.
    secrets = [file for file in node.home.path.rglob("*") if file.is_file() and b"PRIVATE KEY" in file.read_bytes()]
    folder = next(node.home.path.rglob("acme"))
    assert secrets and all(stat.S_IMODE(file.stat().st_mode) & 0o077 == 0 for file in secrets)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_one_that_is_nearly_over_or_for_other_names_is_replaced(nodes, house, authority):
    node = nodes("Reception", web=acme(authority, names=(NAME, "two.clinic.example")))
    sabir(node, "import", *house.signs("old", NAME, "two.clinic.example", begins=-70, ends=30))
    assert "authority gave" not in (said := sabir(node, "renew"))[1] and "in 89 days" in said[1], said
    sabir(node, "import", *house.signs("other", NAME))
    assert "two.clinic.example" in sabir(node, "renew")[1]


def test_what_fails_changes_nothing_and_says_why(nodes, house, authority, tmp_path):
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\nexit 0\n")
    node = nodes("Reception", web=acme(authority, hook=silent))
    sabir(node, "import", *house.signs("old", NAME, begins=-70, ends=20))
    before = kept(node).read_bytes()
    status, said = sabir(node, "renew")
    assert status == 1 and "may not run it" in said
    silent.chmod(0o755)
    status, said = sabir(node, "renew")
    assert status == 1 and "gave no certificate" in said and "TXT" in said, said
    authority.end()
    status, said = sabir(node, "renew")
    assert status == 1 and "gave no certificate" in said, said
    assert kept(node).read_bytes() == before


def test_an_authority_that_refuses_is_told_in_its_own_words(nodes, house):
    authority = Authority(house, refused=NAME)
    status, said = sabir(nodes("Reception", web=acme(authority)), "renew")
    authority.end()
    last = said.splitlines()[-1]
    assert status == 1 and "The authority said: " in last and f'forbidden by policy: "{NAME}"' in last, said


def test_without_a_page_of_its_own_nothing_is_asked_for(nodes):
    status, said = sabir(nodes("Reception"), "renew")
    assert status == 1 and "[web.acme]" in said
