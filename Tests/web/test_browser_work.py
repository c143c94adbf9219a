"""What a line costs the page, in counts: how often it is laid out, how many lines it keeps, what is read aloud of many.

Times are measured by scripts/bench/page-lines.
"""

from browser import ROOT, TABLET, browser, expect, people  # noqa: F401

TELLS_MANY = """async () => {
  const { Announcer } = await import("/assets/js/announcer.js");
  const told = [];
  const words = { tag: "es", t: (key, { n, text } = {}) => (key === "room.new" ? `${n} more` : text || key) };
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
DRAWS_LATE = """async () => {
  const { Log } = await import("/assets/js/log.js");
  const words = { tag: "ca", t: (key) => key, language: (tag) => tag, time: () => "9:00" };
  const languages = { nameOf: (tag) => tag };
  const log = new Log(words, { words, languages, lang: "ca", isOwn: () => false, readsToo: () => false });
  document.body.append(log.element);
  for (const [seq, id] of ["uno", "dos", "tres"].entries()) {
    log.add({ id, seq, text: id, lang: "es", from: "Nurse", member: "n", ts: 0 });
  }
  const told = [];
  const now = () => {
    log.flush();
    told.push([...log.element.querySelectorAll("li.line")].map((line) => [line.dataset.origin, line.querySelector(".line-text").textContent]));
  };
  for (const id of ["dos", "tres"]) log.find(id).heard = Date.now() + 60_000;
  log.find("uno").heard -= 60_000;
  now();
  log.translate({ id: "dos", lang: "ca", text: "ca:dos", state: "translated" });
  now();
  log.find("tres").heard -= 120_000;
  now();
  log.translate({ id: "tres", lang: "ca", text: "ca:tres", state: "translated" });
  log.close();
  now();
  return told;
}"""
SIGNS = """async (lines) => {
  const of = (sign) => /url\\("(data:image[^"]+)"\\)/.exec(getComputedStyle(sign).maskImage || getComputedStyle(sign).webkitMaskImage);
  const size = async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image.naturalWidth * image.naturalHeight;
  };
  const signs = lines.flatMap((line) => [...line.querySelectorAll(".sign")]);
  return Promise.all(signs.map(async (sign) => {
    const { width, height } = sign.getBoundingClientRect();
    return [sign.className, of(sign) ? await size(of(sign)[1]) : 0, Math.min(width, height)];
  }));
}"""
WALL = """async () => {
  const { KioskLines } = await import("/assets/js/kiosk-lines.js");
  const wall = new KioskLines({ nameOf: (tag) => tag });
  wall.element.style.height = "250px";
  document.body.replaceChildren(wall.element);
  const changed = () => new Promise((done) => {
    new MutationObserver((_, observer) => (observer.disconnect(), done())).observe(wall.list, { childList: true });
  });
  const rows = () => [...wall.list.children];
  const line = (n) => ({ id: String(n), from: "Nurse", lang: "es", text: `línea ${n}`, role: "member" });
  let drawn = changed();
  for (let n = 1; n <= 10; n += 1) wall.add(line(n));
  const atOnce = rows().length;
  await drawn;
  const shown = rows().filter((row) => !row.hidden);
  const whole = shown.every((row) => row.getBoundingClientRect().top >= wall.element.getBoundingClientRect().top);
  const [{ offsetTop: top }, { offsetTop: next }] = shown.slice(-2);
  const isFull = (shown.length + 1) * (next - top) > 250;
  wall.add(line(11));
  wall.replace([]);
  const cleared = rows().length;
  drawn = changed();
  wall.add(line(12));
  await drawn;
  return [atOnce, shown.at(-1).textContent, whole && isFull, shown.length > 1 && shown.length < 10, cleared, rows().length];
}"""
PARTS = "(lines) => lines.map((line) => [line.querySelectorAll('*').length, line.querySelectorAll('svg').length])"
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


def test_a_line_is_of_few_parts_and_its_pictures_are_drawn(people, nodes, engines):
    """An svg inside a line would be asked in each frame whether it moves, for each of 2,000 lines."""
    book = f'[phrasebook]\nfiles = ["{ROOT}/share/phrasebook/clinic.tmx"]'
    node = nodes("Reception", engines=[engines()], flags=("--unlimited",), before=book)
    boris = people(node, "ca").comes("Reception", "Boris")
    amal = people(node, "ar").comes("Reception", "Amal")
    nurse = node.device().staff().enters("Reception", "Nurse", "es")
    nurse.says("pase al fondo")
    boris.reads("ca:pase al fondo", written="pase al fondo")
    newcomer = people(node, "es").comes("Reception", "Carla")
    newcomer.says("ya voy al fondo")
    newcomer.lines.locator(".line-reach").wait_for()
    for reader, names in ((boris, {"more", "machine", "shield"}), (amal, {"more", "untranslated"}), (newcomer, {"more", "sent", "book"})):
        reader.page.locator("li.line", has_text="ya voy al fondo").wait_for()
        parts = reader.lines.evaluate_all(PARTS)
        assert all(count <= 20 for count, _ in parts) and not sum(svgs for _, svgs in parts), parts
        signs = reader.lines.evaluate_all(SIGNS)
        assert names <= {part.removeprefix("sign-") for name, _, _ in signs for part in name.split()}, signs
        assert all(drawn > 0 and size >= 14 for _, drawn, size in signs), signs
    assert newcomer.lines.count() == 1


def test_a_line_that_came_a_moment_ago_waits_for_its_translation_and_is_drawn_once(people, nodes):
    boris = people(nodes("Reception"), "ca")
    boris.scans("Reception")
    assert boris.page.evaluate(DRAWS_LATE) == [
        [["pending", "uno"]],
        [["pending", "uno"], ["translated", "ca:dos"]],
        [["pending", "uno"], ["translated", "ca:dos"], ["pending", "tres"]],
        [["pending", "uno"], ["translated", "ca:dos"], ["translated", "ca:tres"]],
    ]


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


def test_lines_of_the_wall_are_drawn_together_whole_and_gone_at_once(people, nodes):
    wall = people(nodes("Reception"), "es")
    wall.opens("/kiosk/Reception")
    atOnce, newest, fits, some, cleared, then = wall.page.evaluate(WALL)
    assert (atOnce, cleared, then) == (0, 0, 1), "cleared lines do not come back"
    assert "línea 10" in newest and fits and some
