import Foundation
import Logging
import SabirCore
import SabirProtocol

/// Open reports to staff across restarts: `reports/ROOM.json` in the state directory, one small file for each room,
/// mode 0600, replaced in one step. Holds what reporters wrote to staff, never a line of the room. A room without open
/// reports has no file.
struct ReportFolder: Sendable {
    private static let most = 1 << 20

    private let path: String
    private let logger: Logger

    init(stateDirectory: String, logger: Logger) {
        path = stateDirectory + "/reports"
        self.logger = logger
    }

    private func file(_ room: String) -> PrivateFile { PrivateFile(path: path + "/\(room).json") }

    /// Reaching staff matters more than storing: a failure is only logged.
    func keep(_ reports: [Reported], of room: String) {
        let file = file(room)
        logger.attempt(orLog: .error, "a report to staff could not be stored") {
            guard !reports.isEmpty else { return _ = try file.remove() }
            try file.write(JSONEncoder().encode(reports.map(StoredReport.init)))
        }
    }

    /// Reads the stored reports of a room; empty if Sabir did not write the file, which is logged.
    func reports(of room: String) -> [Reported] {
        let file = file(room)
        return logger.attempt(orLog: .error, "earlier reports to staff cannot be read: \(file.path)") {
            guard let data = try file.read(atMost: Self.most) else { return [] }
            return try JSONDecoder().decode([StoredReport].self, from: data).compactMap(\.report)
        } ?? []
    }
}

private struct StoredReport: Codable {
    let member: String
    let from: String
    let lang: String
    let id: String?
    let about: String?
    let name: String?
    let text: String
    let ts: Int
    let state: String
    /// See `Reported.holder`.
    let holder: Int?

    init(_ report: Reported) {
        member = report.reporter.id.rawValue
        from = report.reporter.name
        lang = report.reporter.lang.description
        id = report.id?.description
        about = report.about?.rawValue
        name = report.name
        text = report.text
        ts = report.ts
        state = report.state.rawValue
        holder = report.holder
    }

    var report: Reported? {
        guard let lang = LanguageTag(lang), let state = Reported.State(rawValue: state) else { return nil }
        var report = Reported(
            reporter: MemberInfo(id: MemberID(rawValue: member), name: WireText.cleanName(from), lang: lang),
            id: id.flatMap { MessageID($0) }, about: about.map(MemberID.init(rawValue:)),
            name: name.map(WireText.cleanName), text: WireText.cleanMessage(text), ts: ts, staffIsPresent: false,
            state: state)
        report.holder = holder
        return report
    }
}
