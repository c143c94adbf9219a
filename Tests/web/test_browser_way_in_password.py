"""Three taps from the code to the first word in a room with a password, over HTTPS; over plain HTTP the way there."""

import re

import pytest
from browser import browser, expect, people  # noqa: F401
from node import Device
from test_browser_secure import certificate  # noqa: F401
from test_browser_way_in import COUNT_TAPS, SMALL
from test_page_passwords import PASSWORD, closed, code_of  # noqa: F401
from test_secure_door import door

PHONE_WITH_FINGERS = {"screen": SMALL, "has_touch": True, "ignore_https_errors": True}


@pytest.fixture
def ward(closed, engines):  # noqa: F811
    """ward(web="…") is a node with that room and an engine."""
    return lambda **settings: closed(engines=[engines()], **settings)


def phone(people, node, lang):  # noqa: F811
    """A telephone that counts its taps; its owner takes the node's certificate for good."""
    person = people(node, lang, **PHONE_WITH_FINGERS)
    person.context.add_init_script(COUNT_TAPS)
    return person


def taps(person):
    return person.page.evaluate("window.taps")


def field(person, kind="password"):
    return person.page.get_by_label(person.words(f"enter.{kind}"), exact=True)


def insiders(people, node, port):  # noqa: F811
    """Who is in already, over HTTPS: Boris by the password, a nurse who needs none."""
    boris = Device(port, is_secure=True).enters("Closed", "Boris", "ca", password=PASSWORD)
    nurse = Device(port, is_secure=True).staff().enters("Closed", "Rosa", "fr")
    return boris, nurse


def is_read(boris, nurse, text):
    boris.reads(f"ca:{text}")
    nurse.reads(f"fr:{text}")


def test_three_taps_with_the_password_to_the_first_word(people, ward, certificate):  # noqa: F811
    node = ward(web=certificate)
    boris, nurse = insiders(people, node, node.port)
    anna = phone(people, node, "es")
    anna.scans("Closed")
    anna.page.get_by_role("button", name="Español").first.tap()
    expect(field(anna), "nobody has to look for it, nor to tap it").to_be_focused()
    expect(field(anna)).to_have_attribute("type", "password")
    anna.page.keyboard.type(PASSWORD)
    anna.button("enter.go").tap()
    expect(anna.area).to_be_focused()
    anna.page.keyboard.type("hola")
    anna.button("compose.send").tap()
    is_read(boris, nurse, "hola")
    assert taps(anna) == 3
    # Whoever comes next, with the same code, in a language of their own, by keys alone: Enter is as good as the tap.
    olena = phone(people, node, "uk")
    olena.scans("Closed")
    olena.page.get_by_role("button", name="Українська").first.tap()
    expect(field(olena)).to_be_focused()
    olena.page.keyboard.type(PASSWORD)
    olena.page.keyboard.press("Enter")
    expect(olena.area).to_be_focused()
    expect(olena.lines, "what was said before is not hers").to_have_count(0)
    assert taps(olena) == 1
    # Nobody is asked twice, and nothing of the password is left on the device.
    anna.page.reload()
    expect(anna.area).to_be_visible()
    assert PASSWORD not in str(anna.page.evaluate("[{...localStorage}, {...sessionStorage}, document.cookie]"))


def test_a_wrong_password_is_told_in_words_and_the_field_has_the_focus(people, ward, certificate):  # noqa: F811
    node = ward(web=certificate)
    boris, nurse = insiders(people, node, node.port)
    for lang, language in (("es", "Español"), ("ar", "العربية")):
        anna = phone(people, node, lang)
        anna.forgives("status of 403")
        anna.scans("Closed")
        anna.page.get_by_role("button", name=language).first.tap()
        wrong = anna.page.get_by_role("alert")
        anna.button("enter.go").tap()
        expect(wrong.filter(has_text=anna.words("enter.password.missing"))).to_be_visible()
        expect(field(anna)).to_be_focused()
        anna.page.keyboard.type("another one altogether")
        anna.button("enter.go").tap()
        expect(wrong.filter(has_text=anna.words("enter.password.wrong"))).to_be_visible()
        expect(field(anna)).to_be_focused()
        expect(field(anna)).to_have_attribute("aria-invalid", "true")
        expect(field(anna), "what is read out with the field").to_have_accessible_description(
            re.compile(re.escape(anna.words("enter.password.wrong"))))
        anna.page.keyboard.press("Control+a")
        anna.page.keyboard.type(PASSWORD)
        anna.button("enter.go").tap()
        expect(anna.area).to_be_focused()
    anna.page.keyboard.type("hola")
    anna.button("compose.send").tap()
    for one in (boris, nurse):
        # That somebody guessed is nobody's business in the room; who came in is.
        assert one.sees("hola")["lang"] == "ar"
        with one.news:
            told = [data["member"]["name"] for kind, data in one.events if kind == "joined"]
        assert "another one altogether" not in str(one.events) and PASSWORD not in str(one.events)
        assert len(told) == 2 + (one is boris), told


def test_over_plain_http_the_password_is_not_asked_and_one_tap_leads_to_https(people, ward):  # noqa: F811
    node = ward()
    port, fingerprint = door(node)
    boris, nurse = insiders(people, node, port)
    anna = phone(people, node, "es")
    anna.forgives(f"a request to https://127.0.0.1:{port}/")
    anna.scans("Closed")
    anna.page.get_by_role("button", name="Español").first.tap()
    # Here a code of the staff's is taken, which is of use once: whoever hears the wifi reads it along.
    expect(field(anna, "code")).to_be_focused()
    expect(anna.page.locator("input[type=password]")).to_have_count(0)
    expect(anna.page.get_by_text(anna.words("secure.password"))).to_be_visible()
    expect(anna.page.get_by_text(fingerprint), "to be compared with what the browser shows").to_be_visible()
    anna.page.get_by_role("link", name=anna.words("secure.open"), exact=True).tap()
    # To browsers that is another page, which does not know what was chosen on this one.
    anna.page.wait_for_url(f"https://127.0.0.1:{port}/r/Closed")
    anna.page.get_by_role("button", name="Español").first.tap()
    expect(field(anna)).to_be_focused()
    anna.page.keyboard.type(PASSWORD)
    anna.button("enter.go").tap()
    expect(anna.area).to_be_focused()
    anna.page.keyboard.type("hola")
    anna.button("compose.send").tap()
    is_read(boris, nurse, "hola")
    # Whoever has a code of the staff's needs no other page: three taps as well, among those who came by the password.
    olena = phone(people, node, "uk")
    olena.scans("Closed")
    olena.page.get_by_role("button", name="Українська").first.tap()
    expect(field(olena, "code")).to_be_focused()
    olena.page.keyboard.type(code_of(node)["code"])
    olena.button("enter.go").tap()
    expect(olena.area).to_be_focused()
    olena.page.keyboard.type("привіт")
    olena.button("compose.send").tap()
    boris.sees("привіт")
    assert taps(olena) == 3
    expect(olena.line("hola")).to_have_count(0)
