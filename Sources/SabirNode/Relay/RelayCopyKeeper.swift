import Foundation
import SabirRoom
import SabirProtocol

/// Keeps a relay's copy on disk like the room's memory, as far as the host lets it. Owned by the relay's link.
struct RelayCopyKeeper: Sendable {
    let file: RelayCopyFile
    private var keeping: RelayKeeping
    /// What the host said last; nil where it lets nobody keep a copy, or was never met.
    private var welcome: Welcome?
    private var grant: (certificate: String, grant: Grant)?

    init(_ file: RelayCopyFile, capacity: Int) {
        self.file = file
        keeping = RelayKeeping(capacity: capacity)
    }

    /// Whether lines outlive this process at present.
    var isKept: Bool { welcome != nil && file.isFine }

    /// The host's terms hold from now on: where it keeps the room in memory or not at all, the copy goes.
    mutating func met(_ welcome: Welcome) {
        keeping.startOver()
        self.welcome = RelayCopy.isAllowed(by: welcome.history) ? welcome : nil
        if self.welcome == nil { file.remove() }
    }

    /// The host lets nobody carry the room on from here: nothing of it stays on disk.
    mutating func remove() {
        (welcome, grant) = (nil, nil)
        file.remove()
    }

    /// The room has forgotten lines.
    mutating func startOver() { keeping.startOver() }

    mutating func granted(_ grant: Grant, for certificate: String) {
        self.grant = (certificate, grant)
        keeping.startOver()
    }

    /// Once a second, and at the end. On the event loop that the room is on.
    mutating func second(_ room: HostedRoom, carries: Bool) {
        let memory = room.assumeIsolated { $0.memory }
        guard let welcome, welcome.epoch == memory.epoch else { return }
        switch keeping.second(memory, isFine: file.isFine) {
        case .nothing: break
        case .append(let seq): file.append(room.assumeIsolated { $0.inMemory(after: seq) })
        case .whole:
            let lines = room.assumeIsolated { $0.inMemory(after: 0) }
            var copy = RelayCopy(welcome.kept(newest: memory.newest, carries: carries), lines: lines)
            copy.grant = grant
            file.write(copy, now: Self.now())
        }
    }

    /// Milliseconds since 1970.
    static func now() -> Int { Int(Date.now.timeIntervalSince1970 * 1_000) }
}
