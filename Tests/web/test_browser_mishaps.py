"""What goes wrong in a house, and how it looks to those in the room."""

import re

import pytest
from browser import RESTARTED, browser, expect, people  # noqa: F401
from program import steady_port

NO_NETWORK = "net::ERR_"


def test_a_reload_keeps_name_language_and_place(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    anna.says("hola")
    boris.sees("ca:hola")
    boris.area.fill("a mitja fra")
    expect(boris.page.locator(".bar-count")).to_have_text("2")
    boris.keeps("a mitja fra")
    boris.page.reload()
    boris.reads("ca:hola", written="hola")
    expect(boris.area).to_have_value("a mitja fra")
    expect(boris.page.locator(".bar-count")).to_have_text("2")
    boris.says("bon dia")
    expect(anna.sees("es:bon dia").locator(".line-name")).to_have_text("Boris")


def test_what_is_written_without_a_network_is_sent_once_when_it_is_back(people, nodes, engines):
    node = nodes("Reception", engines=[engines()])
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    boris.forgives(NO_NETWORK)
    boris.loses_network()
    for text in ("primer", "segon"):
        boris.writes(text)
    expect(boris.line("primer")).to_have_attribute("data-sending", "waiting")
    expect(boris.page.locator(".banner.lost")).to_be_visible()
    anna.says("¿sigue ahí?")
    boris.context.set_offline(False)
    boris.sees("ca:¿sigue ahí?")
    for text in ("primer", "segon"):
        expect(boris.sees(text)).to_have_attribute("data-sending", "")
    anna.says("gracias")
    boris.sees("ca:gracias")
    expect(anna.page.locator(".line-text")).to_have_text(["¿sigue ahí?", "es:primer", "es:segon", "gracias"])
    expect(boris.page.locator(".banner.lost")).to_be_hidden()


def test_without_an_engine_the_original_is_there_at_once_with_the_reason_and_is_replaced_later(people, nodes, engines):
    engine = engines()
    node = nodes("Reception", engines=[engine])
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    engine.fails("refuses connections")
    anna.says("¿dónde le duele?")
    line = boris.sees("¿dónde le duele?")
    expect(line).to_have_attribute("data-origin", "untranslated")
    expect(line.locator(".line-remark")).not_to_be_empty()
    engine.is_well()
    boris.reads("ca:¿dónde le duele?", written="¿dónde le duele?")
    expect(boris.lines).to_have_count(1)


def test_a_host_that_dies_and_comes_back_loses_nobody_and_nothing_that_waits(people, nodes, engines):
    node = nodes("Reception", engines=[engines()], port=steady_port())
    anna = people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    for member in (anna, boris):
        member.forgives(*RESTARTED)
    anna.says("antes")
    boris.sees("ca:antes")
    node.kill()
    expect(boris.page.locator(".banner.lost")).to_be_visible()
    boris.writes("encara hi soc")
    node.start()
    # Whoever is back first may be alone at first: a host whose history is in memory begins anew.
    expect(boris.line("encara hi soc")).to_have_attribute("data-sending", "")
    expect(boris.page.locator(".banner.lost")).to_be_hidden()
    expect(anna.page.locator(".bar-count")).to_have_text("2")
    anna.says("después")
    boris.sees("ca:después")
    boris.says("ja torno a ser-hi")
    anna.reads("es:ja torno a ser-hi", written="ja torno a ser-hi")


def ward(people, nodes):
    node = nodes("Reception")
    nurse = node.device().staff()
    act = lambda **act: nurse.post("/api/staff/rooms/Reception/acts", **act)  # noqa: E731
    return node, nurse, act, people(node, "es").comes("Reception", "Anna")


def test_a_locked_room_says_so_inside_and_outside(people, nodes):
    node, _, act, anna = ward(people, nodes)
    act(act="lock")
    expect(anna.page.locator(".bar-lock")).to_be_visible()
    late = people(node, "es")
    late.scans("Reception")
    late.is_told("locked")
    expect(late.page.locator("button.language"), "told before anything is asked").to_have_count(0)
    act(act="unlock")
    expect(anna.page.locator(".bar-lock")).to_have_count(0)
    # By itself: nobody has to guess when.
    late.accepts_language()
    late.enters("Late")
    anna.says("pase")
    late.sees("pase")


@pytest.mark.parametrize("is_old", [False, True])
def test_a_visitor_who_is_removed_is_told_and_can_come_back(people, nodes, is_old):
    node, nurse, act, anna = ward(people, nodes)
    if is_old:
        anna.page.evaluate("['showModal', 'close'].forEach((name) => delete HTMLDialogElement.prototype[name])")
    members = nurse.get("/api/staff/rooms")["rooms"][0]["members"]
    anna.button("room.settings").click()
    act(act="remove", member=members[0]["id"])
    anna.is_told("removed")
    expect(anna.sheet, "it would cover what is told").to_have_count(0)
    expect(anna.page.locator("h1")).to_be_focused()
    anna.page.wait_for_function("history.state === null", timeout=60_000)
    anna.button("end.again").click()
    anna.enters()
    anna.says("ya estoy otra vez")
    anna.sees("ya estoy otra vez")


def test_a_visitor_who_is_banned_cannot_come_back(people, nodes):
    _, nurse, act, anna = ward(people, nodes)
    members = nurse.get("/api/staff/rooms")["rooms"][0]["members"]
    act(act="ban", member=members[0]["id"], minutes=60)
    anna.is_told("banned")
    anna.page.reload()
    anna.is_told("banned")


def test_who_is_locked_out_while_choosing_goes_in_once_it_is_open(people, nodes):
    _, _, act, anna = ward(people, nodes)
    late = people(anna.node, "ca")
    late.forgives("status of 403")
    late.scans("Reception")
    act(act="lock")
    expect(anna.page.locator(".bar-lock")).to_be_visible()
    late.tries_to_enter()
    late.is_told("locked")
    act(act="unlock")
    late.button("common.retry").click()
    expect(late.area, "nothing is asked twice").to_be_visible()
    late.says("bon dia")
    anna.sees("bon dia")


def test_who_is_muted_and_comes_back_is_told_before_writing(people, nodes):
    _, nurse, act, anna = ward(people, nodes)
    boris = people(anna.node, "ca").comes("Reception", "Boris")
    told = lambda person: person.page.locator(".composer").get_by_text(person.words("error.muted"))  # noqa: E731
    member = next(member["id"] for member in nurse.get("/api/staff/rooms")["rooms"][0]["members"] if member["name"] == "Anna")
    act(act="mute", member=member)
    anna.page.reload()
    expect(told(anna)).to_be_visible()
    boris.page.reload()
    expect(boris.area).to_be_visible()
    expect(told(boris)).to_have_count(0)


def test_a_closed_page_is_gone_soon_and_its_name_is_free(people, nodes):
    _, _, _, anna = ward(people, nodes)
    boris = people(anna.node, "ca").comes("Reception", "Boris")
    carla = anna.node.device().enters("Reception", "Carla", "ar")
    # Whoever loads the page anew stays: nobody is told of anything.
    boris.page.reload()
    expect(boris.area).to_be_visible()
    boris.says("encara hi soc")
    carla.sees("encara hi soc")
    anna.page.goto("about:blank")
    left = carla.until("left")
    assert left["member"]["name"] == "Anna" and left["n"] == 2
    assert not [kind for kind, _ in carla.events if kind in ("left", "joined")]
    again = people(anna.node, "es").comes("Reception", "Anna")
    expect(boris.page.locator(".bar-count")).to_have_text("3")
    again.says("soy yo")
    expect(boris.sees("soy yo").locator(".line-name")).to_have_text("Anna")


def test_a_cleared_room_is_empty_for_everybody(people, nodes):
    node, _, act, anna = ward(people, nodes)
    boris = people(node, "es").comes("Reception", "Boris")
    anna.says("un secreto")
    boris.sees("un secreto")
    act(act="clear")
    for member in (anna, boris):
        expect(member.lines).to_have_count(0)
        expect(member.page.locator(".log-note")).to_have_text(member.words("room.cleared"))
    boris.page.reload()
    expect(boris.area).to_be_visible()
    boris.says("empezamos")
    expect(boris.lines).to_have_count(1)
    expect(boris.page.locator(".log-older")).to_be_hidden()


def test_a_closed_room_says_that_it_is_over(people, nodes):
    _, _, act, anna = ward(people, nodes)
    anna.forgives("status of 403", "status of 404")
    act(act="close")
    anna.is_told("closed")


def test_back_closes_a_sheet_before_it_leaves_the_room(people, nodes):
    anna = people(nodes("Reception"), "es")
    anna.comes("Reception", "Anna")
    anna.page.evaluate("window.isTheSame = true")
    anna.button("help.button").click()
    expect(anna.sheet).to_be_visible()
    anna.page.go_back()
    expect(anna.sheet).to_have_count(0)
    # Closed by its own button a sheet leaves no step behind: the next Back is the way out.
    anna.button("help.button").click()
    anna.button("common.cancel", anna.sheet).click()
    expect(anna.sheet).to_have_count(0)
    anna.page.wait_for_function("history.state === null")
    expect(anna.area).to_be_visible()
    assert anna.page.evaluate("window.isTheSame")
    anna.page.go_back()
    expect(anna.page).not_to_have_url(re.compile("/r/Reception"))


def test_two_backs_at_once_close_two_sheets_and_stay_in_the_room(people, nodes):
    anna = people(nodes("Reception"), "es")
    anna.comes("Reception", "Anna")
    anna.page.evaluate("window.isTheSame = true")
    sheets, ask = anna.page.locator("dialog"), "document.querySelector('.help-button').click()"
    anna.sheet_of_people()
    anna.page.evaluate(ask)
    expect(sheets).to_have_count(2)
    anna.page.evaluate("history.go(-2)")
    expect(sheets).to_have_count(0)
    assert anna.page.evaluate("window.isTheSame")
    # One by one too; a sheet that its own button closes takes its own step away alone.
    anna.sheet_of_people()
    anna.page.evaluate(ask)
    anna.page.go_back()
    expect(sheets).to_have_count(1)
    anna.page.evaluate(ask)
    anna.button("common.cancel", sheets).click()
    anna.page.wait_for_function("history.state === 1")
    expect(sheets).to_have_count(1)
    # A page that is loaded anew has no sheet, and no step for one.
    anna.reloads()
    anna.page.wait_for_function("history.state === null")
    expect(anna.area).to_be_visible()
    anna.page.go_back()
    expect(anna.page).not_to_have_url(re.compile("/r/Reception"))


def test_a_step_that_the_browser_never_took_back_keeps_no_later_back_from_closing_a_sheet(people, nodes):
    anna = people(nodes("Reception"), "es")
    anna.page.clock.install()
    anna.comes("Reception", "Anna")
    anna.page.evaluate("history.go = () => (window.isAsked = true)")
    anna.button("help.button").click()
    anna.button("common.cancel", anna.sheet).click()
    anna.page.wait_for_function("window.isAsked")
    anna.page.evaluate("delete history.go")
    anna.page.clock.fast_forward(5_000)
    anna.button("help.button").click()
    expect(anna.sheet).to_be_visible()
    anna.page.go_back()
    expect(anna.sheet).to_have_count(0)
    expect(anna.area).to_be_visible()
