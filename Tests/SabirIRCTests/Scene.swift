import SabirProtocol
import Testing

@testable import SabirFeed
@testable import SabirIRC
@testable import SabirRoom
@testable import SabirTranslation

/// Clients of an `IRCState` whose node is this scene: rooms answer at once, and time passes when it is told to.
struct Scene {
    var state: IRCState
    var now = ContinuousClock.now
    /// What each client was sent and has not been looked at.
    var sent: [ConnectionID: [IRCLine]] = [:]
    var ended: Set<ConnectionID> = []
    var refused: [IRCLimit] = []
    var asked: [(id: ConnectionID, request: IRCRequest)] = []
    /// The room of this id refuses newcomers with it.
    var refusals: [String: WireFault] = [:]
    /// What a room says to a line; nil: it takes it.
    var fault: WireFault?
    /// What rooms say to another language, by the room.
    var languageFaults: [String: WireFault] = [:]
    var earlier: [IRCLineReading] = []
    /// As which member the room knows whoever comes in next.
    var comesBackAs: MemberID?
    /// What rooms are asked waits for `answerAll`.
    var holds = false
    private var heldBack: [(id: ConnectionID, request: IRCRequest)] = []
    /// Seats that were given back.
    var abandoned: [HostedRoom.Entry] = []
    private var lastMember = 0
    private var lastSeq = 10

    static let room = "5b1e7a52-90c4-4c3e-9f50-6a2f1de0c7ab"

    init(limits: IRCLimits = IRCLimits()) {
        state = IRCState(
            .init(
                name: "House", limits: limits, lang: LanguageTag("en")!,
                wording: PlainWording(),
                sentence: { key, lang, values in
                    "\(key)/\(lang)" + values.sorted { $0.key < $1.key }.map { " \($0.value)" }.joined()
                },
                refusal: { fault, lang in lang.description == "en" ? fault.reason : "\(fault.told.name ?? "")/\(lang)"
                },
                looks: { [$0.lowercased()] }), now: now)
    }

    static let listing = IRCListing(channel: "#Reception", facts: RoomFacts(id: room, name: "Reception"))
    static let pharmacy = IRCListing(channel: "#Pharmacy", facts: RoomFacts(id: "pharmacy", name: "Pharmacy"))

    // MARK: Clients

    mutating func connects() -> ConnectionID {
        let id = ConnectionID(number: UInt64(sent.count + 1))
        sent[id] = []
        state.addClient(id, device: "d\(sent.count)", now: now)
        return id
    }

    /// A registered client in the room, which has read its greeting.
    mutating func joins(_ nick: String, _ lang: String, caps: String = "") -> ConnectionID {
        let id = connects()
        if !caps.isEmpty { says(id, "CAP REQ :\(caps)", "CAP END") }
        says(id, "PASS lang=\(lang)", "NICK \(nick)", "USER u 0 * :r", "JOIN #reception")
        _ = reads(id)
        return id
    }

    mutating func says(_ id: ConnectionID, _ lines: String...) {
        var decoder = LineDecoder()
        let bytes = lines.flatMap { Array(($0 + "\r\n").utf8) }
        carryOut(state.accept(decoder.append(bytes), from: id, now: now))
    }

    /// What it was sent since, without the last of each line's source.
    mutating func reads(_ id: ConnectionID) -> [String] {
        defer { sent[id] = [] }
        return (sent[id] ?? []).map { String($0.text.dropLast()) }
    }

    /// Of that who came, who went and who was sent out.
    mutating func comesAndGoes(_ id: ConnectionID) -> [String] {
        reads(id).filter { ["JOIN", "PART", "KICK"].contains($0.split(separator: " ")[1]) }
    }

    mutating func passes(_ duration: Duration) {
        now += duration
        carryOut(state.tick(now: now))
    }

    mutating func closes(_ id: ConnectionID) { carryOut(state.removeClient(id)) }

    mutating func shutsDown() { carryOut(state.shutDown(saying: "closing")) }

    mutating func overflows(_ id: ConnectionID) { carryOut(state.disconnectSlowClient(id)) }

    // MARK: The room

    mutating func hears(_ news: FeedNews) { carryOut(state.deliver(news, in: Self.room, now: now)) }

    /// Somebody from elsewhere has come.
    mutating func comes(_ name: String, _ lang: String, role: MemberRole? = nil) -> MemberInfo {
        lastMember += 1
        let info = MemberInfo(
            id: MemberID(rawValue: "m\(lastMember)"), name: name, lang: LanguageTag(lang)!, role: role)
        hears(.joined(info))
        return info
    }

    mutating func told(
        _ text: String, by member: MemberInfo, reply: MessageID? = nil, role: MemberRole? = nil
    ) -> Message {
        lastSeq += 1
        let message = Message(
            seq: lastSeq, id: MessageID(), ts: 1_700_000_000_000, member: member.id, from: member.name,
            lang: member.lang, text: text, reply: reply, role: role)
        hears(.line(message))
        return message
    }

    mutating func translated(
        _ message: Message, _ lang: String, _ text: String?, _ state: TranslationOutcome.State = .translated,
        warnings: [TranslationWarning] = [], reason: UntranslatedReason? = nil
    ) {
        let reading = TranslationOutcome(text: text, state: state, warnings: warnings, reason: reason)
        hears(.reading(message, lang, reading))
    }

    func seat(of id: ConnectionID) -> HostedRoom.Entry? { state.sessions[id]?.seats[Self.room] }

    // MARK: The node

    private mutating func carryOut(_ actions: [IRCAction]) {
        for action in actions {
            switch action {
            case .send(let id, let line): sent[id]?.append(line)
            case .ask(let id, let request):
                asked.append((id, request))
                if holds { heldBack.append((id, request)) } else { answer(request, to: id) }
            case .close(let id): ended.insert(id)
            case .refused(let limit): refused.append(limit)
            case .abandon(_, let seat): abandoned.append(seat)
            case .readFacts: break
            }
        }
    }

    mutating func answerAll() {
        holds = false
        for (id, request) in heldBack { answer(request, to: id) }
        heldBack = []
    }

    /// The room answers what it was asked first.
    mutating func answerNext() {
        let (id, request) = heldBack.removeFirst()
        answer(request, to: id)
    }

    private mutating func answer(_ request: IRCRequest, to id: ConnectionID) {
        carryOut(state.applyAnswer(made(request, for: id), to: id, now: now))
    }

    private mutating func made(_ request: IRCRequest, for id: ConnectionID) -> IRCAnswer {
        switch request {
        case .enter(let channel, let key, let hello): return entry(channel, key, hello)
        case .earlier(let room, _, _): return .earlier(room: room, earlier)
        case .leave: return .done
        case .change(let room, let seat, let profile):
            if let fault = languageFaults[room], profile.lang != nil {
                return .refused(room: room, fault, text: nil)
            }
            var info = seat.info
            info.name = profile.name ?? info.name
            info.lang = profile.lang ?? info.lang
            return .changed(room: room, info)
        case .say(let room, _, let draft):
            return fault.map { .refused(room: room, $0, text: draft.text) } ?? .done
        case .unclear(_, _, let message): return .unclearTold(message)
        case .callPerson(let room, _, let privately): return .contact(room: room, "ext. 5", privately: privately)
        case .list: return .listed([Self.listing])
        }
    }

    private mutating func entry(_ channel: String, _ key: String?, _ hello: Hello) -> IRCAnswer {
        guard let listing = [Self.listing, Self.pharmacy].first(where: { $0.isMeant(by: channel) }) else {
            return .notEntered(channel: channel, WireFault(.noRoom, "None."))
        }
        if let fault = refusals[key ?? ""] { return .notEntered(channel: channel, fault) }
        if state.channels[listing.room] == nil { carryOut(state.follow(listing, people: [], now: now)) }
        lastMember += 1
        let id = comesBackAs ?? MemberID(rawValue: "m\(lastMember)")
        let info = MemberInfo(id: id, name: hello.name, lang: hello.lang)
        return .entered(
            room: listing.room,
            HostedRoom.Entry(of: info, newest: lastSeq, connection: comesBackAs == nil ? 1 : UInt64(lastMember)))
    }
}

/// What rooms tell, as tests write it.
extension FeedNews {
    static func line(_ message: Message) -> FeedNews { .told(.line(message), .everyone) }
    static func reading(_ message: Message, _ lang: String, _ reading: TranslationOutcome) -> FeedNews {
        let lang = LanguageTag(lang)!
        return .told(
            .translation(.init(id: message.id, seq: message.seq, lang: lang, translation: reading)), .readers(of: lang))
    }
    static func joined(_ info: MemberInfo) -> FeedNews { .told(.joined(info, n: 0), .everyone) }
    static func changed(_ info: MemberInfo) -> FeedNews { .told(.changed(info, n: 0), .everyone) }
    static func left(_ info: MemberInfo) -> FeedNews { .told(.left(info, n: 0), .everyone) }
    static func muted(_ member: MemberID, _ isMuted: Bool) -> FeedNews { .told(.muted(isMuted), .members([member])) }
}

extension RoomFacts {
    /// Of a room that nobody is in.
    init(id: String, name: String) {
        self = RoomState(settings: RoomSettings(info: RoomInfo(id: id, name: name)), seed: 1).facts(now: .now())
    }
}

extension HostedRoom.Entry {
    /// Of a member that comes in now and is shown nothing of before. `connection`: tells its seats apart.
    init(of info: MemberInfo, newest seq: Int, connection: UInt64 = 1) {
        self.init(
            seat: HostedRoom.Seat(number: MemberNumber(info.id)!, connection: connection), info: info, epoch: "e",
            seq: seq, firstVisibleSeq: seq + 1)
    }
}

/// Says a code, and in which language.
struct PlainWording: OutcomeWording {
    func sentence(_ reason: UntranslatedReason, in language: LanguageTag) -> String { "\(reason.code) \(language)" }
    func sentence(_ warning: TranslationWarning, in language: LanguageTag) -> String {
        "\(warning.kind.rawValue) \(language)"
    }
}
