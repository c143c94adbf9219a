import NIOCore
import SabirProtocol

/// A guest's questions to its host's engine, each until it is answered or its time is over. Bounded.
struct Questions: Sendable {
    /// Sent and not yet answered; the host takes four, and one place is kept for `pairs`.
    static let usualWindow = 3
    /// A relay's, at a host that says `questions`: it takes sixteen.
    static let relayWindow = 15
    var window = Self.usualWindow
    /// Waiting for their turn.
    static let capacity = 64

    private struct Entry {
        let question: TranslationQuestion
        let until: NIODeadline
        var isSent = false
    }

    private var entries: [Entry] = []
    /// Until when an answer to `pairs` is waited for; nil where none is.
    private(set) var pairsUntil: NIODeadline?

    var isFull: Bool { entries.count >= Self.capacity }

    mutating func add(_ question: TranslationQuestion, until: NIODeadline) {
        entries.append(Entry(question: question, until: until))
    }

    /// The questions whose turn it is, in order; marked as sent.
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

    /// The question with this id, which is answered now; nil where it was given up, or never asked.
    mutating func take(_ id: String) -> TranslationQuestion? {
        guard let index = entries.firstIndex(where: { $0.question.id == id }) else { return nil }
        return entries.remove(at: index).question
    }

    /// True where `pairs` has to be asked; false where it has been already.
    mutating func awaitPairs(until: NIODeadline) -> Bool {
        defer { pairsUntil = max(pairsUntil ?? until, until) }
        return pairsUntil == nil
    }

    /// Whether somebody waited.
    mutating func takePairs() -> Bool {
        defer { pairsUntil = nil }
        return pairsUntil != nil
    }

    /// The ids of those whose time is over, and whether that of `pairs` is.
    mutating func expired(at now: NIODeadline) -> (ids: [String], pairs: Bool) {
        let ids = entries.filter { $0.until <= now }.map(\.question.id)
        if !ids.isEmpty { entries.removeAll { $0.until <= now } }
        return (ids, pairsUntil.map { $0 <= now } == true && takePairs())
    }

    /// All of them: the way to the host is lost.
    mutating func takeAll() -> (ids: [String], pairs: Bool) {
        defer { entries = [] }
        return (entries.map(\.question.id), takePairs())
    }
}
