import Foundation
import Logging
import SabirCore
import SabirProtocol
import Synchronization

/// The languages that people chose at this node in the last week, kept in `languages.json` of the state folder.
/// `doctor`, `engines` and `status` report those that cannot be translated.
///
/// Guarded by a lock that is never held while the file is written, because the rooms' event loop counts here.
package final class ChosenLanguages: Sendable {
    private struct State {
        var week: LanguageWeek
        var isWritten = true
        var isFailing = false
        var writer: Task<Void, Never>?
    }

    /// The file of the counts; nil if this node may not keep them.
    private let file: PrivateFile?
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let state: Mutex<State>

    private static let interval = Duration.seconds(300)
    private static let maximumBytes = 1 << 20

    /// An unreadable file counts as empty and is reported to the log.
    package init(stateDirectory: String?, now: @escaping @Sendable () -> Date = { Date() }, logger: Logger) {
        file = stateDirectory.map(Self.file)
        self.now = now
        self.logger = logger
        var week = LanguageWeek()
        do {
            if let stateDirectory { week = try Self.week(in: stateDirectory, at: now()) ?? week }
        } catch {
            logger.warning(
                "\(file?.path ?? "") cannot be read: the count of languages that people chose begins anew (\(error))")
        }
        state = Mutex(State(week: week))
    }

    /// The counts that a node wrote there, at most minutes old; nil if there are none. Throws if the file cannot be
    /// read.
    package static func week(in stateDirectory: String, at time: Date = Date()) throws -> LanguageWeek? {
        guard let data = try file(stateDirectory).read(atMost: maximumBytes) else { return nil }
        var week = try JSONDecoder().decode(LanguageWeek.self, from: data)
        week.forget(at: time)
        return week
    }

    private static func file(_ stateDirectory: String) -> PrivateFile {
        PrivateFile(path: stateDirectory + "/languages.json")
    }

    /// The current counts.
    package var week: LanguageWeek {
        state.withLock { state in
            state.week.forget(at: now())
            return state.week
        }
    }

    /// Counts somebody who joined with this language, or changed to it.
    package func count(_ language: LanguageTag) {
        state.withLock { state in
            state.week.count(language, at: now())
            state.isWritten = false
        }
    }

    /// Writes every five minutes from now on, if anything changed. A killed process loses only minutes of counts.
    package func startWriting() {
        let writer = Task { [weak self] in
            while (try? await Task.sleep(for: Self.interval)) != nil, let self { save() }
        }
        state.withLock { $0.writer = writer }
    }

    /// Stops, and writes once more.
    package func close() async {
        let writer = state.withLock { $0.writer }
        writer?.cancel()
        await writer?.value
        save()
    }

    /// Writes changes to the file. Never called concurrently: by the writer task, and after its end.
    func save() {
        guard let file else { return }
        let week = state.withLock { state -> LanguageWeek? in
            defer { state.isWritten = true }
            return state.isWritten ? nil : state.week
        }
        guard let week else { return }
        do {
            try file.write(JSONEncoder().encode(week))
            state.withLock { $0.isFailing = false }
        } catch {
            let isNews = state.withLock { state in
                defer { (state.isFailing, state.isWritten) = (true, false) }
                return !state.isFailing
            }
            if isNews { logger.error("a restart will forget which languages people chose: \(error)") }
        }
    }
}
