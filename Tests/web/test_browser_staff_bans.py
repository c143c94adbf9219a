"""Bans at the desk: for whom and for how long, who is told what, and the way back. All come from one address."""

from browser import DESK, PHONE, browser, expect, people  # noqa: F401
from node import PIN
from test_browser_places import staff_desk

CLINIC = {"X-Forwarded-For": "10.20.0.1"}
BEHIND_ONE_ADDRESS = 'trusted_proxies = ["127.0.0.1"]\n'


def desk(people, node, **settings):
    nurse = staff_desk(people, node, screen=DESK, **settings)
    nurse.unlocks(PIN)
    return nurse


def clinic(people, nodes, **settings):
    node = nodes("Reception", web=BEHIND_ONE_ADDRESS, **settings)
    return node, lambda lang: people(node, lang, extra_http_headers=CLINIC)


def bans(nurse, name, scope=None, time=None):
    """What the nurse taps: the person, ban, for whom and for how long, and once more ban."""
    nurse.page.get_by_role("button").filter(has_text=name).filter(has=nurse.page.locator("bdi")).click()
    nurse.sheet.get_by_role("button").filter(has_text=nurse.words("staff.ban.hint")).click()
    for choice in (scope, time):
        if choice:
            nurse.sheet.get_by_role("radio", name=choice, exact=True).check()
    nurse.button("staff.ban", nurse.sheet).click()
    expect(nurse.sheet).to_have_count(0)


def takes_back(nurse, key, name):
    nurse.page.locator(".staff-bans").get_by_role("button", name=f"{nurse.words(key)}: {name}").click()


def kept_out(nurse, key):
    """The list below this heading."""
    heading = nurse.page.get_by_role("heading", name=nurse.words(key), exact=True)
    return nurse.page.locator(".staff-bans > div").filter(has=heading)


def test_one_ban_does_not_shut_a_clinic_out_and_can_be_undone(people, nodes):
    node, visitor = clinic(people, nodes)
    anna = visitor("es").comes("Reception", "Anna")
    boris = visitor("ca").comes("Reception", "Boris")
    nurse = desk(people, node)
    boris.forgives("status of 403")
    bans(nurse, "Boris", time="8 horas")
    boris.is_told("banned")
    # Until when, and not only that it is so.
    expect(boris.page.locator(".end-card p").first).to_contain_text(boris.words("end.banned.text.until").split("{")[0].strip())
    expect(kept_out(nurse, "staff.bans")).to_contain_text("Boris")
    expect(kept_out(nurse, "staff.bans")).to_contain_text(nurse.words("staff.ban.device"))
    carla = visitor("ar").comes("Reception", "Carla")
    carla.says("مرحبا")
    anna.sees("مرحبا")
    boris.button("common.retry").click()
    boris.is_told("banned")
    takes_back(nurse, "staff.unban", "Boris")
    expect(kept_out(nurse, "staff.bans")).to_be_hidden()
    boris.button("common.retry").click()
    expect(boris.area).to_be_visible()
    boris.says("ja torno a ser-hi")
    anna.sees("ja torno a ser-hi")


def test_an_address_is_banned_only_where_staff_choose_it_and_nobody_inside_is_harmed(people, nodes):
    node, visitor = clinic(people, nodes)
    anna = visitor("es").comes("Reception", "Anna")
    boris = visitor("ca").comes("Reception", "Boris")
    nurse = desk(people, node)
    nurse.page.get_by_role("button").filter(has_text="Boris").click()
    nurse.sheet.get_by_role("button").filter(has_text=nurse.words("staff.ban.hint")).click()
    hint = nurse.sheet.get_by_text(nurse.words("staff.ban.address.hint"))
    expect(hint).to_be_hidden()
    nurse.sheet.get_by_role("radio", name=nurse.words("staff.ban.address"), exact=True).check()
    expect(hint).to_be_visible()
    nurse.button("staff.ban", nurse.sheet).click()
    boris.is_told("banned")
    expect(kept_out(nurse, "staff.bans")).to_contain_text(nurse.words("staff.ban.address"))
    carla = visitor("ar")
    carla.scans("Reception")
    carla.is_told("banned")
    anna.says("sigo aquí")
    anna.sees("sigo aquí")
    anna.page.reload()
    expect(anna.area).to_be_visible()
    # At once, from the report of what was done, on a phone too.
    nurse.page.set_viewport_size(PHONE)
    undo = nurse.page.get_by_role("status").get_by_role("button", name=f"{nurse.words('staff.unban')}: Boris", exact=True)
    expect(undo.get_by_text("Boris")).to_be_visible()
    undo.click()
    nurse.page.set_viewport_size(DESK)
    expect(kept_out(nurse, "staff.bans")).to_be_hidden()
    carla.button("common.retry").click()
    expect(carla.area.or_(carla.page.locator(".languages.first"))).to_be_visible()


def test_who_has_left_can_be_banned_and_who_is_muted_is_listed(people, nodes):
    node, visitor = clinic(people, nodes)
    anna = visitor("es").comes("Reception", "Anna")
    boris = node.device().enters("Reception", "Boris", "ca")
    carla = node.device().enters("Reception", "Carla", "uk")
    nurse = desk(people, node)
    nurse.decides_about("Carla", "staff.mute")
    for visit in (boris, carla):
        visit.asks("leave")
    expect(nurse.page.locator(".staff-people").first.get_by_text("Boris")).to_have_count(0)
    expect(kept_out(nurse, "staff.mutes")).to_contain_text("Carla")
    nurse.page.get_by_text(nurse.words("staff.gone"), exact=True).click()
    bans(nurse, "Boris")
    expect(kept_out(nurse, "staff.bans")).to_contain_text("Boris")
    # Everybody comes from one place here: this computer, which no ban of an address is about.
    assert boris.device.open("/api/rooms/Reception/enter", "POST", b'{"name":"Boris","lang":"ca"}', {"Content-Type": "application/json", "X-Sabir": "1"}).status == 403
    takes_back(nurse, "staff.unmute", "Carla")
    expect(kept_out(nurse, "staff.mutes")).to_be_hidden()
    carla.device.enters("Reception", "Carla", "uk").says("добрий день")
    anna.sees("добрий день")


def test_a_ban_of_an_address_that_is_not_known_says_so(people, nodes):
    node = nodes("Reception")
    people(node, "es").comes("Reception", "Anna")
    boris = people(node, "ca").comes("Reception", "Boris")
    nurse = desk(people, node)
    bans(nurse, "Boris", scope=nurse.words("staff.ban.address"))
    boris.is_told("banned")
    expect(nurse.page.get_by_role("status").filter(has_text=nurse.words("staff.ban.here"))).to_be_visible()
    expect(kept_out(nurse, "staff.bans")).to_contain_text(nurse.words("staff.ban.device"))
