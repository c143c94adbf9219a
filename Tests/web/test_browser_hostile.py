"""Names and messages of people who mean no good, or whose telephone does not: they stay text."""

import pytest
from browser import NARROW, PHONE, browser, expect, people  # noqa: F401

IMAGE = '<img src=x onerror="alert(1)">'
OVERRIDE = "\u202egnp.exe\u202c \u2066stay\u2069"
ENDLESS = "W" * 4_000
ZALGO = "h" + "\u0348\u0363\u0334" * 40 + "ola"
NAMES = [IMAGE, "\u202eanna", "W" * 64, "a" + "\u0300\u0334" * 20]
MESSAGES = [
    IMAGE, "<script>alert(1)</script>", "javascript:alert(1) https://example.org/?<b>x</b>", OVERRIDE, ENDLESS, ZALGO,
    "&lt;b&gt; {name} ${1+1} %s", "\u200f\u200e\ufeff.", "👩‍👩‍👧‍👦" * 300,
]


@pytest.mark.parametrize("screen", [NARROW, PHONE], ids=["320", "360"])
def test_hostile_names_and_messages_are_text_and_nothing_else(people, nodes, engines, screen):
    node = nodes("Reception", engines=[engines()])
    reader = people(node, "ca", screen=screen).comes("Reception", "Boris")
    visits = [node.device().enters("Reception", name, "es") for name in NAMES if len(name.encode()) <= 64]
    for number, text in enumerate(MESSAGES):
        visits[number % len(visits)].says(text)
    expect(reader.lines).to_have_count(len(MESSAGES))
    expect(reader.page.locator("li.line[data-origin=pending]")).to_have_count(0)
    assert reader.page.locator("img:not(.qr), .line script, .line b, iframe, .line [style]").count() == 0
    for link in reader.page.locator(".line a").all():
        assert link.get_attribute("href").startswith(("http://", "https://"))
    assert reader.overflow <= 0
    widest = reader.page.evaluate("Math.max(...[...document.querySelectorAll('.line')].map((line) => line.scrollWidth))")
    assert widest <= screen["width"]


def test_a_hostile_name_disturbs_no_view_it_is_shown_in(people, nodes):
    node = nodes("Reception")
    attacker = node.device().enters("Reception", IMAGE, "es")
    reader = people(node, "es", screen=NARROW).comes("Reception", "Anna")
    attacker.says(ENDLESS)
    reader.sheet_of_people()
    expect(reader.sheet.get_by_text(IMAGE)).to_be_visible()
    assert reader.overflow <= 0
    reader.page.keyboard.press("Escape")
    reader.lines.locator("[data-role=more]").click()
    assert reader.overflow <= 0
    reader.button("line.reply", reader.sheet).click()
    expect(reader.page.locator(".composer-replied")).to_contain_text(IMAGE)
    assert reader.overflow <= 0
    attacker.asks("person")
    expect(reader.calls).to_contain_text(IMAGE)
    assert reader.overflow <= 0


def test_a_visitor_may_type_all_of_this(people, nodes):
    node = nodes("Reception")
    anna = people(node, "es", screen=NARROW).comes("Reception", "<b>Anna</b>")
    boris = people(node, "es", screen=NARROW).comes("Reception", "Boris")
    anna.writes(ENDLESS + "W")
    expect(anna.page.locator(".composer-count")).to_have_text(anna.words("compose.over", n=1))
    expect(anna.lines).to_have_count(0)
    anna.says(ENDLESS)
    expect(boris.sees(ENDLESS).locator(".line-name")).to_have_text("<b>Anna</b>")
    assert anna.overflow <= 0 and boris.overflow <= 0
