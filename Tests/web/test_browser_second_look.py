"""What a second look found: a warning for visitors, and the second reading on tap for staff at their desk."""

from browser import DESK, PHONE, browser, expect, people  # noqa: F401
from node import PIN
from test_browser_staff_see import SEEN, reading
from test_second_look import BACK, DOSE, MADE, staged


def test_a_visitor_is_warned_and_the_desk_reads_it_on_tap(people, nodes, engines):
    node = nodes("Reception", engines=[staged(engines)], room=SEEN)
    marta = people(node, "ca", screen=PHONE).comes("Reception", "Marta")
    desk = people(node, "ca", screen=DESK).opens_desk(PIN)
    anna = node.device().enters("Reception", "Anna", "es")
    said = anna.says(DOSE)
    line = marta.line(MADE)
    expect(line).to_have_attribute("data-origin", "translated")
    expect(line.locator(".line-remark").filter(has_text="Una segona traducció no diu el mateix")).to_be_visible()
    line.locator("[data-role=origin]").click()
    expect(marta.sheet).to_contain_text("Una segona traducció no diu el mateix")
    expect(marta.sheet).not_to_contain_text(BACK)
    expect(marta.page.locator("body")).not_to_contain_text(BACK)
    assert marta.overflow <= 0

    line = reading(desk, MADE)
    expect(line).to_have_attribute("data-origin", "translated")
    expect(line).not_to_contain_text(BACK)
    desk.tabs_to(line.locator("[data-role=origin]"))
    desk.page.keyboard.press("Enter")
    expect(desk.sheet).to_contain_text(desk.words("origin.second.back", engine="staged"))
    expect(desk.sheet.locator("[data-second=back]").get_by_text(BACK, exact=True)).to_have_attribute("lang", "es")
    expect(desk.sheet).to_contain_text(desk.words("origin.second.differs"))
    # It goes with its line.
    anna.says("", retracts=said["id"])
    expect(desk.page.locator("body")).not_to_contain_text(BACK)


def test_the_desk_is_told_that_a_second_reading_agrees(people, nodes, engines):
    node = nodes("Reception", engines=[staged(engines, DOSE)], room=SEEN)
    desk = people(node, "ca", screen=DESK).opens_desk(PIN)
    node.device().enters("Reception", "Marta", "ca")
    node.device().enters("Reception", "Anna", "es").says(DOSE)
    line = reading(desk, MADE)
    expect(line).to_have_attribute("data-origin", "translated")
    line.locator("[data-role=origin]").click()
    expect(desk.sheet).to_contain_text(desk.words("origin.second.agrees"))
