"""A language in which nothing is English: whoever reads it sees no word that comes from no catalogue, in any view.

The catalogues of Basque are made of Georgian letters, one for each letter of the English. What is then left in Latin
letters is a person's text, marked as in another language, a name, an address, or a fault.
"""

import json
import re
import shutil

import pseudo
import pytest
from browser import DESK, ROOT, TABLET, browser, expect, people  # noqa: F401
from node import PIN
from test_browser_access import OPENS

LANGUAGE = "eu"
OWN = {
    "Reception", "Dentist", "Anna", "Boris", "Олена", "Ana Pons", "staged", "Sabir", "Front desk", "bon dia", "hola", "ona", "cerramos a las dos",
    # Its own name, and the coin with the first letters of it.
    "Euskara", "Eu",
    # Languages as people who read Basque call them, by Unicode's CLDR.
    "ukrainera", "katalana", "euskara",
    # Sizes of paper.
    "A4", "A5", "Letter",
}
"""Names of rooms, people, engines and languages, and what people have said."""

# A browser names languages in Basque; here that would be Latin letters of no catalogue.
NAMES_LANGUAGES = "Intl.DisplayNames = class { of(tag) { return '\u10d4'.repeat(tag.length); } };"

SEEN = """(language) => {
  const found = [];
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true }) || node.closest("[aria-live]");
  const isOwn = (node) => {
    const marked = node.closest("[lang]");
    return marked && marked.getAttribute("lang") !== language;
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  for (let node = walk.currentNode; node; node = walk.nextNode()) {
    if (["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"].includes(node.tagName) || !isSeen(node) || isOwn(node)) continue;
    const texts = [...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data);
    for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"]) texts.push(node.getAttribute(name) || "");
    if (node.tagName === "BDI" || node.closest("bdi")) continue;
    for (const text of texts) if (/\\p{Script=Latin}/u.test(text)) found.push([text.trim(), node.outerHTML.slice(0, 160)]);
  }
  return found;
}"""


def strange(value):
    return {form: pseudo.written(text) for form, text in value.items()} if isinstance(value, dict) else pseudo.written(value)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """The program's data, with Basque replaced."""
    where = tmp_path_factory.mktemp("share")
    shutil.copytree(ROOT / "share", where, dirs_exist_ok=True)
    for folder in ("web/catalogues", "interface", "warnings"):
        english = json.loads((ROOT / "share" / folder / "en.json").read_text(encoding="utf-8"))
        made = {key: strange(value) for key, value in english.items()}
        (where / folder / f"{LANGUAGE}.json").write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
    grid = where / "web/catalogues/outlooks.json"
    words = json.loads(grid.read_text(encoding="utf-8"))
    words[LANGUAGE] = {key: strange(value) for key, value in words["en"].items()}
    grid.write_text(json.dumps(words, ensure_ascii=False), encoding="utf-8")
    book = (ROOT / "share/phrasebook/clinic.tmx").read_text(encoding="utf-8")
    (where / "clinic.tmx").write_text(re.sub('xml:lang="en"><seg>(.*?)</seg>', phrase, book), encoding="utf-8")
    return where


def phrase(found):
    """A set sentence in that language, with its numbers and entities as they are."""
    parts = re.split(r"(\{\w+\}|&\w+;)", found[1])
    text = "".join(part if part[:1] in ("{", "&") else pseudo.written(part) for part in parts)
    return f'xml:lang="{LANGUAGE}"><seg>{text}</seg>'


@pytest.fixture
def clinic(nodes, engines, data):
    node = nodes(
        "Reception", "Dentist", engines=[engines()],
        before=f'[node]\nname = "Front desk"\ndata_directory = "{data}"\n[phrasebook]\nfiles = ["{data}/clinic.tmx"]',
        room='contact = "+34 900 000 204"\nkiosk_lines = 3', web='responsible = "Ana Pons"',
    )
    nurse = node.device().staff()
    nurse.post("/api/staff/rooms/Reception/acts", act="notice", text="cerramos a las dos", lang="es")
    return node


@pytest.fixture
def reader(people, clinic):
    """Whoever reads that language, on a screen."""

    def make(**settings):
        person = people(clinic, LANGUAGE, **settings)
        person.context.add_init_script(NAMES_LANGUAGES)
        return person

    return make


def judge(person, *addresses):
    left = []
    for text, where in person.page.evaluate(SEEN, LANGUAGE):
        if text in addresses:
            continue
        # Of languages that the browser has no words for it writes hours and days as "8 h", "7 d" (CLDR's root).
        rest = re.sub(r"\S*127\.0\.0\.1\S*|https?://\S+|\+34[\d ]+|^\d+ [hd]$", " ", text)
        for own in sorted(OWN, key=len, reverse=True):
            rest = rest.replace(own, " ")
        if re.search(r"[A-Za-z]", rest):
            left.append((rest.strip(), where))
    assert not left, left


def talk(node):
    """Three people: one who is translated, one who is not, one who reads."""
    boris, olena = node.device().enters("Reception", "Boris", "ca"), node.device().enters("Reception", "Олена", "uk")
    boris.says("bon dia")
    olena.says("добрий день")
    return boris


def test_the_way_in(reader, clinic):
    visitor = reader()
    visitor.opens("/")
    expect(visitor.page.locator(".room-card")).to_have_count(2)
    judge(visitor)
    visitor.scans("Reception")
    judge(visitor)
    visitor.accepts_language()
    expect(visitor.page.locator("#name")).to_be_visible()
    judge(visitor)


def test_a_conversation_and_why_it_is_not_translated(reader, clinic):
    anna = reader(screen=DESK).comes("Reception", "Anna")
    boris = talk(clinic)
    anna.sees("добрий день")
    anna.says("hola")
    boris.asks("person")
    expect(anna.calls).to_have_count(1)
    expect(anna.page.locator("[data-origin=pending]")).to_have_count(0)
    reason = anna.line("добрий день").locator(".line-remark")
    expect(reason).to_contain_text("ukrainera")
    expect(reason).to_contain_text("euskara")
    judge(anna)


@pytest.mark.parametrize("view", list(OPENS))
def test_each_sheet(reader, clinic, view):
    if view == "check":
        pytest.skip("both readings need an engine for the language")
    anna = reader().comes("Reception", "Anna")
    talk(clinic)
    OPENS[view](anna, anna.sees("bon dia"))
    expect(anna.sheet).to_be_visible()
    judge(anna)


def test_every_situation_of_the_phrasebook_is_named(reader, clinic):
    anna = reader().comes("Reception", "Anna")
    anna.button("compose.phrases").click()
    for situation in ("answers", "care", "costs", "examination", "family", "history", "language", "symptoms", "pain"):
        expect(anna.button(f"situation.{situation}", anna.sheet)).to_be_visible()
    judge(anna)


def test_a_closing_screen(reader):
    visitor = reader()
    visitor.forgives("status of 404")
    visitor.opens("/r/Nowhere")
    visitor.is_told("missing")
    judge(visitor)


def test_the_staff_s_page(reader, clinic):
    talk(clinic)
    nurse = reader(screen=DESK)
    nurse.forgives("status of 401", "status of 403")
    nurse.opens("/staff")
    expect(nurse.page.locator("#pin")).to_be_focused()
    judge(nurse)
    nurse.types_pin("000000")
    expect(nurse.page.get_by_role("alert").first).to_be_visible()
    judge(nurse)
    nurse.page.reload()
    nurse.unlocks(PIN)
    judge(nurse)
    nurse.page.locator(".staff-card").first.click()
    expect(nurse.page.locator(".staff-person")).to_have_count(2)
    judge(nurse)
    nurse.page.locator(".staff-person", has_text="Boris").click()
    expect(nurse.sheet).to_be_visible()
    judge(nurse)


def test_what_is_amiss_is_told_to_staff_in_their_language(reader, clinic):
    """The node's own sentence stands beside it, marked as English, for whoever mends it."""
    nurse = reader(screen=DESK)
    nurse.forgives("status of 401")
    notices = [
        {"code": code, "text": "The node's sentence."}
        for code in (
            "history-memory-only", "history-restart-due", "history-moved-aside", "history-purge-due",
            "history-erasure-due", "history-clock", "page-port", "pin-guessed", "engine-day-used-up", "acts-not-kept",
            "relay-struck",
        )
    ]

    def amiss(route):
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "notices": notices} if answer.ok else None)

    nurse.page.route("**/api/staff/rooms", amiss)
    nurse.opens("/staff")
    nurse.unlocks(PIN)
    expect(nurse.page.get_by_text("The node's sentence.")).to_have_count(len(notices))
    for notice in notices[1:]:
        expect(nurse.page.get_by_text(nurse.words(f"staff.notice-code.{notice['code']}"))).to_be_visible()
    judge(nurse)


def test_one_tablet_for_two(reader, clinic):
    tablet = reader(screen=TABLET)
    tablet.opens("/two/Reception")
    expect(tablet.half("b").locator("button.language").first).to_be_visible()
    judge(tablet)
    tablet.sits_down(b=LANGUAGE)
    talk(clinic)
    expect(tablet.half("a").locator(".line-text")).to_have_count(2)
    expect(tablet.page.locator("[data-origin=pending]")).to_have_count(0)
    judge(tablet)
    tablet.button("two.new").click()
    judge(tablet)


def test_help_and_a_private_talk(reader, clinic):
    anna = reader().comes("Reception", "Anna")
    desk = reader(screen=DESK).opens_desk(PIN)
    anna.button("help.button").click()
    judge(anna)
    anna.button("help.write", anna.sheet).click()
    judge(anna)
    anna.page.get_by_label(anna.words("help.write"), exact=True).last.fill("hola")
    anna.button("compose.send", anna.sheet).click()
    expect(anna.card("calls.report.told")).to_be_visible()
    anna.button("help.button").click()
    anna.button("help.private", anna.sheet).click()
    expect(anna.card("help.called")).to_be_visible()
    judge(anna)
    # The call's: the line to the staff offers one, too.
    opening = desk.button("staff.talk.open").and_(desk.page.locator(":not(.plain)"))
    expect(opening).to_be_visible()
    judge(desk)
    opening.click()
    expect(anna.card("help.private.invited")).to_be_visible()
    judge(anna)
    judge(desk)
    anna.button("help.private.go").click()
    expect(anna.page.get_by_role("link", name=anna.words("room.back", room="Reception"))).to_be_visible()
    judge(anna)


def test_one_s_own_words_another_language_and_what_one_takes_home(reader, clinic):
    anna = reader().comes("Reception", "Anna")
    first = talk(clinic).says("hola")
    expect(anna.page.locator(".line-text", has_text="hola")).to_be_visible()
    anna.says("ona")
    own = anna.line("ona")
    for key in ("line.correct", "line.takeback"):
        anna.chooses(own, key)
        judge(anna)
        anna.page.keyboard.press("Escape")
    anna.chooses(own, "line.takeback")
    anna.button("line.takeback", anna.sheet).click()
    expect(anna.page.locator(".taken-back")).to_have_count(1)
    judge(anna)
    anna.chooses(anna.page.locator(f'[data-id="{first["id"]}"]').or_(anna.page.locator(".line", has_text="hola")).first, "read.title")
    judge(anna)
    anna.page.keyboard.press("Escape")
    anna.button("room.settings").click()
    anna.button("take.open", anna.sheet).click()
    judge(anna)
    anna.button("take.show", anna.sheet).click()
    expect(anna.sheet.get_by_role("article")).to_be_visible()
    judge(anna)


def test_the_sheets_of_the_desk(reader, clinic):
    talk(clinic)
    desk = reader(screen=DESK).opens_desk(PIN)
    desk.page.locator(".staff-card").first.click()
    for key in ("staff.visit.code", "staff.visit.new", "staff.room.open"):
        desk.button(key).click()
        expect(desk.sheet).to_be_visible()
        judge(desk)
        desk.page.keyboard.press("Escape")
        expect(desk.sheet).to_have_count(0)
    desk.page.get_by_role("button", name=desk.words("staff.title") + ":").click()
    expect(desk.sheet).to_be_visible()
    judge(desk)
    desk.page.keyboard.press("Escape")
    desk.page.locator(".staff-person", has_text="Boris").click()
    desk.sheet.get_by_role("button").filter(has_text=desk.words("staff.ban")).first.click()
    judge(desk)


@pytest.fixture
def house(nodes, engines, data):
    """A house that speaks this language alone, and tells its wifi."""
    return nodes(
        "Reception", engines=[engines()], before=f'[node]\nname = "Front desk"\ndata_directory = "{data}"',
        room='kiosk_lines = 3\nstaff_see = "conversation"',
        web=f'forget_after = "60s"\nlanguages = ["{LANGUAGE}"]\n[web.wifi]\nname = "hola"\npassword = "hola-hola"',
    )


@pytest.mark.parametrize("path", ["/kiosk/Reception", "/poster/Reception"])
def test_the_wall_and_the_poster(people, house, path):
    talk(house)
    wall = people(house, LANGUAGE, screen=DESK)
    wall.context.add_init_script(NAMES_LANGUAGES)
    wall.opens(path)
    expect(wall.page.locator("img").first).to_be_visible()
    if path.startswith("/kiosk"):
        expect(wall.page.locator(".kiosk-line")).to_have_count(2)
        expect(wall.page.locator(".kiosk-invite")).not_to_be_empty()
    judge(wall, "http://", "/r/Reception")


def test_whoever_is_muted_cut_off_or_asked_whether_they_are_there(people, house):
    anna = people(house, LANGUAGE)
    anna.context.add_init_script(NAMES_LANGUAGES)
    anna.page.clock.install()
    anna.opens("/r/Reception?shared")
    anna.accepts_language()
    judge(anna)
    anna.enters("Anna")
    nurse = house.device().staff()
    member = next(one["id"] for room in nurse.get("/api/staff/rooms")["rooms"] for one in room["members"])
    nurse.post("/api/staff/rooms/Reception/acts", act="mute", member=member)
    expect(anna.page.locator(".composer-muted")).to_be_visible()
    judge(anna)
    anna.page.clock.run_for(65_000)
    expect(anna.page.get_by_role("alertdialog")).to_be_visible()
    judge(anna)


@pytest.mark.parametrize(
    ("device", "catalogue", "shown"),
    [
        (["en-GB"], "en", r"^0?3:04$"), (["en-US"], "en", r"^3:04\sAM$"), (["es-ES", "en"], "en", r"^0?3:04$"),
        (["en-US"], "es", r"^3:04\sa\.\sm\.$"), (["ca"], "ca", r"^0?3:04$"), (["de"], "ar", r"^\S{4,5}$"),
    ],
)
def test_hours_are_told_as_the_device_tells_them(people, nodes, device, catalogue, shown):
    visitor = people(nodes("Reception"), device[0])
    visitor.context.add_init_script(
        f"Object.defineProperty(navigator, 'languages', {{ get: () => {json.dumps(device)} }});")
    visitor.opens("/r/Reception")
    time = visitor.page.evaluate(
        """async (tag) => {
          const { loadCatalogue } = await import("/assets/js/catalogue.js");
          const at = new Date(2026, 2, 4, 3, 4).getTime();
          return (await loadCatalogue(tag)).time(at, at);
        }""", catalogue)
    assert re.search(shown, time), time
