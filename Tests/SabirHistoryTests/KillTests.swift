import Foundation
import Glibc
import SabirProtocol
import Testing

@testable import SabirHistory

/// A process that is killed in the middle of writing: this test's own program, started again with an order in its
/// environment. It writes a line to its standard output for every group whose append has completed.
@Suite(.serialized)
struct KillTests {
    static let order = "SABIR_HISTORY_WRITE_UNTIL_KILLED"
    static let rounds = 25

    @Test(.enabled(if: ProcessInfo.processInfo.environment[order] != nil))
    func theProcessThatIsKilled() async throws {
        let path = try #require(ProcessInfo.processInfo.environment[Self.order])
        let store = HistoryStore(.init(path: path), logger: silent)
        let talk = await Talk(store, "one")
        // Bounded: nobody kills a process whose starter died.
        for _ in 0..<100_000 {
            let lines = (0..<Int.random(in: 1...20)).map { _ in talk.line("line \(talk.seq)") }
            guard await store.kept(lines) == .onDisk else { break }
            let report = lines.map { "\($0.message.seq) \($0.message.id)\n" }.joined()
            try FileHandle.standardError.write(contentsOf: Data(report.utf8))
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment[order] == nil), .timeLimit(.minutes(5)))
    func whatWasAcknowledgedSurvivesKill9() async throws {
        let folder = Folder()
        var acknowledged: [Int: String] = [:]
        var killed = 0
        for round in 0..<Self.rounds {
            let told = try Self.runAndKill(on: folder.history, afterLines: Int.random(in: 1...400))
            acknowledged.merge(told) { first, _ in first }
            killed += told.isEmpty ? 0 : 1
            let store = openStore(folder)
            #expect(await store.state == .fine)
            let room = await store.open(room: "one", name: "one", epoch: "another")
            #expect(room.past.epoch == "first")
            let lines = await store.lines(room.number, before: .max, limit: .max)
            #expect(lines.map(\.seq) == Array(1...max(1, room.past.newest)).prefix(lines.count).map { $0 }, "no hole")
            let ids = Dictionary(lines.map { ($0.seq, $0.id.description) }) { first, _ in first }
            let missing = acknowledged.filter { ids[$0.key] != $0.value }
            #expect(missing.isEmpty, "round \(round)")
            #expect(Set(ids.values).count == ids.count)
            await store.close()
        }
        print("killed \(killed) times; acknowledged \(acknowledged.count) lines, none is missing")
        #expect(killed == Self.rounds)
        #expect(acknowledged.count > Self.rounds)
    }

    /// Starts the writer, kills it when it has acknowledged so many lines, and says which.
    private static func runAndKill(on path: String, afterLines count: Int) throws -> [Int: String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--testing-library", "swift-testing", "--filter", "theProcessThatIsKilled"]
        process.environment = ProcessInfo.processInfo.environment.merging([order: path]) { $1 }
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        var told = Data()
        while told.count(where: { $0 == UInt8(ascii: "\n") }) < count {
            guard let more = try pipe.fileHandleForReading.read(upToCount: 4_096), !more.isEmpty else { break }
            told.append(more)
        }
        kill(process.processIdentifier, SIGKILL)
        // What it had said before it died counts too.
        if let rest = try pipe.fileHandleForReading.readToEnd() { told.append(rest) }
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        return parse(told)
    }

    /// A last line that was cut off was not said.
    private static func parse(_ told: Data) -> [Int: String] {
        var lines = String(decoding: told, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        lines.removeLast()
        var found: [Int: String] = [:]
        for line in lines {
            let parts = line.split(separator: " ")
            guard parts.count == 2, let seq = Int(parts[0]), parts[1].count == 36 else { continue }
            found[seq] = String(parts[1])
        }
        return found
    }
}

extension HistoryStore {
    nonisolated func kept(_ lines: [HistoryLine]) async -> AppendResult {
        await withCheckedContinuation { kept in append(lines) { kept.resume(returning: $0) } }
    }
}
