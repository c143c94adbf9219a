/// Who waits for the answers to which tickets, on the actor that runs a room. An answer may come before its caller waits.
struct LateAnswers: Sendable {
    private var last = 0
    private var waiting: [Ticket: @Sendable (LateAnswer) -> Void] = [:]
    private var early: [Ticket: LateAnswer] = [:]

    mutating func newTicket() -> Ticket {
        last += 1
        return Ticket(number: last)
    }

    /// Calls `then` once: now, where the answer is there already.
    mutating func wait(for ticket: Ticket, then: @escaping @Sendable (LateAnswer) -> Void) {
        if let answer = takeEarly(ticket) { then(answer) } else { waiting[ticket] = then }
    }

    /// The answer, where it has come already.
    mutating func takeEarly(_ ticket: Ticket) -> LateAnswer? {
        early.isEmpty ? nil : early.removeValue(forKey: ticket)
    }

    mutating func answer(_ ticket: Ticket, _ answer: LateAnswer) {
        if let then = waiting.removeValue(forKey: ticket) { then(answer) } else { early[ticket] = answer }
    }
}
