import SabirProtocol
import SabirTranslation

/// People who read alike, and where it is known what they were shown.
struct ReachGroup: Hashable, Sendable {
    let lang: LanguageTag
    /// Other languages that they read as well.
    var reads: Set<LanguageTag> = []
    /// The lines that they may see; nil of people of whom this page does not know: at a relay, a terminal, on IRC.
    var visible: VisibleLines?
    /// Of those: the number before the first line that they may see; 0 where that is not known.
    var after = 0

    func maySee(_ seq: Int) -> Bool { visible?.contains(seq) ?? (seq > after) }
}

extension Readership.Seat {
    /// With whom its visitor is counted; nil of all others.
    var group: ReachGroup? {
        guard case .visitor(_, let lang) = listening else { return nil }
        return ReachGroup(lang: lang, reads: reads, visible: visible)
    }
}

/// Whom lines reach, judged by how many people read alike rather than person by person.
///
/// Of people on this node's page it counts what really came of a line; of others, what the engines offer. Pure.
struct ReachTable: Sendable {
    /// Newest lines of one author that are judged.
    static let linesOfOne = 20

    let groups: [ReachGroup: Int]
    /// Pairs that an engine translates, as far as it was asked.
    let pairs: [LanguagePair: Bool]
    private var reading = ReadingTable()

    init(_ groups: [ReachGroup: Int], pairs: [LanguagePair: Bool]) {
        self.groups = groups
        self.pairs = pairs
    }

    /// Pairs of which it must be known whether they are translated.
    static func pairs(among groups: some Collection<ReachGroup>, and written: Set<LanguageTag>) -> Set<LanguagePair> {
        let read = Set(groups.map(\.lang))
        var reading = ReadingTable()
        var pairs: Set<LanguagePair> = []
        for from in read.union(written) {
            for to in read where !reading.reads(to, from) { pairs.insert(LanguagePair(from: from, to: to)) }
        }
        return pairs
    }

    private mutating func lookUpReading(_ written: LanguageTag, by group: ReachGroup) -> Bool {
        reading.reads(group.lang, written) || group.reads.contains { reading.reads($0, written) }
    }

    private mutating func lookUpUnderstanding(_ written: LanguageTag, by group: ReachGroup) -> Bool {
        lookUpReading(written, by: group) || pairs[LanguagePair(from: written, to: group.lang)] ?? true
    }

    /// What somebody in this group can count on.
    mutating func mutualReach(of own: ReachGroup, isCounted: Bool = true) -> MutualReach {
        var mutual = MutualReach()
        for (group, n) in others(than: isCounted ? own : nil) {
            mutual.outgoing.count(n, of: group.lang, reached: lookUpUnderstanding(own.lang, by: group))
            mutual.incoming.count(n, of: group.lang, reached: lookUpUnderstanding(group.lang, by: own))
        }
        return mutual
    }

    /// What has become of a line of somebody in this group. A translation on its way counts as one that comes.
    mutating func reach(of line: FeedLine, by own: ReachGroup) -> Reach {
        var reach = Reach()
        for (group, n) in others(than: own) where group.maySee(line.message.seq) {
            let written = line.message.lang
            let isReached =
                group.visible == nil
                ? lookUpUnderstanding(written, by: group)
                : lookUpReading(written, by: group) || line.translations[group.lang]?.state != .untranslated
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

/// How many of those who are here something does not reach.
package struct Reach: Sendable, Hashable {
    package var cannot = 0
    package var of = 0
    /// What those read whom it does not reach.
    package var langs: Set<LanguageTag> = []

    mutating func count(_ n: Int, of lang: LanguageTag, reached isReached: Bool) {
        of += n
        guard !isReached else { return }
        cannot += n
        langs.insert(lang)
    }
}

/// What a visitor can count on before anything is said.
package struct MutualReach: Sendable, Hashable {
    /// Whom what it writes would not reach.
    package var outgoing = Reach()
    /// Whose words would not reach it.
    package var incoming = Reach()

    /// Everybody would be understood by everybody: who comes and goes then changes nothing.
    var isComplete: Bool { outgoing.cannot == 0 && incoming.cannot == 0 }

    func isSame(as other: MutualReach) -> Bool {
        self == other || isComplete && other.isComplete && (of == 0) == (other.of == 0)
    }

    package var of: Int { outgoing.of }
}

/// What one reader was told of it last.
struct ToldReach: Sendable {
    var mutual: MutualReach?
    var lines: [MessageID: Reach] = [:]
}
