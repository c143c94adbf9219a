"""One message in another language, how it reads back, and copying it: for whoever asks, and nobody else."""

from browser import browser, expect, people  # noqa: F401

NO_CLIPBOARD = """Object.defineProperty(navigator, "clipboard", { value: undefined });
document.addEventListener("copy", () => (window.copied = String(document.activeElement.value || getSelection())));"""


def in_reception(people, nodes, engine):
    """Anna, Boris and Chloé, a nurse among them, and somebody who comes when the first line was said."""
    node = nodes("Reception", engines=[engine], room='newcomers_see = "all"')
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    chloe = people(node, "fr")
    chloe.context.request.post(f"{node.url}/api/staff/login", data={"pin": "271828"}, headers={"X-Sabir": "1"})
    chloe.comes("Reception", "Chloé")
    boris.says("bon dia")
    newcomer = people(node, "en").comes("Reception", "Dario")
    anna.reads("es:bon dia", written="bon dia")
    chloe.reads("fr:bon dia", written="bon dia")
    newcomer.reads("en:bon dia", written="bon dia")
    return node, anna, boris, chloe, newcomer


def reading(person):
    return person.sheet.locator(".reading")


def test_a_message_is_read_in_the_languages_of_the_room_and_in_any_other(people, nodes, engines):
    engine = engines()
    _, anna, boris, chloe, newcomer = in_reception(people, nodes, engine)
    anna.chooses(anna.line("es:bon dia"), "read.title")
    expect(anna.sheet).to_contain_text(anna.words("read.alone"))
    for there in ("Español", "Català"):
        expect(anna.sheet.get_by_role("button", name=there, exact=True), "it is there in these").to_have_count(0)
    anna.sheet.get_by_role("button", name="English", exact=True).click()
    expect(reading(anna)).to_contain_text("en:bon dia")
    expect(reading(anna)).to_contain_text(anna.words("origin.translated"))
    anna.button("read.all", anna.sheet).click()
    anna.sheet.get_by_role("searchbox").fill("ukr")
    anna.sheet.get_by_role("button", name="Українська").click()
    expect(reading(anna), "why not, in the language of who asks").to_contain_text("ucraniano")
    expect(reading(anna)).to_have_attribute("data-origin", "untranslated")
    for everybody in (boris, chloe, newcomer):
        expect(everybody.lines).to_have_count(1)
        expect(everybody.sheet).to_have_count(0)


def test_what_was_taken_for_another_language_is_read_as_what_it_is(people, nodes, engines):
    engine = engines()
    _, anna, *_ = in_reception(people, nodes, engine)
    anna.chooses(anna.line("es:bon dia"), "read.title")
    before = engine.asked("bon dia")
    anna.button("read.wrong", anna.sheet, language="catalán").click()
    anna.sheet.get_by_role("button", name="Français").click()
    expect(anna.sheet).to_contain_text(anna.words("read.taken", language="francés"))
    expect(reading(anna)).to_contain_text("es:bon dia")
    assert engine.asked("bon dia") == before + 1, "from the other language, and not what is known of the first"


def test_one_sees_how_a_message_reads_back(people, nodes, engines):
    _, anna, boris, *_ = in_reception(people, nodes, engines())
    anna.chooses(anna.line("es:bon dia"), "back.title")
    expect(anna.sheet).to_contain_text(anna.words("back.text"))
    expect(reading(anna).locator(".reading-back")).to_contain_text("ca:es:bon dia")
    boris.chooses(boris.line("bon dia"), "back.title")
    expect(reading(boris)).to_have_count(3)
    for language in ("en", "es", "fr"):
        expect(boris.sheet).to_contain_text(f"ca:{language}:bon dia")


def test_without_an_engine_one_is_told_so_in_ones_own_language(people, nodes, engines):
    _, anna, *_ = in_reception(people, nodes, engines())
    anna.forgives("status of 429", "net::ERR_")
    anna.chooses(anna.line("es:bon dia"), "read.title")
    anna.loses_network()
    anna.sheet.get_by_role("button", name="English", exact=True).click()
    expect(anna.sheet.get_by_role("alert")).to_have_text(anna.words("error.offline"))


def test_a_message_is_copied_with_what_was_written(people, nodes, engines):
    _, anna, boris, *_ = in_reception(people, nodes, engines())
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.chooses(anna.line("es:bon dia"), "line.copy")
    expect(anna.page.locator(".bar-news")).to_have_text(anna.words("line.copied"))
    assert anna.page.evaluate("navigator.clipboard.readText()") == "es:bon dia\n\nbon dia"
    boris.page.evaluate(NO_CLIPBOARD)
    boris.chooses(boris.line("bon dia"), "line.copy")
    expect(boris.page.locator(".bar-news")).to_have_text(boris.words("line.copied"))
    assert boris.page.evaluate("window.copied") == "bon dia"
