"""Taking home what was said: what is in it and what is not, on paper and as a file."""

import subprocess
from pathlib import Path

from browser import DESK, PHONE, browser, expect, people  # noqa: F401

OUTSIDE = """() => [...document.querySelectorAll("script, link, img, iframe, [src], [style]")].map((node) => node.outerHTML)"""


def a_talk(people, nodes, engines, lang="es", **settings):
    """Anna and Boris talk, Chloé says something to nobody, and Dario comes when all is said. A nurse is among them."""
    node = nodes("Reception", flags=("--unlimited",), engines=[engines()])
    anna = people(node, lang, **settings).comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    nurse = node.device().staff().enters("Reception", "Marta", "fr")
    boris.says("bon dia")
    anna.chooses(anna.reads(f"{lang}:bon dia", written="bon dia"), "line.reply")
    anna.says("tengo dolor")
    boris.chooses(boris.sees("ca:tengo dolor"), "line.reply")
    boris.says("on")
    nurse.says("asseyez-vous")
    anna.reads(f"{lang}:asseyez-vous", written="asseyez-vous")
    anna.reads(f"{lang}:on", written="on")
    return node, anna, boris, nurse


def opens(person):
    person.button("room.settings").click()
    person.button("take.open", person.sheet).click()
    expect(person.sheet).to_contain_text(person.words("take.names"))


def shows(person, scope="all"):
    opens(person)
    person.sheet.get_by_role("radio", name=person.words(f"take.{scope}")).check()
    person.button("take.show", person.sheet).click()
    return document(person)


def document(person):
    return person.sheet.get_by_role("article")


def texts(article):
    return article.locator(".transcript-original .transcript-text")


def pages_of(person, tmp_path, **paper):
    """What each page of the print says."""
    file = tmp_path / "print.pdf"
    file.write_bytes(person.page.pdf(**paper))
    text = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, check=True, encoding="utf-8").stdout
    return text.removesuffix("\f").split("\f")


def saved(person, key):
    with person.page.expect_download() as download:
        person.button(key, person.sheet).click()
    return download.value


def test_all_that_is_shown_is_in_it_beside_what_was_written(people, nodes, engines):
    _, anna, *_ = a_talk(people, nodes, engines)
    article = shows(anna)
    expect(article.get_by_role("heading", level=1)).to_have_text(anna.words("take.doc.title", room="Reception"))
    expect(article.locator(".transcript-warning")).to_have_text(anna.words("take.doc.machine"))
    expect(texts(article)).to_have_text(["bon dia", "tengo dolor", "on", "asseyez-vous"])
    lines = article.get_by_role("listitem")
    expect(lines.nth(0)).to_contain_text("es:bon dia")
    expect(lines.nth(0)).to_contain_text(anna.words("origin.translated"))
    expect(lines.nth(0)).to_contain_text(anna.words("line.written-in", language="catalán"))
    expect(lines.nth(0).locator(".transcript-text").first).to_have_attribute("lang", "es")
    expect(lines.nth(1)).to_contain_text(f"({anna.words('line.you')})")
    expect(lines.nth(1)).to_contain_text("es:bon dia")
    expect(lines.nth(1)).not_to_contain_text(anna.words("origin.translated"))
    expect(lines.nth(3)).to_contain_text(f"({anna.words('people.staff')})")


def test_what_concerns_one_leaves_out_what_others_said_to_others(people, nodes, engines):
    _, anna, boris, _ = a_talk(people, nodes, engines)
    expect(texts(shows(anna, "mine"))).to_have_text(["bon dia", "tengo dolor", "on"])
    dario = people(anna.node, "en").comes("Reception", "Dario")
    opens(dario)
    dario.sheet.get_by_role("radio", name=dario.words("take.mine")).check()
    dario.button("take.show", dario.sheet).click()
    expect(dario.sheet.get_by_role("status").filter(has_text=dario.words("take.none"))).to_be_visible()
    expect(document(dario)).to_have_count(0)
    expect(boris.sheet).to_have_count(0)


def test_messages_are_chosen_by_keyboard(people, nodes, engines):
    _, anna, *_ = a_talk(people, nodes, engines, screen=DESK)
    opens(anna)
    anna.tabs_to(anna.sheet.get_by_role("radio", name=anna.words("take.all")))
    anna.page.keyboard.press("ArrowDown")
    anna.page.keyboard.press("ArrowDown")
    first = anna.sheet.get_by_role("checkbox").nth(0)
    anna.tabs_to(first)
    anna.page.keyboard.press("Space")
    anna.tabs_to(anna.sheet.get_by_role("checkbox").nth(3))
    anna.page.keyboard.press("Space")
    anna.tabs_to(anna.button("take.show", anna.sheet))
    anna.page.keyboard.press("Enter")
    expect(texts(document(anna))).to_have_text(["bon dia", "asseyez-vous"])
    anna.tabs_to(anna.button("take.again", anna.sheet))
    anna.page.keyboard.press("Enter")
    expect(anna.sheet.get_by_role("checkbox").nth(0)).to_be_checked()
    anna.page.keyboard.press("Escape")
    expect(anna.sheet).to_have_count(0)


def test_on_paper_the_warning_is_on_each_page_and_nothing_else_of_the_page(people, nodes, engines, tmp_path):
    _, anna, _, nurse = a_talk(people, nodes, engines)
    for n in range(40):
        nurse.says(f"phrase {n} " + "mot " * 30)
    expect(anna.lines).to_have_count(44)
    expect(anna.page.locator("[data-origin=pending]")).to_have_count(0)
    shows(anna)
    for paper in ("A4", "Letter"):
        pages = pages_of(anna, tmp_path, format=paper)
        assert len(pages) > 2
        warning = anna.words("take.doc.machine").split(". ")[0]
        assert all(warning in page for page in pages), [warning in page for page in pages]
        whole = "".join(pages)
        assert "es:bon dia" in whole and "asseyez-vous" in whole and "phrase 39" in whole
        assert anna.words("compose.placeholder", language="español") not in whole
        assert anna.words("take.again") not in whole
    anna.page.keyboard.press("Escape")
    assert anna.words("take.doc.made", date="").strip() not in "".join(pages_of(anna, tmp_path))
    expect(anna.line("tengo dolor"), "and the room is there again").to_be_visible()


def test_each_sheet_says_of_what_it_is_and_a_long_message_leaves_no_half_sheet_empty(people, nodes, engines, tmp_path):
    _, anna, _, nurse = a_talk(people, nodes, engines)
    nurse.says("long " * 700)
    nurse.says("au revoir")
    anna.sees("es:au revoir")
    expect(anna.page.locator("[data-origin=pending]")).to_have_count(0)
    shows(anna)
    pages = pages_of(anna, tmp_path, format="A4")
    for number, page in enumerate(pages, 1):
        assert f"{number}/{len(pages)}" in page.replace(" ", "")
        assert "Reception" in page.split("long")[-1]
    assert "asseyez-vous" in pages[0] and "long long" in pages[0], "it begins where the one before it ends"


def test_the_file_opens_by_itself_and_holds_nothing_that_acts(people, nodes, engines, tmp_path):
    _, anna, *_ = a_talk(people, nodes, engines)
    nurse = anna.node.device().staff().enters("Reception", "<img src=x onerror=alert(1)>", "fr")
    nurse.says("<script>alert(1)</script></style>")
    anna.sees("es:<script>alert(1)</script></style>")
    shows(anna)
    file = saved(anna, "take.save")
    assert file.suggested_filename.startswith("sabir-Reception-20") and file.suggested_filename.endswith(".html")
    path = tmp_path / "saved.html"
    file.save_as(path)
    page = anna.context.browser.new_context(offline=True).new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    assert asked == [path.as_uri()]
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.get_by_text("<script>alert(1)</script></style>", exact=True)).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    expect(page.locator(".transcript-warning")).to_have_css("font-weight", "700")
    expect(page.locator(".transcript-warning")).to_have_css("color", "rgb(0, 0, 0)")
    page.context.close()
    text = saved(anna, "take.save.text")
    assert text.suggested_filename.endswith(".txt")
    said = Path(text.path()).read_text(encoding="utf-8-sig")
    for part in ("es:bon dia", "bon dia", "tengo dolor", anna.words("take.doc.machine"), "<script>"):
        assert part in said, part


def test_it_is_written_from_right_to_left_where_its_reader_reads_so(people, nodes, engines, tmp_path):
    node = nodes("عيادة 1", engines=[engines()])
    salma = people(node, "ar").comes("عيادة 1", "سلمى")
    boris = people(node, "ca").comes("عيادة 1", "Boris")
    people(node, "es").comes("عيادة 1", "Anna")
    boris.says("bon dia")
    expect(salma.line("bon dia")).to_have_attribute("data-origin", "untranslated")
    article = shows(salma)
    expect(article).to_have_attribute("dir", "rtl")
    expect(article.locator(".transcript-remark")).to_have_count(1)
    expect(article.locator(".transcript-warning"), "no machine has a part in it").to_have_count(0)
    file = saved(salma, "take.save")
    assert file.suggested_filename.startswith("sabir-عيادة-1-20")
    file.save_as(tmp_path / "saved.html")
    assert '<html lang="ar" dir="rtl">' in (tmp_path / "saved.html").read_text(encoding="utf-8")


def test_older_messages_come_with_it_as_far_as_one_may_read(people, nodes, engines):
    node = nodes("Reception", flags=("--unlimited",), engines=[engines()], room="newcomers_see = 30")
    boris = people(node, "ca").comes("Reception", "Boris")
    anna = people(node, "es", screen=PHONE).comes("Reception", "Anna")
    nurse = node.device().staff().enters("Reception", "Marta", "fr")
    for n in range(1, 131):
        nurse.says(f"ligne {n}")
    boris.sees("ca:ligne 130")
    boris.page.reload()
    boris.sees("ca:ligne 130")
    article = shows(boris)
    expect(texts(article)).to_have_count(50)
    expect(article).to_contain_text(boris.words("take.doc.older"))
    boris.button("take.again", boris.sheet).click()
    boris.button("take.older", boris.sheet).click()
    expect(boris.sheet).to_contain_text(boris.words("take.fetched", n=80))
    expect(boris.button("take.older", boris.sheet)).to_have_count(0)
    boris.button("take.show", boris.sheet).click()
    expect(texts(document(boris))).to_have_text([f"ligne {n}" for n in range(1, 131)])
    expect(document(boris)).not_to_contain_text(boris.words("take.doc.older"))
    expect(document(boris).get_by_text("ca:ligne 1", exact=True)).to_be_visible()
    anna.sees("es:ligne 130")
    dario = people(node, "en").comes("Reception", "Dario")
    dario.sees("en:ligne 130")
    expect(texts(shows(dario)), "a newcomer has no more than a newcomer may read").to_have_count(30)
    dario.button("take.again", dario.sheet).click()
    expect(dario.button("take.older", dario.sheet)).to_have_count(0)


def test_fetching_can_be_broken_off(people, nodes, engines):
    node = nodes("Reception", flags=("--unlimited",), engines=[engines()])
    boris = people(node, "ca").comes("Reception", "Boris")
    people(node, "en").comes("Reception", "Dario")
    nurse = node.device().staff().enters("Reception", "Marta", "fr")
    for n in range(1, 71):
        nurse.says(f"ligne {n}")
    boris.sees("ca:ligne 70")
    boris.page.reload()
    boris.sees("ca:ligne 70")
    held = []
    boris.page.route("**/lines?*", lambda route: held.append(route))
    boris.forgives("net::ERR_")
    opens(boris)
    boris.button("take.older", boris.sheet).click()
    expect(boris.button("take.show", boris.sheet), "a document has the translations of all that is in it").to_be_disabled()
    boris.button("common.cancel", boris.sheet).click()
    expect(boris.sheet.get_by_role("alert")).to_have_text(boris.words("take.incomplete"))
    boris.button("take.show", boris.sheet).click()
    expect(texts(document(boris))).to_have_count(50)
