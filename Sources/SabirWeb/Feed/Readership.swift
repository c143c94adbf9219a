import SabirWire

/// Which lines of a room one seat may see: those behind a number. Whoever came later than a line was said is shown
/// neither that line nor anything that came of it.
///
/// Every stream and client has one, made of what the room said when its member came in; nothing else decides.
package struct VisibleLines: Sendable, Hashable {
    package private(set) var after: Int

    package init(after: Int) { self.after = after }

    /// `horizon`: the first number that the room lets the seat see.
    package init(from horizon: Int) { after = max(1, horizon) - 1 }

    /// Of whoever came in the life of the numbering that `epoch` names, where lines behind `number` are for it. In another
    /// life nothing is that was said before now: which of that it was there for, its number does not say.
    init(after number: Int, of epoch: String, in current: (epoch: String, newest: Int)) {
        after = epoch == current.epoch ? number : current.newest
    }

    package func contains(_ seq: Int) -> Bool { seq > after }

    /// The numbering began a new life: what is said from now on has higher numbers than `newest`, what was said before
    /// has not.
    package mutating func begin(newest: Int) { after = min(after, newest) }
}

/// Who reads which language, and which lines they may see: what nobody may read is translated for nobody.
struct Readership: Sendable {
    /// Readers of one language who are alike.
    struct Kind: Sendable, Hashable {
        var lines: VisibleLines
        /// Other languages that they read without a translation.
        var others: Set<LanguageTag> = []
    }

    private var counts: [LanguageTag: [Kind: Int]] = [:]

    var languages: Dictionary<LanguageTag, [Kind: Int]>.Keys { counts.keys }

    mutating func add(_ lang: LanguageTag, _ kind: Kind) { counts[lang, default: [:]][kind, default: 0] += 1 }

    /// False where others read that language still.
    mutating func remove(_ lang: LanguageTag, _ kind: Kind) -> Bool {
        guard let count = counts[lang]?[kind] else { return false }
        counts[lang]?[kind] = count > 1 ? count - 1 : nil
        guard counts[lang]?.isEmpty == true else { return false }
        counts[lang] = nil
        return true
    }

    /// Whether anybody who reads `lang` may see the line of that number.
    func reads(_ lang: LanguageTag, line seq: Int) -> Bool {
        counts[lang]?.keys.contains { $0.lines.contains(seq) } ?? false
    }

    /// What else they read who read `lang` and may see that line; nothing where there is nobody.
    func others(_ lang: LanguageTag, line seq: Int) -> Set<Set<LanguageTag>> {
        Set((counts[lang] ?? [:]).keys.filter { $0.lines.contains(seq) }.map(\.others))
    }

    mutating func begin(newest: Int) {
        counts = counts.mapValues { readers in
            var renewed: [Kind: Int] = [:]
            for (var kind, count) in readers {
                kind.lines.begin(newest: newest)
                renewed[kind, default: 0] += count
            }
            return renewed
        }
    }
}
