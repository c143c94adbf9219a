import Logging
import NIOCore
import NIOPosix
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Members in the node's own process, and what those who listen there are told.
@Suite(.timeLimit(.minutes(5))) struct LocalMembersTests {
    private typealias Seat = HostedRoom.Seat

    private func listening(_ room: HostedRoom) async -> Journal<RoomNews> {
        let journal = Journal<RoomNews>()
        let news = await room.listen()
        Task {
            for await item in news { await journal.append(item) }
            await journal.end()
        }
        return journal
    }

    private func everybody(_ journal: Journal<RoomNews>) async throws -> HostPacket {
        try await journal.first("news for everybody") { if case .everybody(let packet) = $0 { packet } else { nil } }
    }

    private func alone(_ journal: Journal<RoomNews>) async throws -> (seat: HostedRoom.Seat, packet: HostPacket) {
        try await journal.first("news for one") {
            if case .one(let seat, let packet) = $0 { (seat, packet) } else { nil }
        }
    }

    @Test func aPageAndAConnectionAreInOneRoom() async throws {
        let host = try await LoopbackHost.open()
        let journal = await listening(host.room)
        let anna = try await LoopbackGuest.join(.of("anna"), at: host)
        guard case .joined(let annaInfo, 1) = try await everybody(journal) else {
            Issue.record("anna came unnoticed")
            return
        }
        let boris = try await host.room.enter(.of("boris", "fr"), address: "10.0.0.2")
        #expect(boris.seq == 0)
        try await anna.sees(.joined(boris.info, n: 2))
        #expect(try await everybody(journal) == .joined(boris.info, n: 2))
        #expect(await host.room.members(after: nil).members == [annaInfo, boris.info])

        let answers = await host.room.receive(.message(Draft(id: .numbered(1), text: "bonjour")), from: boris.seat)
        guard case .message(let said)? = answers.first else {
            Issue.record("no acknowledgement")
            return
        }
        #expect(said.from == "boris")
        #expect(try await everybody(journal) == .message(said))
        try await anna.sees("bonjour", from: "boris")
        await anna.says("hola")
        guard case .message(let hola) = try await everybody(journal) else {
            Issue.record("no message")
            return
        }
        #expect(await host.room.lines(after: 0) == [said, hola])
        #expect(await host.room.lines(after: 1) == [hola])

        await host.room.leave(boris.seat)
        try await anna.sees(.left(boris.info, n: 1))
        #expect(try await everybody(journal) == .left(boris.info, n: 1))
        await host.server.close()
    }

    @Test func aDeviceOfThePageKeepsItsSeatUntilItLeaves() async throws {
        let host = try await LoopbackHost.open()
        func enters(_ name: String, as role: MemberRole?) async throws -> HostedRoom.Entry {
            var hello = Hello.of(name)
            hello.device = "the device of the tablet at the desk"
            return try await host.room.enterOrStay(
                hello, address: "10.0.0.2", role: role, person: nil, comesWithStaff: false)
        }
        let first = try await enters("nurse", as: .staff)
        #expect(try await enters("nurse", as: .staff) == first)
        let visitor = try await enters("ana", as: nil)
        #expect(visitor.seat == first.seat && visitor.info.name == "ana" && visitor.info.role == nil)
        await host.room.leave(first.seat)
        #expect(try await enters("ana", as: nil).seat != first.seat)
        #expect(await host.room.memberCount == 1)
        await host.server.close()
    }

    @Test func whoeverGivesUpAPlaceIsToldAndOthersSeeIt() async throws {
        var settings = RoomSettings.test()
        settings.maximumPerAddress = 2
        let host = try await LoopbackHost.open(settings)
        let journal = await listening(host.room)
        let watcher = try await LoopbackGuest.join(.of("watcher"), at: host)
        let anna = try await host.room.enter(.of("anna"), address: "10.0.0.1")
        let reader = try await host.room.enter(.of("reader"), address: "10.0.0.1")
        await host.room.addStream(of: reader.seat)
        try await watcher.sees(.joined(reader.info, n: 3))
        let boris = try await host.room.enter(.of("boris"), address: "10.0.0.1")
        let (seat, packet) = try await alone(journal)
        #expect(seat == anna.seat)
        guard case .error(let fault) = packet else {
            Issue.record("\(packet)")
            return
        }
        #expect(fault.code == .tooMany && fault.fatal)
        try await watcher.sees(.left(anna.info, n: 3))
        try await watcher.sees(.joined(boris.info, n: 3))
        #expect(await !host.room.holds(anna.seat))
        #expect(await host.room.holds(reader.seat))
        await host.server.close()
    }

    @Test func aDeviceThatEntersAgainKeepsItsMemberAndLosesItsSeat() async throws {
        let host = try await LoopbackHost.open()
        let journal = await listening(host.room)
        let first = try await host.room.enter(.of("anna"), address: "10.0.0.1")
        let second = try await host.room.enter(.of("anna", "fr"), address: "10.0.0.1")
        #expect(second.info == MemberInfo(id: first.info.id, name: "anna", lang: "fr"))
        var (seat, packet) = try await alone(journal)
        #expect(seat == first.seat)
        guard case .error(let fault) = packet else {
            Issue.record("\(packet)")
            return
        }
        #expect(fault.code == .replaced)
        #expect(try await everybody(journal) == .changed(second.info, n: 1))
        #expect(await host.room.receive(.ping(nil), from: first.seat) == [.error(WireFault.noLongerIn)])
        await host.room.leave(first.seat)
        #expect(await host.room.receive(.ping(nil), from: second.seat) == [.pong(nil)])

        let overTCP = try await LoopbackGuest.join(.of("anna"), at: host)
        (seat, packet) = try await alone(journal)
        #expect(seat == second.seat)
        let third = try await host.room.enter(.of("anna"), address: "10.0.0.1")
        let end = try await overTCP.journal.first("the end") { if case .ended(let why) = $0 { why } else { nil } }
        #expect(end.code == .replaced)
        #expect(await host.room.holds(third.seat))
        #expect(await host.room.memberCount == 1)
        await host.server.close()
    }

    @Test func nobodyAsksWhetherAPageIsStillThere() throws {
        var room = RoomState(settings: .test(), seed: 1)
        let local = try room.admit(.of("anna"), as: JoinContext(isLocal: true), now: at(0)).member
        let remote = try room.admit(.of("boris"), now: at(0)).member
        #expect(room.silent(at: at(7)).ping == [remote.number])
        #expect(room.silent(at: at(99)).gone == [remote.number])
        #expect(room.roster[local.number] != nil)
    }

    @Test func whoeverWasAwayWhenTheRoomWasClearedForgetsToo() async throws {
        let host = try await LoopbackHost.open()
        let away = try await BareMember.connect(to: host.port, reading: true)
        try await away.send(.hello(.of("anna")))
        try await away.send(.message(Draft(id: .numbered(1), text: "secret")))
        let line = try await away.journal.first("its echo") {
            if case .message(let message) = $0 { message } else { nil }
        }
        try await away.send(.bye)
        try await away.channel.closeFuture.get()
        try await host.room.perform(.clear)
        let back = try await BareMember.connect(to: host.port, reading: true)
        let resume = Hello.Resume(epoch: await host.room.facts.epoch, seq: line.seq)
        try await back.send(.hello(.of("anna", resume: resume)))
        let acted = try await back.journal.first("acted") { if case .acted(let acted) = $0 { acted } else { nil } }
        #expect(acted == ModerationEvent(.clear))
        await host.server.close()
    }

    @Test func aPrivateRoomIsFoundByItsIdAlone() async throws {
        let host = try await LoopbackHost.open()
        var settings = RoomSettings(info: RoomInfo(id: "0b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e02", name: "Visit"))
        settings.isPrivate = true
        let visit = await host.server.open(settings)
        var hello = Hello.of("anna")
        hello.room = settings.info.id
        _ = try await LoopbackGuest.join(hello, at: host)
        #expect(await visit.memberCount == 1)
        hello.room = "Visit"
        let lost = LoopbackGuest(hello, at: host.port)
        await lost.start()
        let end = try await lost.journal.first("the end") { if case .ended(let why) = $0 { why } else { nil } }
        #expect(end.code == .noRoom)
        _ = try await LoopbackGuest.join(.of("boris"), at: host)
        #expect(await host.room.memberCount == 1, "The only room that is no secret.")

        await host.server.remove(settings.info.id)
        await #expect(throws: WireFault.self) { try await visit.enter(.of("anna"), address: "") }
        await host.server.close()
    }
}

/// The lines to listeners: bounded, and each says when something is missing.
@Suite(.timeLimit(.minutes(5))) struct NewsLineTests {
    private func item(_ n: Int) -> RoomNews {
        .everybody(.left(MemberInfo(id: MemberID(rawValue: "m\(n)"), name: "a", lang: "es"), n: n))
    }

    @Test func aListenerThatFallsBehindIsToldSo() async {
        var (line, stream) = NewsLine.open()
        for n in 0..<NewsLine.bound + 10 { line.append(item(n)) }
        var news = stream.makeAsyncIterator()
        for n in 0..<NewsLine.bound { #expect(await news.next() == item(n)) }
        line.append(item(-1))
        #expect(await news.next() == .lagged)
        #expect(await news.next() == item(-1))
        line.end()
        #expect(await news.next() == nil)
    }

    @Test func itIsToldAlsoWhenNothingMoreHappens() async {
        var (line, stream) = NewsLine.open()
        for n in 0...NewsLine.bound { line.append(item(n)) }
        line.catchUp()
        var news = stream.makeAsyncIterator()
        for _ in 0..<NewsLine.bound { _ = await news.next() }
        line.catchUp()
        line.catchUp()
        line.end()
        #expect(await news.next() == .lagged)
        #expect(await news.next() == nil)
    }

    @Test func oneThatFallsBehindHarmsNoOther() async {
        var lines = NewsLines()
        let (slow, quick) = (lines.open(speakingForMembers: true), lines.open(speakingForMembers: true))
        var read = quick.makeAsyncIterator()
        for n in 0...NewsLine.bound {
            lines.append(item(n))
            #expect(await read.next() == item(n))
        }
        lines.end()
        var told: [RoomNews] = []
        for await news in slow { told.append(news) }
        #expect(told == (0..<NewsLine.bound).map(item))
        #expect(await read.next() == nil)
    }

    @Test func whatIsForOneMemberIsForWhoeverSpeaksForIt() async throws {
        let host = try await LoopbackHost.open()
        let (speaker, onlooker) = (await host.room.listen(), await host.room.listen(speakingForMembers: false))
        let anna = try await host.room.enter(.of("anna"), address: "10.0.0.1")
        let boris = try await host.room.enter(.of("boris"), address: "10.0.0.2")
        try await host.room.perform(.remove(boris.info.id))
        await host.server.close()
        func told(_ stream: AsyncStream<RoomNews>) async -> (private: [HostedRoom.Seat], left: Bool) {
            var (seats, left): ([HostedRoom.Seat], Bool) = ([], false)
            for await item in stream {
                if case .one(let seat, _) = item { seats.append(seat) }
                if case .everybody(.left(boris.info, _)) = item { left = true }
            }
            return (seats, left)
        }
        let (heard, seen) = (await told(speaker), await told(onlooker))
        #expect(heard.private.contains(boris.seat) && !heard.private.contains(anna.seat) && heard.left)
        #expect(seen.private.isEmpty && seen.left)
    }

    @Test func whoeverListensNoMoreIsLetGo() {
        var lines = NewsLines()
        var gone: AsyncStream<RoomNews>? = lines.open(speakingForMembers: true)
        lines.append(item(1))
        #expect(!lines.isEmpty && gone != nil)
        gone = nil
        lines.append(item(2))
        #expect(lines.isEmpty)
    }

    @Test func whatAThousandMembersAreToldIsToldOnce() async throws {
        let room = HostedRoom(
            settings: .test(members: 2_000), on: MultiThreadedEventLoopGroup.singleton.next(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        for n in 0..<1_000 { _ = try await room.enter(.of("member \(n)"), address: "10.0.0.1") }
        let stream = await room.listen()
        let speaker = try await room.enter(.of("member 0"), address: "10.0.0.1")
        for n in 0..<100 { _ = await room.receive(.message(Draft(text: "line \(n)")), from: speaker.seat) }
        for consequence in [ModerationAction.clear, .close] { try await room.perform(consequence) }
        _ = await room.close(within: .seconds(0))
        var news: [RoomNews] = []
        for await item in stream { news.append(item) }
        let messages = news.count { if case .everybody(.message) = $0 { true } else { false } }
        #expect(messages == 100)
        #expect(news.count == 105, "The seat replaced, 100 messages, clear, close, and twice that it closes.")
    }
}
