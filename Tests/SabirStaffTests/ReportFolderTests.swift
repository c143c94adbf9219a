import Foundation
import Logging
import SabirProtocol
import Synchronization
import Testing

@testable import SabirCore
@testable import SabirNode

/// What was reported to staff, over restarts of the node.
@Suite struct ReportFolderTests {
    private func report(_ ts: Int, about: String? = nil, state: Reported.State = .open) -> Reported {
        Reported(
            reporter: MemberInfo(id: MemberID(rawValue: "m1"), name: "Anna", lang: LanguageTag("ca")!),
            id: MessageID("a987fbc9-4bed-4078-8f07-9141ba07c9f3"), about: about.map(MemberID.init(rawValue:)),
            name: about.map { "Name of \($0)" }, text: "M'ha insultat", ts: ts, staffIsPresent: false, state: state)
    }

    private func folder(_ state: borrowing StateFolder, _ logger: Logger = quiet) -> ReportFolder {
        ReportFolder(stateDirectory: state.path, logger: logger)
    }

    @Test func whatIsOpenIsThereForItsRoomUntilStaffAreDone() throws {
        let state = try StateFolder()
        let reports = [report(1, about: "m2"), report(2, state: .seen)]
        folder(state).keep(reports, of: "one")
        #expect(try state.mode(of: "reports/one.json") == 0o600)
        #expect(folder(state).reports(of: "one") == reports)
        #expect(folder(state).reports(of: "two").isEmpty)
        folder(state).keep([], of: "one")
        #expect(!FileManager.default.fileExists(atPath: state.path + "/reports/one.json"))
        #expect(folder(state).reports(of: "one").isEmpty)
    }

    /// What is true of this run of the room alone is not taken over.
    @Test func whetherStaffWereThereAndOverWhichNodeItCameIsNotKept() throws {
        let state = try StateFolder()
        let kept = Reported(
            reporter: MemberInfo(
                id: MemberID(rawValue: "m1"), name: "Anna", lang: LanguageTag("ca")!, via: "Floor 2"),
            id: nil, about: nil, name: nil, text: "Hola", ts: 1, staffIsPresent: true)
        folder(state).keep([kept], of: "one")
        let read = folder(state).reports(of: "one").first
        #expect(read?.staffIsPresent == false && read?.reporter.via == nil && read?.text == "Hola")
    }

    @Test func whichOfThemCameFromOneAddressIsKeptAndNotWhich() throws {
        let state = try StateFolder()
        var reports = [report(1), report(2)]
        reports[1].holder = 0
        folder(state).keep(reports, of: "one")
        #expect(folder(state).reports(of: "one").map(\.holder) == [nil, 0])
    }

    @Test func whatItDoesNotKnowIsLeftOutAndWhatIsShownIsCleaned() throws {
        let state = try StateFolder()
        let one = #"{"member":"m1","from":"An\u202Ena","lang":"ca","text":"a\u0007b","ts":1,"state":"open"}"#
        let text =
            "[\(one),\(one.replacing("open", with: "postponed")),\(one.replacing(#""ca""#, with: #""no tag""#))]"
        try PrivateFile(path: state.path + "/reports/one.json").write(text)
        let read = folder(state).reports(of: "one")
        #expect(read.count == 1 && read.first?.reporter.name == "Anna")
        #expect(read.first?.text == WireText.cleanMessage("a\u{7}b"))
    }

    @Test(arguments: ["{", #"[{"member":1}]"#, String(repeating: " ", count: 1 << 20 + 1)])
    func aFileThatIsNotWhatWasWrittenThereIsToldAndLeft(_ text: String) throws {
        let state = try StateFolder()
        let path = state.path + "/reports/one.json"
        try PrivateFile(path: path).write(text)
        let told = Mutex<[String]>([])
        let folder = folder(state, .telling { line in told.withLock { $0.append(line) } })
        #expect(folder.reports(of: "one").isEmpty)
        #expect(told.withLock { $0.count } == 1 && told.withLock { $0.first?.contains(path) } == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test func whatCannotBeStoredIsToldAndNothingElse() throws {
        let state = try StateFolder()
        try Data().write(to: URL(filePath: state.path + "/reports"))
        let told = Mutex<[String]>([])
        folder(state, .telling { line in told.withLock { $0.append(line) } }).keep([report(1)], of: "one")
        #expect(told.withLock { $0.count } == 1)
        #expect(try Data(contentsOf: URL(filePath: state.path + "/reports")).isEmpty)
    }
}

extension Logger {
    /// One whose lines a test reads.
    static func telling(_ tell: @escaping @Sendable (String) -> Void) -> Logger {
        Logger(label: "test") { _ in TellingHandler(tell: tell) }
    }
}

private struct TellingHandler: LogHandler {
    let tell: @Sendable (String) -> Void
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(tell: @escaping @Sendable (String) -> Void) { self.tell = tell }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { tell(event.message.description) }
}
