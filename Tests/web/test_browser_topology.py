"""How a room is carried, on the staff page: a line for each node."""

import pytest
from browser import DESK, NARROW, PHONE, browser, expect, people  # noqa: F401
from node import PIN
from relayed import NAME, sites  # noqa: F401
from test_browser_access import judge

def desk(people, clinic, lang="es", **settings):
    nurse = people(clinic, lang, **settings)
    nurse.forgives("status of 401")
    nurse.opens("/staff")
    nurse.unlocks(PIN)
    return nurse


@pytest.mark.parametrize("lang", ["es", "ar"])
def test_staff_see_the_relay_and_when_it_is_lost(people, nodes, sites, lang):  # noqa: F811
    host = nodes("Reception")
    relay = sites(host)
    nurse = desk(people, host, lang, screen=DESK)
    items, summary = nurse.page.locator(".map-list"), nurse.page.locator(".staff-map [role=status]")
    expect(items.locator(".map-item")).to_have_count(2)
    expect(summary).to_have_text(nurse.words("staff.map.fine"))
    expect(items).to_contain_text(NAME)
    expect(items).to_contain_text(nurse.words("staff.map.current"))
    relay.cable.is_cut()
    expect(items.locator(".lost")).to_contain_text(NAME)
    expect(summary).to_have_text(nurse.words("staff.map.trouble", n=1))
    judge(nurse)


@pytest.mark.parametrize(("screen", "lang"), [(PHONE, "es"), (NARROW, "ar")])
def test_a_narrow_screen_has_the_lines(people, nodes, sites, screen, lang):  # noqa: F811
    host = nodes("Reception")
    sites(host)
    nurse = desk(people, host, lang, screen=screen)
    nurse.page.locator(".staff-card").click()
    expect(nurse.page.locator(".map-item")).to_have_count(2)
    expect(nurse.page.locator(".map-list")).to_contain_text(NAME)
    assert nurse.overflow <= 0


def test_the_kiosk_of_the_relay_s_side(people, nodes, sites):  # noqa: F811
    host = nodes("Reception", room="kiosk_lines = 3")
    relay = sites(host, relay="kiosk_lines = 3")
    wall = people(relay, "es", screen=DESK)
    wall.opens("/kiosk/Reception")
    host.device().enters("Reception", "Anna", "es").says("pasen a la sala dos")
    expect(wall.page.locator("body")).to_contain_text("pasen a la sala dos")
