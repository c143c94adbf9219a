import SabirRoom
import SabirProtocol
import SabirCore

/// Updates a relay's copy on disk from the room's memory, as far as the host allows. Owned by the relay's link.
struct RelayCopyKeeper: Sendable {
    let file: RelayCopyFile
    private var keeping: RelayKeeping
    /// The host's latest welcome; nil if it allows no copy or was never reached.
    private var welcome: Welcome?
    private var grant: (certificate: String, grant: Grant)?

    init(_ file: RelayCopyFile, capacity: Int) {
        self.file = file
        keeping = RelayKeeping(capacity: capacity)
    }

    /// Whether lines outlive this process at present: the host allows a copy on disk, and its file
    /// can be written.
    var isKept: Bool { welcome != nil && file.isFine }

    /// Adopts the host's terms. Removes the copy if the host keeps the room in memory only or not at all.
    mutating func adoptTerms(of welcome: Welcome) {
        keeping.scheduleRewrite()
        self.welcome = RelayCopy.isAllowed(by: welcome.history) ? welcome : nil
        if self.welcome == nil { file.remove() }
    }

    /// Removes the copy from the disk: the host no longer lets this node carry the room.
    mutating func remove() {
        (welcome, grant) = (nil, nil)
        file.remove()
    }

    /// Rewrites the copy next, because the room has removed lines.
    mutating func scheduleRewrite() { keeping.scheduleRewrite() }

    mutating func setGrant(_ grant: Grant, for certificate: String) {
        self.grant = (certificate, grant)
        keeping.scheduleRewrite()
    }

    /// Called once a second and at the end, on the room's event loop.
    mutating func tick(_ room: HostedRoom, carries: Bool) {
        let memory = room.assumeIsolated { $0.memory }
        guard let welcome, welcome.epoch == memory.epoch else { return }
        switch keeping.nextStep(memory, isFine: file.isFine) {
        case .nothing: break
        case .append(let seq): file.append(room.assumeIsolated { $0.inMemory(after: seq) })
        case .whole:
            let lines = room.assumeIsolated { $0.inMemory(after: 0) }
            var copy = RelayCopy(welcome.kept(newest: memory.newest, carries: carries), lines: lines)
            copy.grant = grant
            file.write(copy, now: ClockReading.now().wall)
        }
    }
}
