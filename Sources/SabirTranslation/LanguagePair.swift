import SabirProtocol

/// A direction as people write it: `es-en`, or `pt-BR>en` with tags of several parts.
extension LanguagePair: CustomStringConvertible {
    /// Nil if the text is not a pair, or if readers of one language read the other too.
    package init?(_ text: String) {
        let parts = text.split(separator: text.contains(">") ? ">" : "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let from = LanguageTag(String(parts[0])), let to = LanguageTag(String(parts[1])),
            !from.reads(to)
        else { return nil }
        self.init(from: from, to: to)
    }

    package var description: String {
        let sign = (from.description + to.description).contains("-") ? ">" : "-"
        return "\(from)\(sign)\(to)"
    }
}

/// Directions in which no engine is asked: set sentences are translated, everything else stays as written.
package struct PhrasesOnly: Hashable, Sendable {
    private struct Keys: Hashable, Sendable {
        let from: String
        let to: String
    }

    private let keys: Set<Keys>

    package init(_ pairs: [LanguagePair] = []) {
        keys = Set(pairs.map { Keys(from: $0.from.readingKey, to: $0.to.readingKey) })
    }

    /// Whether no engine is asked in the direction between two of `LanguageTag.readingKey`.
    func contains(fromKey: String, toKey: String) -> Bool {
        !keys.isEmpty && keys.contains(Keys(from: fromKey, to: toKey))
    }

    package func contains(_ from: LanguageTag, _ to: LanguageTag) -> Bool {
        !keys.isEmpty && contains(fromKey: from.readingKey, toKey: to.readingKey)
    }
}
