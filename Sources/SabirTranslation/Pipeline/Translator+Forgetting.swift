/// What was said and is taken back.
extension Translator {
    /// Lets go of every translation of these texts, in memory and on disk. What an engine has in hand of them goes to whoever
    /// asked, and is not kept.
    package func forget(_ texts: [String]) async {
        let meant = Set(texts.map(\.normalised))
        let end = ContinuousClock.now + Self.patience
        for text in meant { forgotten.insert(end, for: text, cost: text.utf8.count) }
        let made = cache.remove { meant.contains($0.text) } + peerCache.remove { meant.contains($0.text) }
        // How they read back.
        let there = Set(made.map(\.text.normalised))
        cache.remove { there.contains($0.text) }
        peerCache.remove { there.contains($0.text) }
        await resources.store?.forget(Array(meant))
    }

    /// Longer than an engine takes, and whoever showed the text takes to hear of it.
    static let patience = Duration.seconds(60)

    /// Whoever says the same later is served as before.
    func mayKeep(_ text: String, now: ContinuousClock.Instant = .now) -> Bool {
        guard forgotten.count > 0, let end = forgotten.value(for: text) else { return true }
        guard now >= end else { return false }
        _ = forgotten.take(text)
        return true
    }
}
