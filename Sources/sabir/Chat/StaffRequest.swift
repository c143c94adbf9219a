import SabirWire

/// What somebody of staff asks for in a chat, before it is known whom a name means.
enum StaffRequest: Hashable {
    case ready(StaffAct)
    /// A notice in the language of whoever pins it; empty to take it down.
    case announce(String)
    /// `whom`: a name, the beginning of one, or a member's id; behind it, for a ban, perhaps a number of minutes.
    case on(ActName, whom: String)

    /// Nil where a command is none of staff.
    init?(typed command: String, _ argument: String) {
        switch command {
        case "mute", "unmute", "remove", "ban": self = .on(ActName(rawValue: command), whom: argument)
        case "lock": self = .ready(.lock)
        case "unlock": self = .ready(.unlock)
        case "topic": self = .ready(.topic(argument))
        case "announce": self = .announce(argument)
        case "clear": self = .ready(.clear)
        case "close": self = .ready(.close)
        case "open": self = .ready(.open)
        default: return nil
        }
    }

    /// The value of `"staff"` in a program's line: `{"act":"ban","member":"m1","minutes":60}`.
    init?(json: Any) {
        guard let object = json as? [String: Any], let act = object["act"] as? String else { return nil }
        let text = object["text"] as? String ?? ""
        switch act {
        case "mute", "unmute", "remove", "ban":
            guard let member = object["member"] as? String else { return nil }
            let minutes = (object["minutes"] as? Int).map { " \($0)" } ?? ""
            self = .on(ActName(rawValue: act), whom: member + (act == "ban" ? minutes : ""))
        default: self.init(typed: act == "notice" ? "announce" : act, text)
        }
    }

    /// Refused with a plain sentence where nobody, or more than one member, is meant.
    func act(among members: [MemberInfo], in lang: LanguageTag) throws(WireFault) -> StaffAct {
        switch self {
        case .ready(let act): return act
        case .announce(let text): return .notice(text, lang)
        case .on(let name, let whom):
            let (member, minutes) = try Self.find(whom, among: members, mayHaveMinutes: name == .ban)
            switch name {
            case .mute: return .mute(member)
            case .unmute: return .unmute(member)
            case .remove: return .remove(member)
            default: return .ban(member, minutes: minutes ?? 60)
            }
        }
    }

    /// A whole name comes first: "Anna 2" is somebody, before it is Anna for two minutes.
    private static func find(
        _ whom: String, among members: [MemberInfo], mayHaveMinutes: Bool
    ) throws(WireFault) -> (member: MemberID, minutes: Int?) {
        if let member = MemberSearch(members).whole(whom) { return (member.id, nil) }
        let words = whom.split(separator: " ")
        if mayHaveMinutes, words.count > 1, let minutes = words.last.flatMap({ Int($0) }) {
            let name = words.dropLast().joined(separator: " ")
            return (try MemberSearch(members).only(name).id, minutes)
        }
        return (try MemberSearch(members).only(whom).id, nil)
    }
}

/// Whom of the members that this end knows somebody means.
struct MemberSearch {
    private let members: [MemberInfo]

    init(_ members: [MemberInfo]) { self.members = members }

    /// By id or whole name, in either letter case.
    func whole(_ whom: String) -> MemberInfo? {
        members.first { $0.id.rawValue == whom || $0.name.lowercased() == whom.lowercased() }
    }

    /// The one whose name begins so.
    func only(_ whom: String) throws(WireFault) -> MemberInfo {
        if let member = whole(whom) { return member }
        let found = members.filter { !whom.isEmpty && $0.name.lowercased().hasPrefix(whom.lowercased()) }
        guard let member = found.first else {
            throw WireFault(.badPacket, "Nobody here is known as \"\(whom)\". /who shows who is.")
        }
        guard found.count == 1 else {
            let names = found.prefix(5).map(\.name).joined(separator: ", ")
            throw WireFault(.badPacket, "\"\(whom)\" may be several here: \(names). Write the whole name.")
        }
        return member
    }
}
