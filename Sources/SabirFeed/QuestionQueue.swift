/// Translations that wait to be asked for, and those in progress. No question is queued twice.
///
/// Questions about new lines come first, in the order of the lines; then those for newcomers and returned engines. The
/// queue holds at most as many questions as the feed keeps lines, times the languages read.
struct QuestionQueue: Sendable {
    /// How many questions may be in progress at the same time.
    let width: Int
    private var fresh: [Question] = []
    private var owed: [Question] = []
    /// The questions in `fresh` and `owed`.
    private var waiting: Set<Question> = []
    private(set) var underWay: Set<Question> = []

    init(width: Int) { self.width = width }

    var waitingCount: Int { waiting.count }

    mutating func add(_ question: Question, isFresh: Bool) {
        guard !underWay.contains(question), waiting.insert(question).inserted else { return }
        if isFresh { fresh.append(question) } else { owed.append(question) }
    }

    /// Moves the next question from waiting to in progress; nil where none waits or `width` questions are in progress.
    mutating func next() -> Question? {
        guard underWay.count < width, let question = takeFirst() else { return nil }
        waiting.remove(question)
        underWay.insert(question)
        return question
    }

    mutating func finish(_ question: Question) { underWay.remove(question) }

    /// Removes the waiting questions that match; those in progress continue.
    mutating func drop(where isMeant: (Question) -> Bool) -> [Question] {
        let dropped = waiting.filter(isMeant)
        guard !dropped.isEmpty else { return [] }
        waiting.subtract(dropped)
        fresh.removeAll(where: dropped.contains)
        owed.removeAll(where: dropped.contains)
        return Array(dropped)
    }

    private mutating func takeFirst() -> Question? {
        if !fresh.isEmpty { return fresh.removeFirst() }
        return owed.isEmpty ? nil : owed.removeFirst()
    }
}
