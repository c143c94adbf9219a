import SabirCore
import SabirProtocol

/// Owns the join codes, and which devices were let into a room with a password: until they leave, for twelve hours at
/// most.
actor Admissions {
    private var codes = JoinCodes()
    private var guardian = PinGuard(freeForAll: JoinCodes.freeForAll)
    private var admitted = RecentKeys<VisitorList.Key>(for: .seconds(12 * 3_600), most: 10_000)

    func isAdmitted(_ key: VisitorList.Key, now: ContinuousClock.Instant) -> Bool { admitted.has(key, now: now) }

    func admit(_ key: VisitorList.Key, now: ContinuousClock.Instant) { admitted.note(key, now: now) }

    func forget(_ key: VisitorList.Key) { admitted.forget(key) }

    func code(for room: String, now: ContinuousClock.Instant) -> String {
        codes.make(for: room, now: now) { Int.random(in: 0..<100_000_000) }
    }

    /// - Throws: `auth-failed` for a wrong or used code, `too-fast` after too many wrong ones.
    func use(
        _ code: String, for room: String, from address: String, now: ContinuousClock.Instant
    ) throws(WireFault) {
        // A visitor with a code is new, so no device can be recognized.
        let asker = PinGuard.Asker(address: IPAddress(address)?.description ?? address)
        guard guardian.wait(for: asker, now: now) == .zero else {
            throw WireFault(.tooFast, "Too many wrong codes were tried. Wait a minute, then try again.", fatal: true)
        }
        guard codes.use(code, for: room, now: now) else {
            guardian.recordWrong(from: asker, now: now)
            throw WireFault(.authFailed, "The code is wrong, was used already, or is too old.", fatal: true)
        }
        guardian.recordRight(from: asker, now: now)
    }
}
