import SabirProtocol

/// Translates for others who use this node's engines.
extension Translator {
    /// The most texts of one call translated concurrently; others wait.
    private static let sharedAtOnce = 16

    /// Translates several texts. By default, asks no room's host, because two nodes that translated for each other
    /// would wait for each other.
    ///
    /// - Parameter mayAskPeer: true for a translator whose only engine is a room's host.
    package func translateShared(
        _ texts: [String], from: LanguageTag, to: LanguageTag, names: RoomNames = .none, mayAskPeer: Bool = false
    ) async -> [TranslationOutcome] {
        var lines = [TranslationOutcome](repeating: .untranslated(.stopped), count: texts.count)
        await withTaskGroup(of: (Int, TranslationOutcome).self) { group in
            for (index, text) in texts.enumerated() {
                if index >= Self.sharedAtOnce, let (done, line) = await group.next() { lines[done] = line }
                group.addTask {
                    (index, await self.translate(text, from: from, to: to, names: names, mayAskPeer: mayAskPeer))
                }
            }
            for await (done, line) in group { lines[done] = line }
        }
        return lines
    }

    /// The languages that this node's engines translate now, each with its target languages, as sorted tags: at most
    /// 250 of each. Languages that read alike (`pt`, `pt-BR`) are no pair.
    ///
    /// - Parameter withPeer: whether to include those of the room's host.
    package func offeredPairs(withPeer: Bool = false) -> [String: [String]] {
        var offered: [LanguageTag: Set<LanguageTag>] = [:]
        for engine in engines.numbers(withPeer: withPeer) where engines[engine]?.breaker.isClosed == true {
            for (from, targets) in engines[engine]?.offered() ?? [:] { offered[from, default: []].formUnion(targets) }
        }
        let phrasesOnly = books.phrasesOnly
        for (from, targets) in offered { offered[from] = targets.filter { !phrasesOnly.contains(from, $0) } }
        let kept = offered.filter { !$0.value.isEmpty }.sorted { $0.key.description < $1.key.description }.prefix(250)
        return Dictionary(
            uniqueKeysWithValues: kept.map { from, targets in
                (from.description, Array(targets.map(\.description).sorted().prefix(250)))
            })
    }
}
