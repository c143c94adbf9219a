import Dispatch
import Logging
import SabirCore
import SabirRoom
import SabirProtocol
import Synchronization

/// The node's staff by their keys on the staff list, which is read again whenever the file has changed.
///
/// The rooms ask on their event loop, which must not wait for a disk, so a queue of its own checks the list, once for
/// all who asked before the check began. A question during a check is answered by the next one: no answer is older than
/// its question.
package final class NodeStaffOffice: StaffOffice {
    /// Most questions that may wait for a hanging disk; further ones are refused.
    static let capacity = 4_096

    private struct Question {
        let device: String
        let answer: @Sendable (StaffRank) -> Void
    }

    /// The list, also for the page.
    package let book: NodeStaffBook
    private let file: StaffFile
    private let glance: @Sendable (StaffFile) -> FileMark?
    private let audit: AuditFile
    private let reports: ReportFolder
    private let queue = DispatchQueue(label: "sabir.staff")
    private let questions = Mutex((waiting: [Question](), isLooking: false))

    /// - Parameter glance: returns the file's mark, which changes with the file.
    package init(
        stateDirectory: String, logger: Logger, glance: @escaping @Sendable (StaffFile) -> FileMark? = { $0.mark }
    ) {
        file = StaffFile(stateDirectory: stateDirectory)
        audit = AuditFile(stateDirectory: stateDirectory, logger: logger)
        reports = ReportFolder(stateDirectory: stateDirectory, logger: logger)
        self.glance = glance
        book = NodeStaffBook(file: file, audit: audit, logger: logger)
    }

    package func lookUp(_ device: String, answer: @escaping @Sendable (StaffRank) -> Void) {
        let (isTaken, isFirst) = questions.withLock { questions in
            guard questions.waiting.count < Self.capacity else { return (false, false) }
            defer { questions.isLooking = true }
            questions.waiting.append(Question(device: device, answer: answer))
            return (true, !questions.isLooking)
        }
        guard isTaken else { return answer(.unknown) }
        if isFirst { queue.async { [self] in lookForAll() } }
    }

    package func record(_ entry: AuditEntry, done: @escaping @Sendable () -> Void) { audit.append(entry, done: done) }

    /// On the audit's thread, so that a report's audit line is on disk with the report.
    package func keep(_ reports: [Reported], of room: String) {
        let folder = self.reports
        audit.before { folder.keep(reports, of: room) }
    }

    package func reports(of room: String, answer: @escaping @Sendable ([Reported]) -> Void) {
        let folder = reports
        audit.before { answer(folder.reports(of: room)) }
    }

    package func close() async { await audit.flush() }

    private func lookForAll() {
        while let due = takeQuestions() {
            let staff = book.list(marked: glance(file)).staff
            for question in due {
                // Without a list newcomers do not wait for a hash of their device.
                guard !staff.isEmpty else {
                    question.answer(.nobody)
                    continue
                }
                let key = StaffKey.fingerprint(of: question.device)
                question.answer(staff.last { $0.key == key }.map(StaffRank.init) ?? .nobody)
            }
        }
    }

    private func takeQuestions() -> [Question]? {
        questions.withLock { questions in
            guard !questions.waiting.isEmpty else {
                questions.isLooking = false
                return nil
            }
            defer { questions.waiting = [] }
            return questions.waiting
        }
    }
}

extension StaffRank {
    /// The rank of a role on the list; an unknown role of a later release makes nobody staff.
    fileprivate init(_ person: StaffList.Person) {
        self =
            switch person.role {
            case nil: .person(person.name)
            case "relay": .relay(person.name)
            case "interpreter": .interpreter(person.name)
            default: .nobody
            }
    }
}
