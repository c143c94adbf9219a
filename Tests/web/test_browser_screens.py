"""Every screen of a visitor, the desk, the wall and the tablet on every size of device, from either side, and with very
large letters: nothing is cut off, out of reach or too small to touch.

SABIR_SCREENS=FOLDER puts a picture of each there in four languages, and with forced colours, for people to look at.
"""

import json
import os
from pathlib import Path

import pytest
from browser import DESK, RESTARTED, ROOT, browser, expect, people  # noqa: F401
from node import PIN
from program import steady_port

SCREENS = {
    "portrait": (360, 740), "landscape": (740, 360), "tablet": (768, 1024), "desktop": (1920, 1080),
    # A phone at 200 %, and WCAG 1.4.10.
    "narrow": (320, 568),
}
LEAST = 24
"""CSS pixels of what is touched, each way (WCAG 2.5.8); what stands in a sentence is exempt there too."""
PICTURES = os.environ.get("SABIR_SCREENS")
LANGUAGES = ["es", "ar", "zh", "en"] if PICTURES else ["es", "ar"]

JUDGE = """(least) => {
  const faults = [];
  const told = (node) => `${node.tagName.toLowerCase()}.${[...node.classList].join(".")} "${(node.textContent || "").trim().slice(0, 40)}"`;
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth - innerWidth} px wider than the screen`);
  const open = [...document.querySelectorAll("dialog[open]")].pop();
  const scope = open || document.body;
  for (const node of open ? [open, ...open.querySelectorAll(".sheet-body")] : []) {
    if (node.scrollWidth > node.clientWidth + 1) faults.push(`its sheet is ${node.scrollWidth - node.clientWidth} px wider than it may be`);
  }
  const isUnseen = (node) => node.closest(".unseen, [inert], [aria-hidden=true], svg") || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  for (const node of scope.querySelectorAll("*")) {
    if (isUnseen(node)) continue;
    const hasText = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    const style = getComputedStyle(node);
    if (hasText) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      let aside = false;
      for (let up = node; up && up !== document.documentElement; up = up.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(up);
        if (["auto", "scroll"].includes(overflowX)) { aside = true; break; }
        if (textOverflow === "ellipsis" || webkitLineClamp !== "none") { aside = true; break; }
        if (!["hidden", "clip"].includes(overflowX)) continue;
        const frame = up.getBoundingClientRect();
        if (box.right > frame.right + 2 || box.left < frame.left - 2) { faults.push(`cut off at the side: ${told(node)}`); aside = true; break; }
      }
      if (!aside && box.width && (box.right > innerWidth + 1 || box.left < -1)) faults.push(`beside the screen: ${told(node)}`);
    }
    if (node.matches("button, select, textarea, input:not([type=hidden], [type=radio], [type=checkbox]), summary, [role=button], a[href]")) {
      const { width, height } = node.getBoundingClientRect();
      const inSentence = style.display === "inline";
      if (!inSentence && width && (width < least || height < least)) faults.push(`${Math.round(width)} × ${Math.round(height)} px: ${told(node)}`);
    }
  }
  return [...new Set(faults)];
}"""


class Walk:
    """Looks at a person's page on each size of screen; collects what is wrong, by screen."""

    def __init__(self, lang):
        self.lang, self.faults = lang, {}

    def looks(self, person, name, only=SCREENS):
        page, before = person.page, person.page.viewport_size
        for screen in only:
            width, height = SCREENS[screen]
            page.set_viewport_size({"width": width, "height": height})
            self._judge(page, f"{name}-{screen}")
        if "portrait" not in only:
            page.set_viewport_size(before)
            return
        page.set_viewport_size({"width": 360, "height": 740})
        root = "document.documentElement.dataset.size"
        small = page.evaluate(root)
        page.evaluate(f'{root} = "2"')
        self._judge(page, f"{name}-letters")
        page.evaluate(f"{root} = {json.dumps(small)}")
        if PICTURES:
            page.emulate_media(forced_colors="active", reduced_motion="reduce")
            self._picture(page, f"{name}-forced")
            page.emulate_media(forced_colors="none", reduced_motion="reduce")
        page.set_viewport_size(before)

    def _judge(self, page, name):
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if found := page.evaluate(JUDGE, LEAST):
            self.faults[name] = found
        self._picture(page, name)

    def _picture(self, page, name):
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{self.lang}-{name}.png")


@pytest.fixture(params=LANGUAGES)
def walk(request):
    walk = Walk(request.param)
    yield walk
    assert not walk.faults, json.dumps(walk.faults, ensure_ascii=False, indent=1)


OTHER = {"es": "ca", "ar": "es", "zh": "es", "en": "es"}
TOPIC = "Urgencias: aquí se piden citas y se pregunta por los resultados de los análisis"


@pytest.fixture
def clinic(nodes, engines):
    book = f'[phrasebook]\nfiles = ["{ROOT}/share/phrasebook/clinic.tmx"]\n[node]\nname = "Clínica"'
    node = nodes(
        "Reception", "Dentist", engines=[engines()], before=book, port=steady_port(),
        room=f'contact = "+34 900 000 204"\ntopic = "{TOPIC}"\nkiosk_lines = 3\nstaff_see = "conversation"',
        web='responsible = "Ana Pons"\nlanguages = ["es", "ar", "zh", "en"]\n[web.wifi]\nname = "Clinic"\npassword = "waiting-room"',
    )
    node.nurse = node.device().staff()
    return node


def test_the_way_in(people, clinic, walk):
    visitor = people(clinic, walk.lang)
    visitor.opens("/")
    expect(visitor.page.locator(".room-card")).to_have_count(2)
    walk.looks(visitor, "rooms")
    visitor.scans("Reception")
    walk.looks(visitor, "languages")
    visitor.page.get_by_role("searchbox").fill("a")
    walk.looks(visitor, "languages-search")
    visitor.page.get_by_role("searchbox").fill("")
    clinic.device().enters("Reception", "Olena", "uk")
    visitor.accepts_language()
    expect(visitor.page.locator("#name")).to_be_visible()
    walk.looks(visitor, "enter")


def test_a_conversation_and_its_sheets(people, clinic, walk):
    anna = people(clinic, walk.lang).comes("Reception", "Anna María")
    walk.looks(anna, "empty")
    boris = clinic.device().enters("Reception", "Boris", OTHER[walk.lang])
    olena = clinic.device().enters("Reception", "Олена Шевченко", "uk")
    nurse = clinic.nurse.enters("Reception", "Dr. Vega", OTHER[walk.lang])
    clinic.nurse.post("/api/staff/rooms/Reception/acts", act="notice", text="cerramos a las dos", lang="es")
    first = boris.says("bon dia, en què el puc ajudar?")
    boris.says("bon dia, a qui busca?", corrects=first["id"])
    olena.says("добрий день")
    nurse.says("\n".join(f"renglón {number}" for number in range(30)))
    anna.says("hola, tengo fiebre desde ayer por la noche")
    anna.says("me equivoqué")
    gone = anna.line("me equivoqué")
    anna.chooses(gone, "line.takeback")
    walk.looks(anna, "takeback")
    anna.button("line.takeback", anna.sheet).click()
    expect(anna.page.locator(".taken-back")).to_have_count(1)
    expect(anna.page.locator("[data-origin=pending]")).to_have_count(0)
    walk.looks(anna, "room")
    line = anna.page.locator(".line", has_text="добрий день")
    line.locator("[data-role=more]").click()
    walk.looks(anna, "line-menu")
    anna.button("read.title", anna.sheet).click()
    expect(anna.sheet.get_by_role("button").nth(3)).to_be_visible()
    walk.looks(anna, "another-language")
    anna.page.keyboard.press("Escape")
    line.locator("[data-role=origin]").click()
    walk.looks(anna, "origin")
    anna.page.keyboard.press("Escape")
    anna.button("room.settings").click()
    walk.looks(anna, "settings")
    anna.button("take.open", anna.sheet).click()
    walk.looks(anna, "take-home")
    anna.button("take.show", anna.sheet).click()
    expect(anna.sheet.get_by_role("article")).to_be_visible()
    walk.looks(anna, "transcript")
    anna.page.keyboard.press("Escape")
    anna.sheet_of_people()
    walk.looks(anna, "people", only=("portrait", "narrow"))
    anna.page.keyboard.press("Escape")
    anna.button("compose.phrases", anna.page.locator(".composer")).click()
    expect(anna.sheet.locator(".phrase").first).to_be_visible()
    walk.looks(anna, "phrasebook")
    anna.page.keyboard.press("Escape")
    anna.area.fill("¿Le duele la cabeza? No coma nada, y tome la medicina a las ocho.")
    anna.button("compose.check").click()
    expect(anna.sheet.locator(".busy")).to_have_count(0)
    walk.looks(anna, "check")
    anna.page.keyboard.press("Escape")
    anna.area.fill("")
    anna.button("room.leave").click()
    walk.looks(anna, "leave")


def test_help_and_what_staff_alone_read(people, clinic, walk):
    anna = people(clinic, walk.lang).comes("Reception", "Anna María")
    clinic.nurse.enters("Dentist", "Nurse", "es")
    anna.button("help.button").click()
    walk.looks(anna, "help")
    anna.button("help.write", anna.sheet).click()
    walk.looks(anna, "write-to-staff")
    anna.page.keyboard.press("Escape")
    anna.button("help.button").click()
    anna.button("help.private", anna.sheet).click()
    expect(anna.card("help.called")).to_be_visible()
    walk.looks(anna, "called")
    desk = people(clinic, walk.lang, screen=DESK).opens_desk(PIN)
    expect(desk.page.locator(".staff-call")).to_be_visible()
    walk.looks(desk, "desk-call")
    desk.button("staff.talk.open", desk.page.locator(".staff-calls")).click()
    expect(anna.card("help.private.invited")).to_be_visible()
    walk.looks(anna, "invited")
    walk.looks(desk, "desk-talk")
    anna.button("help.private.go").click()
    expect(anna.page.get_by_role("link", name=anna.words("room.back", room="Reception"))).to_be_visible()
    walk.looks(anna, "private-talk")


def test_where_one_may_not_go(people, clinic, walk):
    lost = people(clinic, walk.lang)
    lost.forgives("status of 404")
    lost.opens("/r/Nowhere")
    lost.is_told("missing")
    walk.looks(lost, "missing")
    anna = people(clinic, walk.lang).comes("Reception", "Anna")
    anna.forgives(*RESTARTED)
    boris = clinic.device().enters("Reception", "Boris", OTHER[walk.lang])
    boris.says("bon dia")
    expect(anna.lines).to_have_count(1)
    member = next(
        one["id"] for room in clinic.nurse.get("/api/staff/rooms")["rooms"] for one in room["members"]
        if one["name"] == "Anna"
    )
    clinic.nurse.post("/api/staff/rooms/Reception/acts", act="mute", member=member)
    expect(anna.page.locator(".composer-muted")).to_be_visible()
    walk.looks(anna, "muted")
    clinic.kill()
    expect(anna.page.locator(".banner.lost")).to_be_visible()
    walk.looks(anna, "offline")


def test_the_desk(people, clinic, walk):
    stranger = people(clinic, walk.lang, screen=DESK)
    stranger.forgives("status of 401", "status of 403")
    stranger.opens("/staff")
    expect(stranger.page.locator(".staff-keypad")).to_be_visible()
    walk.looks(stranger, "pin")
    stranger.unlocks(PIN)
    desk = stranger
    clinic.device().enters("Reception", "Boris", OTHER[walk.lang]).says("bon dia")
    desk.page.get_by_role("link", name="Reception").click()
    expect(desk.page.locator(".staff-person", has_text="Boris")).to_be_visible()
    expect(desk.page.locator(".line")).to_have_count(1)
    walk.looks(desk, "desk-room")
    desk.page.locator(".staff-person", has_text="Boris").click()
    expect(desk.sheet).to_be_visible()
    walk.looks(desk, "desk-person")
    desk.page.keyboard.press("Escape")
    desk.button("staff.visit.code").click()
    walk.looks(desk, "desk-code")
    desk.page.keyboard.press("Escape")
    desk.button("staff.visit.new").click()
    walk.looks(desk, "desk-visit")
    desk.page.keyboard.press("Escape")
    desk.button("staff.room.open").click()
    walk.looks(desk, "desk-open")


def test_the_wall_the_poster_and_the_tablet_for_two(people, clinic, walk):
    clinic.device().enters("Reception", "Boris", "es").says("buenos días")
    wall = people(clinic, walk.lang, screen=DESK)
    wall.opens("/kiosk/Reception")
    expect(wall.page.locator(".kiosk-line")).to_have_count(1)
    walk.looks(wall, "wall", only=("tablet", "desktop", "landscape"))
    wall.opens("/poster/Reception")
    expect(wall.page.locator(".poster, .poster-sheet, main").first).to_be_visible()
    walk.looks(wall, "poster")
    tablet = people(clinic, walk.lang, screen=DESK)
    tablet.opens("/two/Reception")
    expect(tablet.half("b").locator("button.language").first).to_be_visible()
    walk.looks(tablet, "two-languages", only=("tablet", "desktop"))
    tablet.sits_down(b=OTHER[walk.lang])
    tablet.half("b").locator("textarea").fill("bon dia")
    tablet.half("b").locator(".composer-send").click()
    expect(tablet.half("a").locator(".line-text")).to_have_count(1)
    walk.looks(tablet, "two-talk", only=("tablet", "desktop"))
