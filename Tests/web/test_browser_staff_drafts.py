"""What staff are typing is there still when their login has ended meanwhile, and gone when they lock the page."""

from browser import DESK, browser, expect, people  # noqa: F401
from node import PIN
from test_browser_places import staff_desk

#: As from another window of the same browser, or by the end of the twelve hours.
ENDS = """() => fetch("/api/staff/logout", {method: "POST", body: "{}", headers: {"Content-Type": "application/json", "X-Sabir": "1"}})"""


def change_notice(nurse):
    """The button, at the desk."""
    heading = nurse.page.get_by_role("heading", name=nurse.words("staff.notice"), exact=True)
    return nurse.button("staff.change", nurse.page.locator(".staff-row").filter(has=heading))


def notice_field(nurse):
    return nurse.sheet.get_by_role("textbox", name=nurse.words("staff.notice.text"))


def opens_notice(nurse):
    change_notice(nurse).click()
    return notice_field(nurse)


def test_a_notice_being_typed_outlasts_the_login_and_nobody_else_sees_it(people, nodes):
    node = nodes("Reception")
    boris = people(node, "es").comes("Reception", "Boris")
    other = staff_desk(people, node, screen=DESK)
    other.unlocks(PIN)
    nurse = staff_desk(people, node, screen=DESK)
    nurse.unlocks(PIN)
    opens_notice(nurse).fill("Hoy cerramos a las dos.")
    nurse.page.evaluate(ENDS)
    expect(nurse.page.locator("#pin")).to_be_visible()
    nurse.types_pin(PIN)
    expect(notice_field(nurse), "the question is asked again, with what was typed").to_have_value("Hoy cerramos a las dos.")
    expect(opens_notice(other)).to_have_value("")
    nurse.reloads()
    expect(opens_notice(nurse)).to_have_value("Hoy cerramos a las dos.")
    nurse.button("staff.notice.pin", nurse.sheet).click()
    expect(boris.page.get_by_text("Hoy cerramos a las dos.", exact=True)).to_be_visible()
    expect(nurse.sheet).to_have_count(0)
    expect(opens_notice(nurse)).to_have_value("Hoy cerramos a las dos.")


def test_whoever_locks_the_page_leaves_nothing_that_was_typed(people, nodes):
    nurse = staff_desk(people, nodes("Reception"), screen=DESK)
    nurse.unlocks(PIN)
    opens_notice(nurse).fill("a medias")
    nurse.page.keyboard.press("Escape")
    expect(nurse.sheet).to_have_count(0)
    nurse.button("staff.leave").click()
    expect(nurse.page.locator("#pin")).to_be_visible()
    nurse.unlocks(PIN)
    expect(nurse.sheet).to_have_count(0)
    expect(opens_notice(nurse)).to_have_value("")
