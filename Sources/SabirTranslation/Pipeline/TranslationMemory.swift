import SabirCore

/// Translations that are kept in memory, and the texts of which nothing is to be kept. Pure.
struct TranslationMemory {
    private var own: LeastRecentlyUsed<Question, Translation>
    /// What the room's host translated; forgotten with it.
    private var peers = LeastRecentlyUsed<Question, Translation>(maximumCount: 2_000, maximumCost: 2 << 20)
    /// Texts of which nothing is to be kept until then: an engine may have them in hand, in several languages, and somebody
    /// who has yet to hear that they are gone may ask.
    private var forgotten = LeastRecentlyUsed<String, ContinuousClock.Instant>(
        maximumCount: 1_000, maximumCost: 1 << 20)

    /// Longer than an engine takes, and whoever showed the text takes to hear of it.
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

    /// What is not to be kept stays known.
    mutating func removeAll() {
        own.removeAll()
        peers.removeAll()
    }

    /// Lets go of every translation of these texts.
    mutating func forget(_ meant: Set<String>, now: ContinuousClock.Instant = .now) {
        for text in meant { forgotten.insert(now + Self.patience, for: text, cost: text.utf8.count) }
        let made = own.remove { meant.contains($0.text) } + peers.remove { meant.contains($0.text) }
        // How they read back.
        let there = Set(made.map(\.text.normalised))
        own.remove { there.contains($0.text) }
        peers.remove { there.contains($0.text) }
    }

    /// Whoever says the same later is served as before.
    mutating func permitKeeping(_ text: String, now: ContinuousClock.Instant = .now) -> Bool {
        guard forgotten.count > 0, let end = forgotten.value(for: text) else { return true }
        guard now >= end else { return false }
        _ = forgotten.take(text)
        return true
    }
}
