/// Who waits for the answers to which tickets, on the actor that runs a room. An answer may come before its caller waits.
///
/// It calls nobody: whoever is answered may ask for the next thing at once, which changes this.
struct LateAnswers: Sendable {
    private var last = 0
    private var waiting: [Ticket: @Sendable (LateAnswer) -> Void] = [:]
    private var early: [Ticket: LateAnswer] = [:]

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

    /// Who is to be called with the answer now; kept, and nil, where nobody waits for it yet.
    mutating func answer(_ ticket: Ticket, _ answer: LateAnswer) -> (@Sendable (LateAnswer) -> Void)? {
        if let then = waiting.removeValue(forKey: ticket) { return then }
        early[ticket] = answer
        return nil
    }
}
