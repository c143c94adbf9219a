import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What a room takes of all its members together.
@Suite struct RoomCeilingsTests {
    private final class Room {
        private var state: RoomState

        init(_ ceilings: RoomCeilings, rate: (perSecond: Int, burst: Int)? = nil) {
            var settings = RoomSettings.test(rate: rate)
            settings.ceilings = ceilings
            state = RoomState(settings: settings, seed: 1)
        }

        @discardableResult
        func admit(_ name: String, from address: String? = nil, second: Double = 0) throws(WireFault) -> Member {
            try state.admit(.of(name), as: JoinContext(address: address), now: at(second)).member
        }

        /// Why it was refused; nil where it was taken.
        func say(_ id: UInt64, by member: Member, second: Double = 0) -> WireFault? {
            let draft = Draft(id: .numbered(id), text: "line \(id)")
            return refused(state.accept(draft, from: member.number, now: at(second), wall: 0))
        }

        func takeRefusals() -> [RoomLimit: Int] { state.tick(now: at(0)) }
    }

    @Test func allTogetherAreBoundedToo() throws {
        let room = Room(RoomCeilings(messages: (1, 2)))
        let anna = try room.admit("anna")
        let boris = try room.admit("boris")
        #expect(room.say(1, by: anna) == nil && room.say(2, by: boris) == nil)
        let refused = room.say(3, by: anna)
        #expect(refused?.code == .tooFast && refused?.fatal == false && refused?.id == .numbered(3))
        #expect(room.takeRefusals() == [.messagesPerRoom: 1])
        // Her own order holds: a later line does not pass the one she was refused.
        #expect(room.say(4, by: anna, second: 0.9)?.code == .tooFast)
        #expect(room.say(3, by: anna, second: 1) == nil)
    }

    @Test func whoFloodsDoesNotUseUpWhatOthersMaySay() throws {
        let room = Room(RoomCeilings(messages: (1, 10)), rate: (1, 2))
        let flooder = try room.admit("flooder")
        let anna = try room.admit("anna")
        for id in 0..<100 { _ = room.say(UInt64(id), by: flooder) }
        #expect(room.takeRefusals() == [.messages: 98])
        for id in 200..<202 { #expect(room.say(UInt64(id), by: anna) == nil) }
    }

    @Test func tooManyWhoComeAtOnceHaveToWait() throws {
        let room = Room(RoomCeilings(joinsPerMinute: 2))
        for n in 1...2 { try room.admit("m\(n)", from: "10.0.0.\(n)", second: 0) }
        do throws(WireFault) {
            try room.admit("m3", from: "10.0.0.3", second: 1)
            Issue.record("a third came in")
        } catch {
            #expect(error.code == .tooFast && error.fatal)
        }
        // This machine's own do not count, and half a minute later there is room for one more.
        try room.admit("m4", from: "127.0.0.1", second: 1)
        try room.admit("m3", from: "10.0.0.3", second: 31)
    }
}
