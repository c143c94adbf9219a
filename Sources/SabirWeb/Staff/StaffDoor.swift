import Crypto
import Foundation

/// The owner of the staff's logins.
actor StaffDoor {
    enum Answer: Sendable, Hashable {
        /// `known` is what the device shows from now on when it logs in.
        case welcome(token: String, known: String)
        case wrong
        case wait(seconds: Int)
        /// The configuration names no PIN.
        case noPin
    }

    private let pin: String?
    private let devices: KnownDevices?
    private var guardian = PinGuard()
    private var sessions = StaffSessions()

    /// - Parameter secret: of the node, by which devices are known again after a restart; nil where it has none.
    init(pin: String?, secret: [UInt8]? = nil) {
        self.pin = pin
        devices = pin.map { KnownDevices(secret: secret, pin: $0) }
    }

    nonisolated var isOpen: Bool { pin != nil }

    /// - Parameters:
    ///   - known: what the device shows of an earlier login; nil where it shows nothing.
    ///   - isHere: whether it is the node's own computer.
    ///   - seconds: since 1970.
    func login(
        _ given: String, from bearer: StaffSessions.Bearer, known: String? = nil, isHere: Bool = false,
        now: ContinuousClock.Instant, at seconds: Int = Int(Date.now.timeIntervalSince1970)
    ) -> Answer {
        guard let pin, let devices else { return .noPin }
        let asker = PinGuard.Asker(
            address: bearer.address, knownDevice: devices.id(of: known, at: seconds), isHere: isHere)
        let wait = guardian.wait(for: asker, now: now)
        guard wait == .zero else { return .wait(seconds: Int((wait / .seconds(1)).rounded(.up))) }
        guard Self.isSame(given, pin) else {
            guardian.wrong(from: asker, now: now)
            return .wrong
        }
        guardian.right(from: asker, now: now)
        return .welcome(token: sessions.begin(for: bearer, now: now), known: devices.make(at: seconds))
    }

    func isStaff(_ token: String?, from bearer: StaffSessions.Bearer, now: ContinuousClock.Instant) -> Bool {
        token.map { sessions.isValid($0, from: bearer, now: now) } ?? false
    }

    /// Whether this login has neither ended nor run out.
    func isRunning(_ token: String, now: ContinuousClock.Instant) -> Bool { sessions.isRunning(token, now: now) }

    func logout(_ token: String) { sessions.end(token) }

    /// In a time that does not depend on where they differ: digests are compared, which have one length.
    private static func isSame(_ given: String, _ pin: String) -> Bool {
        let digests = zip(SHA256.hash(data: Data(given.utf8)), SHA256.hash(data: Data(pin.utf8)))
        return digests.reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
