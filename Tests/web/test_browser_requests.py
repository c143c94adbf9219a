"""What a visit asks the node for, that it asks nobody else, and what becomes of a page whose node was updated."""

import re
import shutil
from urllib.parse import urlsplit

from browser import DESK, RESTARTED, ROOT, TABLET, browser, expect, people  # noqa: F401
from node import PIN
from program import steady_port

FIRST_VIEW, RELOAD = 12, 3
VERSIONED = re.compile(r"/assets/[0-9a-f]{16}/")
DRAWN = """() => [...document.querySelectorAll("svg use")].filter((use) => use.closest("svg").checkVisibility())
  .map((use) => [use.getAttribute("href"), use.getBBox().width + use.getBBox().height])"""

RELOADED = "() => performance.getEntriesByType('navigation')[0].type === 'reload'"


class Asked:
    """The requests of a person's page that went to the node; what came from the browser's store is left out."""

    def __init__(self, person):
        self.requests, stored = {}, []
        session = person.context.new_cdp_session(person.page)
        session.on("Network.requestWillBeSent", lambda event: self.requests.update({event["requestId"]: event["request"]["url"]}))
        session.on("Network.requestServedFromCache", lambda event: stored.append(event["requestId"]))
        session.on("Network.responseReceived", lambda event: event["response"].get("fromDiskCache") and stored.append(event["requestId"]))
        session.send("Network.enable")
        self.stored = stored

    @property
    def paths(self):
        sent = [url for number, url in self.requests.items() if number not in self.stored]
        return [urlsplit(url).path for url in sent if not url.startswith(("data:", "blob:"))]


def test_a_first_view_and_a_reload_ask_for_little(people, nodes):
    node = nodes("Reception")
    for lang, name in (("es", "Anna"), ("ca", "Boris"), ("ar", "Amal")):
        visitor = people(node, lang)
        asked = Asked(visitor)
        visitor.comes("Reception", name)
        visitor.says(f"soy {name}")
        # What is written asks for more: it is sent, and set sentences like it are looked for.
        coming = [path for path in asked.paths if not path.endswith(("/messages", "/phrases"))]
        assert len(coming) <= FIRST_VIEW, "\n".join(coming)
        assert len([path for path in asked.paths if "/catalogues/" in path and "outlooks" not in path]) == 1, asked.paths
        again = Asked(visitor)
        visitor.page.reload()
        # What was said comes by the stream, the last of them.
        visitor.sees(f"soy {name}")
        assert len(again.paths) <= RELOAD, "\n".join(again.paths)


def test_each_page_asks_for_one_script_and_one_sheet_and_nobody_but_its_node(people, nodes):
    node = nodes("Reception", room='kiosk_lines = 3\ncontact = "https://example.org/"', web='languages = ["es", "ar"]')
    anna = people(node, "es").comes("Reception", "Anna")
    anna.says("miren https://example.org/ por favor")
    for path, screen, ready in (
        ("/", DESK, "h1"), ("/r/Reception", DESK, "h1"), ("/two/Reception", TABLET, "button.language"),
        ("/kiosk/Reception", DESK, ".kiosk-line"), ("/staff", DESK, ".staff-keypad"),
    ):
        visitor = people(node, "es", screen=screen)
        answers = []
        visitor.context.on("response", lambda answer, answers=answers: answers.append(answer))
        visitor.opens(path)
        expect(visitor.page.locator(ready).first).to_be_visible()
        if path == "/staff":
            visitor.forgives("status of 401")
            visitor.unlocks(PIN)
        assert {urlsplit(answer.url).netloc for answer in answers} == {f"127.0.0.1:{node.port}"}
        assets = [answer for answer in answers if "/assets/" in answer.url]
        assert assets and all(VERSIONED.search(answer.url) for answer in assets), [answer.url for answer in assets]
        assert {answer.headers["cache-control"] for answer in assets} == {"public, max-age=31536000, immutable"}
        if path not in ("/", "/r/Reception"):
            kinds = sorted(answer.url.rpartition(".")[2] for answer in assets if answer.url.endswith((".js", ".css")))
            assert kinds == ["css", "js"], [answer.url for answer in assets]


def test_icons_are_drawn_without_a_network(people, nodes):
    anna = people(nodes("Reception"), "es").comes("Reception", "Anna")
    anna.forgives("net::ERR_")
    anna.says("hola")
    # Streams that are open outlive this; what is asked for now does not.
    anna.loses_network()
    anna.button("room.settings").click()
    expect(anna.sheet).to_be_visible()
    drawn = anna.page.evaluate(DRAWN)
    assert len(drawn) >= 5 and all(size > 0 for _, size in drawn), drawn


def test_the_page_works_as_it_is_written_too(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    boris, amal = people(node, "ca").comes("Reception", "Boris"), people(node, "en").comes("Reception", "Amal")
    anna = people(node, "es")
    modules = []
    anna.context.on("request", lambda request: modules.append(urlsplit(request.url).path))
    anna.opens("/r/Reception?modules")
    anna.accepts_language()
    anna.enters("Anna")
    assert {"/assets/js/main.js", "/assets/js/room.js", "/assets/tokens.css"} <= set(modules)
    anna.says("hola")
    boris.reads("ca:hola", written="hola")
    amal.reads("en:hola", written="hola")
    drawn = anna.page.evaluate(DRAWN)
    assert drawn and all(size > 0 for _, size in drawn), drawn


# A page that was opened before an update


def updatable(nodes, tmp_path, **settings):
    """A node whose page can be changed: it has a copy of what Sabir brings along."""
    share = tmp_path / "share"
    shutil.copytree(ROOT / "share", share)
    return share / "web", nodes("Reception", before=f'[node]\ndata_directory = "{share}"\n', port=steady_port(), **settings)


def update(node, web, *inside):
    """Another version of the page, and the node started anew with it."""
    node.kill()
    for person in inside:
        expect(person.page.locator(".banner.lost")).to_be_visible()
    with (web / "js/room.js").open("a", encoding="utf-8") as file:
        file.write("/* another version */\n")
    node.start()


def version(person):
    return person.page.evaluate("document.querySelector('script[type=module]').src.match(/assets\\/([0-9a-f]{16})/)[1]")


def test_open_pages_outlive_an_update(people, nodes, engines, tmp_path):
    web, node = updatable(nodes, tmp_path, engines=[engines()])
    anna, boris = people(node, "es").comes("Reception", "Anna"), people(node, "ca").comes("Reception", "Boris")
    carla = people(node, "en")
    carla.scans("Reception")
    carla.accepts_language()
    for person in (anna, boris, carla):
        person.forgives(*RESTARTED)
    before = version(anna)
    update(node, web, anna, boris)
    carla.enters("Carla")
    for person in (anna, boris, carla):
        expect(person.page.locator(".banner.lost")).to_be_hidden()
        expect(person.page.locator(".bar-count")).to_have_text("3")
    anna.says("hola")
    boris.reads("ca:hola", written="hola")
    carla.reads("en:hola", written="hola")
    # A catalogue that was not there before the update.
    boris.button("room.settings").click()
    boris.sheet.get_by_role("button", name="Català").click()
    boris.sheet.locator("button.language", has_text="Français").click()
    expect(boris.page.locator("html")).to_have_attribute("lang", "fr")
    assert version(anna) == version(boris) == version(carla) == before
    anna.page.reload()
    expect(anna.area).to_be_visible()
    assert version(anna) != before


def documents(person):
    """Grows by one each time that the page is loaded."""
    loaded = []
    person.context.on("request", lambda request: request.resource_type == "document" and loaded.append(request.url))
    return loaded


def test_a_page_whose_parts_are_gone_begins_anew_by_itself(people, nodes, tmp_path):
    web, node = updatable(nodes, tmp_path)
    boris = people(node, "ca").comes("Reception", "Boris")
    carla = people(node, "es").comes("Reception", "Carla")
    anna = people(node, "es")
    for person in (anna, boris, carla):
        person.forgives(*RESTARTED, "status of 404", "Failed to fetch dynamically")
    loaded = documents(anna)
    # The part is lost on the way while the page is opened, and the node is updated before it is asked for again.
    lost = []
    anna.context.route("**/js/inside.js", lambda route: (lost.append(route.request.url), route.abort()))
    anna.scans("Reception")
    anna.accepts_language()
    before = version(anna)
    update(node, web, boris, carla)
    anna.context.unroute("**/js/inside.js")
    anna.button("enter.go").click()
    anna.page.wait_for_function(RELOADED)
    expect(anna.button("enter.go")).to_be_visible()
    assert version(anna) != before and lost and len(loaded) == 2
    anna.enters("Anna")
    expect(anna.page.locator(".bar-count")).to_have_text("3")
    anna.says("hola")
    boris.sees("hola")
    carla.sees("hola")


def test_a_page_whose_parts_stay_gone_begins_anew_once(people, nodes):
    anna = people(nodes("Reception"), "es")
    anna.forgives("status of 404", "Failed to fetch dynamically")
    loaded = documents(anna)
    anna.context.route("**/js/inside.js", lambda route: route.fulfill(status=404))
    anna.opens("/r/Reception")
    anna.page.wait_for_function(RELOADED)
    expect(anna.page.locator("h1")).to_be_visible()
    anna.accepts_language()
    anna.button("enter.go").click()
    expect(anna.page.get_by_text(anna.words("error.other"))).to_be_visible()
    assert len(loaded) == 2
