import NIOCore
import SabirProtocol

/// A guest's questions to its host's engine, each until its answer or its deadline. Bounded.
struct Questions: Sendable {
    /// Most questions sent and not answered. The host accepts four at once; one place is kept for `pairs`.
    static let usualWindow = 3
    /// The window of a relay at a host with the feature `questions`, which accepts sixteen; one place is kept for
    /// `pairs`.
    static let relayWindow = 15
    var window = Self.usualWindow
    /// Most questions that may wait, sent or not.
    static let capacity = 64

    private struct AwaitedQuestion {
        let question: TranslationQuestion
        let until: NIODeadline
        var isSent = false
    }

    private var awaited: [AwaitedQuestion] = []
    /// Deadline for an answer to `pairs`; nil if none is awaited.
    private(set) var pairsUntil: NIODeadline?

    var isFull: Bool { awaited.count >= Self.capacity }

    mutating func add(_ question: TranslationQuestion, until: NIODeadline) {
        awaited.append(AwaitedQuestion(question: question, until: until))
    }

    /// The questions to send now, in order; marks them as sent.
    mutating func takeDue() -> [TranslationQuestion] {
        var free = window - awaited.count(where: \.isSent)
        var due: [TranslationQuestion] = []
        for index in awaited.indices where free > 0 && !awaited[index].isSent {
            awaited[index].isSent = true
            due.append(awaited[index].question)
            free -= 1
        }
        return due
    }

    /// Removes and returns the question with this id, which has been answered; nil if it expired or was never asked.
    mutating func remove(_ id: String) -> TranslationQuestion? {
        guard let index = awaited.firstIndex(where: { $0.question.id == id }) else { return nil }
        return awaited.remove(at: index).question
    }

    /// Whether `pairs` has to be sent; false if an answer is awaited already.
    mutating func awaitPairs(until: NIODeadline) -> Bool {
        defer { pairsUntil = max(pairsUntil ?? until, until) }
        return pairsUntil == nil
    }

    /// Whether an answer to `pairs` was awaited; no longer from now on.
    mutating func stopAwaitingPairs() -> Bool {
        defer { pairsUntil = nil }
        return pairsUntil != nil
    }

    /// Removes expired questions and returns their ids, and whether `pairs` expired.
    mutating func removeExpired(at now: NIODeadline) -> (ids: [String], pairs: Bool) {
        let ids = awaited.filter { $0.until <= now }.map(\.question.id)
        if !ids.isEmpty { awaited.removeAll { $0.until <= now } }
        return (ids, pairsUntil.map { $0 <= now } == true && stopAwaitingPairs())
    }

    /// Removes and returns all questions after the connection to the host is lost.
    mutating func removeAll() -> (ids: [String], pairs: Bool) {
        defer { awaited = [] }
        return (awaited.map(\.question.id), stopAwaitingPairs())
    }
}
