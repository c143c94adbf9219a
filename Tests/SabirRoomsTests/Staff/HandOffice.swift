import SabirWire

@testable import SabirRooms

/// A node's list of staff on a disk that answers when it is told to, by what the list says then.
final class HandOffice: StaffOffice, @unchecked Sendable {
    // Unchecked: used on the rooms' event loop's one thread alone.
    var ranks: [String: StaffRank]
    /// Whether the disk answers at once.
    var isFast = true
    private var questions: [(device: String, answer: @Sendable (StaffRank) -> Void)] = []
    private(set) var records: [StaffRecord] = []

    init(_ ranks: [String: StaffRank]) { self.ranks = ranks }

    var waiting: Int { questions.count }

    func look(for device: String, answer: @escaping @Sendable (StaffRank) -> Void) {
        guard !isFast else { return answer(ranks[device] ?? .nobody) }
        questions.append((device, answer))
    }

    func record(_ entry: StaffRecord) { records.append(entry) }

    func getOn() {
        let due = questions
        questions = []
        for question in due { question.answer(ranks[question.device] ?? .nobody) }
    }
}
