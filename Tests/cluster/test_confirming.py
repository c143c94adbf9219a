"""What an interpreter at one node confirms is so at every node, and goes with its line."""

from test_own_words import Author, in_streams, tells

SECRET = "the secret of an interpreter, 32 b"


def test_an_interpreter_at_one_node_confirms_for_readers_at_another(house):
    house.nodes[1].make_staff(SECRET, "--interpreter")
    named = (("anna", 0, {}), ("boris", 2, {"lang": "ca"}), ("rosa", 1, {"device": SECRET, "lang": "ca"}))
    anna, boris, rosa = everybody = [Author(house.nodes[node], name, **hello) for name, node, hello in named]
    for one in everybody:
        one.wait(lambda one=one: one.member is not None)
    welcomes = [[p for p in one.packets if p["type"] == "welcome"][-1].get("confirms") for one in everybody]
    assert welcomes == [None, None, True]
    line = anna.say("geheimwort eins")
    correction = anna.revise("corrects", line, "geheimwort zwei")
    for one in everybody:
        one.wait(lambda one=one: any(p["id"] == correction for p in one.heard))
    # Nobody else may, at whichever node.
    for other in (anna, boris):
        tried = other.revise("confirms", correction, "no")
        other.wait(lambda other=other, tried=tried: other.refusals(tried))
        assert other.refusals(tried)[0]["detail"] == "not-interpreter"
        other.unanswered.pop(tried)
    told = rosa.revise("confirms", correction, "geheimwort dos")
    for one in everybody:
        one.wait(lambda one=one: any(p["id"] == told for p in one.heard))
        [heard] = [p for p in one.heard if p["id"] == told]
        assert (heard["confirms"], heard["reply"], heard["lang"]) == (correction, line, "ca")
        assert (heard["message"], heard["from"], heard["role"]) == ("geheimwort dos", "rosa", "interpreter")
    # A node that was away and comes back knows it.
    house.nodes[2].kill()
    house.nodes[2].start()
    boris.wait(lambda: any(p.get("confirms") == correction for p in boris.history()))
    anna.revise("retracts", line)
    for one in everybody:
        one.wait(lambda one=one: tells(one.heard, line))
        one.wait(lambda one=one: "geheimwort" not in str(one.history()))
    assert in_streams(house.servers, "geheimwort") == []
    for one in everybody:
        one.leave()
