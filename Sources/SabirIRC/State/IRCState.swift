import SabirFeed
import SabirTranslation
import SabirProtocol

/// The IRC listener's state without its sockets: clients, nicks, channels and what is shown to clients.
///
/// Pure: the time is passed in, and every method returns the actions to carry out. `IRCHub` calls `addClient`, `accept`
/// and `removeClient` for a connection, `applyAnswer` for each request of a client, `deliver` for a room's news, and
/// `tick` a few times a second.
struct IRCState: Sendable {
    struct Dependencies: Sendable {
        /// The node's name.
        let name: String
        var limits = IRCLimits()
        /// The language of clients that have not chosen one.
        let lang: LanguageTag
        let wording: any OutcomeWording
        let sentence: @Sendable (_ key: String, _ lang: LanguageTag, _ values: [String: String]) -> String
        let refusal: @Sendable (_ fault: WireFault, _ lang: LanguageTag) -> String
        let looks: @Sendable (String) -> [String]
    }

    /// The source of the server's own lines.
    static let server = "irc.sabir"
    /// The program, as told to clients.
    static let program = "sabir"
    static let service = "\(IRCName.service)!\(IRCName.service)@\(IRCName.service)"

    let dependencies: Dependencies
    var sessions: [ConnectionID: IRCSession] = [:]
    var channels: [String: IRCChannel] = [:]
    var nicks: NickTable
    /// The time of the last call.
    private(set) var time: ContinuousClock.Instant
    /// News of rooms that wait while a client enters a room: until the room's answer, the client's member id is
    /// unknown.
    private(set) var deferred: [(news: FeedNews, room: String)] = []
    private var out: [IRCAction] = []

    init(_ dependencies: Dependencies, now: ContinuousClock.Instant) {
        self.dependencies = dependencies
        time = now
        nicks = NickTable(keys: dependencies.looks)
    }

    // MARK: Connections

    mutating func addClient(_ id: ConnectionID, device: String, now: ContinuousClock.Instant) {
        time = now
        sessions[id] = IRCSession(
            lang: dependencies.lang, device: device, limits: dependencies.limits, now: now)
    }

    mutating func accept(
        _ items: [LineDecoder.Item], from id: ConnectionID, now: ContinuousClock.Instant
    ) -> [IRCAction] {
        time = now
        sessions[id]?.lastHeard = now
        sessions[id]?.pinged = nil
        for item in items where sessions[id]?.isClosing == false {
            guard sessions[id]?.pace.add(item) == false else { continue }
            end(id, "Excess flood: too many lines at once.", for: .flood)
        }
        drain(id, now)
        return takeActions()
    }

    /// Removes a client whose connection has ended, for whatever reason.
    mutating func removeClient(_ id: ConnectionID) -> [IRCAction] {
        guard let session = sessions.removeValue(forKey: id) else { return [] }
        nicks.release(.client(id))
        for (room, seat) in session.seats {
            // The nick stays taken in the room until the room announces that the member left.
            channels[room]?.people[seat.info.id]?.connection = nil
            removeClient(id, from: room)
            out.append(.abandon(room: room, seat))
        }
        return takeActions()
    }

    mutating func tick(now: ContinuousClock.Instant) -> [IRCAction] {
        time = now
        for id in sessions.keys {
            watch(id, now)
            giveUpEntries(of: id, since: now - dependencies.limits.entry)
        }
        applyDeferred()
        for id in sessions.keys { drain(id, now) }
        for room in channels.keys { show(in: room) }
        return takeActions()
    }

    /// Closes every client with a reason, and tells each which of its messages are lost.
    mutating func shutDown(saying reason: String) -> [IRCAction] {
        for id in sessions.keys {
            // Messages held for a room's host are lost when this node stops.
            for text in sessions[id]?.held.all ?? [] {
                answer("✗ \(sentence("help.refused", for: id)): \(Self.beginning(text))", id)
            }
            end(id, reason)
        }
        return takeActions()
    }

    /// Closes a client for which too much waits, as it reads too slowly.
    mutating func disconnectSlowClient(_ id: ConnectionID) -> [IRCAction] {
        guard sessions[id]?.isClosing == false else { return [] }
        end(id, "SendQ exceeded: you read more slowly than the room talks.", for: .queue)
        return takeActions()
    }

    // MARK: Time

    private mutating func watch(_ id: ConnectionID, _ now: ContinuousClock.Instant) {
        guard let session = sessions[id], !session.isClosing else { return }
        let limits = dependencies.limits
        if !session.isRegistered {
            guard now - session.opened > limits.registration else { return }
            return end(id, "Registration timeout: no NICK and USER in time.", for: .registration)
        }
        if let pinged = session.pinged {
            guard now - pinged > limits.answer else { return }
            return end(id, "Ping timeout.", for: .silence)
        }
        guard now - session.lastHeard > limits.silence else { return }
        sessions[id]?.pinged = now
        send(IRCLine("PING", [Self.server]), to: id)
    }

    private mutating func drain(_ id: ConnectionID, _ now: ContinuousClock.Instant) {
        while let session = sessions[id], !session.isClosing, session.outstanding == 0 {
            guard let item = sessions[id]?.pace.next(now: now) else { return }
            switch item {
            case .line(let line): run(line, from: id)
            case .tooLong:
                out.append(.refused(.line))
                reply(.tooLong, to: id, ["The line is too long and was not taken; at most 512 bytes are allowed."])
            case .notUTF8:
                out.append(.refused(.line))
                send(
                    IRCLine(
                        source: Self.server, "FAIL", ["*", "INVALID_UTF8", "The line is not UTF-8 and was not taken."]),
                    to: id)
            }
        }
    }

    // MARK: News

    /// Begins to follow a room, or follows it again after news were missed, by comparing who is in the room.
    mutating func follow(_ listing: IRCListing, people: [MemberInfo], now: ContinuousClock.Instant) -> [IRCAction] {
        time = now
        if channels[listing.room] == nil { channels[listing.room] = IRCChannel(listing) }
        // The ends of given-up seats were announced already, or in the news that were missed.
        for member in channels[listing.room]?.people.keys.map(\.self) ?? [] {
            channels[listing.room]?.people[member]?.formerSeats = 0
        }
        let present = Set(people.map(\.id))
        for member in channels[listing.room]?.people.keys.filter({ !present.contains($0) }) ?? [] {
            removePerson(member, in: listing.room)
        }
        for member in people where channels[listing.room]?.people[member.id] == nil {
            addPerson(member, in: listing.room)
        }
        show(in: listing.room)
        return takeActions()
    }

    mutating func deliver(_ news: FeedNews, in room: String, now: ContinuousClock.Instant) -> [IRCAction] {
        time = now
        if case .told(.closing, _) = news {
            // Apply it at once: nobody can enter the room any more, and it may soon be opened anew under the same id.
            applyDeferred(of: room)
            apply(news, in: room)
        } else if isAnybodyEntering {
            deferred.append((news, room))
            // Give up slow entries rather than defer more news.
            if deferred.count > dependencies.limits.deferred {
                for id in sessions.keys { giveUpEntries(of: id, since: now) }
            }
        } else {
            apply(news, in: room)
            show(in: room)
        }
        return takeActions()
    }

    /// Applies the node's answer to this client's request, then runs the lines that waited for it.
    mutating func applyAnswer(
        _ answer: IRCAnswer, to id: ConnectionID, now: ContinuousClock.Instant
    ) -> [IRCAction] {
        time = now
        sessions[id]?.outstanding -= 1
        apply(answer, for: id)
        applyDeferred()
        drain(id, now)
        return takeActions()
    }

    private var isAnybodyEntering: Bool { sessions.values.contains { $0.isEntering } }

    private mutating func applyDeferred() {
        guard !deferred.isEmpty, !isAnybodyEntering else { return }
        let news = deferred
        deferred = []
        for one in news { apply(one.news, in: one.room) }
        for room in Set(news.map(\.room)) { show(in: room) }
    }

    private mutating func applyDeferred(of room: String) {
        for one in deferred where one.room == room { apply(one.news, in: room) }
        deferred.removeAll { $0.room == room }
        show(in: room)
    }

    /// Gives up this client's entries that were requested before `since`; if a room still lets it in, the seat is left
    /// again.
    private mutating func giveUpEntries(of id: ConnectionID, since: ContinuousClock.Instant) {
        guard let session = sessions[id], session.isEntering else { return }
        for (index, entry) in session.entries.enumerated() where !entry.isGivenUp && entry.asked <= since {
            sessions[id]?.entries[index].isGivenUp = true
            out.append(.refused(.entry))
            refuseEntry(
                entry.channel, WireFault(.unreachable, "The room has not answered in time; join it again."), id)
        }
    }

    // MARK: Out

    mutating func add(_ action: IRCAction) { out.append(action) }

    mutating func ask(_ request: IRCRequest, for id: ConnectionID) {
        sessions[id]?.outstanding += 1
        if case .enter(let channel, _, _) = request {
            sessions[id]?.entries.append(IRCEntry(channel: channel, asked: time))
        }
        out.append(.ask(id, request))
    }

    mutating func send(_ line: IRCLine, to id: ConnectionID) {
        guard let session = sessions[id], !session.isClosing else { return }
        out.append(.send(id, line))
    }

    mutating func reply(_ numeric: IRCNumeric, to id: ConnectionID, _ parameters: [String]) {
        guard let session = sessions[id] else { return }
        send(IRCLine(source: Self.server, numeric.rawValue, [session.target] + parameters), to: id)
    }

    /// Sends a client the reason, then closes its connection. `limit`: the limit that the client ran into.
    mutating func end(_ id: ConnectionID, _ reason: String, for limit: IRCLimit? = nil) {
        guard sessions[id]?.isClosing == false else { return }
        if let limit { out.append(.refused(limit)) }
        send(IRCLine("ERROR", ["Closing link: " + reason]), to: id)
        sessions[id]?.isClosing = true
        out.append(.close(id))
    }

    private mutating func takeActions() -> [IRCAction] {
        // The client that the news waited for may be gone.
        applyDeferred()
        defer { out = [] }
        return out
    }
}
