import NIOCore
import SabirProtocol

/// A guest's questions to its host's engine, each until its answer or its deadline. Bounded.
struct Questions: Sendable {
    /// Most questions sent and not answered. The host accepts four at once; one place is kept for `pairs`.
    static let usualWindow = 3
    /// The same bound for a relay at a host with the feature `questions`, which accepts sixteen.
    static let relayWindow = 15
    var window = Self.usualWindow
    /// Most questions that may wait, sent or not.
    static let capacity = 64

    private struct Entry {
        let question: TranslationQuestion
        let until: NIODeadline
        var isSent = false
    }

    private var entries: [Entry] = []
    /// Deadline for an answer to `pairs`; nil if none is awaited.
    private(set) var pairsUntil: NIODeadline?

    var isFull: Bool { entries.count >= Self.capacity }

    mutating func add(_ question: TranslationQuestion, until: NIODeadline) {
        entries.append(Entry(question: question, until: until))
    }

    /// The questions to send now, in order; marks them as sent.
    mutating func due() -> [TranslationQuestion] {
        var free = window - entries.count(where: \.isSent)
        var due: [TranslationQuestion] = []
        for index in entries.indices where free > 0 && !entries[index].isSent {
            entries[index].isSent = true
            due.append(entries[index].question)
            free -= 1
        }
        return due
    }

    /// Removes and returns the question with this id, which has been answered; nil if it expired or was never asked.
    mutating func take(_ id: String) -> TranslationQuestion? {
        guard let index = entries.firstIndex(where: { $0.question.id == id }) else { return nil }
        return entries.remove(at: index).question
    }

    /// Whether `pairs` has to be sent; false if an answer is awaited already.
    mutating func awaitPairs(until: NIODeadline) -> Bool {
        defer { pairsUntil = max(pairsUntil ?? until, until) }
        return pairsUntil == nil
    }

    /// Whether an answer to `pairs` was awaited; no longer from now on.
    mutating func takePairs() -> Bool {
        defer { pairsUntil = nil }
        return pairsUntil != nil
    }

    /// Removes expired questions and returns their ids, and whether `pairs` expired.
    mutating func expired(at now: NIODeadline) -> (ids: [String], pairs: Bool) {
        let ids = entries.filter { $0.until <= now }.map(\.question.id)
        if !ids.isEmpty { entries.removeAll { $0.until <= now } }
        return (ids, pairsUntil.map { $0 <= now } == true && takePairs())
    }

    /// Removes and returns all questions after the connection to the host is lost.
    mutating func takeAll() -> (ids: [String], pairs: Bool) {
        defer { entries = [] }
        return (entries.map(\.question.id), takePairs())
    }
}
