"""Whom staff mute at the host is told so at once behind a relay too, and nobody else is."""

from browser import browser, expect, people  # noqa: F401
from relayed import sites  # noqa: F401


def test_who_is_muted_behind_a_relay_is_told_at_once_and_so_are_they_when_it_ends(people, nodes, sites):  # noqa: F811
    host = nodes("Reception")
    relay = sites(host)
    nurse = host.device().staff()
    nurse.enters("Reception", "Nurse", "es")
    amal, boris = people(relay, "ar").comes("Reception", "أمل"), people(relay, "ca").comes("Reception", "Boris")
    carla = people(host, "es").comes("Reception", "Carla")
    amal.says("مرحبا")
    for other in (boris, carla):
        expect(other.page.locator(".line", has_text="مرحبا")).to_be_visible()

    def named(name):
        room = next(room for room in nurse.get("/api/staff/rooms")["rooms"] if room["name"] == "Reception")
        return next(member["id"] for member in room["members"] if member["name"] == name)

    nurse.post("/api/staff/rooms/Reception/acts", act="mute", member=named("أمل"))
    told = amal.page.locator(".composer-muted")
    expect(told).to_have_text(amal.words("error.muted"))
    for other in (boris, carla):
        other.says("bon dia" if other is boris else "buenos días")
        expect(other.page.locator(".composer-muted")).to_be_hidden()
    # It stands after a reload; whoever comes to the relay afterwards is not meant.
    amal.page.reload()
    expect(told).to_have_text(amal.words("error.muted"))
    dora = people(relay, "es").comes("Reception", "Dora")
    expect(dora.page.locator(".composer-muted")).to_be_hidden()
    nurse.post("/api/staff/rooms/Reception/acts", act="unmute", member=named("أمل"))
    expect(told).to_have_text(amal.words("compose.unmuted"))
    amal.says("شكرا")
    for other in (boris, carla, dora):
        expect(other.page.locator(".line", has_text="شكرا")).to_be_visible()
