/// Callers in this process that wait for an answer, by what it is about. Each is resumed once: by an answer, or as nobody
/// will give one any more.
struct Callers<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
    private var waiting: [Key: [CheckedContinuation<Answer, Never>]] = [:]

    func isAwaited(_ key: Key) -> Bool { waiting[key] != nil }

    mutating func add(_ caller: CheckedContinuation<Answer, Never>, for key: Key) {
        waiting[key, default: []].append(caller)
    }

    /// False where nobody waits for it.
    @discardableResult
    mutating func answer(_ key: Key, _ answer: Answer) -> Bool {
        guard !waiting.isEmpty, let callers = waiting.removeValue(forKey: key) else { return false }
        for caller in callers { caller.resume(returning: answer) }
        return true
    }

    mutating func answerAll(_ answer: (Key) -> Answer) {
        let all = waiting
        waiting = [:]
        for (key, callers) in all {
            for caller in callers { caller.resume(returning: answer(key)) }
        }
    }
}
