"""How a room is carried, on the staff page: a picture, and the same as a list."""

import itertools

import pytest
from browser import DESK, NARROW, PHONE, Person, browser, expect, people  # noqa: F401
from node import PIN, Node
from relayed import NAME, sites  # noqa: F401
from test_browser_access import judge

PLAN = """([nodes, mirrored]) => import("/assets/js/map-layout.js").then(({ layout, BOX }) => {
  const { width, height, boxes, lines } = layout(nodes, { mirrored });
  return { width, height, box: BOX, lines, boxes: boxes.map(({ node, x, y }) => [node.id, x, y]) };
})"""

DRAWN = """([nodes, language]) => Promise.all([
  import("/assets/js/map-picture.js"), import("/assets/js/catalogue.js"),
]).then(async ([{ picture }, { loadCatalogue }]) => {
  const words = await loadCatalogue(language);
  words.applyTo(document.documentElement);
  const svg = picture(nodes, words, "map");
  document.body.replaceChildren(svg);
  const wide = (text) => text.getBBox().width;
  return {
    texts: [...svg.querySelectorAll(".map-name")].map((text) => text.textContent),
    widest: Math.max(...[...svg.querySelectorAll("text")].map(wide)),
    title: svg.querySelector("title").textContent,
    crosses: svg.querySelectorAll(".map-cross").length,
    signs: svg.querySelectorAll(".map-care-sign").length,
  };
})"""


def node(name, parent=None, **known):
    unknown = {"up": None, "since": None, "behind": None, "held": None}
    kind = "relay" if parent else "host"
    return {"id": name, "name": name if parent else None, "parent": parent, "kind": kind, "own": not parent,
            "people": 1, "standby": False, **unknown, **known}  # fmt: skip


def chain(count):
    return [node("0"), *(node(str(n), str(n - 1)) for n in range(1, count))]


def tree(relays, width):
    return [node("0"), *(node(str(n), str((n - 1) // width)) for n in range(1, relays + 1))]


ROOMS = {
    "one node": [node("0")],
    "a chain of nine": chain(9),
    "a tree of 30 relays": tree(30, 4),
    "30 relays at one host": tree(30, 30),
    "somebody behind a stranger": [node("0"), node("1", "nobody")],
    "a ring": [node("0"), node("1", "2"), node("2", "1"), node("3", "3")],
}


@pytest.fixture(scope="module")
def page(browser):  # noqa: F811
    """Whose modules the tests call; what is drawn is nowhere in it."""
    with Node("Reception") as node_of_page:
        visitor = Person(browser, node_of_page, "es", screen=DESK)
        visitor.forgives("status of 401")
        visitor.opens("/staff")
        # What the page draws by itself is drawn before anything takes its place.
        visitor.page.locator("#page input").first.wait_for()
        yield visitor.page
        assert not visitor.complaints
        visitor.goes()


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("room", ROOMS)
def test_every_node_has_a_place_of_its_own(page, room, mirrored):
    plan = page.evaluate(PLAN, [ROOMS[room], mirrored])
    wide, high = plan["box"]["width"], plan["box"]["height"]
    ring = room == "a ring"
    assert {name for name, _, _ in plan["boxes"]} == ({"0", "3"} if ring else {node["id"] for node in ROOMS[room]})
    for _, x, y in plan["boxes"]:
        assert 0 <= x <= plan["width"] - wide and 0 <= y <= plan["height"] - high
    for (_, x, y), (_, other, below) in itertools.combinations(plan["boxes"], 2):
        assert abs(x - other) >= wide or abs(y - below) >= high, "two boxes lie over one another"
    assert len(plan["lines"]) == len(plan["boxes"]) - 1
    first = {name: x for name, x, _ in plan["boxes"]}["0"]
    assert first == (max if mirrored else min)(x for _, x, _ in plan["boxes"])


@pytest.mark.parametrize("language", ["en", "ar", "de", "bn", "uk", "pl", "tr"])
def test_what_is_lost_or_late_is_said_and_signed_in_its_box(page, language):
    nodes = [
        node("0"), node("Far away: the second floor of the old house", "0", up=False, since=1_790_000_000_000),
        node("b", "0", up=True, behind=12_000, held=2_000), node("c", "0", up=True, behind=0, standby=True),
    ]  # fmt: skip
    drawn = page.evaluate(DRAWN, [nodes, language])
    assert (drawn["crosses"], drawn["signs"]) == (1, 1)
    assert drawn["widest"] <= 216, "a text is wider than its box"
    assert drawn["texts"][1].endswith("…") and len(drawn["texts"]) == 4


def desk(people, clinic, lang="es", **settings):
    nurse = people(clinic, lang, **settings)
    nurse.forgives("status of 401")
    nurse.opens("/staff")
    nurse.unlocks(PIN)
    return nurse


def test_staff_see_the_relay_and_when_it_is_lost(people, nodes, sites):  # noqa: F811
    host = nodes("Reception")
    relay = sites(host)
    nurse = desk(people, host, screen=DESK)
    picture, items = nurse.page.locator(".map-picture"), nurse.page.locator(".map-list")
    expect(picture.locator(".map-node")).to_have_count(2)
    expect(nurse.page.locator(".staff-map [role=status]")).to_have_text(nurse.words("staff.map.fine"))
    for shown in (picture, items):
        expect(shown).to_contain_text(NAME)
        expect(shown).to_contain_text(nurse.words("staff.map.current"))
    expect(picture).to_have_attribute("aria-label", f"{nurse.words('staff.map')}: {nurse.words('staff.map.fine')}")
    relay.cable.is_cut()
    expect(picture.locator(".map-line.lost .map-cross")).to_have_count(1)
    expect(items.locator(".lost")).to_contain_text(NAME)
    expect(nurse.page.locator(".staff-map [role=status]")).to_have_text(nurse.words("staff.map.trouble", n=1))
    judge(nurse)


@pytest.mark.parametrize(("screen", "lang"), [(PHONE, "es"), (NARROW, "ar")])
def test_a_narrow_screen_has_the_list(people, nodes, sites, screen, lang):  # noqa: F811
    host = nodes("Reception")
    sites(host)
    nurse = desk(people, host, lang, screen=screen)
    nurse.page.locator(".staff-card").click()
    expect(nurse.page.locator(".map-item")).to_have_count(2)
    expect(nurse.page.locator(".map-list")).to_contain_text(NAME)
    expect(nurse.page.locator(".map-picture")).to_be_hidden()
    assert nurse.overflow <= 0


def test_the_kiosk_of_the_relay_s_side(people, nodes, sites):  # noqa: F811
    host = nodes("Reception", room="kiosk_lines = 3")
    relay = sites(host, relay="kiosk_lines = 3")
    wall = people(relay, "es", screen=DESK)
    wall.opens("/kiosk/Reception")
    host.device().enters("Reception", "Anna", "es").says("pasen a la sala dos")
    expect(wall.page.locator("body")).to_contain_text("pasen a la sala dos")
