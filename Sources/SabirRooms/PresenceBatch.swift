import SabirWire

/// What has changed among the members of a large room since it was last told. Bounded by the packet's lists: what
/// goes beyond is left out there, while the numbers stay whole.
struct PresenceBatch: Sendable {
    private var joined: [MemberID: MemberInfo] = [:]
    private var changed: [MemberID: MemberInfo] = [:]
    private var left: Set<MemberID> = []
    private(set) var isEmpty = true

    mutating func join(_ info: MemberInfo) {
        isEmpty = false
        if left.remove(info.id) != nil {
            add(info, to: \.changed)
        } else {
            add(info, to: \.joined)
        }
    }

    mutating func change(_ info: MemberInfo) {
        isEmpty = false
        if joined[info.id] != nil { joined[info.id] = info } else { add(info, to: \.changed) }
    }

    mutating func leave(_ id: MemberID) {
        isEmpty = false
        changed[id] = nil
        guard joined.removeValue(forKey: id) == nil, left.count < Roster.page else { return }
        left.insert(id)
    }

    /// The packet for all that came together; empties the batch.
    mutating func take(n: Int, langs: [LanguageTag: Int]) -> Presence {
        defer { self = PresenceBatch() }
        return Presence(n: n, langs: langs, joined: sorted(joined), changed: sorted(changed), left: left.sorted())
    }

    /// Half a page of each: names of 64 four-byte characters in both lists still fit one frame.
    private mutating func add(_ info: MemberInfo, to list: WritableKeyPath<PresenceBatch, [MemberID: MemberInfo]>) {
        if self[keyPath: list].count < Roster.page / 2 || self[keyPath: list][info.id] != nil {
            self[keyPath: list][info.id] = info
        }
    }

    private func sorted(_ list: [MemberID: MemberInfo]) -> [MemberInfo] {
        list.values.sorted { $0.id < $1.id }
    }
}
