import SabirProtocol
import SabirTranslation

/// People in a room who read the same languages and, where that is known, may see the same lines.
struct ReachGroup: Hashable, Sendable {
    let lang: LanguageTag
    /// Other languages that the group reads without a translation.
    var reads: Set<LanguageTag> = []
    /// False for people without a page on this node: at a relay, a terminal, on IRC.
    var isOnPage = false
    /// The number before the first line that the group may see; 0 where that is not known.
    var after = 0
}

extension Readership.Seat {
    /// The group of the visitor on this seat; nil for desks, screens and IRC clients.
    var group: ReachGroup? {
        guard case .visitor(_, let lang) = listening else { return nil }
        return ReachGroup(lang: lang, reads: reads, isOnPage: true, after: visible.after)
    }
}

/// Computes how many people can read a line, group by group rather than person by person. Pure.
///
/// For people on this node's page the line's real translations count; for all others, what the engines offer.
struct ReachTable: Sendable {
    /// How many of an author's newest lines are considered.
    static let linesOfOne = 20

    let groups: [ReachGroup: Int]
    /// Whether an engine translates a pair of languages; a missing pair counts as translated.
    let pairs: [LanguagePair: Bool]

    /// The pairs whose value the table needs.
    static func pairs(among groups: some Collection<ReachGroup>, and written: Set<LanguageTag>) -> Set<LanguagePair> {
        let read = Set(groups.map(\.lang))
        var pairs: Set<LanguagePair> = []
        for from in read.union(written) {
            for to in read where !to.reads(from) { pairs.insert(LanguagePair(from: from, to: to)) }
        }
        return pairs
    }

    private func isRead(_ written: LanguageTag, by group: ReachGroup) -> Bool {
        group.lang.reads(written) || group.reads.contains { $0.reads(written) }
    }

    private func isUnderstood(_ written: LanguageTag, by group: ReachGroup) -> Bool {
        isRead(written, by: group) || pairs[LanguagePair(from: written, to: group.lang)] ?? true
    }

    /// How many people a member of this group can reach, and be reached by.
    ///
    /// - Parameter isCounted: Whether that member is one of the group's people already.
    func mutualReach(of own: ReachGroup, isCounted: Bool = true) -> MutualReach {
        var mutual = MutualReach()
        for (group, n) in others(than: isCounted ? own : nil) {
            mutual.outgoing.count(n, of: group.lang, reached: isUnderstood(own.lang, by: group))
            mutual.incoming.count(n, of: group.lang, reached: isUnderstood(group.lang, by: own))
        }
        return mutual
    }

    /// How many people the line of an author in this group reaches. A translation in progress counts as made.
    func reach(of line: FeedLine, by own: ReachGroup) -> Reach {
        var reach = Reach()
        for (group, n) in others(than: own) where line.message.seq > group.after {
            let written = line.message.lang
            let isReached =
                group.isOnPage
                ? isRead(written, by: group) || line.translations[group.lang]?.state != .untranslated
                : isUnderstood(written, by: group)
            reach.count(n, of: group.lang, reached: isReached)
        }
        return reach
    }

    private func others(than own: ReachGroup?) -> [(ReachGroup, Int)] {
        groups.compactMap { group, n in
            let others = group == own ? n - 1 : n
            return others > 0 ? (group, others) : nil
        }
    }
}

/// How many of the people in a room cannot read something.
package struct Reach: Sendable, Hashable {
    /// People who cannot read it.
    package var cannot = 0
    /// All people who were counted, also those who cannot read it.
    package var of = 0
    /// The languages of the people who cannot read it.
    package var langs: Set<LanguageTag> = []

    mutating func count(_ n: Int, of lang: LanguageTag, reached isReached: Bool) {
        of += n
        guard !isReached else { return }
        cannot += n
        langs.insert(lang)
    }
}

/// How well a visitor and the others in a room understand each other, before anything is said.
package struct MutualReach: Sendable, Hashable {
    /// The others who could not read what the visitor writes.
    package var outgoing = Reach()
    /// The others whose lines the visitor could not read.
    package var incoming = Reach()

    /// Whether everybody can read everybody's lines.
    var isComplete: Bool { outgoing.cannot == 0 && incoming.cannot == 0 }

    func isSame(as other: MutualReach) -> Bool {
        self == other || isComplete && other.isComplete && (of == 0) == (other.of == 0)
    }

    package var of: Int { outgoing.of }
}

/// What one reader was told last of its reach.
struct ToldReach: Sendable {
    var mutual: MutualReach?
    var lines: [MessageID: Reach] = [:]
}
