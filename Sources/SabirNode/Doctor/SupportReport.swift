import Foundation
import SabirConfiguration
import SabirCore
import SabirHistory

/// A report for supporters, anonymous: versions, sizes, counts and findings, without names, texts, keys, passwords,
/// hosts and addresses.
package struct SupportReport {
    private var facts: [(String, RedactableText)]

    /// - Parameter version: Sabir's version.
    package init(version: String) {
        facts = [("Sabir", "\(ours: version)"), ("system", Self.system), ("machine", Self.machine)]
    }

    package mutating func add(_ configuration: NodeConfiguration) {
        let rooms = configuration.rooms
        let onDisk = rooms.count { $0.history == .disk }
        let inCluster = rooms.count { $0.log == .nats }
        let withPassword = rooms.count { $0.password != nil }
        let kinds = configuration.translation.endpoints.map(\.kind.rawValue).sorted().joined(separator: ", ")
        func onOrOff(_ part: Bool) -> RedactableText { part ? "on" : "off" }
        facts += [
            (
                "rooms",
                "\(rooms.count); on disk \(onDisk), in a cluster \(inCluster), with a password \(withPassword)"
            ),
            ("elsewhere", "relays \(configuration.relays.count), peers \(configuration.discovery.peers.count)"),
            ("engines", "\(ours: configuration.translation.enabled ? kinds.isEmpty ? "none" : kinds : "off")"),
            (
                "books",
                "phrasebooks \(configuration.phrasebook.files.count), glossaries \(configuration.glossary.files.count)"
            ),
            (
                "servers",
                "page \(onOrOff(configuration.web.enabled)), share \(onOrOff(configuration.share.enabled)), "
                    + "IRC \(onOrOff(configuration.irc.enabled)), mDNS \(onOrOff(configuration.discovery.mdns))"
            ),
            ("state folder", Self.size(of: configuration.node.stateDirectory)),
        ]
    }

    package func text(_ findings: [Finding]) -> String {
        var values = RedactedValues()
        let told = facts.map { "\($0): \($1.redacted(&values))" }
        let found = findings.flatMap { finding in
            let subject = finding.subject.map { " " + values.placeholder(for: $0) } ?? ""
            let line = "\(finding.level.rawValue) \(finding.area)\(subject): \(finding.words.redacted(&values))"
            return [line] + (finding.remedy.map { ["      remedy: " + $0.redacted(&values)] } ?? [])
        }
        let head = [
            "A report of sabir doctor. A number in brackets stands for what was left out: names, texts, files, addresses.",
            "",
        ]
        return (head + told + [""] + found).joined(separator: "\n")
    }

    /// Only the fields of os-release(5) that name a distribution: the owner may have written the rest.
    private static var system: RedactableText {
        let file = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
        func value(_ key: String) -> String? {
            file.split(separator: "\n").first { $0.hasPrefix(key + "=") }
                .map { $0.dropFirst(key.count + 1).filter { $0 != "\"" } }
        }
        let distributions: Set = ["debian", "ubuntu", "raspbian", "linuxmint", "fedora", "rhel", "arch", "alpine"]
        let id = value("ID").flatMap { distributions.contains($0) ? $0 : nil } ?? "another Linux"
        let number = (value("VERSION_ID") ?? "").prefix { $0.isNumber || $0 == "." }
        return "\(ours: id) \(ours: String(number)), Linux \(ours: kernel)"
    }

    /// Only the version number: whoever built the kernel chose the rest.
    private static var kernel: String {
        let release = (try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)) ?? ""
        return String(release.prefix { $0.isNumber || $0 == "." })
    }

    private static var machine: RedactableText {
        let process = ProcessInfo.processInfo
        return
            "processors \(process.activeProcessorCount), memory \(ours: QuantityText.size(Int(process.physicalMemory)))"
    }

    /// Counts at most 10,000 files.
    private static func size(of folder: String) -> RedactableText {
        guard let walk = FileManager.default.enumerator(atPath: folder) else { return "not there" }
        var (files, bytes) = (0, 0)
        while walk.nextObject() != nil, files < 10_000 {
            files += 1
            bytes += (walk.fileAttributes?[.size] as? NSNumber)?.intValue ?? 0
        }
        let free = DiskRoom.free(folder).map(QuantityText.size) ?? "unknown"
        return "\(files) files, \(ours: QuantityText.size(bytes)), free \(ours: free)"
    }
}
