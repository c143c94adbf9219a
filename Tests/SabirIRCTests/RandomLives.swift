import SabirCore
import SabirFeed
import SabirProtocol

@testable import SabirIRC
@testable import SabirRoom
@testable import SabirTranslation

/// An `IRCState` with up to six clients and a node that answers when chance will have it: every command, and every way in
/// which a client can end. Says which law of it was broken.
struct RandomLives {
    private struct Client {
        let id: ConnectionID
        var requests: [IRCRequest] = []
        /// What the node has done for the first of them, and not yet said.
        var made: IRCAnswer?
    }

    /// A line that was said, and who has to be shown it.
    private struct Said {
        let text: String
        let seq: Int
        var owed: Set<ConnectionID>
        var shown: Set<ConnectionID> = []
    }

    private var state: IRCState
    private var now = ContinuousClock.now
    private var dice: Dice
    private var clients: [ConnectionID: Client] = [:]
    /// As the room knows them, by the client's device.
    private var seats: [ConnectionID: HostedRoom.Entry] = [:]
    private var said: [Said] = []
    private var lastClient: UInt64 = 0
    private var lastMember = 1
    private var lastSeq = 10
    private let boris = MemberInfo(id: MemberID(rawValue: "m1"), name: "Boris", lang: LanguageTag("ca")!)
    private var twice: String?

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        var limits = IRCLimits()
        limits.deferred = 40
        limits.rate = 50
        state = IRCState(
            .init(
                name: "House", limits: limits, lang: LanguageTag("en")!, wording: PlainWording(),
                sentence: { key, _, _ in key }, refusal: { fault, _ in fault.reason },
                looks: { [$0.lowercased()] }), now: now)
        perform(state.follow(Scene.listing, people: [boris], now: now))
    }

    /// Nil where all is well.
    var brokenLaw: String? {
        if let twice { return "\(twice) was shown twice" }
        let isAwaited = clients.values.contains { client in
            client.requests.contains { if case .enter = $0 { true } else { false } }
        }
        if !isAwaited && !state.deferred.isEmpty { return "news wait for nobody" }
        if state.deferred.count > state.dependencies.limits.deferred { return "too much waits" }
        return nil
    }

    mutating func step() {
        switch dice.below(12) {
        case 0: connects()
        case 1...4: if let id = anybody() { talks(id) }
        case 5...6: if let id = anybody() { nodeWorks(id) }
        case 7...8: lineIsSaid()
        case 9: passes(.milliseconds(Int64(dice.below(3_000))))
        case 10: if let id = anybody() { ends(id) }
        default: somethingHappens()
        }
    }

    /// Everything is answered and shown; says what was not.
    mutating func settles() -> String? {
        for _ in 0..<40 {
            for id in clients.keys.sorted(by: { $0.number < $1.number }) { while nodeWorks(id) {} }
            passes(.seconds(1))
            if let brokenLaw { return brokenLaw }
        }
        guard state.deferred.isEmpty else { return "news wait for ever" }
        for line in said where !line.owed.isEmpty { return "\(line.owed.count) clients never heard \(line.text)" }
        return nil
    }

    private mutating func anybody() -> ConnectionID? {
        let ids = clients.keys.sorted { $0.number < $1.number }
        return ids.isEmpty ? nil : ids[dice.below(ids.count)]
    }

    // MARK: Clients

    private mutating func connects() {
        guard clients.count < 6 else { return }
        lastClient += 1
        let id = ConnectionID(number: lastClient)
        clients[id] = Client(id: id)
        state.addClient(id, device: "d\(lastClient)", now: now)
        if dice.below(4) > 0 { says(id, ["NICK n\(lastClient)", "USER u 0 * :r", "JOIN #reception"]) }
    }

    private mutating func talks(_ id: ConnectionID) {
        let commands = [
            "JOIN #reception", "JOIN #reception,#nowhere", "JOIN #\(Scene.room)", "PART #reception", "JOIN 0",
            "WHO #reception", "NAMES #reception", "LIST", "MODE #reception", "TOPIC #reception", "WHOIS Boris",
            "NICK n\(id.number)x\(dice.below(3))", "NICK Boris", "USER u 0 * :r", "PASS lang=es", "CAP LS 302",
            "CAP REQ :echo-message", "CAP END", "PING 1", "PRIVMSG #reception :words", "NOTICE #reception :words",
            "PRIVMSG sabir :lang \(["es", "ca", "en", "xx-"][dice.below(4)])", "PRIVMSG sabir :huh 1",
            "PRIVMSG sabir :original 1", "PRIVMSG sabir person", "KICK #reception Boris", "AWAY :x", "MOTD", "LUSERS",
            "nonsense", "", "QUIT",
        ]
        let count = 1 + dice.below(4)
        says(id, (0..<count).map { _ in commands[dice.below(commands.count - (dice.below(8) > 0 ? 1 : 0))] })
    }

    private mutating func says(_ id: ConnectionID, _ lines: [String]) {
        var decoder = LineDecoder()
        perform(state.accept(decoder.append(lines.flatMap { Array(($0 + "\r\n").utf8) }), from: id, now: now))
    }

    /// Of the ways to end, two come in the middle of what the client asked: its requests are then passed on to nobody.
    private mutating func ends(_ id: ConnectionID) {
        switch dice.below(4) {
        case 0: perform(state.disconnectSlowClient(id))
        case 1: says(id, Array(repeating: "PING 1", count: 300))
        case 2:
            var decoder = LineDecoder()
            let bytes = Array("WHO #reception\r\nJOIN #reception\r\nPART #reception\r\n".utf8)
            let dropped = state.accept(decoder.append(bytes), from: id, now: now)
            clients[id] = nil
            perform(dropped)
            perform(state.removeClient(id))
        default:
            clients[id] = nil
            perform(state.removeClient(id))
        }
    }

    // MARK: The node

    /// It does what is asked first, and says so another time.
    @discardableResult
    private mutating func nodeWorks(_ id: ConnectionID) -> Bool {
        guard let client = clients[id], let request = client.requests.first else { return false }
        if let made = client.made {
            clients[id]?.requests.removeFirst()
            clients[id]?.made = nil
            perform(state.applyAnswer(made, to: id, now: now))
        } else {
            let made = make(request, id)
            clients[id]?.made = made
        }
        return true
    }

    private mutating func make(_ request: IRCRequest, _ id: ConnectionID) -> IRCAnswer {
        switch request {
        case .enter(let channel, _, let hello):
            guard Scene.listing.isMeant(by: channel), dice.below(5) > 0 else {
                return .notEntered(channel: channel, WireFault(.noRoom, "None."))
            }
            // The same device has the same seat.
            if let seat = seats[id] { return .entered(room: Scene.room, seat) }
            lastMember += 1
            let info = MemberInfo(id: MemberID(rawValue: "m\(lastMember)"), name: hello.name, lang: hello.lang)
            let seat = HostedRoom.Entry(of: info, newest: lastSeq)
            seats[id] = seat
            hears(.joined(info))
            return .entered(room: Scene.room, seat)
        case .leave(_, let seat):
            seats = seats.filter { $0.value.seat != seat.seat }
            hears(.left(seat.info))
            return .done
        case .change(let room, let seat, let profile):
            var info = seat.info
            info.name = profile.name ?? info.name
            info.lang = profile.lang ?? info.lang
            hears(.changed(info))
            return .changed(room: room, info)
        case .say(let room, let seat, let draft):
            guard dice.below(4) > 0 else { return .refused(room: room, WireFault(.muted, "No."), text: draft.text) }
            isSaid(draft.text + " \(lastSeq + 1)", by: seat.info)
            return .done
        case .earlier(let room, _, _): return .earlier(room: room, [])
        case .unclear(_, _, let message): return .unclearTold(message)
        case .callPerson(let room, _, let privately): return .contact(room: room, "", privately: privately)
        case .list: return .listed([Scene.listing])
        }
    }

    // MARK: The room

    private mutating func lineIsSaid() { isSaid("line \(lastSeq + 1)", by: boris) }

    private mutating func isSaid(_ text: String, by member: MemberInfo) {
        lastSeq += 1
        let message = Message(
            seq: lastSeq, id: MessageID(), ts: 1_700_000_000_000, member: member.id, from: member.name,
            lang: member.lang, text: text, reply: nil)
        // Who sits there, as the client knows; who is on the way in has a seat from before this line, or is told otherwise.
        let owed = state.sessions.filter { _, session in
            !session.isClosing && session.seats[Scene.room].map { $0.info.id != member.id } ?? false
        }
        said.append(Said(text: text, seq: lastSeq, owed: Set(owed.keys)))
        hears(.line(message))
        if dice.below(2) == 0 {
            hears(.reading(message, "en", TranslationOutcome(text: text, state: .translated)))
        }
    }

    private mutating func somethingHappens() {
        switch dice.below(6) {
        case 0: hears(.told(.notice(Notice(text: "Mind the step", lang: boris.lang, ts: 1), nil), .everyone))
        case 1: hears(.told(.person(by: boris, about: nil, contact: ""), .everyone))
        case 2:
            let seated = state.sessions.filter { $0.value.seats[Scene.room] != nil }
            guard let seat = seated.min(by: { $0.key.number < $1.key.number })?.value.seats[Scene.room] else { return }
            hears(.removed(seat.seat, WireFault(.removed, "Out.", fatal: true)))
            hears(.left(seat.info))
        case 3: perform(state.follow(Scene.listing, people: people, now: now))
        default: hears(.factsChanged)
        }
    }

    private var people: [MemberInfo] { state.channels[Scene.room]?.people.values.map(\.info) ?? [] }

    private mutating func hears(_ news: FeedNews) { perform(state.deliver(news, in: Scene.room, now: now)) }

    private mutating func passes(_ duration: Duration) {
        now += duration
        perform(state.tick(now: now))
    }

    // MARK: Doing

    private mutating func perform(_ actions: [IRCAction]) {
        var closing: [ConnectionID] = []
        for action in actions {
            switch action {
            case .send(let id, let line): shown(line, to: id)
            case .ask(let id, let request): clients[id]?.requests.append(request)
            case .close(let id): closing.append(id)
            case .abandon(_, let seat):
                seats = seats.filter { $0.value.seat != seat.seat }
                hears(.left(seat.info))
            case .refused, .readFacts: break
            }
        }
        for id in closing {
            clients[id] = nil
            perform(state.removeClient(id))
        }
        // Who is out of the room, by its own wish or not, has nothing to come.
        for index in said.indices {
            said[index].owed = said[index].owed.filter { state.sessions[$0]?.seats[Scene.room] != nil }
        }
    }

    private mutating func shown(_ line: IRCLine, to id: ConnectionID) {
        guard line.command == "PRIVMSG", let text = line.parameter(1) else { return }
        guard let index = said.firstIndex(where: { text == $0.text || text.hasSuffix(" " + $0.text) }) else { return }
        said[index].owed.remove(id)
        if !said[index].shown.insert(id).inserted { twice = said[index].text }
    }
}

/// Numbers by chance, the same for the same seed.
struct Dice {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(state: seed) }

    mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
}
