import Foundation
import SabirCore

/// Who is logged in as staff. Pure: the time is passed in. Bounded for each person, whose own oldest goes first, and in
/// all, where the oldest of whoever has most goes.
struct StaffSessions: Sendable {
    static let lifetime = Duration.seconds(12 * 3_600)
    static let capacity = 100
    /// Of one person. The shared PIN may have all.
    static let capacityOfPerson = 20

    /// What a session holds for. Its token alone is not enough: over plain HTTP it may have been read along.
    struct Bearer: Sendable, Hashable {
        /// Whole: of an IPv6 network everybody in the house has a part.
        let address: String
        /// Nil where the browser sent none when it logged in; then any will do.
        let device: DeviceCookie?
        let isSecure: Bool

        fileprivate func mayUse(_ session: Bearer) -> Bool {
            address == session.address && isSecure == session.isSecure
                && (session.device == nil || session.device == device)
        }
    }

    private struct Session {
        let bearer: Bearer
        /// Of the person's PIN; nil of the shared one.
        let stamp: String?
        let begun: ContinuousClock.Instant
    }

    private var sessions: [String: Session] = [:]

    init() {}

    /// A new session's token: 256 random bits, base64url. `stamp`: of the PIN of a person.
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
        guard let session = sessions[token], bearer.mayUse(session.bearer) else { return false }
        return session.begun.duration(to: now) < Self.lifetime
    }

    /// Whoever bears it.
    func isRunning(_ token: String, now: ContinuousClock.Instant) -> Bool {
        sessions[token].map { $0.begun.duration(to: now) < Self.lifetime } ?? false
    }

    mutating func end(_ token: String) { sessions[token] = nil }

    /// Those of the shared PIN, which is another now.
    mutating func endShared() { sessions = sessions.filter { $0.value.stamp != nil } }

    /// Nil of the shared PIN, and where there is no such session.
    func stamp(of token: String) -> String? { sessions[token]?.stamp }

    /// How many there are by each person's PIN, and by the shared one as nil.
    func counts(now: ContinuousClock.Instant) -> [String?: Int] {
        let running = sessions.values.filter { $0.begun.duration(to: now) < Self.lifetime }
        return running.reduce(into: [:]) { $0[$1.stamp, default: 0] += 1 }
    }

    /// Of persons those whose PIN is among these still hold, and no others.
    mutating func keepOnly(_ stamps: Set<String>) {
        sessions = sessions.filter { $0.value.stamp.map(stamps.contains) ?? true }
    }
}
