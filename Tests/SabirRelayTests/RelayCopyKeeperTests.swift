import Foundation
import Logging
import SabirRoom
import SabirProtocol
import Testing

@testable import SabirNode

final class RelayCopyKeeperTests {
    private let folder = NSTemporaryDirectory() + "sabir-keeper-\(UUID().uuidString)"
    private let file: RelayCopyFile

    init() {
        file = RelayCopyFile(
            of: "reception", stateDirectory: folder, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func welcome(_ kept: HistoryTerms.Place?) -> Welcome {
        Welcome(
            room: RoomInfo(id: "r", name: "Reception"), member: MemberID(rawValue: "m9"), epoch: "e", seq: 0, n: 1,
            members: [], langs: [:], limits: Welcome.Limits(frame: 65_536, message: 4_000, rate: 5),
            history: kept.map { HistoryTerms(kept: $0, seconds: nil, from: 1) })
    }

    /// With a copy of before on the disk, made while the host let others keep one.
    private func keeper() -> RelayCopyKeeper {
        file.write(RelayCopy(welcome(.disk), lines: []), now: 0)
        return RelayCopyKeeper(file, capacity: 10)
    }

    private func isThere() async -> Bool { await file.read(now: 0) != nil }

    @Test func aHostThatWasNeverMetIsWaitedFor() async {
        let keeper = keeper()
        #expect(!keeper.isKept)
        #expect(await isThere())
    }

    @Test func whatTheHostKeepsOnDiskIsKept() async {
        var keeper = keeper()
        keeper.adoptTerms(of: welcome(.disk))
        #expect(keeper.isKept)
        #expect(await isThere())
    }

    @Test(arguments: [HistoryTerms.Place.memory, .off, nil])
    func whereItKeepsNothingOnDiskTheCopyGoes(_ kept: HistoryTerms.Place?) async {
        var keeper = keeper()
        keeper.adoptTerms(of: welcome(kept))
        #expect(!keeper.isKept)
        #expect(await !isThere())
    }

    @Test func ofARoomThatMayNotBeCarriedNothingStays() async {
        var keeper = keeper()
        keeper.adoptTerms(of: welcome(.disk))
        keeper.remove()
        #expect(!keeper.isKept)
        #expect(await !isThere())
    }
}
