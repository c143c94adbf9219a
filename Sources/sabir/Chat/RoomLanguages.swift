import SabirClient
import SabirProtocol

/// Which languages are read in a room, and who is known to be in it: kept up by its events.
struct RoomLanguages {
    /// Members by language; whole also where not every member is known by name.
    private(set) var counts: [LanguageTag: Int] = [:]
    private var members: [MemberID: MemberInfo] = [:]

    /// Those known by name, in the order of their ids.
    var known: [MemberInfo] { members.values.sorted { $0.id < $1.id } }

    var names: [String] { members.values.map(\.name) }

    /// Whether anybody's name may have changed.
    mutating func follow(_ event: RoomEvent) -> Bool {
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
        default: return false
        }
        return true
    }

    private mutating func set(_ info: MemberInfo?, for id: MemberID) {
        if let old = members[id]?.lang {
            counts[old, default: 0] -= 1
            if counts[old, default: 0] <= 0 { counts[old] = nil }
        }
        members[id] = info
        if let new = info?.lang { counts[new, default: 0] += 1 }
    }
}
