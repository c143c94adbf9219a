import SabirProtocol

@testable import SabirFeed
@testable import SabirIRC
@testable import SabirRoom
@testable import SabirTranslation

/// A client's bytes, in pieces as long as the first byte says, into a node whose room answers at once.
func fuzzIRC(_ input: [UInt8]) {
    guard let step = input.first.map({ Int($0) + 1 }) else { return }
    let bytes = Array(input.dropFirst())
    var whole = LineDecoder()
    var pieces = LineDecoder()
    var client = FuzzClient()
    var items: [LineDecoder.Item] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
        let some = pieces.append(bytes[start..<min(start + step, bytes.count)])
        demand(
            pieces.pending.count <= LineDecoder.maximumTags + LineDecoder.maximumRest,
            "what is kept of a line is bounded")
        items += some
        client.says(some)
    }
    demand(items == whole.append(bytes), "lines do not depend on reads")
}

/// One client beside another and somebody from elsewhere; each line of it is answered with one from the room.
private struct FuzzClient {
    private static let room = "5b1e7a52-90c4-4c3e-9f50-6a2f1de0c7ab"
    private static let listing = IRCListing(
        channel: "#Reception",
        facts: RoomState(settings: RoomSettings(info: RoomInfo(id: room, name: "Reception", topic: "Hours")), seed: 1)
            .facts(now: .now()))
    private static let boris = MemberInfo(id: MemberID(rawValue: "m1"), name: "Boris", lang: LanguageTag("ca"))

    private var state: IRCState
    private var now = ContinuousClock.now
    private let id = ConnectionID(number: 1)
    private var seq = 0

    init() {
        state = IRCState(
            .init(
                name: "House", lang: LanguageTag("en"), wording: PlainWording(),
                sentence: { key, _, values in values.values.reduce(key) { $0 + $1 } },
                refusal: { fault, _ in fault.reason }, looks: { [$0.lowercased()] }),
            now: now)
        _ = state.follow(Self.listing, people: [Self.boris], now: now)
        state.addClient(id, device: "device", now: now)
    }

    mutating func says(_ items: [LineDecoder.Item]) {
        now += .seconds(1)
        judge(state.accept(items, from: id, now: now))
        seq += 1
        let message = Message(
            seq: seq, id: MessageID(), ts: 1, member: Self.boris.id, from: "Boris", lang: Self.boris.lang,
            text: "[pren 2 mg")
        judge(state.deliver(.told(.line(message), .everyone), in: Self.room, now: now))
        let reading = TranslationOutcome(
            text: "take 20 mg", state: .translated, warnings: [TranslationWarning(kind: .numbers)])
        let lang = LanguageTag("en")
        let translated = FeedEvent.Translated(id: message.id, seq: message.seq, lang: lang, translation: reading)
        judge(state.deliver(.told(.translation(translated), .readers(of: lang)), in: Self.room, now: now))
        judge(state.tick(now: now))
    }

    private mutating func judge(_ actions: [IRCAction]) {
        for action in actions {
            switch action {
            case .send(_, let line): judge(line)
            case .ask(_, let request):
                demand(state.sessions[id]?.isRegistered == true, "nobody acts before registering")
                judge(state.applyAnswer(answer(request), to: id, now: now))
            case .close, .refused, .abandon, .readFacts: break
            }
        }
        demand(Set(state.nicks.nicks.values.map { $0.lowercased() }).count == state.nicks.nicks.count, "nicks differ")
    }

    private func judge(_ line: IRCLine) {
        let text = line.text
        demand(text.utf8.count { $0 == 0x0A || $0 == 0x0D || $0 == 0 } == 2 && text.hasSuffix("\r\n"), "it is one line")
        var bare = line
        bare.tags = [:]
        demand(bare.text.utf8.count <= LineDecoder.maximumRest, "what is sent fits its line")
    }

    private func answer(_ request: IRCRequest) -> IRCAnswer {
        switch request {
        case .enter(let channel, _, let hello):
            guard Self.listing.isMeant(by: channel) else {
                return .notEntered(channel: channel, WireFault(.noRoom, "There is no such room here."))
            }
            let seat = HostedRoom.Seat(number: MemberNumber(value: 2), connection: 1)
            let info = MemberInfo(id: seat.member, name: hello.name, lang: hello.lang)
            return .entered(
                room: Self.room,
                HostedRoom.Entry(seat: seat, info: info, epoch: "e", seq: seq, firstVisibleSeq: seq + 1))
        case .earlier(let room, _, _): return .earlier(room: room, [])
        case .change(let room, let seat, let profile):
            var info = seat.info
            info.name = profile.name ?? info.name
            return .changed(room: room, info)
        case .say(let room, _, let draft):
            demand((1...4_000).contains(draft.text.unicodeScalars.count), "what is said was measured")
            return .refused(room: room, WireFault(.muted, "Muted."), text: draft.text)
        case .unclear(_, _, let message): return .unclearTold(message)
        case .callPerson(let room, _, let privately): return .contact(room: room, "", privately: privately)
        case .leave: return .done
        case .list: return .listed([Self.listing])
        }
    }
}
