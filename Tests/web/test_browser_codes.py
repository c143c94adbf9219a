"""The two codes that lead in, of the wifi and of the room: on the wall, on the slip and on the poster, read from pictures."""

import re
import subprocess

import pytest
from browser import DESK, PHONE, TABLET, Words, browser, expect, people, turned  # noqa: F401
from node import PIN, Refused

WIFI = 'languages = ["es", "ar", "zh", "en"]\n[web.wifi]\nname = "Clínica; planta 1"\npassword = "sala de espera"'
TEXT = r"WIFI:T:WPA;S:Clínica\; planta 1;P:sala de espera;;"
WALL = {"width": 1920, "height": 1080}

SIZES = {"a4": (595, 842), "a5": (420, 595), "letter": (612, 792), "card": (595, 842)}
"""In points of a 72nd of an inch."""


def read_codes(picture):
    """What a reader of codes finds in a picture. As bytes: it guesses at letters, and does not write where one text ends."""
    command = ["zbarimg", "--quiet", "--raw", "-Sbinary", picture]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return re.split("(?=WIFI:|http://)", run.stdout)[1:]


def paper(page, folder):
    """The page as it comes out of a printer: one picture a sheet, and the measures of the first."""
    file = folder / "paper.pdf"
    page.pdf(path=file, prefer_css_page_size=True, print_background=True)
    subprocess.run(["pdftoppm", "-r", "150", "-png", file, folder / "sheet"], check=True)
    size = subprocess.run(["pdfinfo", file], capture_output=True, encoding="utf-8", check=True).stdout
    line = next(line for line in size.splitlines() if line.startswith("Page size:"))
    return sorted(folder.glob("sheet*.png")), tuple(round(float(line.split()[at])) for at in (2, 4))


COPIES = """(sheet) => {
  const whole = sheet.getBoundingClientRect();
  return [...sheet.querySelectorAll(".poster-copy")].map((copy) => {
    const { left, top, width, height } = copy.getBoundingClientRect();
    return [(left - whole.left) / whole.width, (top - whole.top) / whole.height, width / whole.width, height / whole.height];
  });
}"""


def copies(sheet, folder, measures):
    """Pictures of the copies on a printed sheet, each cut out: a phone looks at one, and the reader of codes misses some
    of sixteen at once."""
    across, down = (measure * 150 / 72 for measure in measures)
    for n, place in enumerate(sheet.evaluate(COPIES)):
        cut = (round(part * whole) for part, whole in zip(place, (across, down, across, down), strict=True))
        where = [word for pair in zip(("-x", "-y", "-W", "-H"), map(str, cut), strict=True) for word in pair]
        subprocess.run(["pdftoppm", "-r", "150", "-png", *where, folder / "paper.pdf", folder / f"copy-{n:02}"], check=True)
    return sorted(folder.glob("copy*.png"))


@pytest.mark.parametrize("screen", [WALL, TABLET, PHONE, turned(PHONE)], ids=lambda screen: f"{screen['width']}")
def test_the_wall_shows_both_codes_and_a_camera_reads_them(people, nodes, tmp_path, screen):
    node = nodes("Reception", web=WIFI)
    wall = people(node, "ar", screen=screen)
    wall.opens("/kiosk/Reception")
    expect(wall.page.locator("img.kiosk-code")).not_to_have_js_property("naturalWidth", 0)
    expect(wall.page.locator("img.kiosk-wifi-code")).not_to_have_js_property("naturalWidth", 0)
    expect(wall.page.locator(".kiosk-wifi")).to_contain_text("sala de espera")
    wall.page.screenshot(path=tmp_path / "wall.png")
    assert set(read_codes(tmp_path / "wall.png")) == {TEXT, f"{node.url}/r/Reception"}
    assert wall.overflow <= 0


PLACES = """() => {
  const seen = [];
  const step = document.querySelector(".kiosk-step-words");
  const note = () => {
    const stage = document.querySelector(".kiosk-stage").getBoundingClientRect();
    const boxes = [...document.querySelectorAll(".kiosk-code, .kiosk-wifi-code, .kiosk-step b")].map((node) => node.getBoundingClientRect());
    // The circle with the number stands beside its words, whose length differs; the codes do not move at all.
    const codes = boxes.filter(({ width }) => width > 60);
    seen.push([step.textContent, codes.map(({ left, top, width }) => [left - stage.left, top - stage.top, width].map(Math.round).join(" "))]);
  };
  new MutationObserver(note).observe(step, { childList: true, characterData: true, subtree: true });
  note();
  return seen;
}"""


def test_the_numbers_of_the_wall_s_codes_stay_in_their_place_in_every_language(people, nodes):
    wall = people(nodes("Reception", web=WIFI), "es", screen=DESK)
    # Where motion is unwelcome each language stands for twice as long.
    wall.page.emulate_media(reduced_motion="no-preference")
    wall.page.clock.install()
    wall.opens("/kiosk/Reception")
    expect(wall.page.locator("img.kiosk-wifi-code")).not_to_have_js_property("naturalWidth", 0)
    wall.page.evaluate(f"window.seen = ({PLACES})()")
    wall.lets_pass(30)
    seen = wall.page.evaluate("window.seen")
    words, places = {text for text, _ in seen}, {tuple(boxes) for _, boxes in seen}
    assert len(words) == 4 and len(places) == 1, seen


def test_a_wall_without_a_wifi_to_tell_has_one_code_and_no_numbers(people, nodes, tmp_path):
    node = nodes("Reception")
    wall = people(node, "es", screen=DESK)
    wall.opens("/kiosk/Reception")
    expect(wall.page.locator("img.kiosk-code")).not_to_have_js_property("naturalWidth", 0)
    expect(wall.page.locator(".kiosk-step").last).to_be_hidden()
    wall.page.screenshot(path=tmp_path / "wall.png")
    assert read_codes(tmp_path / "wall.png") == [f"{node.url}/r/Reception"]


def test_the_slip_of_a_private_visit_has_both_codes(people, nodes, tmp_path):
    node = nodes("Reception", web=WIFI)
    nurse = people(node, "es", screen=DESK).opens_desk(PIN)
    address = nurse.makes_private_room()
    expect(nurse.page.locator(".staff-slip img")).to_have_count(2)
    expect(nurse.page.locator(".staff-slip li[lang=zh]")).to_have_count(1)
    nurse.page.emulate_media(media="print")
    for picture in nurse.page.locator(".staff-slip img").all():
        expect(picture).not_to_have_js_property("naturalWidth", 0)
    sheets, _ = paper(nurse.page, tmp_path)
    assert len(sheets) == 1 and set(read_codes(sheets[0])) == {TEXT, address}


def test_the_desk_leads_to_the_wall_the_tablet_for_two_and_the_device_for_many(people, nodes):
    node = nodes("Reception")
    nurse = people(node, "es", screen=DESK).opens_desk(PIN)
    nurse.page.get_by_role("link", name="Reception").click()
    nurse.button("staff.visit.code").click()
    places = nurse.sheet.get_by_role("navigation", name=nurse.words("staff.devices"))
    opened = {}
    for key in ("staff.devices.wall", "staff.devices.two", "staff.devices.shared"):
        with nurse.context.expect_page() as page:
            places.get_by_role("link", name=nurse.words(key)).click()
        opened[key] = page.value
    expect(opened["staff.devices.wall"].locator("img.kiosk-code")).to_be_visible()
    expect(opened["staff.devices.two"].locator(".two-half")).to_have_count(2)
    assert opened["staff.devices.shared"].url.endswith("/r/Reception?shared")
    expect(opened["staff.devices.shared"].get_by_role("searchbox")).to_be_visible()
    nurse.page.keyboard.press("Escape")
    nurse.makes_private_room()
    expect(nurse.page.get_by_role("navigation", name=nurse.words("staff.devices"))).to_have_count(0)


def test_the_wifi_is_told_where_screens_are_and_else_to_staff_alone(nodes):
    node = nodes("Reception", web=WIFI)
    visitor, nurse = node.device(), node.device().staff()
    assert visitor.get("/api/rooms/Reception/wifi")["wifi"]["password"] == "sala de espera"
    visit = nurse.post("/api/staff/rooms", private=True)["id"]
    for answer in ("wifi", "wifi.svg"):
        with pytest.raises(Refused, match="not shown on screens"):
            visitor.get(f"/api/rooms/{visit}/{answer}")
        assert b"sala" not in visitor.open(f"/api/rooms/{visit}/{answer}").body
        assert nurse.get(f"/api/rooms/{visit}/{answer}")
    dark = nodes("Reception", web="kiosk = false\n" + WIFI)
    with pytest.raises(Refused, match="not shown on screens"):
        dark.device().get("/api/rooms/Reception/wifi")
    assert dark.device().staff().get("/api/rooms/Reception/wifi")["wifi"]["name"] == "Clínica; planta 1"
    for place in ("/api/house", "/api/rooms/Reception"):
        assert b"sala de espera" not in visitor.open(place).body


@pytest.mark.parametrize("size", SIZES)
def test_a_poster_is_whole_on_its_paper_and_its_codes_can_be_read(people, nodes, tmp_path, size):
    node = nodes("Reception", web=WIFI)
    reader = people(node, "es", screen=DESK)
    reader.opens("/poster/Reception")
    reader.page.locator(f"input[value={size}]").check()
    sheet = reader.page.locator(f".poster-sheet[data-size={size}]")
    expect(sheet).to_have_attribute("data-ready", "whole")
    shown = ["es", "ar"] if size == "card" else ["es", "ar", "zh", "en"]
    texts = reader.page.locator(".poster-copy").first.locator(".poster-texts > li")
    assert [text.get_attribute("lang") for text in texts.all()] == shown
    cut = sheet.evaluate(
        """(sheet) => {
          const out = [];
          for (const copy of sheet.querySelectorAll(".poster-copy")) {
            const paper = copy.getBoundingClientRect();
            for (const node of copy.querySelectorAll("h2, h3, p, span, bdi, img")) {
              const { left, top, right, bottom, width } = node.getBoundingClientRect();
              if (width && (left < paper.left - 1 || right > paper.right + 1 || top < paper.top - 1 || bottom > paper.bottom + 1))
                out.push(node.textContent || node.src);
            }
          }
          return out;
        }"""
    )
    assert not cut and reader.overflow <= 0
    sheets, measures = paper(reader.page, tmp_path)
    assert len(sheets) == 1 and all(abs(a - b) <= 1 for a, b in zip(measures, SIZES[size], strict=True)), measures
    pictures = copies(sheet, tmp_path, measures)
    assert len(pictures) == (8 if size == "card" else 1)
    for picture in pictures:
        assert sorted(read_codes(picture)) == sorted([TEXT, f"{node.url}/r/Reception"])


def test_a_poster_takes_the_languages_that_fit_and_no_more(people, nodes):
    node = nodes("Reception", web=WIFI)
    reader = people(node, "es", screen=PHONE)
    reader.opens("/poster/Reception")
    expect(reader.page.locator(".poster-sheet")).to_have_attribute("data-ready", "whole")
    reader.page.get_by_label("Français").check()
    expect(reader.page.locator(".poster-texts > li[lang=fr] h3")).to_have_text("Participez dans votre langue")
    for name in ("Română", "Українська", "বাংলা"):
        reader.page.get_by_label(name).check()
    expect(reader.page.locator(".poster-texts > li")).to_have_count(8)
    expect(reader.page.locator(".poster-sheet")).to_have_attribute("data-ready", "whole")
    expect(reader.page.get_by_label("Deutsch")).to_be_disabled()
    reader.page.get_by_label("Français").uncheck()
    expect(reader.page.get_by_label("Deutsch")).to_be_enabled()
    assert reader.overflow <= 0


def test_a_poster_of_a_private_room_calls_it_as_the_first_of_its_languages_does(people, nodes):
    node = nodes("Reception", web='languages = ["de", "es"]')
    nurse = people(node, "ca", screen=DESK).opens_desk(PIN)
    nurse.makes_private_room()
    poster = nurse.follows(nurse.sheet.get_by_role("link", name=nurse.words("poster.title"))).page
    name = poster.locator(".poster-copy h2").first
    for language, before in (("de", None), ("es", "Deutsch")):
        if before:
            poster.get_by_label(before).uncheck()
        expect(name).to_have_text(Words(node, language)("room.numbered", n=1))


def test_strangers_get_no_poster_of_a_private_room(people, nodes):
    node = nodes("Reception", web=WIFI)
    visit = node.device().staff().post("/api/staff/rooms", private=True)["id"]
    stranger = people(node, "es")
    stranger.forgives("status of 403")
    stranger.opens(f"/poster/{visit}")
    expect(stranger.page.get_by_role("alert")).to_have_text(stranger.words("poster.none"))
    expect(stranger.page.locator("img")).to_have_count(0)
