import NIOCore
import SabirProtocol

/// Changes of name and language that the host of a followed room has yet to accept. Pure.
///
/// A host answers the changes in order: with the member as it now is, or with a refusal for that member. Until then
/// nobody is told.
struct ProfilesAsked: Sendable {
    /// How long an answer is waited for.
    static let patience = TimeAmount.seconds(10)

    private struct Asked {
        var wanted: MemberInfo
        /// How many answers are still to come.
        var count: Int
        let since: NIODeadline
    }

    private var asked: [MemberNumber: Asked] = [:]

    var isEmpty: Bool { asked.isEmpty }

    /// The profile that the member asked for last; nil where no change waits.
    subscript(number: MemberNumber) -> MemberInfo? { asked[number]?.wanted }

    mutating func ask(_ wanted: MemberInfo, of number: MemberNumber, now: NIODeadline) {
        asked[number] = Asked(wanted: wanted, count: (asked[number]?.count ?? 0) + 1, since: now)
    }

    /// Counts one answer. Returns false where none was expected.
    mutating func countAnswer(for number: MemberNumber) -> Bool {
        guard let before = asked[number] else { return false }
        asked[number]?.count -= 1
        if before.count == 1 { asked[number] = nil }
        return true
    }

    mutating func forget(_ number: MemberNumber) { asked[number] = nil }

    /// Members whose change has waited too long.
    mutating func overdue(_ now: NIODeadline) -> [MemberNumber] {
        guard !asked.isEmpty else { return [] }
        let late = asked.filter { now - $0.value.since >= Self.patience }.map(\.key).sorted()
        for number in late { asked[number] = nil }
        return late
    }

    /// Removes and returns all changes without an answer: none will come.
    mutating func giveUp() -> [(number: MemberNumber, wanted: MemberInfo)] {
        defer { asked = [:] }
        return asked.map { ($0.key, $0.value.wanted) }.sorted { $0.number < $1.number }
    }
}
