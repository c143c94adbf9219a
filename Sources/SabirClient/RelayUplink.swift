import SabirProtocol

/// A relay's end of its link to a room's host, without the network: it copies the host's lines and members, then
/// follows its events.
///
/// Pure: it takes the events of its `RemoteRoom` and returns actions. Events that come while the copy is being made
/// wait for it.
package struct RelayUplink: Sendable {
    package enum Action: Sendable {
        case ask(HistoryRequest)
        /// The host could not answer: call `askAgain` after this time.
        case wait(Duration, copy: Int)
        /// The host did not give all of its lines: the copy begins later than it should.
        case isIncomplete
        case who(after: MemberID?)
        /// The copy is complete: the room can be opened. Occurs once.
        case open(Welcome, RoomPast)
        case tell(AuthorityNews)
        /// Whether this relay is the one that carries the room to its side.
        case carries(Bool)
        case granted(Grant)
        /// The host lets this relay in no longer. Its copy of the room, and its grant to stand in for the host, are
        /// void until it is let in again.
        case shutOut
        /// Node ids from the room's authority to the host that this relay follows, and the relay's own member id.
        case path([String], as: MemberID)
    }

    /// Most earlier lines that are copied.
    private let keeps: Int
    /// The fingerprint of this node's own certificate; nil without TLS.
    private let certificate: String?
    private var copying: Copy?
    /// The epoch of the copy; nil without a copy.
    private var epoch: String?
    private var topic = ""
    private var members: [MemberID: MemberInfo] = [:]
    private var list: [MemberInfo]?

    /// Pauses before each repeated request for a page that the host could not give: a minute in all.
    static let pauses = [1, 1, 2, 4, 8, 8, 8, 8, 8, 8].map { Duration.seconds($0) }
    /// Most events that wait for the copy.
    static let maximumWaiting = 10_000
    private var copies = 0
    /// Whether the host gave fewer lines than it has. Then everything is copied again after the next reconnect.
    private var lacksOlder = false

    private struct Copy {
        let number: Int
        let welcome: Welcome
        var asked: HistoryRequest?
        var refusals = 0
        var lines: [Message] = []
        var waiting: [RoomEvent] = []
    }

    package init(keeps: Int, certificate: String?) {
        self.keeps = keeps
        self.certificate = certificate
    }

    /// Whether lines can be passed on directly: `handle` would do nothing else with them.
    package var isFollowing: Bool { copying == nil && epoch != nil }

    package mutating func handle(_ event: RoomEvent) -> [Action] {
        switch event {
        case .welcome(let welcome): return handle(welcome, isResumed: false)
        case .reconnected(let welcome, let isResumed): return handle(welcome, isResumed: isResumed)
        case .reconnecting, .ended: return handleLoss()
        case .packet(.lines(let page)): return addCopied(page)
        case .refused(let fault) where fault.shutsRelayOut: return handleLoss() + [.shutOut]
        case .refused(let fault) where fault.id == nil && fault.code != .notKept && copying != nil:
            return retryPage(after: fault)
        default: break
        }
        if let copying {
            self.copying?.waiting.append(event)
            return copying.waiting.count < Self.maximumWaiting ? [] : finishCopy(isWhole: false)
        }
        return epoch == nil ? [] : follow(event)
    }

    /// Opens the room with what an earlier run of this relay stored on disk, until its host is reached.
    package mutating func restore(_ welcome: Welcome, _ lines: [Message]) -> [Action] {
        epoch = welcome.epoch
        topic = welcome.room.topic
        let newest = max(welcome.seq, lines.last?.seq ?? 0)
        return [
            .path(welcome.path ?? [], as: welcome.member), .open(welcome, RoomPast(welcome, lines, newest: newest)),
            .tell(.down), .carries(welcome.carries ?? true),
        ]
    }

    private mutating func handleLoss() -> [Action] {
        copying = nil
        list = nil
        return epoch == nil ? [] : [.tell(.down)]
    }

    // MARK: The copy

    private mutating func handle(_ welcome: Welcome, isResumed: Bool) -> [Action] {
        let actions: [Action] = [.path(welcome.path ?? [], as: welcome.member)]
        if isResumed, !lacksOlder, epoch == welcome.epoch { return actions + resumeFollowing(welcome, nil) }
        copies += 1
        copying = Copy(number: copies, welcome: welcome)
        let first = welcome.history?.from ?? welcome.seq + 1
        guard keeps > 0, first <= welcome.seq else { return actions + finishCopy(isWhole: true) }
        return actions + ask(before: welcome.seq + 1)
    }

    private mutating func ask(before seq: Int) -> [Action] {
        let request = HistoryRequest(before: seq, limit: HistoryRequest.most)
        copying?.asked = request
        copying?.refusals = 0
        return [.ask(request)]
    }

    private mutating func addCopied(_ page: HistoryPage) -> [Action] {
        guard var copy = copying else { return [] }
        // Lines that do not come before those already copied were not asked for.
        let first = copy.lines.first?.seq ?? copy.welcome.seq + 1
        let older = page.messages.filter { $0.seq < first }
        copy.lines = older + copy.lines
        copying = copy
        if page.more, copy.lines.count < keeps, let first = older.first { return ask(before: first.seq) }
        return finishCopy(isWhole: true)
    }

    /// Asks again if the host's log is out of reach or the host is asked too often: a refused page may still exist.
    private mutating func retryPage(after fault: WireFault) -> [Action] {
        guard let copy = copying else { return [] }
        guard fault.code == .tooFast || fault.code == .unreachable, copy.refusals < Self.pauses.count else {
            return finishCopy(isWhole: false)
        }
        copying?.refusals += 1
        return [.wait(Self.pauses[copy.refusals], copy: copy.number)]
    }

    package mutating func askAgain(copy number: Int) -> [Action] {
        guard let copy = copying, copy.number == number, let asked = copy.asked else { return [] }
        return [.ask(asked)]
    }

    /// - Parameter isWhole: whether the host has given all of its lines.
    private mutating func finishCopy(isWhole: Bool) -> [Action] {
        guard let copy = copying else { return [] }
        copying = nil
        lacksOlder = !isWhole
        let past = copy.lines.suffix(keeps).filter { $0.seq <= copy.welcome.seq }
        var actions: [Action] = isWhole ? [] : [.isIncomplete]
        if epoch == nil { actions.append(.open(copy.welcome, RoomPast(copy.welcome, Array(past)))) }
        actions += resumeFollowing(copy.welcome, Array(past), isWhole: isWhole)
        for event in copy.waiting { actions += follow(event) }
        return actions
    }

    /// - Parameter past: the lines that the host has now; nil if the link resumes where it broke.
    private mutating func resumeFollowing(_ welcome: Welcome, _ past: [Message]?, isWhole: Bool = true) -> [Action] {
        let isNew = epoch == nil
        let goesOn = epoch == welcome.epoch
        epoch = welcome.epoch
        var actions: [Action] = [.tell(.up(epoch: welcome.epoch, newest: welcome.seq, past: past ?? []))]
        // The room was opened earlier: it lacks lines said since then, and still has lines erased since then.
        if goesOn, let past {
            actions.append(.tell(.lines(past)))
            // A line that was not copied need not have been erased.
            if isWhole { actions.append(.tell(.has(past.map(\.seq)))) }
        }
        if !isNew, topic != welcome.room.topic {
            actions.append(.tell(.acted(ModerationEvent(.topic, text: welcome.room.topic))))
        }
        topic = welcome.room.topic
        return actions + beginMemberList(welcome) + [.carries(welcome.carries ?? true)]
    }

    // MARK: Who is in

    private mutating func beginMemberList(_ welcome: Welcome) -> [Action] {
        list = []
        return addListed(welcome.members, more: welcome.n > welcome.members.count)
    }

    private mutating func addListed(_ page: [MemberInfo], more: Bool) -> [Action] {
        guard list != nil else { return [] }
        list?.append(contentsOf: page)
        if more, let last = page.last { return [.who(after: last.id)] }
        let all = list ?? []
        list = nil
        members = Dictionary(all.map { ($0.id, $0) }) { $1 }
        return [.tell(.members(all))]
    }

    private mutating func addMember(_ info: MemberInfo) {
        members[info.id] = info
        if list?.contains(where: { $0.id == info.id }) == false { list?.append(info) }
    }

    private mutating func removeMember(_ id: MemberID) {
        members[id] = nil
        list?.removeAll { $0.id == id }
    }

    /// Applies changes of members. In a large room the host does not name everybody: if the number does not match, all
    /// members are asked for.
    private mutating func apply(_ presence: Presence) -> [Action] {
        var actions: [Action] = []
        for info in presence.joined + presence.changed {
            addMember(info)
            actions.append(.tell(.joined(info)))
        }
        for id in presence.left {
            removeMember(id)
            actions.append(.tell(.left(id)))
        }
        guard list == nil, members.count != presence.n else { return actions }
        list = []
        return actions + [.who(after: nil)]
    }

    // MARK: Following

    private mutating func follow(_ event: RoomEvent) -> [Action] {
        switch event {
        case .message(let message, _): [.tell(.lines([message]))]
        case .refused(let fault): [.tell(.refused(fault))]
        case .packet(let packet): follow(packet)
        default: []
        }
    }

    private mutating func follow(_ packet: HostPacket) -> [Action] {
        switch packet {
        case .joined(let info, _), .changed(let info, _):
            addMember(info)
            return [.tell(.joined(info))]
        case .left(let info, _):
            removeMember(info.id)
            return [.tell(.left(info.id))]
        case .presence(let presence): return apply(presence)
        case .members(let page, let more): return addListed(page, more: more)
        case .acted(let acted):
            if acted.act == .topic { topic = acted.text ?? "" }
            return [.tell(.acted(acted))]
        case .notice(let notice): return [.tell(.notice(notice))]
        case .bans(let bans): return [.tell(.bans(bans))]
        case .help(let call): return call.room == nil ? [.tell(.help(call))] : []
        case .calls(let list): return [.tell(.calls(list))]
        case .link(let link): return follow(link)
        case .relay(let carries): return [.carries(carries)]
        case .to(let member, let packet): return [.tell(.deliver(packet, to: member))]
        case .granted(let certificate, let grant) where certificate == self.certificate: return [.granted(grant)]
        case .granted(let certificate, let grant): return [.tell(.granted(certificate: certificate, grant))]
        default: return []
        }
    }

    /// The host is itself a relay. If it has lost its own host, there is no authority here either.
    private func follow(_ link: Link) -> [Action] {
        guard let epoch else { return [] }
        return [.tell(link.up ? .up(epoch: epoch, newest: 0) : .down)]
    }
}

extension WireFault {
    /// Excludes faults that pass by themselves, like those of a host that ends: the relay's members can still read.
    fileprivate var shutsRelayOut: Bool {
        switch code {
        case .forbidden, .banned, .authRequired, .authFailed: fatal && id == nil
        default: false
        }
    }
}

extension RoomPast {
    fileprivate init(_ welcome: Welcome, _ lines: [Message], newest: Int? = nil) {
        self.init(
            epoch: welcome.epoch, newest: newest ?? welcome.seq,
            known: lines.map { KnownID(id: $0.id, seq: $0.seq, ts: $0.ts, author: nil, message: $0) })
    }
}
