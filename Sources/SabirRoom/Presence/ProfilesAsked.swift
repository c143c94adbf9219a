import NIOCore
import SabirProtocol

/// Changes of name and language that the host of a followed room has yet to take. Pure.
///
/// A host answers each in order: with the member as it now is, or with a refusal for that member. Until then nobody is
/// told.
struct ProfilesAsked: Sendable {
    /// How long an answer is waited for.
    static let patience = TimeAmount.seconds(10)

    private struct Asked {
        var wanted: MemberInfo
        /// How many answers are to come.
        var count: Int
        let since: NIODeadline
    }

    private var asked: [MemberNumber: Asked] = [:]

    var isEmpty: Bool { asked.isEmpty }

    /// What the member asked for last; nil where nothing is under way.
    subscript(number: MemberNumber) -> MemberInfo? { asked[number]?.wanted }

    mutating func ask(_ wanted: MemberInfo, of number: MemberNumber, now: NIODeadline) {
        asked[number] = Asked(wanted: wanted, count: (asked[number]?.count ?? 0) + 1, since: now)
    }

    /// One answer has come. False where none was waited for.
    mutating func answered(_ number: MemberNumber) -> Bool {
        guard let before = asked[number] else { return false }
        asked[number]?.count -= 1
        if before.count == 1 { asked[number] = nil }
        return true
    }

    mutating func forget(_ number: MemberNumber) { asked[number] = nil }

    /// Those that have waited for too long.
    mutating func overdue(_ now: NIODeadline) -> [MemberNumber] {
        guard !asked.isEmpty else { return [] }
        let late = asked.filter { now - $0.value.since >= Self.patience }.map(\.key).sorted()
        for number in late { asked[number] = nil }
        return late
    }

    /// All that was asked for and not answered, by number: no answer will come.
    mutating func giveUp() -> [(number: MemberNumber, wanted: MemberInfo)] {
        defer { asked = [:] }
        return asked.map { ($0.key, $0.value.wanted) }.sorted { $0.number < $1.number }
    }
}
