import SabirCore

@testable import SabirProtocol

/// Packets of every kind, by chance, as a cleaned and measured packet may look.
struct RandomPackets {
    var random: SplitMix64

    private static let scalars: [Unicode.Scalar] =
        Array(#"abcXYZ019 "\/{}[]:,'<>&\u"#.unicodeScalars) + ["\n", "é", "\u{301}", "ß", "\u{600}", "中", "\u{2028}"]
        + ["\u{FFFD}", "🙂", "\u{200D}", "\u{FE0F}", "\u{10FFFF}", "\u{E000}", "\u{7FF}", "\u{800}"]
    private static let tags = ["es", "pt-BR", "zh-Hant-TW", "en-x-a-b", "apc", "es-419"].compactMap(LanguageTag.init)

    init(seed: UInt64) { random = SplitMix64(state: seed) }

    mutating func flip() -> Bool { Bool.random(using: &random) }
    mutating func number(_ range: ClosedRange<Int> = 0...WireInteger.largest) -> Int {
        Int.random(in: range, using: &random)
    }

    private mutating func maybe<Value>(_ make: (inout RandomPackets) -> Value) -> Value? { flip() ? make(&self) : nil }

    private mutating func list<Value>(_ make: (inout RandomPackets) -> Value) -> [Value] {
        (0..<number(0...3)).map { _ in make(&self) }
    }

    private mutating func raw(_ length: ClosedRange<Int>) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<number(length) { text.append(Self.scalars.randomElement(using: &random) ?? "a") }
        return String(text)
    }

    mutating func text() -> String { WireText.cleanMessage(raw(1...40)) }
    mutating func name() -> String { WireText.cleanName("n" + raw(0...20)) }
    mutating func lang() -> LanguageTag { Self.tags[number(0...Self.tags.count - 1)] }
    mutating func messageID() -> MessageID { MessageID { random.next() } }
    mutating func memberID() -> MemberID { MemberID(rawValue: "m" + String(number(0...9_999), radix: 36)) }
    mutating func info() -> MemberInfo {
        MemberInfo(id: memberID(), name: name(), lang: lang(), role: maybe { $0.flip() ? .staff : .relay })
    }

    private mutating func nonce() -> Nonce? {
        let nonces = [#""n-1""#, "1e5", "-0", #""\ud83d""#, #""é🙂""#, "\"" + String(repeating: "x", count: 126) + "\""]
        return maybe { Nonce(json: nonces[$0.number(0...nonces.count - 1)]) } ?? nil
    }

    private mutating func langs() -> [LanguageTag: Int] {
        var langs: [LanguageTag: Int] = [:]
        for _ in 0..<number(0...4) { langs[lang()] = number(1...1_000) }
        return langs
    }
}

extension RandomPackets {
    mutating func memberPacket() -> MemberPacket {
        switch number(0...18) {
        case 0: .hello(hello())
        case 1:
            .message(
                Draft(
                    id: maybe { $0.messageID() }, text: text(), lang: maybe { $0.lang() },
                    reply: maybe { $0.messageID() }, revision: maybe { $0.draftRevision() }))
        case 2 where flip(): .message(Draft(id: maybe { $0.messageID() }, text: "", revision: .retracts(messageID())))
        case 2: .profile(Profile(name: maybe { $0.name() }, lang: maybe { $0.lang() }))
        case 3: .who(after: maybe { $0.memberID() })
        case 4: .ping(nonce())
        case 5: .pong(nonce())
        case 6: .bye
        case 7: .unclear(messageID())
        case 8 where flip(): .help(HelpAnswer(of: maybe { $0.memberID() }, flip() ? .coming : .done))
        case 8: .person(maybe { $0.messageID() }, about: maybe { $0.messageID() }, wish: maybe { _ in .privately })
        case 9: .translate(question())
        case 10: .pairs
        case 11: .staff(act())
        case 12: .history(HistoryRequest(before: maybe { $0.number(1...WireInteger.largest) }, limit: number(1...100)))
        case 13:
            .report(Report(id: flip() ? messageID() : nil, member: memberID(), text: flip() ? text() : ""))
        case 14: .rooms(after: maybe { "\($0.messageID())" })
        case 15: .proof(token(43...43))
        case 16: .standing(ReplicationStatus(seq: number(), held: number(), relays: list { $0.standing() }))
        default: .unknown("later-" + raw(0...10))
        }
    }

    private mutating func token(_ length: ClosedRange<Int> = 16...128) -> String {
        String((0..<number(length)).map { _ in Array("AZaz09-_")[number(0...7)] })
    }

    private mutating func question() -> TranslationQuestion {
        TranslationQuestion(
            id: raw(1...64), source: lang(), target: lang(), texts: (0..<number(1...16)).map { _ in text() })
    }

    private mutating func hello() -> Hello {
        var hello = Hello(
            room: maybe { $0.raw(0...20) }, name: name(), lang: lang(), client: maybe { $0.raw(0...20) },
            device: maybe { $0.raw(0...20) },
            resume: maybe { Hello.Resume(epoch: $0.raw(0...20), seq: $0.number(), token: $0.maybe { $0.raw(0...60) }) },
            auth: maybe { PasswordOffer(nonce: $0.token()) }, features: features())
        hello.asksForGrant = flip()
        return hello
    }

    private mutating func features() -> Features {
        [Feature.asks, .bans, .fields, .help, .questions, .role, .token].reduce(into: []) {
            if flip() { $0.insert($1) }
        }
    }

    mutating func hostPacket() -> HostPacket {
        switch number(0...25) {
        case 0: .welcome(welcome())
        case 1: .message(message())
        case 2: .joined(info(), n: number())
        case 3: .left(info(), n: number())
        case 4: .changed(info(), n: number())
        case 5:
            .presence(
                Presence(
                    n: number(), langs: langs(), joined: list { $0.info() }, changed: list { $0.info() },
                    left: list { $0.memberID() }))
        case 6: .members(list { $0.info() }, more: flip())
        case 7: .gap(number(1...1_000)...number(1_000...WireInteger.largest))
        case 8: .ping(nonce())
        case 9: .pong(nonce())
        case 10: .error(WireFault(errorCode(), name(), fatal: flip(), id: maybe { $0.messageID() }))
        case 11: .unclear(Unclear(id: messageID(), asker: info(), authorIsPresent: flip()))
        case 12: .person(PersonCall(caller: info(), id: maybe { $0.messageID() }, contact: name()))
        case 13: .translated(id: raw(1...64), translated())
        case 14: .pairs(TranslationPairs(pairs()))
        case 15: .notice(Notice(text: text(), lang: lang(), ts: number(), id: maybe { $0.messageID() }))
        case 16: .acted(acted())
        case 17 where flip(): .link(Link(up: flip(), since: number()))
        case 17: .lines(page())
        case 18:
            .report(
                Reported(
                    reporter: info(), id: maybe { $0.messageID() }, about: maybe { $0.memberID() },
                    name: maybe { $0.name() }, text: text(), ts: number(), staffIsPresent: flip()))
        case 19: .rooms(roomList())
        case 20:
            .challenge(
                PasswordChallenge(
                    room: raw(1...36), salt: token(),
                    cost: PasswordCost(rounds: number(), blockSize: number(), parallelism: number()),
                    nonce: token()))
        case 21: .help(helpCall())
        case 22: .calls(helpList())
        case 23:
            .bans(
                list {
                    ListedBan(
                        member: $0.memberID(), name: $0.name(), scope: $0.flip() ? .device : .address,
                        until: $0.number())
                })
        default: .unknown("later-" + raw(0...10))
        }
    }

    private mutating func helpCall(contact: String? = nil) -> HelpCall {
        let said = name()
        return HelpCall(
            caller: MemberInfo(
                id: memberID(), name: name(), lang: lang(), role: maybe { $0.flip() ? .staff : .relay }),
            about: maybe { $0.messageID() }, contact: contact ?? said, ts: number(), age: number(),
            state: flip() ? .open : flip() ? .coming : .done, by: maybe { $0.name() }, isPresent: flip(),
            room: contact == nil ? maybe { RoomInfo(id: $0.raw(1...36), name: $0.name()) } : nil,
            wish: maybe { _ in .privately })
    }

    private mutating func helpList() -> HelpList {
        let contact = name()
        return HelpList(contact: contact, calls: list { $0.helpCall(contact: contact) })
    }

    private mutating func standing() -> RelayStatus {
        RelayStatus(
            member: memberID(), name: maybe { $0.name() }, via: maybe { $0.memberID() }, up: flip(),
            since: maybe { $0.number() }, carries: maybe { $0.flip() }, behind: maybe { $0.number() },
            held: maybe { $0.number() })
    }

    private mutating func roomList() -> RoomList {
        RoomList(
            node: raw(1...36), name: name(), web: maybe { $0.number(1...65_535) },
            rooms: (0..<number(0...50)).map { index in
                RoomList.Room(
                    id: raw(1...36), name: "Room \(index)", n: number(), auth: flip() ? "none" : "password",
                    via: maybe { $0.name() }, hops: maybe { $0.number() })
            }, more: flip())
    }

    private mutating func errorCode() -> ErrorCode { flip() ? .tooFast : ErrorCode(rawValue: "later-" + raw(0...9)) }

    private mutating func welcome() -> Welcome {
        Welcome(
            room: RoomInfo(id: raw(0...36), name: name(), topic: name()), member: memberID(), epoch: raw(1...12),
            seq: number(), n: number(), members: list { $0.info() }, langs: langs(),
            limits: Welcome.Limits(frame: number(), message: number(), rate: number()),
            translation: maybe { SharedTranslation(port: $0.maybe { $0.number(1...65_535) }, connection: $0.flip()) },
            history: maybe {
                HistoryTerms(
                    kept: $0.flip() ? .memory : .disk, seconds: $0.maybe { $0.number() },
                    from: $0.number(1...WireInteger.largest), staffRead: $0.flip())
            },
            name: maybe { $0.name() }, features: features(), token: maybe { $0.raw(0...60) })
    }

    private mutating func translated() -> TranslatedTexts {
        let texts = (0..<number(1...16)).map { _ in maybe { $0.text() } }
        let warnings = texts.indices.filter { texts[$0] != nil && flip() }.map { place in
            TranslatedTexts.Warning(
                place: place, kind: ["word-form", "numbers", "some-new-kind"][number(0...2)],
                words: (0..<number(0...3)).map { _ in raw(0...9) },
                counterparts: (0..<number(0...3)).map { _ in name() })
        }
        return TranslatedTexts(
            texts: texts, engine: maybe { $0.name() }, reason: maybe { $0.name() }, warnings: warnings)
    }

    private mutating func pairs() -> [LanguageTag: [LanguageTag]] {
        var pairs: [LanguageTag: [LanguageTag]] = [:]
        for _ in 0..<number(0...4) { pairs[lang()] = (0..<number(1...5)).map { _ in lang() } }
        return pairs
    }

    private mutating func act() -> ModerationAction {
        switch number(0...8) {
        case 7: .unban(memberID())
        case 8: .bans
        case 0: .mute(memberID())
        case 1: .unmute(memberID())
        case 2: .remove(memberID())
        case 3:
            .ban(memberID(), minutes: number(1...ModerationAction.maximumMinutes), scope: flip() ? .device : .address)
        case 4: .topic(name())
        case 5: .notice(text(), lang())
        default: [ModerationAction.lock, .unlock, .clear, .close, .open][number(0...4)]
        }
    }

    private mutating func acted() -> ModerationEvent {
        flip()
            ? ModerationEvent(ActName(rawValue: "later-" + raw(0...9)), text: maybe { $0.name() })
            : ModerationEvent(
                .ban, on: memberID(), named: maybe { $0.name() }, minutes: maybe { $0.number() },
                scope: maybe { $0.flip() ? .device : .address })
    }

    private mutating func page() -> HistoryPage {
        let lines = (0..<number(0...3)).map { message($0 * 100 + number(1...100)) }
        return HistoryPage(before: number(301...WireInteger.largest), messages: lines, more: flip())
    }

    private mutating func draftRevision() -> Revision {
        let id = messageID()
        return flip() ? .corrects(id) : .confirms(id, of: id)
    }

    private mutating func message(_ seq: Int? = nil) -> Message {
        Message(
            seq: seq ?? number(1...WireInteger.largest), id: messageID(), ts: number(), member: memberID(),
            from: name(), lang: lang(), text: text(), reply: maybe { $0.messageID() }, via: maybe { $0.name() },
            role: maybe { $0.flip() ? .staff : .interpreter },
            revision: maybe { $0.flip() ? .corrects($0.messageID()) : .retracts($0.messageID()) }, isRetracted: flip(),
            fields: flip() ? UnknownFields(Array("\"x\":\(number())".utf8)) : nil)
    }
}
