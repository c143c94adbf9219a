import SabirProtocol

/// Continuations that wait for an answer of the host's engine. `Questions` has their deadlines.
struct TranslationAskers {
    typealias Texts = CheckedContinuation<Result<TranslatedTexts, WireFault>, Never>
    typealias Pairs = CheckedContinuation<Result<TranslationPairs, WireFault>, Never>

    private var count = 0
    private var texts: [String: Texts] = [:]
    private var pairs: [Pairs] = []

    /// An id that no other question of this guest has.
    mutating func newID() -> String {
        count += 1
        return "q\(count)"
    }

    mutating func add(_ asker: Texts, for id: String) { texts[id] = asker }

    mutating func add(_ asker: Pairs) { pairs.append(asker) }

    mutating func answer(_ id: String, _ answer: Result<TranslatedTexts, WireFault>) {
        texts.removeValue(forKey: id)?.resume(returning: answer)
    }

    mutating func answer(_ answer: Result<TranslationPairs, WireFault>) {
        for asker in pairs { asker.resume(returning: answer) }
        pairs = []
    }
}
