"""Over HTTPS that phones trust, the page can be put beside the apps and opens without a network; else nothing of it is."""

import base64
import hashlib
import shutil
import subprocess
import time

import pytest
from authority import House
from browser import CHROMIUM, CUT_SHORT, NOT_INSTALLED, RESTARTED, ROOT, Person, browser, expect, people, started  # noqa: F401
from node import PIN
from program import steady_port
from test_secure_door import door

KEPT = """async () => {
  const paths = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) paths.push([name, new URL(url).pathname]);
  }
  return paths;
}"""
WORKS = """async (name) => {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const active = registration && registration.active;
  if (!active) return false;
  if (active.state !== "activated") return false;
  const stored = await Promise.all((await caches.keys()).map((key) => caches.open(key).then((store) => store.keys())));
  return stored.flat().some(({ url }) => url.endsWith(name));
}"""
RENEWED = """(before) => caches.keys().then((names) => names.length === 1 && names[0] !== before)"""
GONE = """async () => !(await navigator.serviceWorker.getRegistration("/")) && (await caches.keys()).length === 0"""


def until(person, look, *given):
    """A page's own rules forbid what Playwright waits by: so it is asked again and again."""
    ends = time.monotonic() + 60
    while not person.page.evaluate(look, *given):
        assert time.monotonic() < ends, person.page.evaluate(KEPT)
        person.page.wait_for_timeout(100)


@pytest.fixture
def house(tmp_path):
    return House(tmp_path)


@pytest.fixture
def secured(nodes, house, engines):
    """A node over HTTPS with the house's certificate, at an address that outlives it, and who trusts it."""
    chain, key = house.signs("page", "127.0.0.1")
    web = f'[web.tls]\ncertificate = "{chain}"\nkey = "{key}"\n'

    def make(before="", more=""):
        node = nodes("Reception", engines=[engines()], web=more + web, port=steady_port(), before=before)
        assert node.is_secure
        return node

    make.chain = chain
    return make


@pytest.fixture
def trusting(secured):
    """People whose browser takes the house's certificate, as one does that has its root."""
    public = subprocess.run(
        ["openssl", "x509", "-in", secured.chain, "-noout", "-pubkey"], check=True, capture_output=True, timeout=60).stdout
    der = openssl_der(public)
    pin = base64.b64encode(hashlib.sha256(der).digest()).decode()
    chromium = started()[0].chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", f"--ignore-certificate-errors-spki-list={pin}"])
    made = []

    def make(node, lang="es", **settings):
        made.append(Person(chromium, node, lang, **settings))
        return made[-1]

    yield make
    complaints = [complaint for person in made for complaint in person.complaints]
    chromium.close()
    assert not complaints, complaints


def openssl_der(public):
    return subprocess.run(
        ["openssl", "pkey", "-pubin", "-outform", "DER"], input=public, check=True, capture_output=True, timeout=60).stdout


def in_three(secured, trusting, **settings):
    """Anna with a phone that has the page by now, Boris in another language, Marta of the staff."""
    node = secured(**settings)
    boris = node.device().enters("Reception", "Boris", "ca")
    node.device().staff().enters("Reception", "Marta", "es")
    anna = trusting(node, "es").comes("Reception", "Anna")
    anna.forgives(*RESTARTED, CUT_SHORT)
    anna.says("hola")
    assert boris.reads("ca:hola")
    until(anna, WORKS, "/es.json")
    return node, anna, boris


def test_it_opens_without_a_network_says_so_and_comes_back(secured, trusting):
    node, anna, boris = in_three(secured, trusting)
    anna.page.reload()
    boris.says("bon dia")
    anna.reads("es:bon dia", written="bon dia")
    node.kill()
    anna.page.reload()
    anna.is_told("offline")
    later = anna.another_window("/")
    later.is_told("offline")
    for path in ("/staff", "/kiosk/Reception", "/two/Reception", "/r/Reception?modules"):
        with pytest.raises(Exception, match="net::ERR_"):
            anna.context.new_page().goto(node.url + path)
    node.start()
    expect(anna.area).to_be_visible()
    expect(later.area).to_be_visible()
    again = node.device().enters("Reception", "Boris", "ca")
    again.says("bona tarda")
    anna.reads("es:bona tarda", written="bona tarda")
    paths = [path for _, path in anna.page.evaluate(KEPT)]
    assert paths and all(path == "/" or path.startswith("/assets/") for path in paths), paths


def test_what_a_phone_needs_to_put_it_beside_the_apps_is_there(secured, trusting):
    node, anna, _ = in_three(secured, trusting, more='languages = ["ca"]\n')
    session = anna.context.new_cdp_session(anna.page)
    found = session.send("Page.getAppManifest")
    assert not found["errors"] and found["url"].endswith("/manifest.webmanifest"), found
    errors = [error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert errors == ["in-incognito"], "a browser of a test forgets everything, and nothing else is in the way"
    manifest = node.device().get("/manifest.webmanifest")
    assert manifest["lang"] == "ca" and manifest["name"] and manifest["start_url"] == manifest["scope"] == "/"
    for icon in manifest["icons"]:
        picture = node.device().open(icon["src"]).body
        width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
        assert picture.startswith(b"\x89PNG") and f"{width}x{height}" == icon["sizes"]


def test_after_an_update_the_page_of_before_is_gone(secured, trusting, tmp_path):
    share = tmp_path / "share"
    shutil.copytree(ROOT / "share", share)
    node, anna, _ = in_three(secured, trusting, before=f'[node]\ndata_directory = "{share}"\n')
    before = {name for name, _ in anna.page.evaluate(KEPT)}
    file = share / "web/catalogues/es.json"
    file.write_text(file.read_text().replace(anna.words("end.offline.title"), "Otra versión"))
    node.kill()
    node.start()
    anna.page.reload()
    until(anna, RENEWED, [*before][0])
    expect(anna.area).to_be_visible()
    until(anna, WORKS, "/es.json")
    anna.page.reload()
    expect(anna.area).to_be_visible()
    node.kill()
    anna.page.reload()
    expect(anna.page.get_by_role("heading", name="Otra versión")).to_be_visible()


def test_where_it_may_not_be_installed_any_more_it_goes(secured, trusting):
    node, anna, _ = in_three(secured, trusting)
    node.kill()
    node.home.write("sabir/sabir.toml", node.configuration.replace("[web.tls]", "installable = false\n[web.tls]"))
    node.start()
    anna.page.reload()
    expect(anna.area).to_be_visible()
    until(anna, GONE)
    node.kill()
    with pytest.raises(Exception, match="net::ERR_"):
        anna.page.reload()


def test_over_plain_http_and_a_certificate_of_the_nodes_own_nothing_of_it_is_asked_for(people, nodes):
    node = nodes("Reception")
    asked = []
    anna = people(node, "es")
    anna.context.on("request", lambda request: asked.append(request.url))
    anna.comes("Reception", "Anna")
    anna.says("hola")
    # Where it is asked for, that is three seconds after one came in.
    anna.page.evaluate("new Promise((done) => setTimeout(done, 4000))")
    assert not [url for url in asked if "manifest" in url or "worker" in url]
    assert anna.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    for path, status in (("/manifest.webmanifest", 204), ("/worker.js", 404)):
        assert node.device().open(path).status == status


def test_over_a_certificate_of_the_nodes_own_the_answer_is_empty_and_no_error(people, nodes):
    node = nodes("Reception")
    port, _ = door(node)
    anna = people(node, "es", ignore_https_errors=True)
    anna.forgives(f"a request to https://127.0.0.1:{port}/")
    anna.page.goto(f"https://127.0.0.1:{port}/r/Reception")
    anna.page.get_by_role("button", name="Español").first.click()
    with anna.page.expect_response("**/manifest.webmanifest") as answer:
        anna.button("enter.go").click()
    assert answer.value.status == 204
    expect(anna.area).to_be_visible()
    assert anna.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    assert not [trouble for trouble in anna.trouble if any(part in trouble for part in NOT_INSTALLED)]
