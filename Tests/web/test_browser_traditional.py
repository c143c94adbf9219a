"""Who reads Traditional Chinese: phones of Taiwan, Hong Kong and Macau, whatever they call their language."""

import pytest
from browser import DESK, browser, expect, people, with_all  # noqa: F401
from node import PIN

CHINESE = 'languages = ["zh-Hans", "zh-Hant"]'


def drawn_with(person, node):
    """The fonts of a node's letters, as the browser took them."""
    tools = person.context.new_cdp_session(person.page)
    for domain in ("DOM", "CSS"):
        tools.send(f"{domain}.enable")
    handle = tools.send("Runtime.evaluate", {"expression": f"document.querySelector({node!r})"})["result"]["objectId"]
    tools.send("DOM.getDocument")
    found = tools.send("DOM.requestNode", {"objectId": handle})["nodeId"]
    return {font["familyName"] for font in tools.send("CSS.getPlatformFontsForNode", {"nodeId": found})["fonts"]}


@pytest.mark.parametrize("language", ["zh-TW", "zh-MO", *with_all("zh-HK", "zh-Hant-HK")])
def test_a_phone_is_spoken_to_in_the_script_of_its_owner(people, nodes, engines, language):
    node = nodes("Reception", engines=[engines()])
    mei = people(node, language)
    mei.scans()
    expect(mei.page.locator("html")).to_have_attribute("lang", "zh-Hant")
    expect(mei.page.locator(".languages.first .language-name").first).to_have_text("繁體中文")
    expect(mei.page.locator(".languages.first .language-outlook").first).to_contain_text("翻譯")
    mei.accepts_language()
    mei.enters("美玲")
    expect(mei.button("help.button")).to_have_text("求助")
    expect(mei.area).to_have_attribute("aria-label", "您的訊息")
    li = people(node, "zh-CN").comes("Reception", "李伟")
    expect(li.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    li.says("谢谢")
    mei.says("謝謝")
    li.sees("謝謝")
    # Behind both of these neither line is drawn anew.
    expect(mei.line("謝謝").locator(".line-reach")).to_be_visible()
    expect(mei.line("谢谢")).to_have_attribute("data-origin", "untranslated")
    assert drawn_with(mei, ".line[data-own=true] .line-text") == {"Noto Sans CJK TC"}
    assert drawn_with(mei, ".line[data-own=false] .line-text") == {"Noto Sans CJK SC"}
    mei.sees("谢谢").locator("[data-role=origin]").click()
    expect(mei.sheet, "why, from the terminal's catalogue").to_contain_text("這裡不能把")


def test_wall_poster_desk_and_tablet_speak_both(people, nodes, engines):
    node = nodes("Reception", engines=[engines()], web=CHINESE)
    wall = people(node, "zh-TW", screen=DESK)
    wall.opens("/kiosk/Reception")
    names = wall.page.locator(".kiosk-languages > li")
    expect(names).to_have_text(["简体中文", "繁體中文"])
    for language in ("zh-Hans", "zh-Hant"):
        expect(names.and_(wall.page.locator(f"[lang={language}]"))).to_have_class("now")
    wall.opens("/poster/Reception")
    expect(wall.page.locator(".poster-texts > li[lang=zh] h3")).to_have_text("用您的语言参加聊天")
    expect(wall.page.locator(".poster-texts > li[lang=zh-Hant] h3")).to_have_text("用您的語言參加聊天")
    wall.opens_desk(PIN)
    expect(wall.page.get_by_role("heading", name="聊天室", exact=True)).to_be_visible()
    expect(wall.page.get_by_role("combobox", name="本頁面的語言")).to_have_value("zh-Hant")
    wall.opens("/two/Reception")
    expect(wall.half("a").locator(".questions bdi").first).to_have_text("请选择您的语言")
