import Foundation
import Logging
import SabirCore
import Synchronization

/// What engines with a ceiling were sent in their day, kept in `engines.json` of the state folder, so that neither a restart
/// nor a second program gives anything anew.
///
/// Behind a lock, and the file behind `engines.json.lock`: both are held while the file is written, a hundred times a day and
/// engine at most.
package final class EngineDays: DayLedger {
    private struct State {
        /// As the file had them last.
        var days: [String: DaySpent] = [:]
        var isFailing = false
    }

    /// For another program that writes the file.
    private static let patience = Duration.seconds(2)
    private static let largest = 1 << 20

    private let path: String
    private let logger: Logger
    private let state = Mutex(State())

    package init(stateDirectory: String, logger: Logger) {
        path = stateDirectory + "/engines.json"
        self.logger = logger
    }

    package func spent(by engine: String) -> DaySpent? {
        state.withLock { state in
            read(&state)
            return state.days[engine]
        }
    }

    package func update<Answer: Sendable>(_ engine: String, _ change: (inout DaySpent?) -> Answer) -> Answer {
        state.withLock { state in
            let lock: FileLock?
            do throws(NodeError) { lock = try held() } catch {
                lock = nil
                fail(&state, "\(error)")
            }
            defer { withExtendedLifetime(lock) {} }
            if lock != nil { read(&state) }
            let before = state.days[engine]
            let answer = change(&state.days[engine])
            if lock != nil, let spent = state.days[engine], spent != before { write(spent, &state) }
            return answer
        }
    }

    /// Throws a sentence for people where nothing can be kept, so that what was sent would be counted by nobody.
    package func check() throws(NodeError) { _ = try held() }

    private func held() throws(NodeError) -> FileLock {
        FileSystem.makeFolder((path as NSString).deletingLastPathComponent)
        do throws(FileLock.Failure) {
            return try FileLock(path + ".lock", patience: Self.patience)
        } catch {
            let why = error.isHeld ? "another program holds it" : String(cString: strerror(error.code))
            throw NodeError(
                description: "What engines were sent today cannot be counted in \(path): \(why). Do it as root or "
                    + "the service's user.")
        }
    }

    /// A file that is not there counts as what is known; one that cannot be read does too, and is written anew.
    private func read(_ state: inout State) {
        do {
            guard let data = try PrivateFile(path: path).read(atMost: Self.largest) else { return }
            state.days = try JSONDecoder().decode([String: DaySpent].self, from: data)
        } catch {
            // Once, not with each request.
            guard !state.isFailing else { return }
            logger.warning(
                """
                \(path) cannot be read: the count of what engines were sent today begins anew, in a new file (\(error))
                """)
        }
    }

    private func write(_ spent: DaySpent, _ state: inout State) {
        // Of engines that are no longer asked nothing stays.
        state.days = state.days.filter { $0.value.ends > spent.ends.addingTimeInterval(-86_400 * 2) }
        do {
            try PrivateFile(path: path).write(JSONEncoder().encode(state.days))
            state.isFailing = false
        } catch {
            fail(&state, "\(path): \(error)")
        }
    }

    /// The day is counted on in memory. Once, not with each request.
    private func fail(_ state: inout State, _ why: String) {
        if !state.isFailing { logger.error("a restart will forget what engines were sent today: \(why)") }
        state.isFailing = true
    }
}
