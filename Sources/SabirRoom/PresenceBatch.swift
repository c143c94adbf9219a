import SabirProtocol

/// Changes among the members of a large room that were not told yet. Names beyond one packet wait for the next one, up
/// to a bound; past that names are left out, while the counts stay right.
struct PresenceBatch: Sendable {
    /// How many names may wait in each list.
    static let waiting = 1_000
    /// Bytes of names in one packet, so that it fits a frame: a name can have 256 bytes.
    static let bytesOfNames = 40_000

    private var joined: [MemberID: MemberInfo] = [:]
    private var changed: [MemberID: MemberInfo] = [:]
    private var left: Set<MemberID> = []
    /// Whether there is nothing to tell: false from the first change until all changes are told.
    private(set) var isEmpty = true

    mutating func join(_ info: MemberInfo) {
        isEmpty = false
        // The member left and came back before anybody was told: for the others, at most its name changed.
        if left.remove(info.id) != nil {
            Self.add(info, to: &changed)
        } else {
            Self.add(info, to: &joined)
        }
    }

    mutating func change(_ info: MemberInfo) {
        isEmpty = false
        if joined[info.id] != nil { joined[info.id] = info } else { Self.add(info, to: &changed) }
    }

    mutating func leave(_ id: MemberID) {
        isEmpty = false
        changed[id] = nil
        guard joined.removeValue(forKey: id) == nil, left.count < Self.waiting else { return }
        left.insert(id)
    }

    /// The next packet, with the room's present counts.
    mutating func take(n: Int, langs: [LanguageTag: Int]) -> Presence {
        var room = Self.bytesOfNames
        let presence = Presence(
            n: n, langs: langs, joined: Self.take(from: &joined, &room), changed: Self.take(from: &changed, &room),
            left: Array(left.sorted().prefix(Roster.page)))
        left.subtract(presence.left)
        isEmpty = joined.isEmpty && changed.isEmpty && left.isEmpty
        return presence
    }

    private static func add(_ info: MemberInfo, to list: inout [MemberID: MemberInfo]) {
        if list.count < waiting || list[info.id] != nil { list[info.id] = info }
    }

    private static func take(from list: inout [MemberID: MemberInfo], _ room: inout Int) -> [MemberInfo] {
        var taken: [MemberInfo] = []
        for info in list.values.sorted(by: { $0.id < $1.id }).prefix(Roster.page) {
            room -= info.name.utf8.count * 2  // each byte of a name may be escaped
            guard room >= 0 else { break }
            taken.append(info)
            list[info.id] = nil
        }
        return taken
    }
}
