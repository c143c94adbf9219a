import SabirProtocol
import SabirRoom
import Testing

@testable import SabirIRC
@testable import SabirTranslation

@Suite struct RegistrationTests {
    @Test func aLineOfStaffBearsTheirMark() {
        var scene = Scene()
        let rosa = scene.joins("rosa", "ca", caps: "message-tags")
        let staff = scene.comes("Marta", "es", role: .staff)
        let guest = scene.comes("Boris @", "ca")
        _ = scene.reads(rosa)
        let line = scene.told("hola", by: staff, role: .staff)
        scene.translated(line, "ca", "hola!")
        let own = scene.told(
            "bon dia", by: MemberInfo(id: staff.id, name: "Marta", lang: LanguageTag("ca")!), role: .staff)
        _ = (own, scene.told("[@ ca] soc la Marta", by: guest))
        let told = scene.reads(rosa)
        #expect(told.count == 3)
        #expect(told[0].contains("sabir/role=staff") && told[0].hasSuffix(":[@ es→ca] hola!"))
        #expect(told[1].contains("sabir/role=staff") && told[1].hasSuffix(":[@ ca] bon dia"))
        #expect(!told[2].contains("sabir/role") && told[2].hasSuffix(":[ca] [@ ca] soc la Marta"))
    }

    @Test func aClientIsWelcomedInItsLanguage() {
        var scene = Scene()
        let id = scene.connects()
        scene.says(id, "CAP LS 302", "PASS lang=es", "NICK anna", "USER a 0 * :Anna")
        #expect(scene.reads(id) == [":irc.sabir CAP * LS :echo-message extended-join message-tags server-time"])
        scene.says(id, "CAP REQ :server-time message-tags", "CAP END")
        let told = scene.reads(id)
        #expect(told[0] == ":irc.sabir CAP anna ACK :server-time message-tags")
        let numerics = told.map { String($0.split(separator: " ")[1]) }
        #expect(numerics.filter { $0 < "100" } == ["001", "002", "003", "004", "005"])
        #expect(told.contains { $0.contains(" 005 ") && $0.contains("CASEMAPPING=ascii") && $0.contains("UTF8ONLY") })
        #expect(told.contains { $0.contains(" 372 ") && $0.contains("notice.first/es") })
    }

    @Test func nothingElseBeforeThat() {
        var scene = Scene()
        let id = scene.connects()
        scene.says(id, "JOIN #reception", "NICK", "NICK a,b", "NICK sabir", "USER x", "CAP XX")
        #expect(scene.reads(id).map { $0.split(separator: " ")[1] } == ["451", "431", "432", "433", "461", "410"])
    }

    @Test func twoCannotBearOneName() {
        var scene = Scene()
        let one = scene.joins("anna", "en")
        let other = scene.connects()
        scene.says(other, "NICK ANNA", "USER a 0 * :x")
        #expect(scene.reads(other).map { $0.split(separator: " ")[1] } == ["433"])
        scene.says(one, "NICK boris")
        #expect(scene.reads(one).contains(":anna!en@sabir NICK boris"))
        scene.says(other, "NICK anna")
        #expect(scene.state.sessions[other]?.isRegistered == true)
    }

    @Test func whoDoesNotRegisterInTimeIsSentAway() {
        var scene = Scene()
        let id = scene.connects()
        scene.passes(.seconds(29))
        #expect(scene.ended.isEmpty)
        scene.passes(.seconds(2))
        #expect(scene.ended == [id] && scene.refused == [.registration])
        #expect(scene.reads(id) == ["ERROR :Closing link: Registration timeout: no NICK and USER in time."])
    }

    @Test func whoIsSilentIsAskedAndThenGone() {
        var scene = Scene()
        let id = scene.joins("anna", "en")
        scene.passes(.seconds(91))
        #expect(scene.reads(id) == ["PING irc.sabir"])
        scene.says(id, "PONG irc.sabir")
        scene.passes(.seconds(91))
        #expect(scene.reads(id) == ["PING irc.sabir"] && scene.ended.isEmpty)
        scene.passes(.seconds(61))
        #expect(scene.ended == [id] && scene.refused == [.silence])
    }

    @Test func whoDoesNotReadIsToldOnceAndSentAway() {
        var scene = Scene()
        let id = scene.joins("anna", "en")
        let last = scene.state.disconnectSlowClient(id)
        #expect(last.count == 3 && last.last == .close(id) && last.first == .refused(.queue))
        #expect(scene.state.disconnectSlowClient(id).isEmpty)
        scene.says(id, "PING 1")
        #expect(scene.reads(id).isEmpty)
    }

    @Test func aFloodWaitsAndThenEnds() {
        var scene = Scene()
        let id = scene.joins("anna", "en")
        scene.passes(.seconds(60))
        for number in 0..<30 { scene.says(id, "PING \(number)") }
        #expect(scene.reads(id).count == 20)
        scene.passes(.seconds(1))
        #expect(scene.reads(id).count == 5)
        for number in 0..<300 { scene.says(id, "PING \(number)") }
        #expect(scene.ended == [id] && scene.refused.contains(.flood))
    }
}

@Suite struct ReadingTests {
    @Test func aLineIsReadInEachLanguageWithItsMark() throws {
        var scene = Scene()
        let english = scene.joins("anna", "en")
        let spanish = scene.joins("rosa", "es", caps: "message-tags server-time")
        let boris = scene.comes("Boris K", "ca")
        #expect(scene.reads(english).contains(":Boris_K!ca@sabir JOIN #Reception"))
        let message = scene.told("bon dia", by: boris)
        #expect(!scene.reads(english).contains { $0.contains("PRIVMSG") })
        scene.translated(message, "en", "good day")
        scene.translated(message, "es", "buenos días", .verified)
        #expect(scene.reads(english) == [":Boris_K!ca@sabir PRIVMSG #Reception :[ca→en] good day"])
        let read = try #require(scene.reads(spanish).last.flatMap { IRCLine(parsing: $0) })
        #expect(read.parameters == ["#Reception", "[ca→es ✓] buenos días"])
        #expect(read.tags["msgid"] == message.id.description && read.tags["+sabir/original"] == "bon dia")
        #expect(read.tags["time"] == "2023-11-14T22:13:20.000Z")
    }

    @Test func theOrderIsTheRoomsWhileALineWaits() {
        var scene = Scene()
        let id = scene.joins("anna", "en")
        let (boris, eve) = (scene.comes("Boris", "ca"), scene.comes("Eve", "en"))
        _ = scene.reads(id)
        let message = scene.told("bon dia", by: boris)
        _ = scene.told("hello", by: eve)
        scene.hears(.left(boris))
        #expect(scene.reads(id).isEmpty)
        scene.translated(message, "en", "good day")
        #expect(
            scene.reads(id) == [
                ":Boris!ca@sabir PRIVMSG #Reception :[ca→en] good day", ":Eve!en@sabir PRIVMSG #Reception hello",
                ":Boris!ca@sabir PART #Reception",
            ])
    }

    @Test func whatComesLateSaysWhatItIsOf() {
        var scene = Scene()
        let id = scene.joins("anna", "en")
        let boris = scene.comes("Boris", "ca")
        _ = scene.reads(id)
        let message = scene.told("bon dia", by: boris)
        scene.passes(.seconds(1))
        #expect(scene.reads(id) == [":Boris!ca@sabir PRIVMSG #Reception :[ca …] bon dia"])
        scene.translated(message, "en", nil, .untranslated, reason: .noEngine)
        #expect(
            scene.reads(id) == [
                ":sabir!sabir@sabir NOTICE #Reception :≈ chat.untranslated/en no-engine en"
            ])
        scene.translated(message, "en", "good day")
        #expect(
            scene.reads(id) == [
                ":sabir!sabir@sabir NOTICE #Reception :↻ irc.late/en Boris bon dia [ca→en] good day"
            ])
    }

    @Test func anUntranslatedLineIsMarkedAndItsReasonToldOnce() {
        var scene = Scene()
        let id = scene.joins("anna", "en")
        let boris = scene.comes("Boris", "ca")
        _ = scene.reads(id)
        for text in ["u", "dos"] {
            scene.translated(scene.told(text, by: boris), "en", nil, .untranslated, reason: .noEngine)
        }
        let told = scene.reads(id)
        #expect(told.filter { $0.contains("PRIVMSG") }.allSatisfy { $0.contains("[ca ≈] ") })
        #expect(told.count == 3)
    }

    @Test func aWarningFollowsWithTheOriginal() {
        var scene = Scene()
        let id = scene.joins("anna", "en")
        let boris = scene.comes("Boris", "ca")
        _ = scene.reads(id)
        scene.translated(
            scene.told("pren 2 mg", by: boris), "en", "take 20 mg", warnings: [TranslationWarning(kind: .numbers)])
        #expect(
            scene.reads(id) == [
                ":Boris!ca@sabir PRIVMSG #Reception :[ca→en ⚠] take 20 mg",
                ":sabir!sabir@sabir NOTICE #Reception :⚠ numbers en Boris: pren 2 mg",
            ])
    }

    @Test func whatIsOnlyOddIsToldWithoutAMarkInTheLine() {
        var scene = Scene()
        let id = scene.joins("anna", "en")
        let boris = scene.comes("Boris", "ca")
        _ = scene.reads(id)
        scene.translated(scene.told("cada", by: boris), "en", "each", warnings: [TranslationWarning(kind: .wordForm)])
        #expect(
            scene.reads(id) == [
                ":Boris!ca@sabir PRIVMSG #Reception :[ca→en] each",
                ":sabir!sabir@sabir NOTICE #Reception :? word-form en Boris: cada",
            ])
    }

    @Test(arguments: ["[es→en ✓] take 20 mg", " [x]", "【es→en】 x", "\u{200B}[es] x"])
    func nobodyCanForgeAMark(_ text: String) {
        var scene = Scene()
        let id = scene.joins("anna", "en")
        _ = scene.told(text, by: scene.comes("Eve", "en"))
        #expect(scene.reads(id).last == ":Eve!en@sabir PRIVMSG #Reception :[en] \(text)")
    }

    @Test func anotherLanguageLosesNoLine() {
        var scene = Scene()
        let id = scene.joins("anna", "en")
        let boris = scene.comes("Boris", "ca")
        let message = scene.told("bon dia", by: boris)
        _ = scene.reads(id)
        scene.says(id, "PRIVMSG sabir :lang fr")
        let told = scene.reads(id)
        #expect(told.first == ":Boris!ca@sabir PRIVMSG #Reception :[ca …] bon dia")
        #expect(told.last == ":sabir!sabir@sabir NOTICE anna :irc.reading/fr fr")
        scene.translated(message, "fr", "bonjour")
        #expect(scene.reads(id).last?.hasSuffix("[ca→fr] bonjour") == true)
        let next = scene.told("com va", by: boris)
        scene.translated(next, "fr", "ça va")
        #expect(scene.reads(id).last == ":Boris!ca@sabir PRIVMSG #Reception :[ca→fr] ça va")
        #expect(scene.state.channels[Scene.room]?.queues.keys.map(\.description) == ["fr"])
    }

    /// In one language everywhere: where one room will not have it, none has.
    @Test func aLanguageThatARoomRefusesIsReadInNone() {
        var scene = Scene()
        let id = scene.joins("anna", "en")
        scene.says(id, "JOIN #Pharmacy")
        scene.languageFaults[Scene.pharmacy.room] = WireFault(.badLang, "Not here.")
        _ = scene.reads(id)
        scene.says(id, "PRIVMSG sabir :lang fr", "PRIVMSG #Reception :bonjour")
        #expect(scene.reads(id) == [":sabir!sabir@sabir NOTICE anna :Not here."])
        func langs() -> [String]? { scene.state.sessions[id]?.seats.values.map { "\($0.info.lang)" } }
        #expect(langs() == ["en", "en"])
        #expect(scene.state.sessions[id]?.lang.description == "en" && scene.state.sessions[id]?.outstanding == 0)
        scene.languageFaults = [:]
        scene.says(id, "PRIVMSG sabir :lang fr")
        #expect(scene.reads(id).last == ":sabir!sabir@sabir NOTICE anna :irc.reading/fr fr")
        #expect(langs() == ["fr", "fr"])
    }

    @Test func aLongLineIsCutSoThatEachPieceFits() {
        var scene = Scene()
        let id = scene.joins("anna", "en", caps: "message-tags")
        let message = scene.told(String(repeating: "palabras ", count: 400), by: scene.comes("Eve", "en"))
        let lines = scene.reads(id).filter { $0.contains("PRIVMSG") }.compactMap { IRCLine(parsing: $0) }
        #expect(lines.count > 7)
        #expect(lines.map { $0.tags["msgid"] }.prefix(2) == [message.id.description, "\(message.id)/1"])
        for var line in lines {
            line.tags = [:]
            #expect(line.text.utf8.count <= 512)
        }
    }
}

@Suite struct TalkingTests {
    @Test func whatIsSaidGoesToTheRoomAsWords() {
        var scene = Scene()
        let id = scene.joins("anna", "es")
        let answered = MessageID()
        scene.says(
            id, "@+draft/reply=\(answered) PRIVMSG #reception :\u{3}04tome \u{2}2 mg",
            "NOTICE #Reception :\u{1}ACTION sale\u{1}")
        let drafts = scene.asked.compactMap { if case .say(_, _, let draft) = $0.request { draft } else { nil } }
        #expect(drafts.map(\.text) == ["tome 2 mg", "* sale"])
        #expect(drafts[0].reply == answered && drafts[0].lang == LanguageTag("es"))
        #expect(scene.reads(id).isEmpty)
    }

    @Test func whatTheRoomDoesNotTakeIsTold() {
        var scene = Scene()
        let id = scene.joins("anna", "es")
        scene.fault = WireFault(.muted, "Muted.")
        scene.says(id, "PRIVMSG #reception :hola")
        #expect(scene.reads(id) == [":sabir!sabir@sabir NOTICE #Reception :✗ help.refused/es: hola — muted/es"])
    }

    @Test func theEchoIsForThoseWhoAskedForIt() throws {
        var scene = Scene()
        let (plain, echoing) = (scene.joins("anna", "es"), scene.joins("rosa", "es", caps: "echo-message"))
        for id in [plain, echoing] {
            let own = try #require(scene.seat(of: id)?.info)
            _ = scene.told("hola", by: own)
        }
        #expect(scene.reads(plain).filter { $0.contains("PRIVMSG") } == [":rosa!es@sabir PRIVMSG #Reception hola"])
        #expect(
            scene.reads(echoing).filter { $0.contains("PRIVMSG") } == [
                ":anna!es@sabir PRIVMSG #Reception hola", ":rosa!es@sabir PRIVMSG #Reception hola",
            ])
    }

    @Test func thereAreNoPrivateMessages() {
        var scene = Scene()
        let id = scene.joins("anna", "es")
        _ = scene.joins("rosa", "es")
        scene.says(
            id, "PRIVMSG rosa :psst", "PRIVMSG nobody :x", "PRIVMSG #other :x", "PRIVMSG #a,#b :x", "PRIVMSG rosa")
        let numerics = scene.reads(id).map { String($0.split(separator: " ")[1]) }
        #expect(numerics.suffix(5) == ["531", "401", "403", "407", "412"])
    }

    @Test func whatWasErasedIsNotToldAgain() {
        var scene = Scene()
        let id = scene.joins("anna", "es")
        let boris = scene.comes("Boris", "es")
        let erased = scene.told("me llamo Boris Vidal", by: boris)
        _ = scene.told("hola", by: boris)
        scene.hears(.forgotten([erased.seq]))
        _ = scene.reads(id)
        scene.says(id, "PRIVMSG sabir :original 1", "PRIVMSG sabir :original 2")
        #expect(
            scene.reads(id) == [
                ":sabir!sabir@sabir NOTICE anna :irc.original/es es Boris hola",
                ":sabir!sabir@sabir NOTICE anna chat.nothing-said/es",
            ])
    }

    @Test func theServiceAnswersInTheReadersLanguage() {
        var scene = Scene()
        let id = scene.joins("anna", "es")
        let boris = scene.comes("Boris", "es")
        let message = scene.told("hola", by: boris)
        _ = scene.reads(id)
        scene.says(
            id, "PRIVMSG sabir :original", "PRIVMSG sabir :huh", "PRIVMSG sabir :person", "PRIVMSG sabir :original 2")
        #expect(
            scene.reads(id) == [
                ":sabir!sabir@sabir NOTICE anna :irc.original/es es Boris hola",
                ":sabir!sabir@sabir NOTICE anna :unclear.asker/es Boris",
                ":sabir!sabir@sabir NOTICE #Reception :person.asker/es ext. 5",
                ":sabir!sabir@sabir NOTICE anna chat.nothing-said/es",
            ])
        #expect(scene.asked.contains { if case .unclear(_, _, message) = $0.request { true } else { false } })
        scene.says(id, "PRIVMSG sabir :lang español", "PRIVMSG Sabir help")
        #expect(scene.reads(id).contains(":sabir!sabir@sabir NOTICE anna :chat.lang-unknown/es español"))
    }
}

@Suite struct ChannelTests {
    @Test func joiningTellsWhoIsThereAndWhatWasSaid() {
        var scene = Scene()
        _ = scene.joins("rosa", "es")
        let boris = scene.comes("Boris", "ca", role: .staff)
        let old = scene.told("bon dia", by: boris)
        scene.earlier = [
            IRCLineReading(message: old, reading: TranslationOutcome(text: "good day", state: .translated))
        ]
        let id = scene.connects()
        scene.says(id, "NICK anna", "USER a 0 * :x")
        _ = scene.reads(id)
        scene.says(id, "JOIN #reception")
        let told = scene.reads(id)
        #expect(told[0] == ":anna!en@sabir JOIN #Reception")
        #expect(told.contains(":irc.sabir 353 anna = #Reception :@Boris anna rosa"))
        #expect(
            told.last?.hasSuffix("[ca→en] good day") == true && told.last?.contains(" PRIVMSG #Reception :[") == true)
    }

    @Test func whatComesAfterAJoinWaitsForIt() {
        var scene = Scene()
        let id = scene.joins("anna", "en")
        scene.holds = true
        let other = scene.connects()
        scene.says(other, "NICK rosa", "USER r 0 * :x", "JOIN #reception", "PRIVMSG #reception :hola")
        _ = scene.comes("Eve", "en")
        #expect(!scene.reads(id).contains { $0.contains("JOIN") })
        #expect(!scene.asked.contains { if case .say = $0.request { true } else { false } })
        scene.asked.removeAll { $0.id == id }
        scene.answerAll()
        #expect(scene.asked.contains { if case .say = $0.request { true } else { false } })
        #expect(scene.reads(id).contains(":Eve!en@sabir JOIN #Reception"))
    }

    @Test(arguments: [
        (WireFault(.authRequired, "x"), "475"), (WireFault(.locked, "x"), "473"), (WireFault(.roomFull, "x"), "471"),
        (WireFault(.tooMany, "x"), "471"),
        (WireFault(.banned, "x"), "474"), (WireFault(.closing, "x"), "437"),
    ])
    func aRoomThatRefusesSaysWhy(_ fault: WireFault, _ numeric: String) {
        var scene = Scene()
        scene.refusals[""] = fault
        let id = scene.joins("anna", "en")
        #expect(scene.seat(of: id) == nil)
        scene.says(id, "JOIN #reception", "JOIN #nowhere")
        #expect(scene.reads(id).map { String($0.split(separator: " ")[1]) } == [numeric, "403"])
        scene.says(id, "JOIN #reception secret")
        #expect(scene.seat(of: id) != nil)
    }

    @Test func leavingIsToldAndFreesTheName() {
        var scene = Scene()
        let (anna, rosa) = (scene.joins("anna", "en"), scene.joins("rosa", "es"))
        let member = scene.seat(of: anna)!.info
        scene.says(anna, "PART #reception :bye")
        #expect(scene.reads(anna).last == ":anna!en@sabir PART #Reception bye")
        scene.hears(.left(member))
        #expect(scene.reads(rosa).contains(":anna!en@sabir PART #Reception"))
        scene.says(anna, "PRIVMSG #reception :x", "QUIT")
        #expect(scene.reads(anna).map { String($0.split(separator: " ")[1]) }.first == "442")
        #expect(scene.ended == [anna])
        scene.closes(anna)
        #expect(scene.state.nicks.isFree("anna", for: .client(rosa)))
    }

    @Test func staffSendOutAndCloseRooms() {
        var scene = Scene()
        let (anna, rosa) = (scene.joins("anna", "en"), scene.joins("rosa", "es"))
        scene.hears(.removed(scene.seat(of: anna)!.seat, WireFault(.removed, "Out.", fatal: true)))
        #expect(scene.reads(anna).last == ":sabir!sabir@sabir KICK #Reception anna Out.")
        scene.hears(.told(.closing("Closed."), .everyone))
        #expect(scene.reads(rosa).last == ":sabir!sabir@sabir KICK #Reception rosa closing/es")
        #expect(scene.state.channels.isEmpty && scene.state.nicks.nicks.count == 3)
    }

    @Test func whoSitsElsewhereByNowStaysIn() {
        var scene = Scene()
        let anna = scene.joins("anna", "en")
        let former = HostedRoom.Entry(of: scene.seat(of: anna)!.info, newest: 1, connection: 7)
        scene.hears(.removed(former.seat, WireFault(.removed, "Out.", fatal: true)))
        #expect(scene.reads(anna).isEmpty && scene.seat(of: anna) != nil)
    }

    /// English is the room's own words.
    @Test func whoIsOutIsToldWhyInTheirLanguage() {
        var scene = Scene()
        let (anna, rosa, pau) = (scene.joins("anna", "en"), scene.joins("rosa", "es"), scene.joins("pau", "ca"))
        func seat(_ id: ConnectionID) -> HostedRoom.Seat { scene.seat(of: id)!.seat }
        scene.hears(.removed(seat(pau), WireFault(.banned, "Out for 7.", as: "banned-for", ["n": "7"], fatal: true)))
        #expect(scene.reads(pau).last == ":sabir!sabir@sabir KICK #Reception pau banned-for/ca")
        scene.hears(.left(scene.seat(of: rosa)!.info))
        #expect(scene.reads(rosa).last == ":sabir!sabir@sabir KICK #Reception rosa not-in/es")
        scene.hears(.told(.closing("Closed."), .everyone))
        #expect(scene.reads(anna).last == ":sabir!sabir@sabir KICK #Reception anna Closed.")
    }

    @Test func behindARelayThatWasStruckOffTheyAreToldSo() {
        var scene = Scene()
        let rosa = scene.joins("rosa", "es")
        scene.hears(.told(.closing(Sentence("No way in here.", as: "relay-struck")), .everyone))
        #expect(scene.reads(rosa).last == ":sabir!sabir@sabir KICK #Reception rosa relay-struck/es")
    }

    @Test func whatIsNoLanguageIsRefused() {
        var scene = Scene()
        let id = scene.joins("anna", "es")
        scene.says(id, "PRIVMSG sabir :lang xx")
        #expect(scene.reads(id).contains(":sabir!sabir@sabir NOTICE anna :chat.lang-unknown/es xx"))
        #expect(scene.seat(of: id)?.info.lang == LanguageTag("es"))
        let late = scene.connects()
        scene.says(late, "PASS lang=xx")
        #expect(scene.reads(late).contains { $0.hasSuffix(":chat.lang-unknown/en xx") })
    }

    @Test func questionsAreAnswered() {
        var scene = Scene()
        let id = scene.joins("anna", "es")
        _ = scene.comes("María José", "ca")
        scene.passes(.seconds(10))
        _ = scene.reads(id)
        scene.says(
            id, "WHO #reception", "WHOIS María_José", "WHOIS x", "MODE #reception", "MODE #reception b", "MODE anna",
            "MODE #reception +m", "TOPIC #reception", "TOPIC #reception :x", "LIST", "NAMES #x", "USERHOST anna",
            "ISON anna x", "AWAY :x", "FOO", "KICK #reception María_José", "LUSERS")
        let numerics = scene.reads(id).map { String($0.split(separator: " ")[1]) }
        let expected = """
            352 352 315 311 319 312 320 318 401 318 324 368 221 482 331 482 322 323 366 302 303 306 421 482 251 254 255
            """
        #expect(numerics == expected.split(separator: " ").map(String.init))
    }

    @Test func whoisTellsTheNameAndTheLanguage() {
        var scene = Scene()
        let id = scene.joins("anna", "es")
        _ = scene.comes("María José", "ca")
        _ = scene.reads(id)
        scene.says(id, "WHOIS maría_josé")
        #expect(scene.reads(id).first == ":irc.sabir 311 anna María_José ca sabir * :María José (ca)")
    }
}
