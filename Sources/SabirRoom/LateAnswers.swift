/// Continuations of callers by ticket, on the actor that runs a room.
///
/// Calls nothing itself: a caller that is answered may ask again at once, which changes this value.
struct LateAnswers: Sendable {
    private var last = 0
    private var waiting: [Ticket: @Sendable (LateAnswer) -> Void] = [:]
    private var due: [(then: @Sendable (LateAnswer) -> Void, answer: LateAnswer)] = []

    /// Keeps `then` until the answer to the returned ticket comes.
    mutating func wait(then: @escaping @Sendable (LateAnswer) -> Void) -> Ticket {
        last += 1
        let ticket = Ticket(number: last)
        waiting[ticket] = then
        return ticket
    }

    /// Forgets a caller that nobody will answer.
    mutating func forget(_ ticket: Ticket) { waiting[ticket] = nil }

    /// Makes the waiting caller due.
    mutating func answer(_ ticket: Ticket, _ answer: LateAnswer) {
        if let then = waiting.removeValue(forKey: ticket) { due.append((then, answer)) }
    }

    /// The next caller to be called, in the order of the answers.
    mutating func takeDue() -> (then: @Sendable (LateAnswer) -> Void, answer: LateAnswer)? {
        due.isEmpty ? nil : due.removeFirst()
    }
}
