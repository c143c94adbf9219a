"""A native speaker at the page that reviews a language: by keyboard, on a phone, from right to left."""

import json

import pytest
from browser import DESK, NARROW, PHONE, ROOT, browser, expect, people  # noqa: F401
from program import run, steady_port
from test_browser_access import judge

WORDS = ROOT / "share/web/catalogues/review"


@pytest.fixture
def node(nodes):
    book = f'[phrasebook]\nfiles = ["{ROOT}/share/phrasebook/clinic.tmx"]\n'
    return nodes("Reception", port=steady_port(), before=book)


class Reviewer:
    """Somebody at `/review`, with the words that they read."""

    def __init__(self, people, node, lang, **settings):
        self.person = people(node, lang, **settings)
        self.page = self.person.page
        texts = json.loads((WORDS / f"{lang}.json").read_text(encoding="utf-8"))
        self.person.words.texts = {**self.person.words.texts, **texts}
        self.person.forgives("status of 400", "status of 403", "status of 401", "net::ERR_")
        told = run("phrases", "review", "--lang", lang, "--name", "Anna", "--json", home=node.home)
        self.code = json.loads(told.stdout.splitlines()[0])["code"]

    def word(self, key, **values):
        return self.person.words(key, **values)

    def comes(self):
        self.person.opens("/review")
        self.page.get_by_label(self.word("review.code.label"), exact=True).fill(self.code.lower())
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".review-parts").first).to_be_visible()
        return self

    def part(self, name):
        """What opens the part that the node calls so: it shows how its first text begins."""
        sections = self.page.evaluate("fetch('/api/review').then((answer) => answer.json())")["sections"]
        first = next(section["entries"][0]["text"] for section in sections if section["name"] == name)
        return self.page.locator(".review-parts .button").filter(has_text=first[:40]).first

    def opens(self, name):
        self.part(name).click()
        expect(self.card).to_be_focused()

    @property
    def card(self):
        return self.page.locator(".review-card")

    @property
    def text(self):
        return self.page.locator(".review-card dd.own")


def test_the_choice_of_the_language_keeps_the_focus(people, node):
    anna = Reviewer(people, node, "ar").comes()
    choice = anna.page.locator(".review-language select")
    choice.focus()
    anna.page.keyboard.press("ArrowDown")
    expect(anna.page.locator("html")).to_have_attribute("lang", "bn")
    expect(choice).to_be_focused()


def test_by_keyboard_alone_a_part_is_gone_through(people, node):
    anna = Reviewer(people, node, "es", screen=DESK).comes()
    anna.opens("pain")
    first = anna.text.text_content()
    anna.page.keyboard.press("y")
    expect(anna.text).not_to_have_text(first)
    expect(anna.page.get_by_role("status")).to_have_text(anna.word("review.saved"))
    expect(anna.card).to_be_focused()
    second = anna.text.text_content()
    anna.page.keyboard.press("n")
    expect(anna.text).not_to_have_text(second)
    third = anna.text.text_content()
    anna.page.keyboard.press("b")
    anna.page.keyboard.press("Control+a")
    # In the field letters are letters.
    anna.page.keyboard.type("yn mejor así")
    expect(anna.text).to_have_text(third)
    anna.page.keyboard.press("Tab")
    anna.page.keyboard.press("Enter")
    expect(anna.text).not_to_have_text(third)
    anna.page.keyboard.press("ArrowLeft")
    expect(anna.text).to_have_text(third)
    expect(anna.page.locator("#better")).to_have_value("yn mejor así")
    anna.page.reload()
    anna.opens("pain")
    expect(anna.text).not_to_have_text(third)
    for _ in range(2):
        anna.page.keyboard.press("ArrowLeft")
    expect(anna.page.locator(".review-answers [aria-pressed=true]")).to_have_text(anna.word("review.no"))


def test_what_is_missing_is_asked_at_the_end_and_the_file_is_given(people, node):
    anna = Reviewer(people, node, "es").comes()
    anna.opens("clauses")
    anna.person.button("review.yes").click()
    expect(anna.page.locator("h1")).to_have_text(anna.word("review.missing.title"))
    judge(anna.person)
    anna.person.button("review.missing.save").click()
    expect(anna.page.get_by_role("alert")).to_have_text(anna.word("review.empty"))
    anna.page.get_by_label(anna.word("review.missing.label"), exact=True).fill("aunque")
    anna.person.button("review.missing.save").click()
    expect(anna.part("clauses")).to_contain_text(anna.word("review.progress", done=2, all=2))
    with anna.page.expect_download() as saved:
        anna.page.get_by_role("link", name=anna.word("review.file")).click()
    records = json.loads(saved.value.path().read_text(encoding="utf-8"))["records"]
    assert [(record["verdict"], record.get("text")) for record in records] == [("missing", "aunque"), ("yes", None)]
    anna.person.button("review.leave").click()
    expect(anna.page.get_by_role("alert")).to_have_text(anna.word("review.left"))


def test_a_wrong_code_and_an_ended_session_are_told(people, node):
    anna = Reviewer(people, node, "es")
    right, anna.code = anna.code, "ZZZZ-ZZZZ"
    anna.person.opens("/review")
    anna.page.get_by_label(anna.word("review.code.label"), exact=True).fill(anna.code)
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("alert")).to_have_text(anna.word("review.code.wrong"))
    judge(anna.person)
    anna.code = right
    anna.comes().opens("pain")
    node.kill()
    node.program.ended()
    before = anna.text.text_content()
    anna.person.button("review.yes").click()
    expect(anna.page.get_by_role("alert")).to_have_text(anna.word("review.offline"))
    expect(anna.text).to_have_text(before)
    node.start()
    anna.person.button("review.yes").click()
    expect(anna.page.get_by_role("alert")).to_have_text(anna.word("review.gone"))


@pytest.mark.parametrize("lang", ["ar", "de"])
@pytest.mark.parametrize("screen", [NARROW, PHONE])
def test_every_screen_of_it_can_be_read_and_fits(people, node, lang, screen):
    anna = Reviewer(people, node, lang, screen=screen).comes()
    for see in (lambda: None, lambda: anna.opens("negationSoft")):
        see()
        expect(anna.page.locator("html")).to_have_attribute("dir", "rtl" if lang == "ar" else "ltr")
        judge(anna.person)
        assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The key that points onwards is the one towards which one reads.
    anna.page.keyboard.press("ArrowLeft" if lang == "ar" else "ArrowRight")
    expect(anna.page.locator("h1")).to_have_text(anna.word("review.missing.title"))
