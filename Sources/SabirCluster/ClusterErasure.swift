import Logging
import SabirCore
import SabirProtocol

/// Finds lines of a room with `log = "nats"` in its stream and erases them: for a command, on any machine that reaches
/// the cluster.
package actor ClusterErasure {
    /// The lines to be erased.
    package struct Extent: Sendable {
        package var lines: [Int] = []
        package var people: Set<String> = []
        /// Times of the first and the last line, in milliseconds since 1970.
        package var times: ClosedRange<Int>?
    }

    package nonisolated let room: RoomInfo
    private let means: @Sendable (Message) -> Bool
    private let cluster: Cluster
    private let stream: ClusterRoom

    /// Lines read and erased at a time.
    private static let stretch = 500

    /// Connects. Throws a sentence.
    ///
    /// - Parameter means: whether to erase a line; must not include lines said from now on.
    package init(
        _ settings: ClusterSettings, room: RoomInfo, limits: StreamLimits, logger: Logger,
        means: @escaping @Sendable (Message) -> Bool
    ) async throws(NodeError) {
        (self.room, self.means) = (room, means)
        cluster = try orNodeError { try Cluster(settings, node: "erasure", logger: logger) }
        stream = await cluster.open(room.id, limits: limits, founder: "")
    }

    /// Reads the whole stream, from its end backwards.
    package func extent() async throws(NodeError) -> Extent {
        var (extent, before) = (Extent(), Int.max)
        while true {
            let lines = try await orNodeError { @Sendable [stream, before] in
                try await stream.lines(before: before, limit: Self.stretch)
            }
            for line in lines.map(\.message) where means(line) {
                extent.lines.append(line.seq)
                extent.people.insert(line.from)
                let times = extent.times ?? line.ts...line.ts
                extent.times = min(times.lowerBound, line.ts)...max(times.upperBound, line.ts)
            }
            guard let first = lines.first else { return extent }
            before = first.message.seq
        }
    }

    /// Erases the lines. Those erased before a failure stay erased.
    package func erase(_ extent: Extent) async throws(NodeError) {
        for start in stride(from: 0, to: extent.lines.count, by: Self.stretch) {
            let part = Array(extent.lines[start..<min(start + Self.stretch, extent.lines.count)])
            try await orNodeError { @Sendable [stream] in try await stream.erase(part) }
        }
    }

    package func close() async { await cluster.close() }
}
