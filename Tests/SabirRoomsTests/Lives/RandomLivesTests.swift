import Foundation
import SabirProtocol
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

    @Test func whateverIsSentTheLawsHold() async throws {
        let first = Self.number("SABIR_SEED") ?? 0
        let end = first + (Self.number("SABIR_LIVES") ?? 3_000)
        var (told, entries, lines, failures) = (0, 0, 0, 0)
        var answers: [String] = []
        for seed in first..<end {
            let life = Self.life(seed)
            (told, entries, lines) = (told + life.told, entries + life.entries, lines + life.lines)
            if let wrong = life.wrong.first {
                failures += 1
                Issue.record("SABIR_SEED=\(seed): \(wrong)")
            }
            answers.append("\(seed) \(String(life.digest, radix: 16))")
            if failures == 8 { break }
            await Task.yield()
        }
        // A number for each life, so that two builds can be held side by side on one machine.
        if let file = ProcessInfo.processInfo.environment["SABIR_ANSWERS"] {
            try answers.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
        }
        print("\(end - first) random lives: \(entries) entries, \(lines) lines, \(told) bytes")
        #expect(entries > Int(end - first), "So that the lives mean something.")
    }

    /// A seed stands for one life, byte for byte, whatever order tables have in this process: so a room that is built anew
    /// can be held against this one.
    @Test func aSeedIsOneLife() {
        for seed in 0..<80 as Range<UInt64> {
            #expect(Self.life(seed).digest == Self.life(seed).digest, "seed \(seed)")
        }
    }
}
