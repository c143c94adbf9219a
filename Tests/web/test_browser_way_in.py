"""Three taps from the code to the first word, and a list in which everybody finds their language."""

import pytest
from browser import DESK, Words, browser, expect, people  # noqa: F401
from test_page_passwords import closed  # noqa: F401

SMALL = {"width": 360, "height": 740}
COUNT_TAPS = """window.taps = 0; addEventListener("pointerdown", () => window.taps += 1, true);"""
FOCUSED = "document.activeElement.id || document.activeElement.textContent.trim()"


def test_three_taps_from_the_code_to_the_first_word(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    boris = people(node, "ca").comes("Reception", "Boris")
    olena = people(node, "uk").comes("Reception", "Олена")
    anna = people(node, "es", screen=SMALL, has_touch=True)
    anna.context.add_init_script(COUNT_TAPS)
    anna.scans()
    anna.page.get_by_role("button", name="Español").first.tap()
    expect(anna.button("enter.go")).to_be_focused()
    anna.button("enter.go").tap()
    expect(anna.area).to_be_focused()
    anna.page.keyboard.type("hola")
    anna.button("compose.send").tap()
    boris.reads("ca:hola", written="hola")
    olena.sees("hola")
    assert anna.page.evaluate("window.taps") == 3
    anna.page.reload()
    expect(anna.area).to_be_visible()
    expect(anna.area).not_to_be_focused()


@pytest.mark.parametrize("lang", ["es", "de", "ar"])
def test_who_reads_along_stands_above_the_way_in_on_a_small_phone(people, nodes, engines, lang):
    node = nodes("Reception", engines=[engines()], room='staff_see = "conversation"')
    people(node, "ca").comes("Reception", "Boris")
    anna = people(node, lang, screen={"width": 360, "height": 560})
    anna.scans()
    anna.accepts_language()
    go = anna.button("enter.go")
    for key in ("enter.readers.room", "enter.readers.staff"):
        text = anna.page.get_by_text(anna.words(key), exact=True)
        expect(text).to_be_in_viewport(ratio=1)
        assert text.bounding_box()["y"] < go.bounding_box()["y"]
    if lang == "es":
        expect(go, "where all is translated, there is no more to say").to_be_in_viewport(ratio=1)
    assert anna.page.evaluate("scrollY") == 0 and anna.overflow <= 0


def test_two_keys_and_the_first_word(people, nodes):
    node = nodes("Reception")
    boris = people(node, "ca").comes("Reception", "Boris")
    anna = people(node, "es", screen=DESK)
    anna.scans()
    anna.tabs_to(anna.page.get_by_role("button", name="Español").first)
    anna.page.keyboard.press("Enter")
    expect(anna.button("enter.go")).to_be_focused()
    anna.page.keyboard.press("Enter")
    expect(anna.area).to_be_focused()
    anna.page.keyboard.type("hola")
    anna.page.keyboard.press("Enter")
    boris.sees("hola")


def test_a_room_with_a_password_asks_for_it_before_anything_else(people, closed):  # noqa: F811
    anna = people(closed(), "es")
    anna.scans("Closed")
    anna.accepts_language()
    expect(anna.page.locator("#door")).to_be_focused()
    expect(anna.page.get_by_text(anna.words("enter.code.hint"))).to_be_visible()


def names(person):
    return [name.strip() for name in person.page.locator("button.language:visible .language-name").all_text_contents()]


def test_what_most_need_stands_on_the_first_screen(people, nodes, engines):
    node = nodes("Reception", engines=[engines()], web='languages = ["es", "ca", "ar"]')
    people(node, "uk").comes("Reception", "Олена")
    anna = people(node, "fr", screen=SMALL)
    anna.scans()
    expect(anna.page.get_by_role("heading", name=anna.words("language.here"))).to_be_visible()
    shown = names(anna)
    assert shown[0] == "Français" and shown[1:5] == ["Español", "Català", "العربية", "Українська"], shown
    ends = anna.all_boxes("button.language")[4][3]
    assert ends <= SMALL["height"], ends
    assert anna.page.evaluate("document.documentElement.scrollHeight") <= 3 * SMALL["height"]
    more = [name for name in shown[5:]]
    assert "Polski" in more and "Русский" in more and "Türkçe" in more and len(shown) == len(set(shown))
    latin = [name for name in more if name < "ʹ"]
    assert latin == sorted(latin, key=lambda name: name.lower()), latin


def test_who_has_no_engine_sees_at_once_what_the_page_itself_speaks(people, nodes):
    """Others are not gone: they stand behind one button, under what they can count on."""
    anna = people(nodes("Reception"), "es", screen=SMALL)
    anna.scans()
    assert "Polski" in names(anna) and "Soomaali" not in names(anna)
    opener = anna.button("language.rest")
    anna.tabs_to(opener)
    expect(opener).to_have_attribute("aria-expanded", "false")
    anna.page.keyboard.press("Enter")
    expect(opener).to_have_attribute("aria-expanded", "true")
    assert "Soomaali" in names(anna) and "دری" in names(anna)
    anna.page.get_by_role("button", name="Soomaali").click()
    expect(anna.page.locator("#name")).to_be_visible()


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("bereber", "ⵜⴰⵎⴰⵣⵉⵖⵜ"), ("Berbère", "ⵜⴰⵎⴰⵣⵉⵖⵜ"), ("amazigh", "ⵜⴰⵎⴰⵣⵉⵖⵜ"), ("rifeno", "ⵜⴰⵎⴰⵣⵉⵖⵜ"), ("tachelhit", "ⵜⴰⵎⴰⵣⵉⵖⵜ"),
        ("darija", "العربية"), ("arabe marroqui", "العربية"), ("moldavo", "Română"), ("mandarín", "简体中文"),
        ("cantones", "繁體中文"), ("farsi", "فارسی"), ("dari", "دری"), ("prs", "دری"), ("panyabi", "ਪੰਜਾਬੀ"), ("wólof", "Wolof"),
        ("filipino", "Tagalog"), ("castellano", "Español"), ("valencia", "Català"), ("criollo", "Kreyòl ayisyen"),
        ("polaco", "Polski"), ("polonais", "Polski"), ("polnisch", "Polski"), ("البولندية", "Polski"), ("польский", "Polski"),
        ("turco", "Türkçe"), ("pl", "Polski"), ("ESPANOL", "Español"), ("polacco", "Polski"), ("polonês", "Polski"),
    ],
)
def test_a_language_is_found_by_the_names_people_use(finder, typed, expected):
    field = finder.page.get_by_role("searchbox")
    field.fill(typed)
    expect(finder.page.locator("button.language:visible .language-name").first).to_have_text(expected)


@pytest.fixture(scope="module")
def finder(browser, house):  # noqa: F811
    from browser import Person

    person = Person(browser, house, "en")
    person.scans()
    with person.page.expect_response("**/languages.json"):
        person.page.get_by_role("searchbox").focus()
    yield person
    assert not person.complaints
    person.goes()


@pytest.fixture(scope="module")
def house():
    from node import Node

    node = Node("Reception")
    yield node
    node.__exit__()


def test_what_nobody_calls_a_language_is_said(people, nodes):
    anna = people(nodes("Reception"), "es")
    anna.scans()
    field = anna.page.get_by_role("searchbox")
    field.fill("qqqq")
    expect(anna.page.get_by_text(anna.words("language.none"))).to_be_visible()
    expect(anna.page.locator("button.language:visible")).to_have_count(0)
    field.fill("")
    expect(anna.page.locator("button.language:visible").first).to_be_visible()


def test_the_house_greets_in_its_languages(people, nodes):
    anna = people(nodes("Reception", web='languages = ["es", "ar", "zh"]'), "fr")
    anna.scans()
    greeted = anna.page.locator(".greetings bdi")
    expect(greeted).to_have_text(["Le damos la bienvenida", "أهلًا وسهلًا", "欢迎您"])
    assert [one.get_attribute("lang") for one in greeted.all()] == ["es", "ar", "zh-Hans"]
    assert anna.shift <= 0.05, anna.shifts


def test_where_the_house_has_not_said_the_phone_is_greeted(people, nodes):
    node = nodes("Reception")
    people(node, "uk").comes("Reception", "Олена")
    anna = people(node, "pl")
    anna.scans()
    expect(anna.page.locator(".greetings bdi")).to_have_text(["Witamy", "Вітаємо"])


def refusing_languages(person, *refused):
    """A room that does not take these. Answers with what was asked for."""
    asked = []

    def enter(route):
        asked.append(route.request.post_data_json["lang"])
        if asked[-1] not in refused:
            return route.continue_()
        route.fulfill(status=400, json={"error": {"code": "bad-lang", "text": "Choose another."}})

    person.page.route("**/enter", enter)
    person.forgives("status of 400")
    return asked


def test_whoever_s_language_is_refused_chooses_another(people, nodes):
    """On the way in and on the way back: nobody is sent again and again into what was refused."""
    node = nodes("Reception")
    anna = people(node, "es")
    asked = refusing_languages(anna, "es")
    anna.scans()
    anna.accepts_language()
    anna.page.locator("#name").fill("Anna")
    anna.button("enter.go").click()
    expect(anna.page.get_by_role("alert")).to_have_text(anna.words("error.bad-lang"))
    expect(anna.page.locator("h1")).to_be_focused()
    anna.page.get_by_role("button", name="Català").first.click()
    anna.words = Words(node, "ca")
    expect(anna.page.locator("#name")).to_have_value("Anna")
    anna.enters()
    assert asked == ["es", "ca"]
    # The node forgot her, and takes another language now.
    anna.context.clear_cookies()
    anna.page.unroute("**/enter")
    asked = refusing_languages(anna, "ca")
    anna.reloads()
    expect(anna.page.locator("#name")).to_have_value("Anna")
    anna.button("enter.go").click()
    expect(anna.page.get_by_role("alert")).to_have_text(anna.words("error.bad-lang"))
    anna.page.get_by_role("button", name="Español").first.click()
    anna.words = Words(node, "es")
    anna.enters()
    assert asked == ["ca", "ca", "es"]
