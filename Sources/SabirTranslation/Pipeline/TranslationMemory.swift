import SabirCore

/// Cached translations, and the texts that must not be cached. Pure.
struct TranslationMemory {
    private var own: LeastRecentlyUsed<Question, Translation>
    /// Translations of the room's host, dropped when the host is.
    private var peers = LeastRecentlyUsed<Question, Translation>(maximumCount: 2_000, maximumCost: 2 << 20)
    /// Until when each erased text must not be cached: engines may still be translating it into several languages, and
    /// somebody who has not yet heard of the erasure may ask.
    private var forgotten = LeastRecentlyUsed<String, ContinuousClock.Instant>(
        maximumCount: 1_000, maximumCost: 1 << 20)

    /// Longer than an engine takes, and longer than a reader takes to hear of an erasure.
    static let patience = Duration.seconds(60)

    init(_ limits: Translator.Limits) {
        own = LeastRecentlyUsed(maximumCount: limits.cachedLines, maximumCost: limits.cachedBytes)
    }

    mutating func translation(for question: Question, withPeer: Bool) -> Translation? {
        own.value(for: question) ?? (withPeer ? peers.value(for: question) : nil)
    }

    mutating func keep(_ translation: Translation, for question: Question, ofPeer: Bool) {
        let cost = translation.cost + question.text.utf8.count
        if ofPeer {
            peers.insert(translation, for: question, cost: cost)
        } else {
            own.insert(translation, for: question, cost: cost)
        }
    }

    mutating func forgetPeer() { peers.removeAll() }

    /// Drops all translations, but remembers the erased texts.
    mutating func removeAll() {
        own.removeAll()
        peers.removeAll()
    }

    /// Drops every translation of these texts, and keeps them out of the cache for a while.
    mutating func forget(_ meant: Set<String>, now: ContinuousClock.Instant = .now) {
        for text in meant { forgotten.insert(now + Self.patience, for: text, cost: text.utf8.count) }
        let made = own.remove { meant.contains($0.text) } + peers.remove { meant.contains($0.text) }
        // Translations back from these translations.
        let there = Set(made.map(\.text.normalised))
        own.remove { there.contains($0.text) }
        peers.remove { there.contains($0.text) }
    }

    /// Whether a text may be cached. Once the time after its erasure is over, it is treated like any other.
    mutating func permitKeeping(_ text: String, now: ContinuousClock.Instant = .now) -> Bool {
        guard forgotten.count > 0, let end = forgotten.value(for: text) else { return true }
        guard now >= end else { return false }
        _ = forgotten.take(text)
        return true
    }
}
