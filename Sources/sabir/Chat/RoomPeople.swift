import SabirClient
import SabirTranslation
import SabirProtocol

/// Who is known to be in a room, which languages they read, whom staff have banned and who calls for help: kept up by the
/// room's events, for commands that name somebody. Pure.
struct RoomPeople {
    /// Members by language; whole also where not every member is known by name.
    private(set) var counts: [LanguageTag: Int] = [:]
    private var members: [MemberID: MemberInfo] = [:]
    /// Kept ready: they are looked for in every line.
    private(set) var translatedNames = RoomNames.none
    /// As staff were last told of them: whoever is banned is not in.
    private var bans: [ListedBan] = []
    private var calls = StandingCalls()

    var names: [String] { members.values.map(\.name) }

    /// The languages that somebody reads. A relay has one too and reads nothing, nor does anybody read "und" (BCP 47: no
    /// language in particular), which a relay says of itself: in a large room not every relay is known by name.
    var languages: [LanguageTag] {
        let relays = members.values.filter { $0.role == .relay }
        let read = relays.reduce(into: counts) { $0[$1.lang, default: 0] -= 1 }
        return read.filter { $0.value > 0 && $0.key.primary != "und" }.map(\.key)
    }

    /// Those known by name, in the order of their ids.
    private var known: [MemberInfo] { members.values.sorted { $0.id < $1.id } }

    mutating func follow(_ event: RoomEvent) {
        switch event {
        case .welcome(let welcome), .reconnected(let welcome, _):
            counts = welcome.langs
            members = Dictionary(welcome.members.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
        case .joined(let info, _): set(info, for: info.id)
        case .changed(let info, _): set(info, for: info.id)
        case .left(let info, _): set(nil, for: info.id)
        case .presence(let presence):
            for info in presence.joined + presence.changed { members[info.id] = info }
            for id in presence.left { members[id] = nil }
            counts = presence.langs
        case .bans(let bans): return self.bans = bans
        case .help(let call): return calls.follow(call)
        case .calls(let list): return calls.replace(by: list.calls)
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
        try request.act(among: known, banned: bans, in: lang)
    }

    /// - Parameter whom: whose call is answered; nil or empty for one's own, and empty for the only one there is.
    /// - Parameter member: whoever answers.
    func answer(_ state: HelpCall.State, to whom: String?, by member: MemberID?) throws(WireFault) -> HelpAnswer {
        guard let whom, state != .done || !whom.isEmpty || !calls.has(member) else { return HelpAnswer(state) }
        return HelpAnswer(of: try calls.find(whom, besides: member), state)
    }

    /// The one whose name begins so.
    func only(_ whom: String) throws(WireFault) -> MemberInfo { try MemberSearch(known).only(whom) }
}
