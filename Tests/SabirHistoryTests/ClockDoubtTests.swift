import SabirCore
import SabirProtocol
import Testing

@testable import SabirHistory

/// A start with a clock that is wrong loses nothing, and shows nothing either that is too old by it.
struct ClockDoubtTests {
    private let folder = Folder()
    private let clock = Clock()
    private let hour = 3_600
    private let day = RetentionRule(keepFor: 24 * 3_600)
    private let year = 365 * 86_400

    // MARK: What is doubted

    private func at(_ wall: Int, _ steady: Int) -> ClockReading {
        ClockReading(wall: wall * hour * 1_000, steady: steady * hour * 1_000)
    }

    @Test func aClockWithinADayOfWhereItWasIsBelieved() {
        for wall in [76, 100, 124] {
            var doubt = ClockDoubt(clock: at(100, 0).wall, at: at(wall, 5))
            #expect(!doubt.isPresent)
            doubt.judge(at(wall, 5))
            #expect(!doubt.isPresent && doubt.expected(at: at(0, 7)) == at(wall + 2, 0).wall)
        }
        var first = ClockDoubt(clock: nil, at: at(9_000, 5))
        first.judge(at(9_000, 5))
        #expect(!first.isPresent, "There is nothing to judge it by.")
    }

    @Test(arguments: [75, 125, 9_000]) func oneFurtherOffIsDoubtedForSixHours(_ wall: Int) {
        var doubt = ClockDoubt(clock: at(100, 0).wall, at: at(wall, 5))
        for hour in 0..<6 {
            doubt.judge(at(wall + hour, 5 + hour))
            #expect(doubt.isPresent && doubt.expected(at: at(0, 5 + hour)) == at(100 + hour, 0).wall)
        }
        doubt.judge(at(wall + 6, 11))
        #expect(!doubt.isPresent && doubt.expected(at: at(0, 11)) == at(wall + 6, 0).wall)
    }

    @Test func oneThatIsSetRightIsBelievedAtOnceAndDoubtedAnewWhenItJumpsAgain() {
        var doubt = ClockDoubt(clock: at(100, 0).wall, at: at(9_000, 5))
        doubt.judge(at(9_000, 5))
        doubt.judge(at(103, 8))
        #expect(!doubt.isPresent)
        doubt.judge(at(9_000, 9))
        doubt.judge(at(9_005, 14))
        #expect(doubt.isPresent, "The hours begin with the second jump.")
        doubt.judge(at(9_006, 15))
        #expect(!doubt.isPresent)
    }

    // MARK: A start with the clock ahead

    /// Two lines of an hour ago, in a history that was closed; then the clock is set by so many seconds.
    @discardableResult
    private func keepTwoLines(thenSet seconds: Int) async -> [HistoryLine] {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock, rule: day)
        let lines = [
            talk.line("geheim uno", from: "Anna", device: "anna"), talk.line("vertraulich dos", from: "Boris"),
        ]
        await store.append(lines)
        await store.maintain()
        await store.close()
        clock.pass(seconds: hour)
        clock.set(bySeconds: seconds)
        return lines
    }

    /// Hours of a store that runs, with a look every ten minutes.
    private func run(_ store: HistoryStore, hours: Int) async {
        for _ in 0..<6 * hours {
            clock.pass(seconds: 600)
            await store.maintain()
        }
    }

    /// What a store that is closed told of hiding.
    private func told(_ store: HistoryStore) async -> [Bool] {
        var all: [Bool] = []
        for await case .hiding(let isHiding) in store.events { all.append(isHiding) }
        return all
    }

    @Test func itShowsNothingThatIsTooOldAndErasesNothing() async throws {
        await keepTwoLines(thenSet: year)
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock, rule: day)
        let known = talk.room.past.known
        #expect(talk.seq == 2 && known.count == 2 && known.allSatisfy { $0.message == nil })
        await talk.say("tres")
        for hours in [0, 5] {
            await run(store, hours: hours)
            #expect(await talk.texts() == ["tres"])
            #expect(await store.lines(talk.room.number, before: .max, limit: 9).map(\.text) == ["tres"])
            #expect(await found("geheim", in: store).isEmpty)
            #expect(await store.summaries().map(\.lines) == [1])
        }
        #expect(await !store.hiding.isEmpty)
        #expect(try await exported() == 1)
        #expect(!folder.holding("geheim uno").isEmpty)
        await store.close()
        #expect(await told(store) == [true])
    }

    private func exported() async throws -> Int {
        let inspection = try HistoryInspection(path: folder.history)
        defer { inspection.close() }
        return try await inspection.export(HistoryFilter(room: "one"), as: HistoryExport(.text, title: "one")) { _ in }
    }

    @Test func onceTheClockIsRightAgainAllIsShown() async throws {
        await keepTwoLines(thenSet: year)
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock, rule: day)
        await talk.say("tres")
        await run(store, hours: 5)
        clock.set(bySeconds: -year)
        await store.maintain()
        #expect(await talk.texts() == ["geheim uno", "vertraulich dos", "tres"])
        #expect(await found("geheim", in: store) == ["geheim uno"])
        await run(store, hours: 3)
        #expect(await talk.texts().count == 3, "They are nine hours old.")
        await store.close()
        #expect(await told(store) == [true, false])
        let next = openStore(folder, clock)
        let again = await Talk(next, "one", clock, rule: day)
        #expect(again.room.past.lines.map(\.text) == ["geheim uno", "vertraulich dos", "tres"])
        await next.close()
    }

    @Test func afterSixHoursWhatIsTooOldIsErased() async throws {
        await keepTwoLines(thenSet: year)
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock, rule: day)
        await talk.say("tres")
        await run(store, hours: 6)
        #expect(await talk.texts() == ["tres"])
        #expect(folder.holding("geheim uno").isEmpty)
        #expect(await store.hiding.isEmpty)
        await store.close()
        #expect(await told(store) == [true, false])
    }

    /// Killed or closed, with lines of the wrong time in it: no start knows more of the time than the first.
    @Test(arguments: [true, false]) func theHoursBeginAnewWithEachStart(isKilled: Bool) async throws {
        await keepTwoLines(thenSet: year)
        var place = folder
        for start in 1...3 {
            let store = openStore(place, clock)
            let talk = await Talk(store, "one", clock, rule: day)
            await talk.say("start \(start)")
            await run(store, hours: 5)
            #expect(await talk.texts() == (1...start).map { "start \($0)" })
            if isKilled {
                let left = try place.asIfKilled()
                await store.close()
                place = left
            } else {
                await store.close()
            }
            #expect(!place.holding("geheim uno").isEmpty, "start \(start)")
        }
        clock.set(bySeconds: -year)
        let store = openStore(place, clock)
        #expect(await Talk(store, "one", clock, rule: day).texts().prefix(2) == ["geheim uno", "vertraulich dos"])
        await store.close()
    }

    /// A file that was written before the clock was noted in it is judged by its newest line.
    @Test func aFileOfBeforeTellsByItsNewestLine() async throws {
        await keepTwoLines(thenSet: year)
        try execute(
            """
            ALTER TABLE room DROP COLUMN hidden; ALTER TABLE life DROP COLUMN clock;
            DELETE FROM grdb_migrations WHERE identifier = 'clock'
            """, in: folder.history)
        #expect(try await exported() == 2, "It is read as it is.")
        for _ in 1...2 {
            let store = openStore(folder, clock)
            let talk = await Talk(store, "one", clock, rule: day)
            await talk.say("tres")
            await run(store, hours: 5)
            #expect(await !store.hiding.isEmpty)
            await store.close()
        }
        #expect(!folder.holding("geheim uno").isEmpty)
    }

    /// Devices are known for 90 days, by the same clock.
    @Test func itForgetsNoDeviceEither() async throws {
        let store = openStore(folder, clock)
        let number = await Talk(store, "one", clock).room.number
        let author = store.author(ofDevice: "anna")
        store.keep(DeviceRecord(author: author, member: MemberID(rawValue: "m-anna"), first: 1), in: number)
        await Talk(store, "one", clock).say("uno")
        await store.maintain()
        await store.close()
        clock.set(bySeconds: year)
        let next = openStore(folder, clock)
        #expect(await Talk(next, "one", clock).room.past.devices.count == 1)
        await run(next, hours: 5)
        #expect(await next.ask { try await $0.devices(number) }?.count == 1)
        await run(next, hours: 1)
        #expect(await next.ask { try await $0.devices(number) }?.isEmpty == true)
        await next.close()
    }

    // MARK: What is not put off

    @Test func whatPeopleEraseIsGoneAtOnce() async throws {
        await keepTwoLines(thenSet: year)
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock, rule: day)
        let inspection = try HistoryInspection(path: folder.history)
        #expect(try await inspection.extent(HistoryFilter(person: "anna")).lines == 1, "It is told before.")
        inspection.close()
        #expect(try await store.erase(HistoryFilter(person: "anna")) == 1)
        #expect(folder.holding("geheim uno").isEmpty)
        clock.set(bySeconds: -year)
        await store.maintain()
        #expect(await talk.texts() == ["vertraulich dos"])
        try await store.clear(talk.room.number, upTo: 2)
        #expect(await talk.texts().isEmpty && folder.holding("vertraulich dos").isEmpty)
        await store.close()
    }

    @Test func whatStaffClearOrAuthorsTakeBackIsGoneThoughItIsHidden() async throws {
        let lines = await keepTwoLines(thenSet: year)
        let store = openStore(folder, clock)
        let room = await Talk(store, "one", clock, rule: day).room.number
        try await store.clear(room, upTo: 1)
        #expect(folder.holding("geheim uno").isEmpty && !folder.holding("vertraulich dos").isEmpty)
        let result = await withCheckedContinuation { done in
            store.retract(lines[1].message.id, in: room, seq: 2, by: MessageID()) { done.resume(returning: $0) }
        }
        #expect(try result.get() == ["vertraulich dos"] && folder.holding("vertraulich dos").isEmpty)
        await store.close()
    }

    @Test func lessThanADayOffIsNoDoubt() async throws {
        await keepTwoLines(thenSet: 0)
        clock.pass(seconds: 23 * hour)
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock, rule: RetentionRule(keepFor: 12 * 3_600))
        #expect(talk.room.past.lines.isEmpty)
        await store.maintain()
        #expect(folder.holding("geheim uno").isEmpty)
        await store.close()
        #expect(await told(store).isEmpty)
    }

    /// How long the machine was off the clock alone can tell.
    @Test func afterAWeekendWhatIsTooOldIsHiddenAtOnceAndErasedAfterSixHours() async throws {
        await keepTwoLines(thenSet: 0)
        clock.pass(seconds: 48 * hour)
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock, rule: day)
        #expect(talk.room.past.lines.isEmpty)
        await run(store, hours: 5)
        #expect(await talk.texts().isEmpty)
        #expect(!folder.holding("geheim uno").isEmpty)
        await run(store, hours: 1)
        #expect(folder.holding("geheim uno").isEmpty)
        await store.close()
        #expect(await told(store) == [true, false])
    }

    /// What this run of the node has had for its time is too old, whatever a clock says.
    @Test func whatTheSteadyClockTellsIsErasedAsEver() async throws {
        await keepTwoLines(thenSet: year)
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock, rule: RetentionRule(keepFor: 2 * 3_600))
        await run(store, hours: 1)
        #expect(!folder.holding("geheim uno").isEmpty)
        await run(store, hours: 1)
        #expect(folder.holding("geheim uno").isEmpty)
        #expect(await talk.texts().isEmpty)
        await store.close()
    }

    /// A clock that is ahead by half of what is kept hides half.
    @Test func onlyWhatHasExpiredIsHidden() async throws {
        let store = openStore(folder, clock)
        let rule = RetentionRule(keepFor: year)
        let talk = await Talk(store, "one", clock, rule: rule)
        await talk.say((1...1_500).map { "old \($0)" })
        clock.pass(seconds: 200 * 86_400)
        await talk.say(["new 1", "new 2"])
        await store.close()
        clock.set(bySeconds: 200 * 86_400)
        let next = openStore(folder, clock)
        let again = await Talk(next, "one", clock, rule: rule)
        #expect(await again.texts() == ["new 1", "new 2"])
        #expect(await next.summaries().map(\.lines) == [2])
        // Writing the file anew keeps both.
        _ = try await next.erase(HistoryFilter(person: "Nobody"))
        #expect(await again.texts() == ["new 1", "new 2"])
        clock.set(bySeconds: -200 * 86_400)
        await next.maintain()
        #expect(await again.texts().count == 1_502)
        await next.close()
    }

    @Test func aJumpWhileItRunsIsDoubtedToo() async throws {
        await keepTwoLines(thenSet: 0)
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock, rule: day)
        await store.maintain()
        clock.set(bySeconds: year)
        await store.maintain()
        #expect(await talk.texts().isEmpty)
        clock.set(bySeconds: -year)
        await store.maintain()
        #expect(await talk.texts() == ["geheim uno", "vertraulich dos"])
        await store.close()
    }
}
