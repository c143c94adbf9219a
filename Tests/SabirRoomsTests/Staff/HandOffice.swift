import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// A node's list of staff on a disk that answers when it is told to, by what the list says then.
final class HandOffice: StaffOffice, @unchecked Sendable {
    // Unchecked: used on the rooms' event loop's one thread alone.
    var ranks: [String: StaffRank]
    /// Whether the disk is read at once, and written at once.
    var isFast = true
    var writesAtOnce = true
    private var questions: [(device: String, answer: @Sendable (StaffRank) -> Void)] = []
    private var entries: [(entry: AuditEntry, done: @Sendable () -> Void)] = []
    private(set) var records: [AuditEntry] = []
    /// Those that were stored last.
    private(set) var reports: [Reported] = []

    init(_ ranks: [String: StaffRank]) { self.ranks = ranks }

    var waiting: Int { questions.count }
    var unwritten: Int { entries.count }

    func lookUp(_ device: String, answer: @escaping @Sendable (StaffRank) -> Void) {
        guard !isFast else { return answer(ranks[device] ?? .nobody) }
        questions.append((device, answer))
    }

    func record(_ entry: AuditEntry, done: @escaping @Sendable () -> Void) {
        guard !writesAtOnce else {
            records.append(entry)
            return done()
        }
        entries.append((entry, done))
    }

    func keep(_ reports: [Reported], of room: String) { self.reports = reports }

    func getOn() {
        let due = questions
        questions = []
        for question in due { question.answer(ranks[question.device] ?? .nobody) }
        let written = entries
        entries = []
        for (entry, done) in written {
            records.append(entry)
            done()
        }
    }
}
