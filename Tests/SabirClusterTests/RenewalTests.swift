import Synchronization
import Testing

@testable import SabirCluster

/// Connections that servers end and this node makes anew.
@Suite(.serialized, .timeLimit(.minutes(2))) struct RenewalTests {
    @Test func whatBelongsToConnectionsThatHaveEndedIsFreed() throws {
        let servers = try Servers()
        defer { servers.wipe() }
        let clock = Clock()
        var settings = ClusterSettings(servers: servers.urls)
        settings.prefix = "test"
        let connection = try NATSConnection(settings, node: "n", events: SignalBox()) { clock.now }
        let names = ClusterNames(prefix: "test", room: "r")
        let stream = NATSStream(names, StreamLimits(), founder: "", connection: connection, box: SignalBox())
        for _ in 0..<8 {
            #expect(connection.context != nil)
            stream.listen()
            try connection.renew()
            clock.moves(by: .seconds(61))
        }
        #expect(connection.context != nil)
        #expect(connection.heldCount <= 2)
        connection.close()
    }

    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { time.withLock { $0 } }

        func moves(by duration: Duration) { time.withLock { $0 += duration } }
    }
}
