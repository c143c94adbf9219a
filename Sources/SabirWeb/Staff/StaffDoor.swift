import Crypto
import Foundation

/// The owner of the staff's logins.
actor StaffDoor {
    enum Answer: Sendable, Hashable {
        case welcome(token: String)
        case wrong
        case wait(seconds: Int)
        /// The configuration names no PIN.
        case noPin
    }

    private let pin: String?
    private var guardian = PinGuard()
    private var sessions = StaffSessions()

    init(pin: String?) { self.pin = pin }

    nonisolated var isOpen: Bool { pin != nil }

    func login(_ given: String, from address: String, now: ContinuousClock.Instant) -> Answer {
        guard let pin else { return .noPin }
        let wait = guardian.wait(for: address, now: now)
        guard wait == .zero else { return .wait(seconds: Int((wait / .seconds(1)).rounded(.up))) }
        guard Self.isSame(given, pin) else {
            guardian.wrong(from: address, now: now)
            return .wrong
        }
        guardian.right(from: address)
        return .welcome(token: sessions.begin(now: now))
    }

    func isStaff(_ token: String?, now: ContinuousClock.Instant) -> Bool {
        token.map { sessions.isValid($0, now: now) } ?? false
    }

    func logout(_ token: String) { sessions.end(token) }

    /// In a time that does not depend on where they differ: digests are compared, which have one length.
    private static func isSame(_ given: String, _ pin: String) -> Bool {
        let digests = zip(SHA256.hash(data: Data(given.utf8)), SHA256.hash(data: Data(pin.utf8)))
        return digests.reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
