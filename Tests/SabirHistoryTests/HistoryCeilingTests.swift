import Foundation
import SabirProtocol
import Testing

@testable import SabirHistory

extension HistoryStore {
    fileprivate func setCeiling(_ bytes: Int) { ceiling = HistoryCeiling(bytes: bytes) }
}

/// What a history may take of its disk.
@Suite struct HistoryCeilingTests {
    let folder = Folder()
    let clock = Clock()

    @Test func itIsTwoFifthsOfWhatThereIsAndNeverFalls() {
        var ceiling = HistoryCeiling()
        ceiling.update(taken: 100, free: 1_000, reserve: 100)
        #expect(ceiling.bytes == 400)
        // Others fill the disk: no line goes for that.
        ceiling.update(taken: 300, free: 50, reserve: 100)
        #expect(ceiling.bytes == 400)
        ceiling.update(taken: 300, free: 2_000, reserve: 100)
        #expect(ceiling.bytes == 880)
    }

    @Test func whatTheFileTookAtTheOpeningIsNeverTooMuch() {
        var ceiling = HistoryCeiling()
        ceiling.update(taken: 900, free: 10, reserve: 100)
        #expect(ceiling.bytes == 900)
        #expect(ceiling.surplus(of: 900) == nil)
        #expect(HistoryCeiling().surplus(of: 900) == nil)
    }

    @Test func anEighthMoreThanTheSurplusGoes() throws {
        let surplus = try #require(HistoryCeiling(bytes: 800).surplus(of: 1_000))
        #expect(surplus == 0.3)
    }

    /// One floods a room: another loses nothing, and of the flooded one the newest stay.
    @Test func theOldestLinesOfTheRoomThatTakesMostMakeWay() async throws {
        var settings = HistoryStore.Settings(path: folder.history, now: { [clock] in clock.now })
        settings.free = { _ in nil }
        let store = HistoryStore(settings, logger: silent)
        let quiet = await Talk(store, "quiet", clock)
        await quiet.say((0..<20).map { "quiet \($0)" })
        let loud = await Talk(store, "loud", clock)
        let long = String(repeating: "x", count: 2_100)
        for hundred in 0..<10 { await loud.say((0..<100).map { "\(hundred * 100 + $0) \(long)" }) }
        await store.maintain()
        #expect(await loud.texts().count == 1_000, "There is no ceiling: nothing is known of the disk.")
        await store.setCeiling(2 << 20)
        await store.maintain()
        let left = await loud.texts().compactMap { Int($0.prefix { $0 != " " }) }
        #expect(left.count < 900 && left.count > 200, "\(left.count)")
        #expect(left == Array(1_000 - left.count..<1_000))
        // The bytes go as those of expired lines do, and then it fits.
        await store.maintain()
        #expect(await store.purgeIsDue == false)
        #expect(await loud.texts().count == left.count)
        #expect(await quiet.texts().count == 20)
        await store.close()
    }
}
