import Foundation
import SabirWire
import Testing

@testable import SabirClient
@testable import SabirRoom

/// The whole room machine under whatever its members may send: as many lives as SABIR_LIVES says, 3,000 where that is not
/// set, from the seed SABIR_SEED on. A trap ends the process; its seed is told before.
@Suite(.serialized) struct RandomLivesTests {
    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    private static func life(_ seed: UInt64) -> RandomLife {
        let kinds = LifeHost.Kind.allCases
        let kind = kinds[Int(seed % UInt64(kinds.count))]
        SeedOfTheTrap.isTrying(seed)
        var life = RandomLife(seed: seed, kind)
        life.run(steps: 40)
        return life
    }

    /// One number for each hundred lives from the first on: what the room answered when they were written down. Tables
    /// have to have one order for that (SWIFT_DETERMINISTIC_HASHING=1); with another Swift it may be another one.
    private struct Answers {
        static let lives = 100
        static let isComparable = ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] != nil

        private let before: [String]
        /// Where SABIR_ANSWERS says a file: the number of each life, so that two builds can be held side by side.
        private let file = ProcessInfo.processInfo.environment["SABIR_ANSWERS"]
        private(set) var now: [String] = []
        private var lives: [String] = []
        private var sum: UInt64 = 0

        init() throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../lives/")
            before = try String(contentsOf: folder.appending(path: "answers"), encoding: .utf8)
                .split(separator: "\n").map(String.init)
        }

        /// False where the hundred that end with this life answer otherwise than before.
        mutating func isAsBefore(_ life: RandomLife) -> Bool {
            sum = (sum &* 31) ^ life.digest
            if file != nil { lives.append("\(life.seed) \(String(life.digest, radix: 16))") }
            guard life.seed % UInt64(Self.lives) == UInt64(Self.lives) - 1 else { return true }
            now.append(String(sum, radix: 16))
            sum = 0
            let index = Int(life.seed) / Self.lives
            return index >= before.count || !Self.isComparable || now.last == before[index]
        }

        func write() throws {
            guard let file else { return }
            try (lives + now).joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
        }
    }

    @Test func whateverIsSentTheLawsHold() async throws {
        let first = Self.number("SABIR_SEED") ?? 0
        let end = first + (Self.number("SABIR_LIVES") ?? 3_000)
        var (told, entries, lines, failures) = (0, 0, 0, 0)
        var answers = try Answers()
        for seed in first..<end {
            let life = Self.life(seed)
            (told, entries, lines) = (told + life.told, entries + life.entries, lines + life.lines)
            if let wrong = life.wrong.first {
                failures += 1
                Issue.record("SABIR_SEED=\(seed): \(wrong)")
            }
            if first == 0, !answers.isAsBefore(life) {
                failures += 1
                Issue.record(
                    "Of the lives up to \(seed) one answers otherwise than it did (CONTRIBUTING.md, random lives).")
            }
            if failures == 8 { break }
            await Task.yield()
        }
        try answers.write()
        print("\(end - first) random lives: \(entries) entries, \(lines) lines, \(told) bytes")
        #expect(entries > Int(end - first), "So that the lives mean something.")
    }

    /// A seed stands for one life, byte for byte: so a room that is built anew can be held against this one.
    @Test(.enabled(if: Answers.isComparable))
    func aSeedIsOneLife() {
        for seed in 0..<80 as Range<UInt64> {
            #expect(Self.life(seed).digest == Self.life(seed).digest, "seed \(seed)")
        }
    }
}
