import SabirProtocol

/// A moderation request typed in a chat, before its names are resolved to members.
enum StaffRequest: Hashable {
    case ready(ModerationAction)
    /// Pins a notice in the language of its author; an empty text removes it.
    case announce(String)
    /// `whom`: a name, its beginning, or a member's id. A ban may add a number of minutes and the word `address`.
    case on(ActName, whom: String)

    /// Nil if the command is no moderation command.
    init?(typed command: String, _ argument: String) {
        switch command {
        case "mute", "unmute", "remove", "ban", "unban": self = .on(ActName(rawValue: command), whom: argument)
        case "bans": self = .ready(.bans)
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

    /// Reads the value of `"staff"` in a program's line: `{"act":"ban","member":"m1","minutes":60}`.
    init?(json: Any) {
        guard let object = json as? [String: Any], let act = object["act"] as? String else { return nil }
        let text = object["text"] as? String ?? ""
        switch act {
        case "mute", "unmute", "remove", "ban", "unban":
            guard let member = object["member"] as? String else { return nil }
            let minutes = (object["minutes"] as? Int).map { " \($0)" } ?? ""
            let scope = object["scope"] as? String == BanScope.address.rawValue ? " " + Self.address : ""
            self = .on(ActName(rawValue: act), whom: member + (act == "ban" ? minutes + scope : ""))
        default: self.init(typed: act == "notice" ? "announce" : act, text)
        }
    }

    /// Throws a plain sentence if no member, or more than one, is meant.
    ///
    /// - Parameter banned: the bans as staff were last told of them.
    func action(
        among members: [MemberInfo], banned: [ListedBan] = [], in lang: LanguageTag
    ) throws(WireFault) -> ModerationAction {
        switch self {
        case .ready(let act): return act
        case .announce(let text): return .notice(text, lang)
        case .on(.unban, let whom): return .unban(try Self.find(whom, among: members, banned))
        case .on(let name, let whom):
            var whom = whom
            let namesAddress = name == .ban && Self.takeScope(from: &whom, among: members)
            let (member, minutes) = try Self.find(whom, among: members, mayHaveMinutes: name == .ban)
            switch name {
            case .mute: return .mute(member)
            case .unmute: return .unmute(member)
            case .remove: return .remove(member)
            default: return .ban(member, minutes: minutes ?? 60, scope: namesAddress ? .address : .device)
            }
        }
    }

    private static let address = "address"

    /// Whether the ban includes the address; removes that word from `whom`.
    private static func takeScope(from whom: inout String, among members: [MemberInfo]) -> Bool {
        guard members.whole(whom) == nil, whom.lowercased().hasSuffix(" " + address) else { return false }
        whom.removeLast(address.count + 1)
        return true
    }

    /// Finds a banned member by the id or name at the time of the ban; an id as `/bans` shows it needs no list.
    private static func find(
        _ whom: String, among members: [MemberInfo], _ banned: [ListedBan]
    ) throws(WireFault) -> MemberID {
        let name = whom.lowercased()
        if let ban = banned.first(where: { $0.member.rawValue == whom }) { return ban.member }
        let named = Set(banned.filter { $0.name.lowercased() == name }.map(\.member))
        if let member = named.first, named.count == 1 { return member }
        if let member = members.whole(whom) { return member.id }
        guard named.isEmpty, whom.wholeMatch(of: /m[0-9a-z]+/) != nil else {
            throw WireFault(
                .badPacket, "Write whose ban is taken back by the id that /bans shows, such as m1x2.", as: "usage",
                ["example": "/unban m1x2"])
        }
        return MemberID(rawValue: whom)
    }

    /// A whole name takes precedence: "Anna 2" is a member's name before it means Anna for two minutes.
    private static func find(
        _ whom: String, among members: [MemberInfo], mayHaveMinutes: Bool
    ) throws(WireFault) -> (member: MemberID, minutes: Int?) {
        if let member = members.whole(whom) { return (member.id, nil) }
        let words = whom.split(separator: " ")
        if mayHaveMinutes, words.count > 1, let minutes = words.last.flatMap({ Int($0) }) {
            let name = words.dropLast().joined(separator: " ")
            return (try members.only(name).id, minutes)
        }
        return (try members.only(whom).id, nil)
    }
}

/// Finds the member that a person means, among the known ones.
extension [MemberInfo] {
    /// By id or whole name, ignoring case.
    fileprivate func whole(_ whom: String) -> MemberInfo? {
        first { $0.id.rawValue == whom || $0.name.lowercased() == whom.lowercased() }
    }

    /// The only member whose name begins so.
    func only(_ whom: String) throws(WireFault) -> MemberInfo {
        if let member = whole(whom) { return member }
        let found = filter { !whom.isEmpty && $0.name.lowercased().hasPrefix(whom.lowercased()) }
        guard let member = found.first else {
            throw WireFault(
                .badPacket, "Nobody here is known as \"\(whom)\". /who shows who is.", as: "nobody-known",
                ["whom": whom, "command": "/who"])
        }
        guard found.count == 1 else {
            let names = found.prefix(5).map(\.name).joined(separator: ", ")
            throw WireFault(
                .badPacket, "\"\(whom)\" may be several here: \(names). Write the whole name.", as: "several",
                ["whom": whom, "names": names])
        }
        return member
    }
}
