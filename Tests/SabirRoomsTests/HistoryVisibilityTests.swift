import SabirCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// From where on who comes may see what was said.
@Suite struct HistoryVisibilityTests {
    private func room(
        _ newcomersSee: Int = 0, lines: Int = 10, past: RoomPast? = nil, start: String = "one"
    ) throws -> RoomState {
        var settings = RoomSettings.test()
        settings.newcomersSee = newcomersSee
        var room = RoomState(settings: settings, seed: 1, past: past, tokens: PlainTokens(start: start), now: at(0))
        let host = try room.admit(.of("host"), now: at(0)).member
        for n in 0..<lines {
            let outcome = room.accept(
                Draft(id: .numbered(UInt64(n)), text: "x"), from: host.number, now: at(0), wall: 0)
            if case .entrusted(let line) = outcome { _ = room.settle([line.message]) }
        }
        return room
    }

    /// Somebody without a device, who knows no token unless said otherwise.
    private func hello(_ resume: Hello.Resume? = nil, features: Features = []) -> Hello {
        Hello(room: nil, name: "eva", lang: "ca", resume: resume, features: features)
    }

    private func from(_ address: String?, _ features: Features = []) -> JoinContext {
        JoinContext(address: address, features: features)
    }

    @Test(arguments: [(0, 11), (3, 8), (10, 1), (99, 1), (Int.max, 1)])
    func aNewcomerSeesWhatTheRoomShows(see: Int, first: Int) throws {
        var room = try room(see)
        let eva = try room.admit(.of("eva"), now: at(0)).member
        #expect(eva.firstVisibleSeq == first)
        #expect(room.welcome(eva.number).0.history == HistoryTerms(kept: .memory, seconds: nil, from: first))
    }

    @Test func aDeviceKeepsItsFirstVisibleSeqWhateverItSays() throws {
        var room = try room()
        let resume = Hello.Resume(epoch: room.timeline.epoch, seq: 0)
        let eva = try room.admit(.of("eva"), now: at(0)).member
        _ = room.remove(eva.number, connection: eva.connection, now: at(0))
        let evas = try room.admit(.of("eva", resume: resume), now: at(1)).member.firstVisibleSeq
        #expect(evas == 11)
        let host = try room.admit(.of("host", resume: resume), now: at(1)).member.firstVisibleSeq
        #expect(host == 1)
    }

    @Test func aStrangersClaimIsWorthNothing() throws {
        var room = try room()
        let resume = Hello.Resume(epoch: room.timeline.epoch, seq: 0)
        for hello in [hello(resume), .of("stranger", resume: resume)] {
            let member = try room.admit(hello, now: at(0)).member
            #expect(member.firstVisibleSeq == 11)
            let missed = room.missed(since: resume, from: member.firstVisibleSeq)
            #expect(missed.gap == 1...10)
            #expect(missed.messages.isEmpty)
            _ = room.remove(member.number, connection: member.connection, now: at(0))
        }
    }

    @Test func whoHasNoDeviceComesBackToWhatItCouldSee() throws {
        var room = try room(4)
        let eva = try room.admit(hello(), now: at(0)).member
        #expect(eva.firstVisibleSeq == 7)
        let resume = Hello.Resume(epoch: room.timeline.epoch, seq: 8)
        // While its first connection is not known to be gone, and after.
        let again = try room.admit(hello(resume), now: at(1)).member.firstVisibleSeq
        #expect(again == 7)
        let host = room.roster.numbers.first!
        for id in 20...29 as ClosedRange<UInt64> {
            _ = room.accept(Draft(id: .numbered(id), text: "x"), from: host, now: at(1), wall: 0)
        }
        let later = try room.admit(hello(resume), now: at(1)).member.firstVisibleSeq
        #expect(later == 9, "it said that it had read up to 8")
        let all = Hello.Resume(epoch: room.timeline.epoch, seq: 0)
        let claiming = try room.admit(hello(all), now: at(1)).member.firstVisibleSeq
        #expect(claiming == 7, "what nobody without a device could see")
    }

    @Test func aClaimIsGoodForAQuarterOfAnHour() throws {
        var room = try room(Int.max)
        let eva = try room.admit(hello(), now: at(0)).member
        _ = room.remove(eva.number, connection: eva.connection, now: at(0))
        let claim = hello(.init(epoch: room.timeline.epoch, seq: 3))
        #expect(room.firstVisibleSeq(of: claim, JoinContext(), now: at(899)) == 1)
        var strict = VisibilityClaims()
        strict.recordDeparture(1, from: nil, now: at(0))
        #expect(strict.claimed(3, from: nil, after: 10, newcomer: 11, present: nil, now: at(899)) == 4)
        #expect(strict.claimed(3, from: nil, after: 10, newcomer: 11, present: nil, now: at(900)) == 11)
    }

    @Test func departuresAreBounded() {
        var claims = VisibilityClaims()
        claims.recordDeparture(1, from: nil, now: at(0))
        for _ in 0..<VisibilityClaims.capacity { claims.recordDeparture(5, from: nil, now: at(0)) }
        #expect(claims.claimed(0, from: nil, after: 10, newcomer: 11, present: nil, now: at(1)) == 5)
    }

    @Test func aClaimCountsFromTheAddressThatTheMemberHadAlone() throws {
        var room = try room()
        let eva = try room.admit(hello(), as: from("10.0.0.1"), now: at(0)).member
        let host = room.roster.numbers.first!
        for id in 20...29 as ClosedRange<UInt64> {
            _ = room.accept(Draft(id: .numbered(id), text: "x"), from: host, now: at(1), wall: 0)
        }
        let resume = Hello.Resume(epoch: room.timeline.epoch, seq: 10)
        for isGone in [false, true] {
            if isGone { _ = room.remove(eva.number, connection: eva.connection, now: at(1)) }
            #expect(room.firstVisibleSeq(of: hello(resume), from("10.0.0.1"), now: at(2)) == 11)
            #expect(room.firstVisibleSeq(of: hello(resume), from("10.0.0.2"), now: at(2)) == 21)
            #expect(room.firstVisibleSeq(of: hello(resume), from(nil), now: at(2)) == 21)
        }
        // Whoever knows tokens shows one.
        #expect(room.firstVisibleSeq(of: hello(resume), from("10.0.0.1", [.token]), now: at(2)) == 21)
    }

    @Test func whoIsGivenATokenCannotBeClaimedToBe() throws {
        var room = try room()
        let eva = try room.admit(hello(features: [.token]), as: from("10.0.0.1", [.token]), now: at(0)).member
        let host = room.roster.numbers.first!
        _ = room.accept(Draft(id: .numbered(20), text: "x"), from: host, now: at(1), wall: 0)
        let claim = hello(.init(epoch: room.timeline.epoch, seq: 10))
        #expect(room.firstVisibleSeq(of: claim, from("10.0.0.1"), now: at(2)) == 12)
        _ = room.remove(eva.number, connection: eva.connection, now: at(2))
        #expect(room.firstVisibleSeq(of: claim, from("10.0.0.1"), now: at(2)) == 12)
    }

    @Test func afterAStartFromDiskNobodyIsBelievedOnAnUnprovedWord() throws {
        var room = try room(past: RoomPast(epoch: "e", newest: 0))
        let all = Hello.Resume(epoch: "e", seq: 0)
        let forged = Hello.Resume(epoch: "e", seq: 0, token: "1.before.e.another room")
        for hello in [
            hello(all), hello(all, features: [.token]), hello(forged, features: [.token]),
            Hello.of("olga", resume: all),
            .of("olga", resume: forged),
        ] {
            #expect(room.beyondMemory(hello, from("10.0.0.9", hello.features), now: at(0)) == nil)
            let member = try room.admit(hello, as: from("10.0.0.9", hello.features), now: at(0)).member
            #expect(member.firstVisibleSeq == 11)
            #expect(room.missed(since: all, from: member.firstVisibleSeq).messages.isEmpty)
            _ = room.remove(member.number, connection: member.connection, now: at(0))
        }
    }

    @Test func whatADeviceMaySeeIsRecordedOnceADayAndOutlivesTheRoom() throws {
        var room = try room(past: RoomPast(epoch: "e", newest: 0))
        let joinContext = JoinContext(author: AuthorID(value: 7))
        let admission = try room.admit(.of("eva"), as: joinContext, now: at(0))
        let record = try #require(admission.record)
        #expect(record == DeviceRecord(author: AuthorID(value: 7), member: admission.member.info.id, first: 11))
        for (second, isDue) in [(1.0, false), (86_399, false), (86_400, true)] {
            let again = try room.admit(.of("eva"), as: joinContext, now: at(second)).record
            #expect((again != nil) == isDue, "\(second)")
        }
        let past = RoomPast(epoch: "e", newest: 10, devices: [record])
        var next = try self.room(lines: 5, past: past)
        let resume = Hello.Resume(epoch: "e", seq: 10)
        let eva = try next.admit(.of("eva", resume: resume), as: joinContext, now: at(0)).member
        #expect(eva.info.id == admission.member.info.id)
        #expect(eva.firstVisibleSeq == 11)
        #expect(next.missed(since: resume, from: eva.firstVisibleSeq).messages.map(\.seq) == [11, 12, 13, 14, 15])
        let stranger = try next.admit(
            .of("olga", resume: resume), as: JoinContext(author: AuthorID(value: 8)), now: at(0))
        #expect(stranger.member.firstVisibleSeq == 16)
    }

    @Test func aTokenOpensWhatItsBearerCouldSeeInThisRoomAndEpochAlone() throws {
        var first = try room(4, past: RoomPast(epoch: "e", newest: 0))
        let eva = try first.admit(hello(features: [.token]), now: at(0)).member
        let token = try #require(first.welcome(eva.number).0.token)
        let olga = try first.admit(.of("olga"), now: at(0)).member
        #expect(first.visibility.token(for: olga, in: first.timeline) == nil, "It has a device.")

        let past = RoomPast(epoch: "e", newest: 10)
        let room = try room(lines: 10, past: past, start: "two")
        let resume = Hello.Resume(epoch: "e", seq: 8, token: token)
        #expect(room.firstVisibleSeq(of: hello(resume, features: [.token]), from(nil, [.token]), now: at(99_999)) == 7)
        #expect(room.firstVisibleSeq(of: hello(resume), from(nil), now: at(0)) == 7, "Whatever it says of itself.")
        var withDevice = hello(resume)
        withDevice.device = "stranger"
        #expect(room.firstVisibleSeq(of: withDevice, from(nil), now: at(0)) == 21)
        let other = Hello.Resume(epoch: "other", seq: 8, token: token)
        #expect(room.firstVisibleSeq(of: hello(other), from(nil), now: at(0)) == 21)
        let elsewhere = try self.room(lines: 10, past: RoomPast(epoch: "f", newest: 10))
        #expect(
            elsewhere.firstVisibleSeq(of: hello(.init(epoch: "f", seq: 8, token: token)), from(nil), now: at(0)) == 21)
    }

    @Test func inAnotherNumberingADeviceSeesWhatANewcomerDoes() {
        let (settings, author) = (RoomSettings.test(), AuthorID(value: 7))
        let past = RoomPast(
            epoch: "e", newest: 10,
            devices: [DeviceRecord(author: author, member: MemberID(rawValue: "m5"), first: 3)])
        var visibility = HistoryVisibility(
            settings, past: past, first: 1, tokens: PlainTokens(start: "one"), renewsUntil: at(900))
        let timeline = Timeline(settings, epoch: "e", past: past, isEntrusted: true) {
            visibility.devices.author(of: $0)
        }
        func first() -> Int {
            visibility.first(for: .of("eva"), JoinContext(author: author), in: timeline, present: { nil }, now: at(0))
        }
        #expect(first() == 3 && visibility.newcomer(in: timeline) == 11)
        let member = visibility.devices.number(of: author)
        visibility.begin(in: timeline)
        #expect(
            first() == 11 && visibility.devices.number(of: author) == member && member?.id == MemberID(rawValue: "m5"))
    }

    /// Told by whoever was in before the start, a while after it, and once.
    @Test func thatLinesAreLostIsBelievedOfThoseFromBeforeOnce() {
        let (settings, author) = (RoomSettings.test(), AuthorID(value: 7))
        let past = RoomPast(
            epoch: "e", newest: 10,
            devices: [DeviceRecord(author: author, member: MemberID(rawValue: "m5"), first: 3)])
        let visibility = HistoryVisibility(
            settings, past: past, first: 1, tokens: PlainTokens(start: "one"), renewsUntil: at(900))
        let timeline = Timeline(settings, epoch: "e", past: past, isEntrusted: true) {
            visibility.devices.author(of: $0)
        }
        /// What each of these is believed, in this order.
        func believed(_ told: [(epoch: String, seq: Int, author: Int64, second: Double)]) -> [Bool] {
            var visibility = visibility
            return told.map { one in
                visibility.noticeLoss(
                    .of("eva", resume: .init(epoch: one.epoch, seq: one.seq)), AuthorID(value: one.author),
                    in: timeline, now: at(one.second))
            }
        }
        #expect(believed([("f", 11, 7, 0), ("e", 10, 7, 0), ("e", 11, 8, 0)]) == [false, false, false])
        #expect(believed([("e", 11, 7, 899), ("e", 12, 7, 899)]) == [true, false])
        #expect(believed([("e", 11, 7, 900)]) == [false])
    }

    @Test func pagesEndAtTheFirstVisibleSeq() throws {
        let room = try room()
        let page = try #require(room.page(HistoryRequest(limit: 3), for: 6))
        #expect(page.before == 11)
        #expect(page.messages.map(\.seq) == [8, 9, 10])
        #expect(page.more)
        let last = try #require(room.page(HistoryRequest(before: 8, limit: 3), for: 6))
        #expect(last.messages.map(\.seq) == [6, 7])
        #expect(!last.more)
        #expect(room.page(HistoryRequest(before: 6), for: 6)?.messages.isEmpty == true)
    }

    @Test func whatMemoryLacksTheLogIsAskedFor() throws {
        let known = (900...1_000).map {
            KnownID(
                id: .numbered(UInt64($0)), seq: $0, ts: 0, author: nil,
                message: Message(
                    seq: $0, id: .numbered(UInt64($0)), ts: 0, member: MemberID(rawValue: "m1"), from: "a", lang: "es",
                    text: "x"))
        }
        let room = RoomState(
            settings: .test(kept: 50), seed: 1, past: RoomPast(epoch: "e", newest: 1_000, known: known), now: at(0))
        #expect(room.timeline.oldest == 951)
        #expect(room.page(HistoryRequest(limit: 20), for: 1)?.messages.count == 20)
        #expect(room.page(HistoryRequest(before: 960, limit: 20), for: 1) == nil)
        #expect(room.page(HistoryRequest(before: 960, limit: 20), for: 951)?.messages.count == 9)
        let resume = Hello.Resume(epoch: "e", seq: 700)
        let author = AuthorID(value: 7)
        let reader = RoomState(
            settings: .test(kept: 50), seed: 1,
            past: RoomPast(
                epoch: "e", newest: 1_000, known: known,
                devices: [DeviceRecord(author: author, member: MemberID(rawValue: "m5"), first: 300)]), now: at(0))
        let joinContext = JoinContext(author: author)
        #expect(reader.beyondMemory(.of("eva", resume: resume), joinContext, now: at(9_999)) == 701...950)
        #expect(
            reader.beyondMemory(.of("eva", resume: .init(epoch: "e", seq: 0)), joinContext, now: at(0)) == 300...950)
        #expect(reader.beyondMemory(.of("eva", resume: .init(epoch: "e", seq: 950)), joinContext, now: at(0)) == nil)
        #expect(reader.beyondMemory(.of("eva", resume: .init(epoch: "x", seq: 7)), joinContext, now: at(0)) == nil)
        #expect(room.beyondMemory(hello(resume), JoinContext(), now: at(0)) == nil, "not for a stranger")
    }
}

@Suite struct RetentionTests {
    private func time(_ seconds: Int, wall: Int? = nil) -> ClockReading {
        ClockReading(wall: (wall ?? seconds) * 1_000, steady: seconds * 1_000)
    }

    private func line(_ seq: Int, ts: Int) -> Message {
        Message(
            seq: seq, id: .numbered(UInt64(seq)), ts: ts * 1_000, member: MemberID(rawValue: "m1"), from: "a",
            lang: "es",
            text: "x")
    }

    @Test func aLineHasItsTimeAndNoMore() {
        var retention = Retention(seconds: 256, inherited: 0)
        let first = retention.expired([], newest: 4, at: time(0))
        #expect(first == 0)
        let early = retention.expired([], newest: 9, at: time(100))
        #expect(early == 0)
        let almost = retention.expired([], newest: 9, at: time(255))
        #expect(almost == 0)
        let over = retention.expired([], newest: 9, at: time(256))
        #expect(over == 4)
        let second = retention.expired([], newest: 9, at: time(356))
        #expect(second == 9)
    }

    @Test func aJumpingClockTakesNoLineOfThisLife() {
        var retention = Retention(seconds: 60, inherited: 0)
        _ = retention.expired([], newest: 4, at: time(0))
        let jumped = retention.expired([line(4, ts: 0)], newest: 4, at: time(1, wall: 1_000_000))
        #expect(jumped == 0)
    }

    @Test func linesOfAnEarlierLifeAreJudgedByTheirOwnTime() {
        var retention = Retention(seconds: 60, inherited: 3)
        let lines = [line(1, ts: 100), line(2, ts: 130), line(3, ts: 160), line(4, ts: 0)]
        let older = retention.expired(lines, newest: 4, at: time(1, wall: 195))
        #expect(older == 2)
        let all = retention.expired(lines, newest: 4, at: time(2, wall: 300))
        #expect(all == 3)
    }

    @Test func marksAreBounded() {
        var retention = Retention(seconds: 60, inherited: 0)
        for second in 0..<10_000 { _ = retention.expired([], newest: second, at: time(second)) }
        let many = retention.expired([], newest: 10_000, at: time(10_000))
        #expect(many == 9_940)
    }

    @Test func aRoomForgetsWhatHasHadItsTime() throws {
        var settings = RoomSettings.test()
        settings.keepFor = 60
        var room = RoomState(settings: settings, seed: 1)
        let anna = try room.admit(.of("anna"), now: at(0)).member
        for id in 1...3 as ClosedRange<UInt64> {
            _ = room.accept(Draft(id: .numbered(id), text: "x"), from: anna.number, now: at(0), wall: 0)
        }
        let none = room.expire(at: time(0))
        #expect(none.isEmpty)
        _ = room.accept(Draft(id: .numbered(4), text: "x"), from: anna.number, now: at(0), wall: 0)
        let gone = room.expire(at: time(60))
        #expect(gone == [1, 2, 3])
        #expect(room.missed(since: .init(epoch: room.timeline.epoch, seq: 0)).gap == 1...3)
        #expect(room.missed(since: .init(epoch: room.timeline.epoch, seq: 0)).messages.map(\.seq) == [4])
    }

    @Test func whatIsKeptNoLongerForNewerMessagesIsToldOnce() throws {
        var settings = RoomSettings.test()
        (settings.keepFor, settings.keptMessages) = (nil, 2)
        var room = RoomState(settings: settings, seed: 1)
        let anna = try room.admit(.of("anna"), now: at(0)).member
        func say(_ ids: ClosedRange<UInt64>) {
            for id in ids {
                _ = room.accept(Draft(id: .numbered(id), text: "x"), from: anna.number, now: at(0), wall: 0)
            }
        }
        say(1...2)
        let none = room.expire(at: time(0))
        say(3...5)
        let three = room.expire(at: time(1))
        let again = room.expire(at: time(2))
        #expect(none.isEmpty && three == [1, 2, 3] && again.isEmpty)
        settings.keptMessages = 1
        _ = room.apply(settings)
        let one = room.expire(at: time(3))
        settings.keptMessages = 1_000
        _ = room.apply(settings)
        say(6...9)
        let more = room.expire(at: time(4))
        #expect(one == [4] && more.isEmpty)
    }

    @Test func anotherTimeHoldsForWhatWasSaidBefore() throws {
        var settings = RoomSettings.test()
        settings.keepFor = 60
        var room = RoomState(settings: settings, seed: 1)
        let anna = try room.admit(.of("anna"), now: at(0)).member
        func say(_ id: UInt64) {
            _ = room.accept(Draft(id: .numbered(id), text: "x"), from: anna.number, now: at(0), wall: 0)
        }
        say(1)
        _ = room.expire(at: time(0))
        settings.keepFor = 30
        _ = room.apply(settings)
        let early = room.expire(at: time(29))
        let gone = room.expire(at: time(30))
        #expect(early.isEmpty && gone == [1])
        say(2)
        _ = room.expire(at: time(31))
        settings.keepFor = nil
        _ = room.apply(settings)
        let never = room.expire(at: time(1_000_000))
        #expect(never.isEmpty && room.timeline.newest == 2)
    }
}
