import NIOCore
import SabirCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// One phone that leaves and comes in again, and says as much as it can each time: what others said stays, and what they
/// say is heard.
@Suite struct FloodedRoomTests {
    private static let phone = "10.0.0.66"

    /// A room with the usual limits, without a network and with the clock at its beginning.
    private final class Place {
        private(set) var state: RoomState
        private var said: UInt64 = 0

        init(_ settings: RoomSettings = .test(rate: (20, 200)), upstream: Upstream? = nil) {
            state = RoomState(settings: settings, seed: 1, upstream: upstream, now: at(0))
        }

        /// - Parameter device: what stands for it; nil where it shows none.
        func admit(
            _ name: String, from address: String, device: String? = nil, role: MemberRole? = nil, isAtPage: Bool = false
        ) throws -> Member {
            var hello = Hello.of(name)
            hello.device = nil
            let joinContext = JoinContext(
                address: address, role: role, isAtPage: isAtPage, token: device)
            return try state.admit(hello, as: joinContext, now: at(0)).member
        }

        func leave(_ member: Member) { _ = state.remove(member.number, connection: member.connection, now: at(0)) }

        /// How many of so many messages are taken.
        func say(_ count: Int, by member: Member, second: Double = 0) -> Int {
            (0..<count).count { _ in
                refused(state.accept(draft(), from: member.number, now: at(second), wall: Int(second * 1_000))) == nil
            }
        }

        /// The same of somebody behind this relay.
        func say(_ count: Int, by carried: MemberHere, over relay: Member) -> Int {
            (0..<count).count { _ in
                refused(state.accept(draft(), for: carried, nil, over: relay, now: at(0), wall: 0)) == nil
            }
        }

        private func draft() -> Draft {
            said += 1
            return Draft(id: .numbered(said), text: "line \(said)")
        }

        func carry(_ carried: MemberHere, behind relay: Member) throws {
            _ = try state.carry(carried, nil, behind: relay.number, now: at(0))
        }

        func takeRefusals() -> [RoomLimit: Int] { state.tick(now: at(0)) }

        /// The lines that whoever follows the room is to forget.
        func expire() -> [Int] { state.expire(at: ClockReading(wall: 0, steady: 0)) }
    }

    // MARK: The rate

    @Test func whoeverWritesAtThePageHasTenLinesAtOnceAndTwoASecond() throws {
        let place = Place()
        let anna = try place.admit("Anna", from: Self.phone, device: "a", isAtPage: true)
        let program = try place.admit("Bot", from: Self.phone, device: "b")
        #expect(place.say(50, by: anna) == 10)
        place.leave(anna)
        let again = try place.admit("Boris", from: Self.phone, device: "a", isAtPage: true)
        #expect(place.say(50, by: again) == 0)
        #expect(place.say(50, by: again, second: 3) == 6)
        #expect(place.say(300, by: program, second: 3) == 200)
    }

    @Test func lowerLimitsOfTheRoomCountAtThePageToo() throws {
        let place = Place(.test(rate: (1, 3)))
        let anna = try place.admit("Anna", from: Self.phone, device: "a", isAtPage: true)
        #expect(place.say(50, by: anna) == 3)
        #expect(place.say(50, by: anna, second: 2) == 2)
    }

    @Test func aPhoneThatComesAsEverNewMembersSaysNoMoreThanTwoOfThem() throws {
        let (room, next) = (Place(), Place())
        let anna = try room.admit("anna", from: "10.0.0.7")
        let taken = try (1...30).map { number in
            let member = try room.admit("\(number)", from: Self.phone, device: "device \(number)")
            defer { room.leave(member) }
            return room.say(200, by: member)
        }
        #expect(taken.reduce(0, +) == 400)
        #expect(room.takeRefusals() == [.messagesPerAddress: 28, .messages: 28 * 199])
        #expect(room.say(200, by: anna) == 200)
        let newcomer = try room.admit("newcomer", from: "10.0.0.8")
        #expect(room.say(200, by: newcomer) == 200)
        // What is said in one room takes nothing from another, nor from whoever is at the same address there.
        let other = try next.admit("1", from: Self.phone, device: "device 1")
        #expect(next.say(500, by: other) == 200)
    }

    @Test func aSecondDeviceAtTheAddressIsHeardAndStaffAlways() throws {
        let room = Place()
        let (phone, second) = (
            try room.admit("phone", from: Self.phone, device: "phone"),
            try room.admit("second", from: Self.phone, device: "second")
        )
        #expect(room.say(500, by: phone) == 200)
        #expect(room.say(200, by: second) == 200)
        let third = try room.admit("third", from: Self.phone, device: "third")
        #expect(room.say(1, by: third) == 0 && room.say(1, by: third, second: 2) == 1)
        let nurse = try room.admit("nurse", from: Self.phone, device: "nurse", role: .staff)
        #expect(room.say(200, by: nurse) == 200)
    }

    @Test func aRelaysNodeCountsThePhonesAddressAndItsHostNone() throws {
        var settings = RoomSettings.following()
        settings.rate = (20, 200)
        let carried = Place(settings, upstream: Upstream())
        let taken = try (1...5).map { number in
            let member = try carried.admit("\(number)", from: Self.phone, device: "device \(number)")
            defer { carried.leave(member) }
            return carried.say(200, by: member)
        }
        #expect(taken == [200, 200, 0, 0, 0])
        #expect(carried.say(200, by: try carried.admit("anna", from: "10.0.0.7")) == 200)
        let host = Place()
        let relay = try host.admit("relay", from: "10.0.0.9", device: "relay", role: .relay)
        let pupils = (1...30).map { Self.behind($0) }
        #expect(pupils.allSatisfy { host.say(50, by: $0, over: relay) == 50 }, "They are many.")
    }

    private static func behind(_ number: Int) -> MemberHere {
        let id = MemberNumber(value: 7 << MemberNumber.spaceBits + UInt64(number)).id
        return MemberHere(MemberInfo(id: id, name: "b\(number)", lang: "es"), token: "token \(number)")
    }

    // MARK: The log in memory

    @Test func aFloodOverARelayPushesOutWhatIsSaidBehindItAlone() throws {
        let host = Place(.test(kept: 100))
        let anna = try host.admit("anna", from: "10.0.0.7")
        #expect(host.say(40, by: anna) == 40)
        let relay = try host.admit("relay", from: "10.0.0.9", device: "relay", role: .relay)
        for number in 1...30 { #expect(host.say(20, by: Self.behind(number), over: relay) == 20) }
        // They are in by now, as their relay has said.
        for number in 1...30 {
            try host.carry(Self.behind(number), behind: relay)
            #expect(host.say(200, by: Self.behind(number), over: relay) == 200)
        }
        let lines = host.state.timeline.messages(after: 0)
        #expect(lines.count == 100 && lines.prefix(40).map(\.seq) == Array(1...40))
    }

    @Test func whoeverComesBackAfterAFloodIsToldWhatOthersSaidAndWhatIsMissing() async {
        let (told, seq, faults) = await HandLoop.onItsThread {
            let host = LifeHost(
                .memory, settings: .test(kept: 200, rate: (20, 200)), limits: ConnectionLimits(), seed: 1)
            var scene = HandParties(host)
            defer { host.end() }
            func say(_ count: Int, _ text: String, by name: String, from first: UInt64) {
                let ids = (0..<UInt64(count)).map { MessageID.numbered(first + $0) }
                scene[name].send(ids.map { .message(Draft(id: $0, text: text)) })
                host.loop.run()
                scene.read()
            }
            scene.joins("boris", from: "10.0.0.8")
            let epoch = scene["boris"].welcome?.epoch ?? ""
            scene.cuts("boris")
            scene.joins("anna", from: "10.0.0.7")
            say(30, "anna's", by: "anna", from: 1)
            for number in 1...30 as ClosedRange<UInt64> {
                scene.joins("\(number)", from: Self.phone)
                say(200, "flood", by: "\(number)", from: number * 1_000)
                scene.cuts("\(number)")
            }
            say(1, "anna's last", by: "anna", from: 900)
            scene.joins(.of("boris", resume: Hello.Resume(epoch: epoch, seq: 0)), as: "boris again", from: "10.0.0.8")
            return (scene["boris again"].told, scene["boris again"].welcome?.seq, scene["anna"].faults.count)
        }
        #expect(seq == 431 && faults == 0)
        let lines = told.compactMap { if case .message(let line) = $0 { line } else { nil } }
        #expect(lines.map(\.seq) == Array(1...30) + Array(262...431))
        #expect(lines.prefix(30).allSatisfy { $0.text == "anna's" } && lines.last?.text == "anna's last")
        let gaps = told.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
        #expect(gaps == [31...261])
    }

    @Test func whatGaveWayIsForgottenByWhoeverFollowsTheRoom() throws {
        let room = Place(.test(kept: 100))
        let anna = try room.admit("anna", from: "10.0.0.7")
        let phone = try room.admit("phone", from: Self.phone)
        #expect(room.say(40, by: anna) == 40 && room.say(70, by: phone) == 70)
        #expect(room.expire() == Array(41...50))
        #expect(room.expire().isEmpty)
        #expect(room.say(5, by: anna) == 5 && room.expire() == Array(51...55))
    }

    /// Of all connections of one address so many packets are read; staff who are there too have shown a key.
    @Test func aFloodOfPacketsFromWhereTheyAreDoesNotKeepStaffFromActing() async {
        let acts = await HandLoop.onItsThread {
            let office = HandOffice(["nurse": .person("Rosa")])
            let limits = ConnectionLimits(packets: (100, 10))
            var scene = HandParties(LifeHost(.memory, settings: .test(), limits: limits, seed: 1, office: office))
            defer { scene.host.end() }
            scene.joins("nurse", from: Self.phone, device: "nurse")
            for name in ["one", "two", "three"] {
                scene.joins(name, from: Self.phone)
                for _ in 0..<12 { scene.sends(name, .ping(nil)) }
            }
            scene.sends("nurse", .staff(.lock))
            return scene["nurse"].acts
        }
        #expect(acts == [.lock])
    }
}
