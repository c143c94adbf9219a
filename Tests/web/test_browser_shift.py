"""Nothing jumps away from under a finger: what moves by itself, from the first screen into a conversation."""

import pytest
from browser import browser, expect, people  # noqa: F401

LONG_PHONE = {"width": 360, "height": 740}
WEAK_WIFI = {"offline": False, "latency": 80, "downloadThroughput": 400_000, "uploadThroughput": 400_000}


@pytest.mark.parametrize("lang", ["es", "ar"])
def test_hardly_anything_moves_from_the_first_screen_into_a_conversation(people, nodes, engines, lang):
    engine = engines(answers_within="1s")
    node = nodes("Reception", engines=[engine], room='topic = "Planta baja"')
    node.device().staff().post("/api/staff/rooms/Reception/acts", act="notice", text="cerramos a las dos", lang="es")
    nurse = node.device().enters("Reception", "Nurse", "ca")
    anna = people(node, lang, screen=LONG_PHONE)
    network = anna.context.new_cdp_session(anna.page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", WEAK_WIFI)
    anna.scans("Reception")
    expect(anna.page.locator("button.language").first).to_be_visible()
    anna.accepts_language()
    anna.enters("Anna")
    engine.holds()
    for n in range(1, 11):
        nurse.says(f"línia {n}: la metgessa l'espera a la segona planta")
    expect(anna.lines).to_have_count(10)
    engine.is_well()
    expect(anna.page.locator("[data-origin=pending]")).to_have_count(0)
    assert anna.shift <= 0.05, str(anna.shifts)
