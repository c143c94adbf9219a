"""A place is set up on a phone and at its own computer's screen, without a word that a receptionist would not know."""

import json

import pytest
from browser import DESK, PHONE, ROOT, browser, expect, people  # noqa: F401
from place import SETTINGS, Place
from test_browser_access import judge

WORDS = ROOT / "share/web/catalogues/setup"


@pytest.fixture
def place():
    made = Place()
    yield made
    made.close()


class Receptionist:
    """Somebody at `/setup`, with the words that they read."""

    def __init__(self, person, lang):
        self.person, self.page = person, person.page
        texts = json.loads((WORDS / f"{lang}.json").read_text(encoding="utf-8"))
        person.words.texts = {**person.words.texts, **texts}
        person.forgives("status of 403", "status of 400", "status of 401", "net::ERR_", "status of 404", "status of 500")

    def word(self, key, **values):
        return self.person.words(key, **values)

    def field(self, key):
        return self.page.get_by_label(self.word(key), exact=True)

    def taps(self, key):
        self.person.button(key).click()

    def stands_at(self, key):
        expect(self.page.locator("h1")).to_have_text(self.word(key))

    def comes(self, place, path="/setup"):
        self.person.opens(path)
        self.field("setup.code.label").fill(place.code.lower())
        self.taps("setup.code.enter")
        self.stands_at("setup.begin.title")
        return self

    def chooses(self, key, *languages):
        for language in languages:
            self.field(key).select_option(language)

    def sets_up(self):
        self.taps("setup.begin.new")
        self.stands_at("setup.place.title")
        self.field("setup.place.name").fill(SETTINGS["name"])
        self.chooses("setup.place.languages", "de", "es")
        self.taps("setup.next")
        self.stands_at("setup.rooms.title")
        self.field("setup.rooms.name").fill("Empfang")
        self.taps("setup.rooms.add")
        self.field("setup.rooms.name").nth(1).fill("Labor")
        self.taps("setup.next")
        self.stands_at("setup.keep.title")
        self.page.locator("fieldset").nth(1).get_by_role("radio").first.check()
        self.field("setup.keep.responsible").fill("Dr. Sommer, Zimmer 12")
        self.taps("setup.next")
        self.stands_at("setup.pin.title")


@pytest.fixture
def receptionist(people, place):
    return lambda lang="de", **settings: Receptionist(people(place, lang, **settings), lang)


@pytest.mark.parametrize("screen", [PHONE, DESK])
def test_four_steps_lead_to_open_rooms(receptionist, place, screen):
    someone = receptionist(screen=screen).comes(place, "/")
    judge(someone.person)
    someone.sets_up()
    judge(someone.person)
    someone.field("setup.pin.label").fill("123456")
    someone.field("setup.pin.again").fill("12345")
    someone.taps("setup.save")
    expect(someone.page.get_by_role("alert")).to_have_text(someone.word("setup.pin.differs"))
    someone.field("setup.pin.again").fill("123456")
    someone.taps("setup.save")
    expect(someone.page.get_by_role("alert")).not_to_be_empty()
    assert not place.file.exists()
    someone.field("setup.pin.label").fill(SETTINGS["pin"])
    someone.field("setup.pin.again").fill(SETTINGS["pin"])
    someone.field("setup.wifi.name").fill("Gast")
    someone.taps("setup.save")
    someone.stands_at("setup.done.title")
    judge(someone.person)
    assert set(place.rooms()) == {"Empfang", "Labor"}
    text = place.file.read_text()
    assert 'history = "off"' in text and "Dr. Sommer, Zimmer 12" in text and 'languages = ["de", "es"]' in text
    someone.page.get_by_role("link", name=someone.word("setup.done.kiosk", name="Empfang")).click()
    expect(someone.page.locator("body")).to_contain_text("Empfang")


def test_a_language_is_chosen_by_keys(receptionist, place):
    someone = receptionist("ar").comes(place)
    press = someone.page.keyboard.press
    own = someone.page.locator(".setup-language select")
    own.focus()
    for key, lang in (("ArrowDown", "bn"), ("ArrowUp", "ar")):
        press(key)
        expect(someone.page.locator("html")).to_have_attribute("lang", lang)
        expect(own).to_be_focused()
    someone.taps("setup.begin.new")
    offered = someone.field("setup.place.languages")
    offered.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        press(key)
    expect(someone.page.locator(".setup-chosen li"), "those that were passed are not chosen").to_have_count(1)
    expect(offered).to_be_focused()


def test_what_is_missing_is_said_in_the_words_of_the_page(receptionist, place):
    someone = receptionist("ar").comes(place)

    def is_told(key, after="setup.next"):
        someone.taps(after)
        expect(someone.page.get_by_role("alert")).to_contain_text(someone.word(f"setup.wrong.{key}").split("{")[0])

    someone.taps("setup.begin.new")
    someone.field("setup.place.name").fill("")
    is_told("name")
    someone.field("setup.place.name").fill(SETTINGS["name"])
    is_told("languages")
    someone.chooses("setup.place.languages", "ca")
    someone.taps("setup.next")
    someone.taps("setup.rooms.add")
    is_told("rooms")
    someone.field("setup.rooms.name").nth(1).fill("المختبر")
    someone.taps("setup.next")
    someone.field("setup.keep.hours").first.fill("0")
    is_told("keep")
    someone.field("setup.keep.hours").first.fill("12")
    someone.taps("setup.next")
    is_told("pin", "setup.save")
    for key in ("setup.pin.label", "setup.pin.again"):
        someone.field(key).fill(SETTINGS["pin"])
    someone.field("setup.wifi.name").fill("Gast")
    someone.field("setup.wifi.password").fill("abc")
    is_told("wifi", "setup.save")


def test_the_browsers_back_leads_to_the_step_before_and_nothing_typed_is_lost(receptionist, place):
    someone = receptionist().comes(place)
    someone.taps("setup.begin.new")
    someone.field("setup.place.name").fill(SETTINGS["name"])
    someone.page.locator(".setup-language select").select_option("ar")
    expect(someone.page.locator("html")).to_have_attribute("lang", "ar")
    expect(someone.page.locator("#name")).to_have_value(SETTINGS["name"])
    someone.page.locator(".setup-language select").select_option("de")
    someone.chooses("setup.place.languages", "de")
    someone.taps("setup.next")
    someone.stands_at("setup.rooms.title")
    someone.field("setup.rooms.name").fill("Empfang")
    someone.page.go_back()
    someone.stands_at("setup.place.title")
    expect(someone.field("setup.place.name")).to_have_value(SETTINGS["name"])
    someone.taps("setup.next")
    expect(someone.field("setup.rooms.name")).to_have_value("Empfang")
    someone.taps("setup.back")
    someone.stands_at("setup.place.title")


def test_a_page_loaded_anew_counts_its_steps_from_the_first(receptionist, place):
    someone = receptionist().comes(place)
    someone.sets_up()
    someone.page.reload()
    someone.sets_up()
    for key in ("setup.keep.title", "setup.rooms.title", "setup.place.title"):
        someone.page.go_back()
        someone.stands_at(key)


class Held:
    """What the page would save: it waits here, and is refused for the name."""

    def __init__(self, page):
        self.page, self.posts = page, []
        page.route("**/api/setup", lambda route: self.posts.append(route) if route.request.method == "POST" else route.continue_())

    def refuse(self):
        for route in self.posts:
            route.fulfill(status=400, json={"error": {"code": "setting", "detail": "name", "text": "No."}})


@pytest.mark.parametrize("goes_back", [False, True])
def test_what_is_saved_by_two_taps_is_saved_once_and_refused_at_its_step(receptionist, place, goes_back):
    someone = receptionist().comes(place)
    someone.sets_up()
    held = Held(someone.page)
    with someone.page.expect_request("**/api/setup"):
        someone.page.get_by_role("button", name=someone.word("setup.save")).dblclick()
    if goes_back:
        someone.page.go_back()
    someone.stands_at("setup.keep.title" if goes_back else "setup.pin.title")
    assert len(held.posts) == 1
    held.refuse()
    someone.stands_at("setup.place.title")
    expect(someone.page.get_by_role("alert")).to_have_text(someone.word("setup.wrong.name"))
    expect(someone.field("setup.place.name")).to_have_value(SETTINGS["name"])
    for key in ("setup.rooms.title", "setup.keep.title", "setup.pin.title"):
        someone.taps("setup.next")
        someone.stands_at(key)


def test_a_pin_is_taken_in_the_digits_of_any_script_and_no_other_letters(receptionist, place):
    someone = receptionist("fa").comes(place)
    someone.sets_up()

    def saves(pin, again):
        someone.field("setup.pin.label").fill(pin)
        someone.field("setup.pin.again").fill(again)
        someone.taps("setup.save")

    saves("رمز مطب", "رمز مطب")
    expect(someone.page.get_by_role("alert")).to_have_text(someone.word("setup.wrong.pin"))
    someone.stands_at("setup.pin.title")
    others = ["".join(chr(zero + int(digit)) for digit in SETTINGS["pin"]) for zero in (0x6F0, 0x660, 0x966)]
    saves(others[0], others[1])
    someone.stands_at("setup.done.title")
    place.staff()
    someone.person.opens("/staff")
    someone.page.locator("#pin").fill(others[2])
    someone.person.button("staff.pin.open").click()
    expect(someone.page.locator(".staff-desk")).to_be_visible()


def test_back_while_the_rooms_open_shows_no_step_and_leads_out_once_they_are_open(receptionist, place):
    someone = receptionist()
    someone.person.opens("/healthz")
    before = someone.page.url
    someone.comes(place).sets_up()
    for key in ("setup.pin.label", "setup.pin.again"):
        someone.field(key).fill(SETTINGS["pin"])
    someone.page.route("**/api/house", lambda route: route.abort())
    with someone.page.expect_request("**/api/house"):
        someone.taps("setup.save")
    someone.page.go_back()
    someone.stands_at("setup.saving")
    someone.page.unroute("**/api/house")
    someone.stands_at("setup.done.title")
    someone.page.wait_for_function("history.state === null")
    someone.page.go_back()
    expect(someone.page).to_have_url(before)


def test_what_cannot_be_translated_is_said_before_the_rooms_open(receptionist, place):
    someone = receptionist().comes(place)
    someone.taps("setup.begin.new")
    someone.taps("setup.try.run")
    expect(someone.page.locator(".setup-trials")).to_have_text(someone.word("setup.try.two"))
    someone.chooses("setup.place.languages", "de")
    someone.chooses("setup.place.visitors", "am", "ti")
    someone.taps("setup.try.run")
    rows = someone.page.locator(".setup-trials li.fault")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text(someone.word("setup.try.none"))
    expect(someone.page.get_by_text(someone.word("setup.try.more"))).to_be_visible()


def test_the_screen_shows_the_code_and_a_wrong_one_is_refused(receptionist, place):
    someone = receptionist(screen=DESK)
    someone.person.opens("/kiosk/Reception")
    expect(someone.page.get_by_text(place.code, exact=True)).to_be_visible()
    expect(someone.page.locator("img.setup-picture")).to_be_visible()
    judge(someone.person)
    someone.field("setup.code.label").fill("ZZZZ-ZZZZ")
    someone.taps("setup.code.enter")
    expect(someone.page.get_by_role("alert")).to_have_text(someone.word("setup.code.wrong"))


def test_staff_change_the_settings_later_and_visitors_may_not(receptionist, place):
    place.set_up()
    someone = receptionist()
    someone.person.opens("/setup")
    someone.stands_at("setup.change")
    someone.page.get_by_role("link", name=someone.word("setup.staff.open")).click()
    someone.person.unlocks(SETTINGS["pin"])
    someone.page.locator(".staff-you").click()
    someone.page.get_by_role("link", name=someone.word("setup.change")).click()
    someone.stands_at("setup.place.title")
    expect(someone.field("setup.place.name")).to_have_value(SETTINGS["name"])
    someone.taps("setup.next")
    someone.person.button("setup.rooms.remove", name="Labor").click()
    someone.field("setup.rooms.name").fill("Anmeldung")
    for _ in range(2):
        someone.taps("setup.next")
    someone.taps("setup.save.changes")
    someone.stands_at("setup.done.title")
    assert set(place.rooms()) == {"Anmeldung"}
    place.staff()


def test_why_settings_are_not_kept_or_not_changed_here_is_said_in_the_words_of_the_page(receptionist, place):
    someone = receptionist("uk").comes(place)
    someone.sets_up()
    for key in ("setup.pin.label", "setup.pin.again"):
        someone.field(key).fill(SETTINGS["pin"])
    place.file.mkdir()
    someone.taps("setup.save")
    expect(someone.page.get_by_role("alert")).to_have_text(someone.word("setup.wrong.file"))
    place.file.rmdir()
    someone.taps("setup.save")
    someone.stands_at("setup.done.title")
    with place.file.open("a") as file:
        file.write("# Mine.\n")
    someone.page.get_by_role("link", name=someone.word("setup.done.staff")).click()
    someone.person.unlocks(SETTINGS["pin"])
    someone.person.opens("/setup")
    someone.stands_at("setup.change")
    told = someone.page.locator(".card.care p")
    expect(told.first).to_have_text(someone.word("setup.wrong.locked"))
    expect(told.last).to_have_attribute("lang", "en")
    expect(told.last).to_contain_text(str(place.file))
    judge(someone.person)


@pytest.fixture
def lost(tmp_path):
    """The backup of a place whose computer is gone."""
    before = Place()
    before.set_up()
    rooms = before.rooms()
    archive, words = before.backs_up(tmp_path)
    yield archive, words, rooms
    before.close()


@pytest.mark.parametrize("screen", [PHONE, DESK])
def test_a_place_comes_back_from_its_backup(receptionist, lost, place, screen):
    archive, words, rooms = lost
    someone = receptionist(screen=screen).comes(place)
    someone.taps("setup.begin.backup")
    someone.stands_at("setup.begin.backup")
    judge(someone.person)
    alert = someone.page.get_by_role("alert")
    someone.taps("setup.backup.start")
    expect(alert).to_have_text(someone.word("setup.backup.none"))
    damaged = archive.with_name("damaged.sabirbackup")
    damaged.write_bytes(archive.read_bytes()[:-1])
    someone.field("setup.backup.file").set_input_files(damaged)
    someone.field("setup.backup.words").fill(" ".join(words))
    someone.taps("setup.backup.start")
    expect(alert).to_have_text(someone.word("setup.backup.wrong"))
    someone.field("setup.backup.file").set_input_files(archive)
    someone.field("setup.backup.words").fill(" ".join(reversed(words)))
    someone.taps("setup.backup.start")
    expect(alert).to_have_text(someone.word("setup.backup.words.wrong"))
    someone.field("setup.backup.words").fill(" ".join(words))
    someone.taps("setup.backup.start")
    someone.stands_at("setup.done.title")
    assert place.rooms() == rooms
