import SabirClient
import SabirTranslation
import SabirProtocol

/// The known members of a room, the languages they read, the bans, and the calls for help that are not done. The room's
/// events update it, for commands that name somebody. Pure.
struct RoomPeople {
    /// Members by language; complete even if not every member is known by name.
    private(set) var counts: [LanguageTag: Int] = [:]
    private var members: [MemberID: MemberInfo] = [:]
    /// Prepared in advance, because every line is searched for names.
    private(set) var translatedNames = RoomNames.none
    /// Bans as staff were last told of them: a banned member is not in the room.
    private var bans: [ListedBan] = []
    private var calls = StandingCalls()

    var names: [String] { members.values.map(\.name) }

    /// Languages that somebody reads. A relay has a language and reads nothing, and nobody reads "und" (BCP 47: no
    /// language in particular), which a relay gives for itself: in a large room not every relay is known by name.
    var languages: [LanguageTag] {
        let relays = members.values.filter { $0.role == .relay }
        let read = relays.reduce(into: counts) { $0[$1.lang, default: 0] -= 1 }
        return read.filter { $0.value > 0 && $0.key.primary != "und" }.map(\.key)
    }

    /// Members known by name, in the order of their ids.
    private var known: [MemberInfo] { members.values.sorted { $0.id < $1.id } }

    mutating func follow(_ event: RoomEvent) {
        switch event {
        case .welcome(let welcome), .reconnected(let welcome, _):
            counts = welcome.langs
            members = Dictionary(welcome.members.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
        case .packet(.joined(let info, _)), .packet(.changed(let info, _)): set(info, for: info.id)
        case .packet(.left(let info, _)): set(nil, for: info.id)
        case .packet(.presence(let presence)):
            for info in presence.joined + presence.changed { members[info.id] = info }
            for id in presence.left { members[id] = nil }
            counts = presence.langs
        case .packet(.bans(let bans)): return self.bans = bans
        case .packet(.help(let call)): return calls.follow(call)
        case .packet(.calls(let list)): return calls.replace(by: list.calls)
        default: return
        }
        translatedNames = RoomNames(names)
    }

    private mutating func set(_ info: MemberInfo?, for id: MemberID) {
        if let old = members[id]?.lang {
            counts[old, default: 0] -= 1
            if counts[old, default: 0] <= 0 { counts[old] = nil }
        }
        members[id] = info
        if let new = info?.lang { counts[new, default: 0] += 1 }
    }

    // MARK: Whom a command means

    func action(of request: StaffRequest, in lang: LanguageTag) throws(WireFault) -> ModerationAction {
        try request.action(among: known, banned: bans, in: lang)
    }

    /// - Parameter whom: the caller who is answered; nil or empty for one's own call, empty also for the only other
    ///   call.
    /// - Parameter member: the member who answers.
    func answer(_ state: HelpCall.State, to whom: String?, by member: MemberID?) throws(WireFault) -> HelpAnswer {
        guard let whom, state != .done || !whom.isEmpty || !calls.has(member) else { return HelpAnswer(state) }
        return HelpAnswer(of: try calls.find(whom, besides: member), state)
    }

    /// The only member whose name begins so.
    func only(_ whom: String) throws(WireFault) -> MemberInfo { try known.only(whom) }
}

/// The calls for help of this room that are not done, as far as this program was told of them.
struct StandingCalls {
    private var calls: [HelpCall] = []

    mutating func follow(_ call: HelpCall) {
        guard call.room == nil else { return }
        calls.removeAll { $0.caller.id == call.caller.id }
        if call.state != .done { calls.append(call) }
    }

    /// Replaces all calls: the room sends the whole list.
    mutating func replace(by list: [HelpCall]) { calls = list.filter { $0.state != .done } }

    func has(_ member: MemberID?) -> Bool { calls.contains { $0.caller.id == member } }

    /// The caller meant by a name, its beginning or an id; "" means the only other caller. An id is accepted without a
    /// list: the host knows it.
    ///
    /// - Parameter member: the member who asks.
    func find(_ whom: String, besides member: MemberID?) throws(WireFault) -> MemberID {
        let callers = calls.map(\.caller).filter { $0.id != member }
        guard !whom.isEmpty else {
            guard let only = callers.first, callers.count == 1 else { throw Self.none }
            return only.id
        }
        if callers.isEmpty { throw Self.none }
        return try callers.only(whom).id
    }

    private static let none = WireFault(
        .badPacket, "There is no such call for help at the moment.", as: "no-call")
}
