import SabirCore

/// The addresses of devices that a captive portal remembers for a while. The time is passed in.
struct PortalDevices: Sendable {
    /// How long a device is remembered: the next day it counts as new.
    static let memory = Duration.seconds(12 * 3_600)
    /// How many devices are remembered; beyond that, those noted first are dropped. A network of phones has fewer
    /// addresses.
    static let maximum = 4_096

    private var seen: [String: ContinuousClock.Instant] = [:]

    mutating func note(_ address: String, now: ContinuousClock.Instant) {
        if seen.count >= Self.maximum { seen = seen.filter { now - $0.value < Self.memory } }
        seen.makeRoom(for: address, atMost: Self.maximum) { $0 }
        seen[address] = now
    }

    func has(_ address: String, now: ContinuousClock.Instant) -> Bool {
        seen[address].map { now - $0 < Self.memory } ?? false
    }
}
