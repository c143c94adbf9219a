"""The screen on the wall, the staff's page, and one tablet for two people."""

import pytest
from browser import DESK, RESTARTED, TABLET, browser, expect, people, turned  # noqa: F401
from node import PIN, joined
from program import steady_port


def test_a_kiosk_shows_the_code_and_can_be_touched_by_nobody(people, nodes, engines):
    node = nodes("Reception", engines=[engines()], room='kiosk_lines = 3\ntopic = "Urgencias"')
    wall = people(node, "es", screen=DESK)
    wall.opens("/kiosk/Reception")
    code = wall.page.locator("img.kiosk-code")
    expect(code).to_be_visible()
    expect(code).not_to_have_js_property("naturalWidth", 0)
    expect(wall.page.locator("h1")).to_have_text("Reception")
    expect(wall.page.locator(".kiosk-address")).to_contain_text(f"127.0.0.1:{node.port}")
    assert wall.page.locator("button, input, textarea, select, a[href], [tabindex]").count() == 0
    anna = node.device().enters("Reception", "Anna", "es")
    expect(wall.page.locator(".kiosk-count")).to_contain_text("1")
    anna.asks("person")
    for text in ("uno", "dos", "tres"):
        anna.says(text)
    expect(wall.page.locator(".kiosk-text")).to_have_text(["uno", "dos", "tres"])
    expect(wall.page.locator("body"), "no call is told on the wall").not_to_contain_text(wall.words("calls.person", name="Anna"))
    assert wall.overflow <= 0
    pin = {"act": "notice", "lang": "es"}
    node.device().staff().post("/api/staff/rooms/Reception/acts", text="cerramos a las dos", **pin)
    expect(wall.page.locator(".kiosk-notice")).to_have_text("cerramos a las dos")
    node.device().staff().post("/api/staff/rooms/Reception/acts", text="", **pin)
    expect(wall.page.locator(".kiosk-notice")).to_be_hidden()
    node.device().staff().post("/api/staff/rooms/Reception/acts", act="clear")
    expect(wall.page.locator(".kiosk-text")).to_have_count(0)


def test_the_notice_on_the_wall_is_read_in_the_language_whose_turn_it_is(people, nodes, engines):
    node = nodes("Reception", engines=[engines()], web='languages = ["ca"]')
    node.device().staff().post("/api/staff/rooms/Reception/acts", act="notice", text="cerramos a las dos", lang="es")
    wall = people(node, "es", screen=DESK)
    wall.opens("/kiosk/Reception")
    expect(wall.page.locator(".kiosk-notice p")).to_have_text("ca:cerramos a las dos")
    expect(wall.page.locator(".kiosk-origin")).to_be_visible()


def test_a_small_screen_keeps_the_code_whatever_else_it_shows(people, nodes):
    node = nodes("Reception", room="kiosk_lines = 3")
    nurse = node.device().staff()
    nurse.enters("Reception", "Nurse", "es").says("pase el siguiente")
    nurse.post("/api/staff/rooms/Reception/acts", act="notice", text="cerramos a las dos", lang="es")
    sign = people(node, "es")
    sign.opens("/kiosk/Reception")
    expect(sign.page.locator(".kiosk-notice")).to_be_visible()
    expect(sign.page.locator("img.kiosk-code")).not_to_have_js_property("naturalWidth", 0)
    expect(sign.page.locator(".kiosk-text")).to_have_count(1)
    left, top, right, bottom = sign.boxes("img.kiosk-code")["img.kiosk-code"]
    assert right - left >= 120 and bottom - top >= 120 and sign.overflow <= 0


def staff_desk(people, node, **settings):
    nurse = people(node, "es", **settings)
    nurse.forgives("status of 401", "status of 403")
    nurse.opens("/staff")
    return nurse


def test_a_wrong_pin_opens_nothing(people, nodes):
    nurse = staff_desk(people, nodes("Reception"))
    nurse.types_pin("0000")
    expect(nurse.page.locator("#pin-report")).to_have_text(nurse.words("staff.pin.wrong"))
    expect(nurse.page.locator(".staff-desk")).to_have_count(0)
    nurse.unlocks(PIN)
    nurse.button("staff.leave").click()
    expect(nurse.page.locator("#pin")).to_be_visible()


def test_a_private_visit_from_its_code_to_its_end(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    nurse = staff_desk(people, node, screen=DESK)
    nurse.unlocks(PIN)
    address = nurse.makes_private_room()
    expect(nurse.page.locator(".staff-visit-state").last).to_contain_text(nurse.words("staff.visit.waiting"))
    path = address.removeprefix(node.url)
    visitor = people(node, "ca")
    visitor.opens(path)
    visitor.accepts_language()
    visitor.enters("Núria")
    expect(nurse.sheet.locator(".staff-visit-state")).to_contain_text(nurse.words("staff.visit.in"))
    curious = people(node, "es")
    curious.forgives("status of 403", "status of 423", "status of 409")
    curious.opens(path)
    curious.is_told("locked")
    nurse.button("staff.close.panel", nurse.sheet).click()
    inside = nurse.follows(nurse.page.locator(".staff-doors").get_by_role("link", name=nurse.words("staff.visit.enter")))
    inside.accepts_language()
    inside.enters("Infermera")
    visitor.says("ja hem arribat")
    inside.reads("es:ja hem arribat", written="ja hem arribat")
    visitor.forgives("status of 403", "status of 404")
    inside.forgives("status of 403", "status of 404")
    nurse.forgives("status of 404")  # The desk may be asking for its picture of the room just then.
    nurse.page.locator(".staff-visit").get_by_role("button", name=nurse.words("staff.visit.end")).click()
    nurse.button("staff.visit.end", nurse.sheet).click()
    for member in (visitor, inside):
        member.is_told("closed")
    visitor.page.reload()
    visitor.is_told("missing")


def test_staff_pin_a_notice_mute_and_remove_from_the_desk(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    boris = people(node, "ca").comes("Reception", "Boris")
    boris.forgives("status of 403")
    nurse = staff_desk(people, node, screen=DESK)
    nurse.unlocks(PIN)
    row = nurse.page.locator(".staff-row").filter(has=nurse.page.get_by_role("heading", name=nurse.words("staff.notice"), exact=True))
    row.get_by_role("button", name=nurse.words("staff.change")).click()
    nurse.sheet.locator("#notice").fill("cerramos a las dos")
    nurse.sheet.locator("#notice-lang").select_option("es")
    nurse.button("staff.notice.pin", nurse.sheet).click()
    expect(boris.page.locator(".notice-text")).to_have_text("ca:cerramos a las dos")
    nurse.decides_about("Boris", "staff.mute")
    expect(nurse.page.locator(".staff-person .chip")).to_have_text(nurse.words("staff.person.muted"))
    boris.writes("em sentiu?")
    expect(boris.line("em sentiu?")).to_have_attribute("data-sending", "failed")
    expect(boris.line("em sentiu?")).to_contain_text(boris.words("error.muted"))
    nurse.decides_about("Boris", "staff.remove")
    boris.is_told("removed")
    expect(nurse.page.locator(".staff-person")).to_have_count(0)


def test_two_people_at_one_tablet_each_read_their_half(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    tablet = people(node, "es", screen=TABLET)
    tablet.sits_down("Reception", b="ca")
    near, far = tablet.half("a"), tablet.half("b")
    with joined(node, "emma", "en") as emma:
        near.locator("textarea").fill("¿dónde le duele?")
        near.locator(".composer-send").click()
        expect(far.locator(".line-text")).to_have_text("ca:¿dónde le duele?")
        far.locator("textarea").fill("el cap")
        far.locator(".composer-send").click()
        expect(near.locator(".line-text").last).to_have_text("es:el cap")
        authors = {emma.expect("message", message=text)["member"] for text in ("¿dónde le duele?", "el cap")}
        assert len(authors) == 2
    tablet.page.reload()
    expect(far.locator(".line-text").last).to_have_text("el cap")
    expect(near.locator(".line-text").last).to_have_text("es:el cap")


def test_the_next_visitor_sees_nothing_of_the_one_before(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    tablet = people(node, "es", screen=turned(TABLET))
    tablet.sits_down("Reception", b="ca")
    tablet.half("b").locator("textarea").fill("un secret")
    tablet.half("b").locator(".composer-send").click()
    expect(tablet.half("a").locator(".line-text")).to_have_text("es:un secret")
    tablet.button("two.new").click()
    tablet.button("two.new.yes").click()
    tablet.half("b").locator("button.language:has(.language-name[lang=en])").click()
    tablet.half("b").locator("form.enter button[type=submit]").click()
    expect(tablet.half("b").locator("textarea")).to_be_visible()
    expect(tablet.page.locator(".line")).to_have_count(0)
    tablet.half("a").locator("textarea").fill("buenas tardes")
    tablet.half("a").locator(".composer-send").click()
    expect(tablet.half("b").locator(".line-text")).to_have_text("en:buenas tardes")


WALL = """() => new Promise((done) => {
  const [seen, boxes] = [[], new Set()];
  const invite = document.querySelector(".kiosk-invite");
  const note = (_, observer) => {
    seen.push(invite.lang);
    boxes.add([...document.querySelectorAll(".kiosk-code, .kiosk-clock, .kiosk-head h1")].map((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      // The whole picture drifts a little, for the screen's sake.
      const stage = document.querySelector(".kiosk-stage").getBoundingClientRect();
      return [left - stage.left, top - stage.top, width, height].map(Math.round).join(" ");
    }).join(" | "));
    if (seen.length > 2 && seen.indexOf(seen[0], 1) > 0) {
      observer.disconnect();
      done({ seen, boxes: [...boxes] });
    }
  };
  new MutationObserver(note).observe(invite, { childList: true, characterData: true, subtree: true });
})"""


TURNS = """() => {
  const turns = [];
  const invite = document.querySelector(".kiosk-invite");
  const note = () => invite.lang !== turns.at(-1) && turns.push(invite.lang);
  new MutationObserver(note).observe(invite, { childList: true, characterData: true, subtree: true });
  return turns;
}"""


def wall_of(people, node, lang="es"):
    """A whole round of a wall's languages, by a clock that is moved by hand: the tags in turn, and where things stood."""
    wall = people(node, lang, screen=DESK)
    # Where motion is unwelcome each language stands for twice as long.
    wall.page.emulate_media(reduced_motion="no-preference")
    wall.page.clock.install()
    wall.opens("/kiosk/Reception")
    expect(wall.page.locator("img.kiosk-code")).not_to_have_js_property("naturalWidth", 0)
    expect(wall.page.locator(".kiosk-invite")).not_to_be_empty()
    wall.page.evaluate(f"window.round = ({WALL})()")
    wall.lets_pass(60)
    return wall, wall.page.evaluate("window.round")


def test_the_code_on_the_wall_stays_where_it_is_in_the_languages_of_the_house(people, nodes):
    node = nodes("Reception", web='languages = ["ca", "ar", "es"]')
    wall, round = wall_of(people, node)
    assert sorted(round["seen"][:3]) == ["ar", "ca", "es"] and round["seen"][3] == round["seen"][0]
    assert len(round["boxes"]) == 1, round["boxes"]
    expect(wall.page.locator(".kiosk-languages li")).to_have_text(["Català", "العربية", "Español"])
    # Who comes brings a language along.
    node.device().enters("Reception", "Олена", "uk")
    expect(wall.page.locator(".kiosk-count")).to_contain_text("1")
    wall.page.clock.run_for(5_000)
    expect(wall.page.locator(".kiosk-languages li")).to_have_text(["Català", "العربية", "Español", "Українська"])


def test_whoever_is_there_is_spoken_to_twice_as_often(people, nodes):
    node = nodes("Reception", web='languages = ["ca", "ar", "es", "en", "fr"]')
    node.device().enters("Reception", "Anna", "es")
    node.device().enters("Reception", "Boris", "es")
    wall = people(node, "es", screen=DESK)
    wall.page.clock.install()
    wall.opens("/kiosk/Reception")
    expect(wall.page.locator(".kiosk-count")).to_contain_text("2")
    assert_es_twice_a_round(wall)
    # Who is there is not known anew when somebody comes: they are not taken for gone.
    wall.forgives("net::ERR_FAILED")
    wall.page.route("**/api/rooms/Reception", lambda route: route.abort())
    with wall.page.expect_event("requestfailed"):
        node.device().enters("Reception", "Marta", "es")
        expect(wall.page.locator(".kiosk-count")).to_contain_text("3")
        wall.lets_pass(5)
    assert_es_twice_a_round(wall)


def assert_es_twice_a_round(wall):
    wall.page.evaluate(f"window.turns = ({TURNS})()")
    wall.lets_pass(150)
    # Two rounds of six turns each, wherever they begin.
    turns = wall.page.evaluate("window.turns")[:12]
    assert turns.count("es") == 4 and set(turns) == {"es", "ca", "ar", "en", "fr"}, turns


def test_a_wall_without_languages_of_its_own_shows_each_once(people, nodes):
    _, round = wall_of(people, nodes("Reception"))
    turns = round["seen"][:-1]
    assert len(turns) == len(set(turns)) == 8 and "es" in turns, turns
    assert len(round["boxes"]) == 1, round["boxes"]


@pytest.mark.parametrize(
    ("device", "own"),
    [
        ("zh-TW", "繁體中文"), ("zh-HK", "繁體中文"), ("zh-CN", "简体中文"), ("fil-PH", "Tagalog"), ("nn-NO", "Norsk"),
        ("no", "Norsk"), ("prs-AF", "دری"), ("ber", "ⵜⴰⵎⴰⵣⵉⵖⵜ"),
    ],
)
def test_phones_are_offered_their_own_language_first(people, nodes, device, own):
    visitor = people(nodes("Reception"), "en")
    visitor.context.add_init_script(f"Object.defineProperty(navigator, 'languages', {{ get: () => ['{device}'] }});")
    visitor.scans("Reception")
    expect(visitor.page.locator(".languages.first button.language").first).to_contain_text(own)


def test_the_wall_says_that_its_node_is_away_and_comes_back_by_itself(people, nodes):
    node = nodes("Reception", room="kiosk_lines = 3", port=steady_port())
    wall = people(node, "es", screen=DESK)
    wall.forgives(*RESTARTED, "status of 404")
    wall.opens("/kiosk/Reception")
    expect(wall.page.locator(".kiosk-stage")).to_have_attribute("data-state", "live")
    expect(wall.page.locator("img.kiosk-code")).to_be_visible()
    node.kill()
    expect(wall.page.locator(".kiosk-stage")).to_have_attribute("data-state", "seeking")
    node.start()
    expect(wall.page.locator(".kiosk-stage")).to_have_attribute("data-state", "live")
    for name, lang in (("Anna", "es"), ("Boris", "ca"), ("Olena", "uk")):
        node.device().enters("Reception", name, lang).says(f"soy {name}")
    expect(wall.page.locator(".kiosk-text")).to_have_text(["soy Anna", "soy Boris", "soy Olena"])
    node.device().staff().post("/api/staff/rooms/Reception/acts", act="close")
    expect(wall.page.locator(".kiosk-stage")).to_have_attribute("data-state", "closed")
    expect(wall.page.locator(".kiosk-text"), "and nothing of it is left").to_have_count(0)
    node.device().staff().post("/api/staff/rooms/Reception/acts", act="open")
    expect(wall.page.locator(".kiosk-stage")).to_have_attribute("data-state", "live")
