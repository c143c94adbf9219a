"""The first minute: what it costs on the air, and that it can be done with a keyboard alone."""

from browser import DESK, browser, expect, people  # noqa: F401

BOUND = 150 * 1024
"""Bytes of bodies as they came over the wire."""


def test_a_first_visit_weighs_little_and_asks_nobody_else(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    visitor = people(node, "es")
    finished = []
    visitor.context.on("requestfinished", lambda request: finished.append(request))
    visitor.comes("Reception", "Anna")
    visitor.says("hola")
    weights = {request.url: request.sizes()["responseBodySize"] for request in finished}
    assert weights and sum(weights.values()) <= BOUND, sorted(weights.items(), key=lambda pair: -pair[1])
    compressed = [request for request in finished if request.url.endswith((".js", ".css", ".json"))]
    assert compressed and all(request.response().headers.get("content-encoding") for request in compressed)


def test_a_second_visit_costs_next_to_nothing(people, nodes):
    visitor = people(nodes("Reception"), "es").comes("Reception", "Anna")
    finished = []
    visitor.context.on("requestfinished", lambda request: finished.append(request))
    visitor.page.reload()
    expect(visitor.area).to_be_visible()
    visitor.says("hola")
    assert sum(request.sizes()["responseBodySize"] for request in finished) <= 10 * 1024


def test_from_opening_to_a_sent_message_with_a_keyboard_alone(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    boris = people(node, "ca").comes("Reception", "Boris")
    anna = people(node, "es", screen=DESK)
    keyboard = anna.page.keyboard
    anna.scans("Reception")
    anna.tabs_to(anna.page.locator(".languages.first button.language").first)
    keyboard.press("Enter")
    anna.tabs_to(anna.page.locator("#name"))
    keyboard.press("Control+A")
    keyboard.type("Anna")
    anna.tabs_to(anna.button("enter.go"))
    keyboard.press("Enter")
    expect(anna.area).to_be_visible()
    anna.tabs_to(anna.area)
    keyboard.type("hola")
    keyboard.press("Enter")
    boris.reads("ca:hola", written="hola")
    boris.says("bon dia")
    anna.reads("es:bon dia", written="bon dia")
    anna.tabs_to(anna.line("es:bon dia").locator("[data-role=more]"), back=True)
    keyboard.press("Enter")
    anna.tabs_to(anna.button("line.unclear", anna.sheet))
    keyboard.press("Enter")
    expect(boris.calls).to_contain_text(boris.words("calls.unclear", name="Anna"))
    expect(anna.sheet).to_have_count(0)


def test_a_sheet_keeps_the_focus_and_gives_it_back(people, nodes):
    anna = people(nodes("Reception"), "es", screen=DESK).comes("Reception", "Anna")
    anna.tabs_to(anna.button("room.settings"), back=True)
    anna.page.keyboard.press("Enter")
    for _ in range(20):
        anna.page.keyboard.press("Tab")
        assert anna.page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    anna.page.keyboard.press("Escape")
    expect(anna.sheet).to_have_count(0)
    expect(anna.button("room.settings")).to_be_focused()
