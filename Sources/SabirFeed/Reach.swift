import SabirProtocol

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

    struct Way: Hashable, Sendable {
        let from: LanguageTag
        let to: LanguageTag
    }

    let groups: [ReachGroup: Int]
    /// Pairs that an engine translates, as far as it was asked.
    let ways: [Way: Bool]
    private var reading = ReadingTable()

    init(_ groups: [ReachGroup: Int], ways: [Way: Bool]) {
        self.groups = groups
        self.ways = ways
    }

    /// Pairs of which it must be known whether they are translated.
    static func ways(among groups: some Collection<ReachGroup>, and written: Set<LanguageTag>) -> Set<Way> {
        let read = Set(groups.map(\.lang))
        var reading = ReadingTable()
        var ways: Set<Way> = []
        for from in read.union(written) {
            for to in read where !reading.reads(to, from) { ways.insert(Way(from: from, to: to)) }
        }
        return ways
    }

    private mutating func lookUpReading(_ written: LanguageTag, by group: ReachGroup) -> Bool {
        reading.reads(group.lang, written) || group.reads.contains { reading.reads($0, written) }
    }

    private mutating func lookUpUnderstanding(_ written: LanguageTag, by group: ReachGroup) -> Bool {
        lookUpReading(written, by: group) || ways[Way(from: written, to: group.lang)] ?? true
    }

    /// What somebody in this group can count on.
    mutating func prospect(of own: ReachGroup, isCounted: Bool = true) -> Prospect {
        var prospect = Prospect()
        for (group, n) in others(than: isCounted ? own : nil) {
            prospect.there.count(n, of: group.lang, reached: lookUpUnderstanding(own.lang, by: group))
            prospect.back.count(n, of: group.lang, reached: lookUpUnderstanding(group.lang, by: own))
        }
        return prospect
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
package struct Prospect: Sendable, Hashable {
    /// Whom what it writes would not reach.
    package var there = Reach()
    /// Whose words would not reach it.
    package var back = Reach()

    /// Everybody would be understood by everybody: who comes and goes then changes nothing.
    var isGood: Bool { there.cannot == 0 && back.cannot == 0 }

    func isSame(as other: Prospect) -> Bool { self == other || isGood && other.isGood && (of == 0) == (other.of == 0) }

    package var of: Int { there.of }
}

/// What one reader was told of it last.
struct ToldReach: Sendable {
    var prospect: Prospect?
    var lines: [MessageID: Reach] = [:]
}
