import SabirProtocol

/// What has changed among the members of a large room and was not yet told. What one packet cannot hold waits for the
/// next one, up to a bound; beyond that names are left out, while the numbers stay whole.
struct PresenceBatch: Sendable {
    /// Names that may wait in each list.
    static let waiting = 1_000
    /// Bytes of names in one packet, so that it fits a frame with the rest: a name can have 256 bytes.
    static let bytesOfNames = 40_000

    private var joined: [MemberID: MemberInfo] = [:]
    private var changed: [MemberID: MemberInfo] = [:]
    private var left: Set<MemberID> = []
    /// False from the first change until all of it is told.
    private(set) var isEmpty = true

    mutating func join(_ info: MemberInfo) {
        isEmpty = false
        // Gone and back before anybody was told: to the others, at most another name.
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

    /// The next packet, with the room's numbers as they are now.
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
