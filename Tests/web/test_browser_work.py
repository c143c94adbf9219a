"""What a line costs the page, in counts: how often it is laid out, how many lines it keeps, what is read aloud of many.

Times are measured by scripts/bench/page-lines.
"""

from browser import TABLET, browser, expect, people  # noqa: F401

TELLS_MANY = """async () => {
  const { Announcer } = await import("/assets/js/announcer.js");
  const told = [];
  const words = { tag: "es", t: (key, { n, text } = {}) => (key === "room.new" ? `${n} more` : text) };
  const announcer = new Announcer(words);
  const lines = announcer.lines;
  const counted = new Promise((done) => new MutationObserver(() => done()).observe(lines, { childList: true }));
  const view = (n) => ({ line: { id: n, from: "Nurse", text: `line ${n}`, lang: "es" }, translation: null, lang: "es" });
  for (let n = 1; n <= 12; n += 1) announcer.expect(view(n), "es");
  announcer.flush();
  await counted;
  const count = () => lines.children.length;
  if (count() < 6) await new Promise((done) => new MutationObserver(() => done()).observe(lines, { childList: true }));
  return [...lines.children].map((node) => node.textContent);
}"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
TOP_LINE = """(scroller) => {
  const edge = scroller.getBoundingClientRect().top;
  const line = [...scroller.querySelectorAll("li.line")].find((node) => node.getBoundingClientRect().top >= edge);
  return [line.querySelector(".line-text").textContent, line.getBoundingClientRect().top];
}"""
SHOWN_AT = """(half) => {
  const view = half.querySelector(".log-scroll").getBoundingClientRect();
  const boxes = [...half.querySelectorAll("li.line")].map((line) => line.getBoundingClientRect());
  half.shown = half.shown ?? boxes.findIndex(({ top, bottom }) => top > view.top && bottom < view.bottom);
  return boxes[half.shown].top;
}"""
SCROLL = f"([scroller, by]) => {{ scroller.scrollBy(0, by); return ({TOP_LINE})(scroller); }}"


def layouts(developer):
    """How often the page was laid out so far."""
    metrics = developer.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "LayoutCount")


def test_forty_lines_and_their_translations_do_not_lay_the_page_out_for_each(people, nodes, engines):
    node = nodes("Reception", engines=[engines()], flags=("--unlimited",))
    boris = people(node, "ca").comes("Reception", "Boris")
    nurse = node.device().enters("Reception", "Nurse", "es")
    nurse.says("línea 0")
    boris.sees("ca:línea 0")
    developer = boris.context.new_cdp_session(boris.page)
    developer.send("Performance.enable")
    before = layouts(developer)
    for n in range(1, 41):
        nurse.says(f"línea {n}")
    expect(boris.page.locator("li.line[data-origin=translated]")).to_have_count(41)
    assert layouts(developer) - before <= 60
    boris.reads("ca:línea 40", written="línea 40")


def test_two_thousand_lines_stay_while_one_reads_above_and_others_come(people, nodes):
    node = nodes("Reception", flags=("--unlimited",))
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "es").comes("Reception", "Boris")
    nurse = node.device().enters("Reception", "Nurse", "es")
    for n in range(1, 1_001):
        nurse.says(f"línea {n}")
    anna.sees("línea 1000")
    scroller = anna.page.locator("#messages").element_handle()
    place = anna.page.evaluate(SCROLL, [scroller, -5_000])
    carla = people(node, "es").comes("Reception", "Carla")
    for n in range(1_001, 2_121):
        nurse.says(f"línea {n}")
    boris.sees("línea 2120")
    expect(boris.line("línea 1"), "the oldest lines go").to_have_count(0)
    assert 2_000 <= boris.lines.count() < 2_050
    expect(anna.page.locator(".log-newest")).to_contain_text("1")
    anna.line("línea 2120").wait_for(state="attached")
    text, top = anna.page.evaluate(TOP_LINE, scroller)
    assert text == place[0] and abs(top - place[1]) <= 1
    carla.sees("línea 2120")
    expect(carla.lines).to_have_count(1_120)
    expect(carla.line("línea 1000"), "a newcomer sees nothing from before").to_have_count(0)


def test_scrolling_up_through_lines_that_were_left_out_moves_nothing(people, nodes):
    """Lots far away are not laid out, and are as high as they were."""
    node = nodes("Reception", flags=("--unlimited",))
    boris = people(node, "es").comes("Reception", "Boris")
    nurse = node.device().enters("Reception", "Nurse", "es")
    for n in range(1, 301):
        nurse.says(f"línea {n} " + "y algo más que decir " * (n % 7))
    boris.page.locator(".line-text", has_text="línea 300").wait_for()
    expect(boris.page.locator(".lot.far")).to_have_count(4)
    scroller = boris.page.locator("#messages").element_handle()
    for _ in range(60):
        before = boris.page.evaluate(SCROLL, [scroller, -470])
        boris.page.evaluate(SETTLED)
        text, top = boris.page.evaluate(TOP_LINE, scroller)
        assert text == before[0] and abs(top - before[1]) <= 1


def test_what_is_read_in_a_half_that_lies_upside_down_stays_where_it_is(people, nodes, engines):
    node = nodes("Reception", engines=[engines()], flags=("--unlimited",))
    tablet = people(node, "es", screen=TABLET)
    tablet.sits_down("Reception")
    nurse = node.device().enters("Reception", "Nurse", "es")
    for n in range(1, 121):
        nurse.says(f"línea {n}")
    tablet.button("two.turn").click()
    half = tablet.page.locator(".two-half.turned")
    half.locator(".line-text", has_text="ca:línea 120").wait_for()
    half.locator(".log-scroll").evaluate("(scroller) => scroller.scrollBy(0, -2000)")
    tablet.page.evaluate(SETTLED)
    before = half.evaluate(SHOWN_AT)
    half.evaluate("(half) => { half.querySelectorAll('li.line')[half.shown - 3].style.paddingTop = '90px'; }")
    tablet.page.evaluate(SETTLED)
    assert abs(half.evaluate(SHOWN_AT) - before) <= 1


def test_of_many_lines_at_once_a_few_are_read_aloud_and_the_rest_are_counted(people, nodes):
    boris = people(nodes("Reception"), "es")
    boris.scans("Reception")
    assert boris.page.evaluate(TELLS_MANY) == [f"line {n}" for n in range(1, 6)] + ["7 more"]
