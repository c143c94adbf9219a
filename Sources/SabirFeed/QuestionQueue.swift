/// Translations waiting to be asked for, and those under way. No question is in it twice.
///
/// Lines just said come first, in their order; then what newcomers and returned engines are owed. It holds at most as
/// many questions as the feed keeps lines, times the languages read.
struct QuestionQueue: Sendable {
    /// Questions under way at once.
    let width: Int
    private var fresh: [Question] = []
    private var owed: [Question] = []
    private var waiting: Set<Question> = []
    private(set) var underWay: Set<Question> = []

    init(width: Int) { self.width = width }

    var waitingCount: Int { waiting.count }

    mutating func add(_ question: Question, isFresh: Bool) {
        guard !underWay.contains(question), waiting.insert(question).inserted else { return }
        if isFresh { fresh.append(question) } else { owed.append(question) }
    }

    /// The next question to ask, now under way; nil where enough are or none waits.
    mutating func next() -> Question? {
        guard underWay.count < width else { return nil }
        while let question = takeFirst() {
            guard waiting.remove(question) != nil else { continue }
            underWay.insert(question)
            return question
        }
        return nil
    }

    mutating func finish(_ question: Question) { underWay.remove(question) }

    /// Takes out what waits and fits; what is under way goes on.
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
