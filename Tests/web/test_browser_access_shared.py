"""Walls with two codes, posters, and the question whether anybody is still there, as test_browser_access.py judges views."""

from browser import DESK, PHONE, TABLET, browser, expect, people  # noqa: F401
from test_browser_access import judge

WEB = 'languages = ["es", "ar", "zh"]\nforget_after = "60s"\n[web.wifi]\nname = "Clinic"\npassword = "waiting-room"'
FIRST_VIEW = 12


def test_a_wall_with_two_codes_and_a_poster(people, nodes):
    node = nodes("Reception", web=WEB)
    wall = people(node, "es", screen=DESK)
    wall.opens("/kiosk/Reception")
    expect(wall.page.locator("img.kiosk-wifi-code")).not_to_have_js_property("naturalWidth", 0)
    judge(wall)
    for lang, screen in (("es", DESK), ("ar", PHONE)):
        reader = people(node, lang, screen=screen)
        asked = []
        reader.context.on("request", lambda request, asked=asked: asked.append(request.url))
        reader.opens("/poster/Reception")
        expect(reader.page.locator(".poster-sheet")).to_have_attribute("data-ready", "whole")
        assert len(asked) <= FIRST_VIEW, asked
        judge(reader)
        # Without a mouse: the sizes by arrows, the languages by tab and space.
        reader.page.locator("input[value=a4]").focus()
        reader.page.keyboard.press("ArrowDown")
        expect(reader.page.locator(".poster-sheet")).to_have_attribute("data-size", "a5")
        expect(reader.page.locator("input[value=a5]")).to_be_focused()
        reader.page.get_by_label("Català").focus()
        reader.page.keyboard.press("Space")
        expect(reader.page.locator(".poster-texts > li[lang=ca]")).to_have_count(1)
        expect(reader.page.get_by_label("Català")).to_be_focused()


def test_the_question_whether_anybody_is_still_there(people, nodes):
    node = nodes("Reception", web=WEB, room='topic = "Urgencias"')
    for path, screen in (("/two/Reception", TABLET), ("/r/Reception?shared", PHONE)):
        visitor = people(node, "es", screen=screen)
        visitor.page.clock.install()
        visitor.opens(path)
        visitor.page.locator("button.language:has(.language-name[lang=es])").first.click()
        judge(visitor)
        visitor.page.clock.run_for(65_000)
        question = visitor.page.get_by_role("alertdialog", name=visitor.words("forget.ask"))
        expect(question.get_by_role("button", name=visitor.words("forget.here"))).to_be_focused()
        judge(visitor)
