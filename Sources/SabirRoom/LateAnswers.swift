/// Continuations of callers by ticket, on the actor that runs a room. An answer may come before its caller waits.
///
/// Calls nothing itself: a caller that is answered may ask again at once, which changes this value.
struct LateAnswers: Sendable {
    private var last = 0
    private var waiting: [Ticket: @Sendable (LateAnswer) -> Void] = [:]
    private var early: [Ticket: LateAnswer] = [:]
    private var due: [(then: @Sendable (LateAnswer) -> Void, answer: LateAnswer)] = []

    mutating func newTicket() -> Ticket {
        last += 1
        return Ticket(number: last)
    }

    /// Keeps `then` until the answer comes. Returns the answer, and keeps nothing, where it has come already.
    mutating func wait(for ticket: Ticket, then: @escaping @Sendable (LateAnswer) -> Void) -> LateAnswer? {
        if let answer = takeEarly(ticket) { return answer }
        waiting[ticket] = then
        return nil
    }

    /// Removes and returns the answer that has come already, if any.
    mutating func takeEarly(_ ticket: Ticket) -> LateAnswer? {
        early.isEmpty ? nil : early.removeValue(forKey: ticket)
    }

    /// Makes the waiting caller due, or keeps the answer where nobody waits yet.
    mutating func answer(_ ticket: Ticket, _ answer: LateAnswer) {
        if let then = waiting.removeValue(forKey: ticket) { due.append((then, answer)) } else { early[ticket] = answer }
    }

    /// The next caller to be called, in the order of the answers.
    mutating func takeDue() -> (then: @Sendable (LateAnswer) -> Void, answer: LateAnswer)? {
        due.isEmpty ? nil : due.removeFirst()
    }
}
