/// Who waits for the answers to which tickets, on the actor that runs a room. An answer may come before its caller waits.
///
/// It calls nobody: whoever is answered may ask for the next thing at once, which changes this.
struct LateAnswers: Sendable {
    private var last = 0
    private var waiting: [Ticket: @Sendable (LateAnswer) -> Void] = [:]
    private var early: [Ticket: LateAnswer] = [:]
    private var due: [(then: @Sendable (LateAnswer) -> Void, answer: LateAnswer)] = []

    mutating func newTicket() -> Ticket {
        last += 1
        return Ticket(number: last)
    }

    /// What is to be called with the answer when it comes. The answer itself, and nothing is kept, where it has come.
    mutating func wait(for ticket: Ticket, then: @escaping @Sendable (LateAnswer) -> Void) -> LateAnswer? {
        if let answer = takeEarly(ticket) { return answer }
        waiting[ticket] = then
        return nil
    }

    /// The answer, where it has come already.
    mutating func takeEarly(_ ticket: Ticket) -> LateAnswer? {
        early.isEmpty ? nil : early.removeValue(forKey: ticket)
    }

    /// Whoever waits for it is due; it is kept where nobody does yet.
    mutating func answer(_ ticket: Ticket, _ answer: LateAnswer) {
        if let then = waiting.removeValue(forKey: ticket) { due.append((then, answer)) } else { early[ticket] = answer }
    }

    /// The next one to be called, in the order of their answers.
    mutating func takeDue() -> (then: @Sendable (LateAnswer) -> Void, answer: LateAnswer)? {
        due.isEmpty ? nil : due.removeFirst()
    }
}
