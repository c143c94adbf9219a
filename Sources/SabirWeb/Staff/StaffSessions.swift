import Foundation
import SabirCore

/// The logins of staff. Pure: the time is passed in. Bounded for each person, whose own oldest session is dropped
/// first, and in all, where the oldest session of the person with most is dropped.
struct StaffSessions: Sendable {
    static let lifetime = Duration.seconds(12 * 3_600)
    static let capacity = 100
    /// How many sessions a person may have; the shared PIN may have all.
    static let capacityOfPerson = 20

    /// The address and device that a session is tied to. The token alone is not enough, as it may be overheard over
    /// plain HTTP.
    struct Bearer: Sendable, Hashable {
        /// The full address, as everybody in the house shares the IPv6 network.
        let address: String
        /// The device's cookie; nil if it had none at login, and then any device may use the session.
        let device: DeviceCookie?
        let isSecure: Bool

        fileprivate func mayUse(_ session: Bearer) -> Bool {
            address == session.address && isSecure == session.isSecure
                && (session.device == nil || session.device == device)
        }
    }

    private struct Session {
        let bearer: Bearer
        /// The stamp of the person's PIN; nil for the shared one.
        let stamp: String?
        let begun: ContinuousClock.Instant
    }

    private var sessions: [String: Session] = [:]

    /// Begins a session; returns its token: 256 random bits in base64url. `stamp`: the stamp of a person's PIN.
    mutating func begin(for bearer: Bearer, by stamp: String? = nil, now: ContinuousClock.Instant) -> String {
        sessions = sessions.filter { $0.value.begun.duration(to: now) < Self.lifetime }
        let token = Base64URL.random(bytes: 32)
        sessions.makeRoom(
            for: token, of: stamp, each: stamp == nil ? Self.capacity : Self.capacityOfPerson, atMost: Self.capacity,
            owner: { $1.stamp }, by: \.begun)
        sessions[token] = Session(bearer: bearer, stamp: stamp, begun: now)
        return token
    }

    func isValid(_ token: String, from bearer: Bearer, now: ContinuousClock.Instant) -> Bool {
        isRunning(token, now: now) && sessions[token].map { bearer.mayUse($0.bearer) } == true
    }

    /// Whether the session is valid, without checking who uses it.
    func isRunning(_ token: String, now: ContinuousClock.Instant) -> Bool {
        sessions[token].map { $0.begun.duration(to: now) < Self.lifetime } ?? false
    }

    mutating func end(_ token: String) { sessions[token] = nil }

    /// Ends every session of the shared PIN, as that has changed.
    mutating func endShared() { sessions = sessions.filter { $0.value.stamp != nil } }

    /// The stamp of a session's PIN; nil for the shared PIN and for unknown sessions.
    func stamp(of token: String) -> String? { sessions[token]?.stamp }

    /// The number of sessions by PIN stamp; nil: the shared PIN.
    func counts(now: ContinuousClock.Instant) -> [String?: Int] {
        let running = sessions.values.filter { $0.begun.duration(to: now) < Self.lifetime }
        return running.reduce(into: [:]) { $0[$1.stamp, default: 0] += 1 }
    }

    /// Ends the sessions of persons whose PIN is not among these.
    mutating func keepOnly(_ stamps: Set<String>) {
        sessions = sessions.filter { $0.value.stamp.map(stamps.contains) ?? true }
    }
}
