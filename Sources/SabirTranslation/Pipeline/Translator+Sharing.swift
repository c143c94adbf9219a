import SabirProtocol

/// What a node that shares its engines needs to serve others.
extension Translator {
    /// Texts translated side by side in one call, at most; the others wait their turn.
    private static let sharedAtOnce = 16

    /// The text of each translation, and nil where there is none. By this node's own engines alone: two nodes that
    /// translated for each other would wait for each other.
    package func translatePlain(
        _ texts: [String], from: LanguageTag, to: LanguageTag, names: RoomNames = .none
    ) async -> [String?] {
        await translateShared(texts, from: from, to: to, names: names).map(\.text)
    }

    /// The same with where each comes from and why not, for a server that answers with errors.
    ///
    /// - Parameter mayAskPeer: for a translator that has nothing but a room's host behind it.
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

    /// The languages that this node's own engines translate now, each with those it is translated to, as language
    /// tags in order: at most 250 of each. Languages of one reading (`pt`, `pt-BR`) are no pair.
    ///
    /// - Parameter withPeer: those of the room's host, too.
    package func offeredPairs(withPeer: Bool = false) -> [String: [String]] {
        var offered: [LanguageTag: Set<LanguageTag>] = [:]
        for engine in engines.numbers(withPeer: withPeer) where engines[engine]?.breaker.isClosed == true {
            for (from, targets) in engines[engine]?.offered() ?? [:] { offered[from, default: []].formUnion(targets) }
        }
        let phrasesOnly = resources.phrasesOnly
        if phrasesOnly != PhrasesOnly() {
            for (from, targets) in offered { offered[from] = targets.filter { !phrasesOnly.contains(from, $0) } }
        }
        let kept = offered.filter { !$0.value.isEmpty }.sorted { $0.key.description < $1.key.description }.prefix(250)
        return Dictionary(
            uniqueKeysWithValues: kept.map { from, targets in
                (from.description, Array(targets.map(\.description).sorted().prefix(250)))
            })
    }
}
