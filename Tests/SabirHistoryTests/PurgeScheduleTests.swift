import Foundation
import SabirCore
import Testing

@testable import SabirHistory

@Suite struct PurgeScheduleTests {
    private let hour = 3_600_000

    private func at(_ steady: Int) -> ClockReading { ClockReading(wall: 0, steady: steady) }

    @Test func nothingIsPurgedThatIsNotThere() {
        var schedule = PurgeSchedule()
        #expect(!schedule.isTime(at(hour)))
        schedule.isDue = true
        #expect(schedule.isTime(at(0)))
    }

    @Test func theNextIsAnHourAfterTheLast() {
        var schedule = PurgeSchedule()
        schedule.isDue = true
        schedule.done(from: at(0), to: at(1_000))
        #expect(!schedule.isDue)
        schedule.isDue = true
        #expect(!schedule.isTime(at(1_000 + hour - 1)) && schedule.isTime(at(1_000 + hour)))
    }

    /// So that the disk is not busy with it all day.
    @Test func aLongOneIsFollowedByALongerPause() {
        var schedule = PurgeSchedule()
        schedule.isDue = true
        schedule.done(from: at(0), to: at(120_000))
        schedule.isDue = true
        #expect(!schedule.isTime(at(120_000 + 2 * hour - 1)) && schedule.isTime(at(120_000 + 2 * hour)))
    }

    @Test func oneThatFailedIsTriedLessAndLessOftenUntilItIsDone() {
        var schedule = PurgeSchedule()
        schedule.isDue = true
        let error = HistoryError.request("No.")
        var pauses: [Int] = []
        var now = 0
        for _ in 0..<12 {
            schedule.failed(error, at: at(now))
            #expect(schedule.failure == error && !schedule.isTime(at(now)))
            let longest = Int(PurgeSchedule.longestPause / .milliseconds(1))
            #expect(schedule.mayTry(at(now + longest)))
            let pause = stride(from: 0, through: longest, by: 1_000).first { schedule.mayTry(at(now + $0)) }
            pauses.append(pause ?? 0)
            now += longest
        }
        #expect(pauses[0] >= 30_000 && pauses[0] <= 60_000 && pauses.last! > 4 * pauses[0])
        schedule.done(from: at(now), to: at(now))
        #expect(schedule.failure == nil && schedule.mayTry(at(now)))
    }

    // MARK: DiskRoom

    @Test func whatIsFreeIsKnownOfAPlaceThatIsThere() throws {
        let folder = Folder()
        #expect(try #require(DiskRoom.free(folder.path)) > 0)
        #expect(DiskRoom.free(folder.path + "/no/such") == nil)
    }
}
