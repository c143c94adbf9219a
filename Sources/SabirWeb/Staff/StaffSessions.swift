import Foundation

/// Who is logged in as staff. Pure: the time is passed in. Bounded: the oldest goes first.
struct StaffSessions: Sendable {
    static let cookieName = "sabir-staff"
    static let lifetime = Duration.seconds(12 * 3_600)
    static let capacity = 100

    private var begun: [String: ContinuousClock.Instant] = [:]

    init() {}

    /// A new session's token: 256 random bits, base64url.
    mutating func begin(now: ContinuousClock.Instant) -> String {
        begun = begun.filter { $0.value.duration(to: now) < Self.lifetime }
        if begun.count >= Self.capacity, let oldest = begun.min(by: { $0.value < $1.value })?.key {
            begun[oldest] = nil
        }
        let token = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64url
        begun[token] = now
        return token
    }

    func isValid(_ token: String, now: ContinuousClock.Instant) -> Bool {
        begun[token].map { $0.duration(to: now) < Self.lifetime } ?? false
    }

    mutating func end(_ token: String) { begun[token] = nil }
}
