"""A private talk with the staff: asked for in one tap, entered in one, left in one; others in the room see a call alone."""

import pytest
from browser import DESK, PHONE, RESTARTED, TABLET, browser, exactly, expect, people, turned, with_all  # noqa: F401
from node import PIN, joined
from program import steady_port
from relayed import sites  # noqa: F401
from test_browser_access import judge
from test_browser_help import asks_for_help, at_desk, call_of_anna, hears
from test_browser_to_staff import told, writes_to_staff


def asks_for_a_talk(person):
    person.button("help.button").click()
    person.button("help.private", person.sheet).click()


def wish(desk, name="Anna"):
    """The card at the top of a desk."""
    return desk.page.locator(".staff-calls").get_by_role("region", name=desk.words("help.private.wish", name=name))


def alone(desk, name="Anna"):
    """The card at the top of a desk, once the visitor is in the private room and nobody of staff is."""
    return desk.page.locator(".staff-calls").get_by_role("region", name=desk.words("staff.talk.inside", name=name))


def way_back(person, room="Reception"):
    return person.page.get_by_role("link", name=person.words("room.back", room=room))


def test_a_visitor_asks_staff_invite_and_nobody_else_learns_of_it(people, nodes, engines):
    node = nodes("Reception", "Dentist", engines=[engines()])
    anna = people(node, "es").comes("Reception", "Anna")
    karim = people(node, "ar").comes("Reception", "Karim")
    desk = at_desk(people, node)
    second = people(node, "ca", screen=DESK).opens_desk(PIN)
    marta = people(node, "ca").opens_desk(PIN).comes("Dentist", "Marta")
    asks_for_a_talk(anna)
    expect(anna.card("help.called")).to_contain_text(anna.words("help.private.asked"))
    expect(wish(desk)).to_be_visible()
    hears(desk)
    expect(wish(second)).to_be_visible()
    expect(marta.card("help.private.wish", name="Anna")).to_be_visible()
    expect(karim.card("calls.person", name="Anna")).to_be_visible()
    boris = people(node, "en").comes("Reception", "Boris")
    expect(boris.card("calls.person", name="Anna")).to_be_visible()

    desk.button("staff.talk.open", wish(desk)).click()
    invitation = anna.card("help.private.invited")
    expect(invitation).to_be_visible()
    panel = desk.page.locator(".staff-detail")
    expect(panel).to_contain_text(desk.words("staff.talk.waiting", name="Anna"))
    expect(desk.button("staff.visit.code", panel), "nobody else could enter by it").to_be_hidden()
    expect(wish(second).get_by_role("link", name=second.words("staff.talk.enter"))).to_be_visible()
    expect(marta.page.get_by_role("link", name=marta.words("staff.talk.enter"))).to_be_visible()
    anna.page.reload()
    expect(invitation, "a reload forgets no invitation").to_be_visible()
    anna.button("help.private.go", invitation).click()
    expect(way_back(anna)).to_be_visible()
    expect(anna.area).to_be_visible()
    expect(panel).to_contain_text(desk.words("staff.visit.in"))
    expect(anna.page.locator(".log-empty")).to_contain_text(anna.words("room.empty.talk"))
    for member in (desk, second):
        expect(alone(member), "the visitor sits there alone").to_be_visible()
    nurse = desk.follows(alone(desk).get_by_role("link", name=desk.words("staff.talk.enter")))
    expect(nurse.area, "one tap, and nothing is asked").to_be_visible()
    for member in (desk, second):
        expect(alone(member)).to_have_count(0)
    anna.says("tengo miedo")
    nurse.sees("tengo miedo")
    for other, text in ((karim, "Mar7aba"), (boris, "Hello")):
        other.says(text)
        expect(other.calls, "the call is done with").to_have_count(0)
        expect(other.page.locator("body")).not_to_contain_text("tengo miedo")
        expect(other.page.locator("body")).not_to_contain_text(other.words("help.private.wish", name="Anna"))
        expect(other.page.locator("body")).not_to_contain_text(other.words("help.private.invited"))
    for member in (desk, second):
        expect(wish(member)).to_have_count(0)

    way_back(anna).click()
    left = desk.page.locator(".staff-calls").get_by_role("region", name=desk.words("staff.calls.left", name="Anna"))
    expect(left, "the desk is told").to_be_visible()
    expect(panel).to_contain_text(desk.words("staff.calls.left", name="Anna"))
    expect(anna.line("Mar7aba").or_(anna.line("Hello")).first).to_be_visible()
    expect(invitation, "as long as the room is there").to_be_visible()
    anna.button("help.private.go", invitation).click()
    expect(anna.line("tengo miedo")).to_be_visible()
    expect(left).to_have_count(0)
    for member in (anna, nurse, desk):  # The desk may be asking for its picture of the room just then.
        member.forgives("status of 404")
    desk.button("staff.visit.end", panel).click()
    desk.button("staff.visit.end", desk.sheet).click()
    anna.is_told("closed")
    way_back(anna).click()
    expect(anna.area).to_be_visible()
    expect(anna.calls).to_have_count(0)


def test_while_a_call_stands_one_can_still_write_to_staff_and_ask_to_talk_alone(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = people(node, "es").comes("Reception", "Anna")
    karim = people(node, "ar").comes("Reception", "Karim")
    desk = at_desk(people, node)
    anna.calls_for_help()
    expect(anna.card("help.called")).to_be_visible()
    writes_to_staff(anna, "no puedo esperar")
    expect(told(desk)).to_contain_text("no puedo esperar")
    expect(anna.card("help.called"), "the call stands").to_be_visible()
    asks_for_a_talk(anna)
    expect(wish(desk)).to_be_visible()
    anna.button("help.button").click()
    expect(anna.button("help.private", anna.sheet), "what was asked for is not offered").to_have_count(0)
    anna.button("help.done", anna.sheet).click()
    expect(wish(desk)).to_have_count(0)
    expect(karim.calls).to_have_count(0)


def test_who_takes_the_call_back_is_invited_no_longer(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = people(node, "es").comes("Reception", "Anna")
    karim = people(node, "ar").comes("Reception", "Karim")
    desk = at_desk(people, node)
    # The desk asks about the room that it shows, which goes at any moment.
    desk.forgives("status of 404")
    asks_for_a_talk(anna)
    desk.button("staff.talk.open", wish(desk)).click()
    invitation = anna.card("help.private.invited")
    anna.button("help.done", invitation).click()
    expect(anna.calls).to_have_count(0)
    expect(karim.calls).to_have_count(0)
    expect(desk.page.locator(".staff-side").get_by_role("link"), "the empty room is gone").to_have_count(2)


def test_a_wish_outlives_its_node(people, nodes):
    node = nodes("Reception", "Dentist", port=steady_port())
    anna = people(node, "es").comes("Reception", "Anna")
    anna.forgives(*RESTARTED)
    karim = people(node, "ar").comes("Reception", "Karim")
    karim.forgives(*RESTARTED)
    asks_for_a_talk(anna)
    expect(anna.card("help.called.room"), "she has been told so").to_be_visible()
    expect(karim.card("calls.person", name="Anna")).to_be_visible()
    node.kill()
    expect(anna.card("help.cut")).to_be_visible()
    node.start()
    desk = at_desk(people, node)
    expect(wish(desk)).to_be_visible()
    expect(karim.card("calls.person", name="Anna")).to_have_count(1)


def test_at_a_terminal_nobody_can_be_invited_and_the_desk_says_so(people, nodes):
    node = nodes("Reception")
    desk = at_desk(people, node)
    with joined(node, "Boris", "en") as boris:
        boris.sends(person=True)
        desk.button("staff.talk.open").click()
        expect(desk.sheet).to_contain_text(desk.words("staff.talk.code", name="Boris"))
        desk.button("staff.visit.make", desk.sheet).click()
        expect(desk.sheet.locator("img.staff-code")).to_be_visible()


def test_staff_in_a_room_are_offered_it_for_every_call_as_the_desk_is(people, nodes):
    node = nodes("Reception", "Dentist")
    anna = people(node, "es").comes("Reception", "Anna")
    marta = people(node, "ca").opens_desk(PIN).comes("Dentist", "Marta")
    marta.forgives("status of 409")
    anna.calls_for_help()
    card = marta.card("help.elsewhere", name="Anna", room="Reception")
    ways = card.locator(".actions > *")
    offered = [marta.words(key) for key in ("help.answer", "staff.talk.open", "staff.visit.enter")]
    expect(ways, "nobody wished for it: it stands behind the answer").to_have_text(offered)
    marta.button("staff.talk.open", card).click()
    expect(anna.card("help.private.invited")).to_be_visible()
    expect(marta.page.get_by_role("link", name=marta.words("staff.talk.enter"))).to_be_visible()
    with joined(node, "Boris", "en", room="Reception") as boris:
        boris.sends(person=True)
        card = marta.card("help.elsewhere", name="Boris", room="Reception")
        marta.button("staff.talk.open", card).click()
        expect(marta.card("staff.talk.code", name="Boris"), "at a terminal nobody can be invited").to_be_visible()


def test_a_room_that_was_given_no_name_is_called_in_the_language_of_each_page(people, nodes):
    node = nodes("Reception", web='languages = ["de", "es"]')
    anna = people(node, "es").comes("Reception", "Anna")
    desk, second = at_desk(people, node), people(node, "ca", screen=DESK).opens_desk(PIN)
    named = node.device().staff().post("/api/staff/rooms", name="Rosa 2", private=True)
    asks_for_a_talk(anna)
    desk.button("staff.talk.open", wish(desk)).click()
    for member in (desk, second):
        names = member.page.locator(".staff-card-name bdi")
        expect(names.filter(has_text=exactly(member.words("room.numbered", n=1)))).to_be_visible()
        expect(names.filter(has_text=exactly(named["name"])), "a name of its own stays").to_be_visible()
    anna.button("help.private.go", anna.card("help.private.invited")).click()
    expect(anna.page.locator(".bar-title bdi")).to_have_text(anna.words("room.numbered", n=1))
    expect(anna.page).to_have_title(anna.words("room.numbered", n=1))


def test_cards_of_staff_in_a_room_call_a_private_room_as_the_desk_does_and_no_other_one(people, nodes):
    node = nodes("Reception", "Chat 7", web='languages = ["de", "es"]')
    staff = node.device().staff()
    visits = {
        room: node.device().enters(room, name, "ar")
        for room, name in (
            (staff.post("/api/staff/rooms", private=True)["id"], "Nour"),
            (staff.post("/api/staff/rooms", name="Rosa 2", private=True)["id"], "Samir"),
            ("Chat 7", "Karim"),
        )
    }
    marta = people(node, "ca").opens_desk(PIN).comes("Reception", "Marta")
    names = {"Nour": marta.words("room.numbered", n=1), "Samir": "Rosa 2", "Karim": "Chat 7"}
    for visit in visits.values():
        visit.asks("report", text="Tengo miedo")
        visit.asks("person")
    for name, room in names.items():
        expect(marta.card("help.elsewhere", name=name, room=room)).to_be_visible()
        told = f"{marta.words('staff.reports.line', name=name)} · {room}"
        expect(marta.page.get_by_role("region", name=told, exact=True)).to_be_visible()
    boris = people(node, "es").comes("Reception", "Boris")
    expect(boris.calls, "visitors of another room are not told").to_have_count(0)


def test_who_is_coming_is_told_by_name(people, nodes):
    node = nodes("Reception", "Dentist")
    node.device().staff().post("/api/staff/people", name="Dr. Vega", pin="914207")
    anna = people(node, "es").comes("Reception", "Anna")
    karim = people(node, "ar").comes("Reception", "Karim")
    second = people(node, "ca", screen=DESK).opens_desk(PIN)
    vega = people(node, "es", screen=DESK)
    vega.forgives("status of 401", "status of 403")
    vega.opens("/staff")
    vega.page.get_by_label(vega.words("staff.login.name")).fill("Dr. Vega")
    vega.unlocks("914207")
    anna.calls_for_help()
    vega.button("staff.calls.coming").click()
    expect(anna.card("help.coming.by", by="Dr. Vega")).to_be_visible()
    expect(karim.card("help.coming.to.by", by="Dr. Vega", name="Anna")).to_be_visible()
    expect(call_of_anna(second)).to_contain_text(second.words("help.coming.by", by="Dr. Vega"))
    newcomer = people(node, "en").comes("Reception", "Boris")
    expect(newcomer.card("help.coming.to.by", by="Dr. Vega", name="Anna")).to_be_visible()


@pytest.mark.parametrize("lang", ["es", "ar"])
def test_the_keyboard_alone_is_enough(people, nodes, lang):
    node = nodes("Reception", "Dentist")
    anna = people(node, lang, screen=DESK).comes("Reception", "Anna")
    desk = at_desk(people, node)
    asks_for_help(anna)
    anna.tabs_to(anna.button("help.private", anna.sheet))
    anna.page.keyboard.press("Enter")
    desk.tabs_to(desk.button("staff.talk.open", wish(desk)))
    desk.page.keyboard.press("Enter")
    anna.tabs_to(anna.button("help.private.go"))
    anna.page.keyboard.press("Enter")
    anna.tabs_to(way_back(anna))
    anna.page.keyboard.press("Enter")
    expect(anna.card("help.private.invited")).to_be_visible()


@pytest.mark.parametrize("lang", ["es", "ar"])
@pytest.mark.parametrize("screen", [PHONE, turned(PHONE), *with_all(TABLET)], ids=["phone", "turned", "tablet"])
def test_all_of_it_fits(people, nodes, lang, screen):
    node = nodes("Reception")
    anna = people(node, lang, screen=screen).comes("Reception", "Anna")
    desk = at_desk(people, node, screen=screen)
    asks_for_a_talk(anna)
    desk.button("staff.talk.open", wish(desk)).click()
    invitation = anna.card("help.private.invited")
    expect(invitation).to_be_visible()
    for page in (anna, desk):
        assert page.overflow <= 0
    go = anna.button("help.private.go", invitation)
    expect(go).to_be_in_viewport()
    assert go.bounding_box()["height"] >= 44
    go.click()
    expect(way_back(anna)).to_be_in_viewport()
    assert way_back(anna).bounding_box()["height"] >= 44
    assert anna.overflow <= 0


@pytest.mark.parametrize("lang", ["es", "ar"])
def test_nothing_of_it_keeps_anybody_out(people, nodes, lang):
    node = nodes("Reception", "Dentist")
    anna = people(node, lang).comes("Reception", "Anna")
    desk = at_desk(people, node)
    anna.button("help.button").click()
    expect(anna.button("help.private", anna.sheet)).to_be_visible()
    judge(anna)
    anna.button("help.private", anna.sheet).click()
    expect(anna.card("help.called")).to_be_visible()
    judge(anna)
    expect(wish(desk)).to_be_visible()
    judge(desk)
    anna.button("help.button").click()
    judge(anna)
    anna.page.keyboard.press("Escape")
    desk.button("staff.talk.open", wish(desk)).click()
    expect(anna.card("help.private.invited")).to_be_visible()
    judge(anna)
    expect(desk.page.locator(".staff-detail")).to_contain_text(desk.words("staff.talk.waiting", name="Anna"))
    judge(desk)
    anna.button("help.private.go").click()
    expect(way_back(anna)).to_be_visible()
    judge(anna)


@pytest.mark.parametrize("lang", ["es", "ar"])
def test_behind_a_relay_the_staff_of_the_host_are_told_where_to_go(people, nodes, sites, lang):  # noqa: F811
    host = nodes("Reception", "Dentist")
    relay = sites(host)
    anna, karim = people(relay, lang).comes("Reception", "Anna"), people(relay, "ar").comes("Reception", "Karim")
    boris = people(host, "en").comes("Reception", "Boris")
    desk = people(host, lang, screen=DESK).opens_desk(PIN)
    marta = people(host, "ca").opens_desk(PIN).comes("Dentist", "Marta")
    asks_for_a_talk(anna)
    expect(anna.page.get_by_text(anna.words("help.private.asked"))).to_be_visible()
    expect(wish(desk)).to_contain_text(desk.words("staff.talk.via", name="Anna", via="Floor 2"))
    card = marta.card("help.private.wish", name="Anna")
    expect(card).to_contain_text(marta.words("staff.talk.via", name="Anna", via="Floor 2"))
    expect(marta.button("staff.talk.open", card), "nothing is offered that cannot be").to_have_count(0)
    assert desk.overflow <= 0 and marta.overflow <= 0
    judge(desk)
    desk.button("staff.talk.open", wish(desk)).click()
    expect(desk.sheet).to_contain_text(desk.words("staff.talk.code", name="Anna"))
    desk.page.keyboard.press("Escape")
    newcomer = people(host, "en").comes("Reception", "Nour")
    for other in (karim, boris, newcomer):
        expect(other.card("calls.person", name="Anna")).to_be_visible()
        for text in ("help.private.wish", "staff.talk.via"):
            expect(other.page.locator("body")).not_to_contain_text(other.words(text, name="Anna", via="Floor 2"))
    # The staff of the relay can do more: their node has her page.
    there = people(relay, "es", screen=DESK).opens_desk(PIN)
    there.button("staff.talk.open", wish(there)).click()
    expect(anna.card("help.private.invited")).to_be_visible()


def test_where_staff_elsewhere_see_a_call_alone_the_visitor_is_told_so(people, nodes):
    anna = people(nodes("Reception"), "es").comes("Reception", "Anna")

    def reaches_this_node_alone(route):
        """As of a room of a cluster, or of a host of an older program."""
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "talk_reaches": "node"})

    anna.page.route("**/api/rooms/*/person*", reaches_this_node_alone)
    asks_for_a_talk(anna)
    expect(anna.page.get_by_text(anna.words("help.private.asked.here"))).to_be_visible()
    expect(anna.page.get_by_text(anna.words("help.private.asked"), exact=True)).to_have_count(0)
    anna.page.reload()
    expect(anna.page.get_by_text(anna.words("help.private.asked.here")), "a reload forgets nothing").to_be_visible()
