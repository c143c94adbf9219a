import Foundation
import SabirCore

/// Checks that the clock can be right: certificates, retention and bans depend on it.
package enum ClockCheck {
    /// 2025-01-01, before any version of Sabir.
    private static let earliest = Date(timeIntervalSince1970: 1_735_689_600)
    /// Seconds by which a file may be newer than now, because two machines' clocks differ.
    private static let tolerance: TimeInterval = 86_400

    /// - Parameter stateDirectory: its files must have been written in the past.
    package static func run(now: Date = .now, stateDirectory: String) -> Finding {
        let mend: RedactableText = "timedatectl set-ntp true, or: timedatectl set-time \"2026-01-31 14:00\""
        guard now >= earliest else {
            return Finding(
                "clock", .wrong, "It says \(ours: day(now)), which is before Sabir was written.", remedy: mend)
        }
        if let (file, written) = newest(in: stateDirectory), written > now + tolerance {
            return Finding(
                "clock", .wrong,
                "It says \(ours: day(now)), but \(file) was written on \(ours: day(written)): one of the two is wrong.",
                remedy: mend)
        }
        return Finding("clock", .ok, "It says \(ours: day(now)).")
    }

    private static func newest(in folder: String) -> (String, Date)? {
        FileSystem.names(in: folder).prefix(1_000).compactMap { name -> (String, Date)? in
            let path = "\(folder)/\(name)"
            let facts = try? FileManager.default.attributesOfItem(atPath: path)
            return (facts?[.modificationDate] as? Date).map { (path, $0) }
        }.max { $0.1 < $1.1 }
    }

    private static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}
