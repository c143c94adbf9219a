import Logging
import NIOCore
import NIOPosix
import SabirProtocol
import Synchronization
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Staff act at a node of a cluster, which may not take what they decide.
@Suite struct ClusterActsTests {
    /// Takes acts and says nothing of them by itself.
    private final class Stream: RoomAuthority {
        var kind: RoomTopology.Authority { .stream }
        let acts: AsyncStream<ModerationAction>
        private let heard: AsyncStream<ModerationAction>.Continuation

        init() { (acts, heard) = AsyncStream.makeStream(of: ModerationAction.self) }

        func offer(_ lines: [OfferedLine]) {}
        func send(_ presence: PresenceHere) {}
        func deliver(_ packet: HostPacket, to member: MemberID?) {}
        func perform(_ act: ModerationAction, by who: String, token: String?) { heard.yield(act) }
    }

    private final class Meter: RoomMeter {
        let failed = Mutex(0)
        func refused(_ limit: RoomLimit, times: Int) {}
        func actFailed() { failed.withLock { $0 += 1 } }
    }

    private func room(_ stream: Stream, _ meter: Meter) async -> HostedRoom {
        var dependencies = RoomDependencies()
        dependencies.meter = meter
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let room = HostedRoom(
            settings: RoomSettings(info: RoomInfo(id: "r", name: "Reception")), authority: stream,
            dependencies: dependencies, on: MultiThreadedEventLoopGroup.singleton.next(), logger: logger)
        await room.follow(.up(epoch: "e", newest: 0))
        return room
    }

    @Test func whoAskedHearsWhenTheClusterHasIt() async throws {
        let (stream, meter) = (Stream(), Meter())
        let room = await room(stream, meter)
        async let done = room.perform(.lock, by: "nurse")
        for await act in stream.acts {
            await room.follow(.stands(ModerationRecord(.acted(ModerationEvent(act.name)), ts: 0, isNews: true)))
            break
        }
        #expect(try await done == nil)
        #expect(meter.failed.withLock { $0 } == 0)
    }

    @Test func whoAskedHearsThatTheClusterDidNotTakeItAndItIsCounted() async {
        let (stream, meter) = (Stream(), Meter())
        let room = await room(stream, meter)
        let asking = Task { try await room.perform(.lock, by: "nurse") }
        for await act in stream.acts {
            await room.follow(.notDone(act, WireFault(.unreachable, "The cluster did not take it.")))
            break
        }
        let told = await asking.result
        #expect(throws: WireFault(.unreachable, "The cluster did not take it.")) { try told.get() }
        #expect(meter.failed.withLock { $0 } == 1)
    }
}
