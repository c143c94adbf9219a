"""What is written reaches the room once, whatever dies in between."""

from browser import RESTARTED, browser, exactly, expect, people  # noqa: F401
from program import steady_port

WRITTEN_YESTERDAY = """() => {
  for (const [key, text] of Object.entries(localStorage)) {
    if (!key.startsWith("sabir.outbox.")) continue;
    const entry = JSON.parse(text);
    localStorage.setItem(key, JSON.stringify({ ...entry, ts: entry.ts - 86400000 }));
  }
}"""
A_DAY_LATER = "() => { const now = Date.now; Date.now = () => now.call(Date) + 86400000; }"


def two(people, nodes, engines, **settings):
    node = nodes("Reception", engines=[engines()], **settings)
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    boris.forgives(*RESTARTED)
    return node, anna, boris


def writes_without_a_network(person, *texts):
    person.loses_network()
    for text in texts:
        person.writes(text)
        expect(person.line(text)).to_have_attribute("data-sending", "waiting")
        person.keeps(text)


def test_what_waits_survives_a_restart_of_the_browser(people, nodes, engines):
    node, anna, boris = two(people, nodes, engines)
    writes_without_a_network(boris, "primer", "segon")
    kept = boris.context.storage_state()
    boris.goes()
    again = people(node, "ca", storage_state=kept)
    again.opens("/r/Reception")
    for text in ("primer", "segon"):
        expect(again.sees(text)).to_have_attribute("data-sending", "")
    expect(anna.page.locator(".line-text")).to_have_text(["es:primer", "es:segon"])
    again.page.reload()
    expect(again.lines).to_have_count(2)


def test_what_the_engine_failed_at_once_is_translated_after_all(people, nodes, engines):
    engine = engines()
    _, anna, boris = two(people, nodes, lambda: engine)
    engine.stumbles_over("primer")
    boris.says("primer")
    anna.reads("es:primer", written="primer")
    # Oftener where a busy machine is late with the second answer: an engine that is silent for two seconds is given up.
    assert engine.asked("primer") >= 2


def refusing(person, **error):
    """Every message of theirs, from now on. Answers with what was asked."""
    asked = []

    def refuse(route):
        asked.append(route.request.post_data_json["text"])
        route.fulfill(status=403, json={"error": {"code": "forbidden", "text": "No.", **error}})

    person.page.route("**/messages", refuse)
    return asked


def test_what_the_room_will_not_take_is_not_said_again_and_its_text_stays_with_the_reason(people, nodes, engines):
    _, anna, boris = two(people, nodes, engines)
    asked = refusing(boris, detail="taken-back")
    boris.writes("primer")
    line = boris.sees("primer")
    expect(line).to_have_attribute("data-sending", "failed")
    expect(line).to_contain_text(boris.words("error.taken-back"))
    # A case that the page knows no words for is told in the room's own.
    others = refusing(boris, detail="no-links", text="No links are said here.")
    boris.writes("segon")
    expect(boris.sees("segon")).to_contain_text("No links are said here.")
    assert (asked, others) == (["primer"], ["segon"])
    boris.page.unroute("**/messages")
    boris.button("sending.retry", boris.line("primer")).click()
    expect(boris.line("primer")).to_have_attribute("data-sending", "")
    anna.sees("es:primer")


def test_two_windows_of_one_browser_keep_each_its_own(people, nodes, engines):
    _, anna, boris = two(people, nodes, engines)
    other = boris.another_window("/r/Reception")
    expect(other.area).to_be_visible()
    writes_without_a_network(boris, "d'una finestra")
    writes_without_a_network(other, "de l'altra")
    other.page.close()
    boris.page.close()
    boris.context.set_offline(False)
    third = boris.another_window("/r/Reception")
    for text in ("d'una finestra", "de l'altra"):
        expect(third.sees(text)).to_have_attribute("data-sending", "")
    expect(anna.page.locator(".line-text")).to_have_text(["es:d'una finestra", "es:de l'altra"])


def test_what_was_written_long_ago_is_not_sent_unasked(people, nodes, engines):
    node, anna, boris = two(people, nodes, engines)
    writes_without_a_network(boris, "ja vinc")
    # The window that has it in mind would store it anew at its next try: it goes first, and another page of the same
    # origin, which knows nothing of outboxes, makes it old.
    boris.page.close()
    boris.context.set_offline(False)
    ageing = boris.context.new_page()
    ageing.route("**/*", lambda route: route.fulfill(content_type="text/html", body='<link rel="icon" href="data:,">'))
    ageing.goto(f"{node.url}/ageing")
    ageing.evaluate(WRITTEN_YESTERDAY)
    ageing.close()
    boris = boris.another_window("/r/Reception")
    line = boris.sees("ja vinc")
    expect(line).to_have_attribute("data-sending", "failed")
    expect(line).to_contain_text(boris.words("error.old"))
    anna.says("¿viene?")
    boris.sees("ca:¿viene?")
    boris.button("sending.retry", line).click()
    expect(line).to_have_attribute("data-sending", "")
    expect(anna.page.locator(".line-text")).to_have_text(["¿viene?", "es:ja vinc"])


def test_what_waited_for_a_day_in_an_open_window_is_not_sent_unasked(people, nodes, engines):
    _, anna, boris = two(people, nodes, engines)
    writes_without_a_network(boris, "ja vinc")
    boris.page.evaluate(A_DAY_LATER)
    boris.context.set_offline(False)
    line = boris.sees("ja vinc")
    expect(line).to_contain_text(boris.words("error.old"))
    anna.says("¿viene?")
    boris.sees("ca:¿viene?")
    boris.button("sending.retry", line).click()
    expect(line).to_have_attribute("data-sending", "")
    expect(anna.page.locator(".line-text")).to_have_text(["¿viene?", "es:ja vinc"])


def test_a_host_killed_while_messages_are_sent_has_each_once(people, nodes, engines):
    node, anna, boris = two(people, nodes, engines, port=steady_port(), room='history = "disk"')
    anna.forgives(*RESTARTED)
    # More wait for the node than it takes at once.
    boris.forgives("status of 429")
    texts = [f"missatge {n}" for n in range(1, 41)]
    boris.says("primer")
    anna.sees("es:primer")
    for half in (texts[:20], texts[20:]):
        for text in half[:10]:
            boris.writes(text)
        node.kill()
        for text in half[10:]:
            boris.writes(text)
            boris.keeps(text)
        node.start()
        boris.page.reload()
    for text in texts:
        expect(boris.sees(text)).to_have_attribute("data-sending", "")
    boris.says("fi")
    expect(anna.line("es:fi")).to_have_count(1)
    said = ["primer", *texts, "fi"]
    expect(anna.page.locator(".line-text"), "in order, each once").to_have_text([f"es:{text}" for text in said])
    expect(boris.page.locator(".line-text")).to_have_text(said)
    boris.page.reload()
    expect(boris.lines).to_have_count(len(said))


def test_who_listens_is_told_once_that_lines_wait_or_are_held_back_and_that_they_are_out(people, nodes, engines):
    _, anna, boris = two(people, nodes, engines)
    boris.says("primer")
    told = boris.page.locator(".unseen [role=status]")
    expect(told).not_to_contain_text(boris.words("sending.sent"))
    waits, goes, sent = (exactly(boris.words(f"sending.{state}")) for state in ("waiting", "sending", "sent"))
    writes_without_a_network(boris, "segon", "tercer")
    expect(told.get_by_text(waits)).to_have_count(1)
    expect(told.get_by_text(sent)).to_have_count(0)
    boris.context.set_offline(False)
    expect(told.get_by_text(sent)).to_have_count(1)
    anna.sees("es:tercer")
    # The node asks for patience twice.
    boris.forgives("status of 429")
    refusal = {"error": {"code": "too-fast", "text": "Wait."}}
    boris.page.route("**/messages", lambda route: route.fulfill(status=429, json=refusal), times=2)
    boris.says("quart")
    expect(told.get_by_text(goes)).to_have_count(1)
    expect(told.get_by_text(sent)).to_have_count(2)
    expect(told.get_by_text(waits)).to_have_count(1)


def test_who_listens_is_told_once_each_where_no_network_and_too_many_lines_take_turns(people, nodes, engines):
    _, _, boris = two(people, nodes, engines)
    boris.forgives("status of 429", "ERR_FAILED")
    tries = []

    def in_turns(route):
        tries.append(route)
        if len(tries) > 4:
            route.continue_()
        elif len(tries) % 2:
            route.fulfill(status=429, json={"error": {"code": "too-fast", "text": "Wait."}})
        else:
            route.abort()

    boris.page.route("**/messages", in_turns)
    boris.says("primer")
    told = boris.page.locator(".unseen [role=status]")
    for state in ("sending", "waiting", "sent"):
        expect(told.get_by_text(exactly(boris.words(f"sending.{state}")))).to_have_count(1)


def test_what_was_sent_is_not_there_to_be_sent_again_after_a_reload(people, nodes):
    node = nodes("Reception")
    boris = node.device().enters("Reception", "Boris", "ca")
    anna = people(node, "es").comes("Reception", "Anna")
    anna.area.fill("una frase")
    anna.keeps("una frase")
    anna.button("compose.send").click()
    anna.page.reload()
    expect(anna.line("una frase")).to_have_count(1)
    expect(anna.area).to_have_value("")
    boris.sees("una frase")
