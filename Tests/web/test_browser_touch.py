"""Fingers: what was touched looks as before, and a text keeps in view on a screen that is turned."""

from browser import PHONE, browser, expect, people, turned  # noqa: F401

#: Every rule for what a mouse points at, outside a query for a mouse. On a touch screen the last one would stay.
STICKY = """() => [...document.styleSheets].flatMap((sheet) => {
  const sticky = (rules, isForMice) => [...rules].flatMap((rule) => rule.cssRules && rule.media
    ? sticky(rule.cssRules, isForMice || /hover: hover/.test(rule.conditionText))
    : rule.selectorText && rule.selectorText.includes(":hover") && !isForMice ? [rule.selectorText] : []);
  return sticky(sheet.cssRules, false);
})"""
LOOK = "(node) => { const style = getComputedStyle(node); return [style.backgroundColor, style.color, style.boxShadow]; }"
OVERFLOW = "(area) => area.scrollHeight - area.clientHeight"


def test_nothing_that_was_touched_stays_marked(people, nodes):
    node = nodes("Reception")
    anna = people(node, "es", has_touch=True, is_mobile=True).comes("Reception", "Anna")
    boris = people(node, "ca", has_touch=True, is_mobile=True).comes("Reception", "Boris")
    carla = people(node, "ar").comes("Reception", "Carla")
    send = anna.button("compose.send")
    untouched = boris.button("compose.send").evaluate(LOOK)
    anna.area.fill("buenos días")
    send.tap()
    boris.sees("buenos días")
    carla.sees("buenos días")
    expect(send).to_be_disabled()
    anna.page.wait_for_function("() => !document.getAnimations().some((one) => one.playState === 'running')")
    assert send.evaluate(LOOK) == untouched
    for person in (anna, carla):
        assert person.page.evaluate(STICKY) == []
    nurse = people(node, "es")
    nurse.forgives("status of 401")
    nurse.opens("/staff")
    expect(nurse.page.locator("#pin")).to_be_visible()
    assert nurse.page.evaluate(STICKY) == []


def test_the_field_is_as_high_as_its_text_on_a_screen_that_is_turned(people, nodes):
    anna = people(nodes("Reception"), "es").comes("Reception", "Anna")
    anna.area.fill("me duele la cabeza desde ayer por la tarde y no he podido dormir nada en toda la noche")
    tall = anna.area.bounding_box()["height"]
    anna.page.set_viewport_size(turned(PHONE))
    expect(anna.area).not_to_have_css("height", f"{tall}px")
    assert anna.area.bounding_box()["height"] < tall and anna.area.evaluate(OVERFLOW) <= 6
    low = anna.area.bounding_box()["height"]
    anna.page.set_viewport_size(PHONE)
    expect(anna.area).not_to_have_css("height", f"{low}px")
    assert anna.area.evaluate(OVERFLOW) <= 6 and anna.area.bounding_box()["height"] > low
