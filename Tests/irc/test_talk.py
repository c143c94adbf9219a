"""Clients of IRC, visitors of the page and guests in a terminal in one room, each in their language."""

import subprocess

from node import joined


def test_a_client_and_a_visitor_read_each_other_in_their_languages(nodes, clients, engines):
    node = nodes("Reception", engines=[engines()])
    rosa = clients(node, "rosa", "ca")
    anna = node.device().enters("Reception", "Anna María", "es")
    assert rosa.until(lambda line: line.command == "JOIN" and line.nick != "rosa").nick == "Anna_María"
    anna.says("hola")
    line = rosa.reads("hola")
    assert line.words[0] == "#Reception" and line.source == "Anna_María!es@sabir"
    assert rosa.translated(line) == "[es→ca] ca:hola"
    rosa.sends("PRIVMSG #reception :bon dia")
    assert anna.sees("bon dia")["from"] == "rosa"
    assert anna.reads("es:bon dia")["state"] == "translated"
    rosa.sends("WHOIS Anna_María")
    assert rosa.until(lambda line: line.command == "311").words[-1] == "Anna María (es)"


def test_what_is_asked_for_by_tags_comes_with_each_line(nodes, clients, engines):
    node = nodes("Reception", engines=[engines()])
    rosa = clients(node, "rosa", "ca", caps="message-tags server-time echo-message")
    anna = node.device().enters("Reception", "Anna", "es")
    said = anna.says("hola")
    # The line bears a mark, translated or not, and so has the original with it.
    line = rosa.reads("hola")
    assert line.tags["msgid"] == said["id"] and line.tags["+sabir/original"] == "hola" and line.tags["time"]
    assert rosa.translated(line) == "[es→ca] ca:hola"
    rosa.sends(f"@+draft/reply={said['id']} PRIVMSG #Reception :bon dia")
    echo = rosa.reads("bon dia")
    seen = anna.sees("bon dia")
    assert echo.nick == "rosa" and echo.tags["msgid"] == seen["id"] and seen["reply"] == said["id"]


def test_a_language_is_translated_once_however_many_clients_read_it(nodes, clients, engines):
    engine = engines()
    node = nodes("Reception", engines=[engine])
    readers = [clients(node, f"r{number}", "ca") for number in range(8)]
    anna = node.device().enters("Reception", "Anna", "es")
    visitor = node.device().enters("Reception", "Boris", "ca")
    anna.says("buenos días a todos")
    for reader in readers:
        assert reader.translation("buenos días a todos") == "[es→ca] ca:buenos días a todos"
    visitor.reads("ca:buenos días a todos")
    assert engine.asked("buenos días a todos") == 1


def test_what_an_engine_missed_comes_late_and_says_of_what(nodes, clients, engines):
    engine = engines()
    node = nodes("Reception", engines=[engine])
    rosa = clients(node, "rosa", "ca")
    anna = node.device().enters("Reception", "Anna", "es")
    engine.fails("refuses connections")
    anna.says("¿dónde le duele?")
    line = rosa.reads("¿dónde le duele?")
    assert line.words[-1] in ("[es ≈] ¿dónde le duele?", "[es …] ¿dónde le duele?")
    assert rosa.reads("≈", command="NOTICE").nick == "sabir"
    engine.is_well()
    late = rosa.reads("↻", 60, "NOTICE").words[-1]
    assert "Anna" in late and "¿dónde le duele?" in late and late.endswith("ca:¿dónde le duele?")


def test_another_language_from_now_on_and_what_was_written(nodes, clients, engines):
    node = nodes("Reception", engines=[engines()])
    rosa = clients(node, "rosa", "es")
    anna = node.device().enters("Reception", "Anna", "es")
    anna.says("hola")
    assert rosa.reads("hola").words[-1] == "hola"
    rosa.sends("PRIVMSG sabir :lang ca")
    anna.until("changed", lambda event: event["member"]["lang"] == "ca")
    anna.says("adiós")
    assert rosa.translation("adiós") == "[es→ca] ca:adiós"
    rosa.sends("PRIVMSG sabir :original", "PRIVMSG sabir :help")
    assert rosa.reads("adiós", command="NOTICE").words[-1].startswith("Anna ha escrit en es")
    rosa.reads("/msg sabir person", command="NOTICE")
    rosa.sends("PRIVMSG sabir :huh")
    anna.until("unclear")


def test_a_call_for_help_is_followed_to_its_end(nodes, clients):
    node = nodes("Reception")
    rosa, pau = clients(node, "rosa", "ca"), clients(node, "pau", "es")
    anna = node.device().enters("Reception", "Anna", "es")
    anna.asks("person")
    rosa.reads("Anna demana", command="NOTICE")
    rosa.sends("PRIVMSG sabir :person")
    pau.reads("rosa", command="NOTICE")
    staff, members = node.device().staff(), {one["name"]: one["id"] for one in anna.hello["members"]}
    staff.post("/api/staff/rooms/Reception/help", member=anna.member, state="coming")
    assert rosa.reads("Anna", command="NOTICE").words[-1] == "⚠ Algú va a atendre Anna."
    staff.post("/api/staff/rooms/Reception/help", member=members["rosa"], state="coming")
    assert rosa.reads("Ja ve", command="NOTICE").words[-1] == "⚠ Ja ve algú."
    assert pau.reads("atender a rosa", command="NOTICE").words[-1] == "⚠ Alguien va a atender a rosa."
    staff.post("/api/staff/rooms/Reception/help", member=members["rosa"], state="done")
    pau.reads("La petición de ayuda de rosa ha terminado.", command="NOTICE")


def test_who_wants_to_talk_with_the_staff_alone_tells_them_and_nobody_else(nodes, clients):
    node = nodes("Reception", "Dentist")
    rosa, pau = clients(node, "rosa", "ca"), clients(node, "pau", "es")
    anna = node.device().enters("Reception", "Anna", "es")
    desk = node.device().staff()
    olga = node.device().staff().enters("Dentist", "Olga", "es")
    rosa.sends("PRIVMSG sabir :person private")
    rosa.reads("parlar a soles amb el personal. No se n’informa ningú més.", command="NOTICE")
    assert olga.until("help", lambda call: call.get("wish"))["from"] == "rosa"
    [room] = [room for room in desk.get("/api/staff/rooms")["rooms"] if room["name"] == "Reception"]
    assert [(call["from"], call["wish"], call["page"]) for call in room["help"]] == [("rosa", "private", False)]
    pau.reads("rosa", command="NOTICE")
    newcomer = node.device().enters("Reception", "Nour", "ar")
    assert anna.until("help")["from"] == newcomer.hello["help"][0]["from"] == "rosa"
    rosa.sends("PRIVMSG sabir :person #Reception")
    anna.until("help")
    assert "wish" not in str(anna.events) + str(newcomer.hello) + str(newcomer.events)
    rosa.sends("PRIVMSG #Reception :bon dia")
    pau.reads("bon dia")
    assert not [line for line in pau.lines if "a solas" in line.words[-1]]


def test_a_guest_in_a_terminal_and_the_names_of_all(nodes, clients):
    node = nodes("Reception")
    anna, rosa = clients(node, "anna", "es"), clients(node, "rosa", "es")
    anna.until(lambda line: line.command == "JOIN" and line.nick == "rosa")
    with joined(node, "Anna", "es") as guest:
        assert anna.until(lambda line: line.command == "JOIN" and line.nick.startswith("Anna")).nick != "Anna"
        anna.sends("PRIVMSG #Reception :hola a las dos")
        guest.expect("message", 15, lambda packet: packet["message"] == "hola a las dos")
        assert rosa.reads("hola a las dos").nick == "anna"
    rosa.until(lambda line: line.command == "PART" and line.nick.startswith("Anna"))
    anna.sends("NICK annette")
    rosa.until(lambda line: line.command == "NICK" and line.words == ["annette"])
    rosa.sends("QUIT")
    rosa.ended()
    anna.until(lambda line: line.command == "PART" and line.nick == "rosa")


def test_newcomers_see_what_the_room_shows_them(nodes, clients, engines):
    node = nodes("Reception", engines=[engines()], room="newcomers_see = 10")
    anna = node.device().enters("Reception", "Anna", "es")
    for text in ("uno", "dos"):
        anna.says(text)
        anna.sees(text)
    rosa = clients(node, "rosa", "ca", caps="server-time")
    assert [rosa.translated(rosa.reads("]")) for _ in range(2)] == ["[es→ca] ca:uno", "[es→ca] ca:dos"]


def test_older_lines_are_translated_for_a_newcomer_up_to_a_minutes_worth(nodes, clients, engines):
    limits = "[limits]\nmessage_characters = 4000\n"
    node = nodes("Reception", engines=[engines()], room="newcomers_see = 10", before=limits)
    for n in range(5):
        node.device().enters("Reception", "Nurse", "es").says(str(n) + "a" * 3_989)
    rosa = clients(node, "rosa", "ca", caps="server-time")
    marks = [rosa.translated(rosa.reads(f"{n}aaa")).split("]")[0].removesuffix(" ⚠") for n in range(5)]
    assert marks == ["[es ≈"] * 2 + ["[es→ca"] * 3


def test_who_comes_in_is_told_that_staff_read_along(nodes, clients):
    told = "The staff can read what is said here, also what was said before they came."
    read, unread = nodes("Reception", room='staff_see = "conversation"\n'), nodes("Reception")
    rosa = clients(read, "rosa", "en")
    rosa.until(lambda line: line.words[-1] == told)
    other = clients(unread, "pau", "en")
    read.device().enters("Reception", "Anna", "es").says("hola")
    unread.device().enters("Reception", "Anna", "es").says("hola")
    rosa.reads("hola")
    other.reads("hola")
    assert not [line for line in other.lines if line.words and line.words[-1] == told]


def test_the_room_says_what_it_did_not_take(nodes, clients):
    node = nodes("Reception")
    rosa = clients(node, "rosa", "es")
    anna = node.device().enters("Reception", "Anna", "es")
    staff = node.device().staff()
    member = next(one["id"] for one in anna.hello["members"] if one["name"] == "rosa")
    staff.post("/api/staff/rooms/Reception/acts", act="mute", member=member)
    rosa.sends("PRIVMSG #Reception :¿me oyen?")
    told = rosa.reads("¿me oyen?", command="NOTICE")
    assert told.words[-1].startswith("✗ ") and "El personal le pide" in told.words[-1]


def test_over_tls_too(nodes, clients, tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    node = nodes("Reception", irc=f'[irc.tls]\ncertificate = "{certificate}"\nkey = "{key}"')
    rosa, anna = clients(node, "rosa", "es", tls=True), clients(node, "anna", "es", tls=True)
    rosa.sends("PRIVMSG #Reception :en secreto")
    assert anna.reads("en secreto").nick == "rosa"


def test_a_node_that_ends_says_so(nodes, clients):
    node = nodes("Reception")
    rosa = clients(node, "rosa", "es")
    assert node.end() == 0
    assert rosa.until(lambda line: line.command == "ERROR").words[-1] == "Closing link: This node is closing."
    rosa.ended()


def test_whoever_parts_and_joins_at_once_reads_both_once_and_stays_in(nodes, clients):
    node = nodes("Reception")
    anna, rosa = clients(node, "anna", "es"), clients(node, "rosa", "es")
    anna.until(lambda line: line.command == "JOIN" and line.nick == "anna")
    for number in range(8):
        anna.sends("PART #Reception", "JOIN #Reception")
        rosa.until(lambda line: line.command == "PART" and line.nick == "anna")
        rosa.until(lambda line: line.command == "JOIN" and line.nick == "anna")
        rosa.sends(f"PRIVMSG #Reception :número {number}")
        anna.reads(f"número {number}")
    ways = [line.command for line in anna.lines if line.nick == "anna" or line.command == "KICK"]
    assert ways == ["PART", "JOIN"] * 8
