import Foundation
import NIOCore
import SabirRoom

/// A network interface of this machine with its addresses.
package struct OwnInterface: Hashable, Sendable {
    let name: String
    /// Whether the interface is up; one of unknown state counts as up.
    var isUp = true
    /// Numeric IPv4 and IPv6 addresses.
    let addresses: [String]

    /// The machine's current interfaces in the kernel's order; empty if they cannot be read.
    package static func all() -> [OwnInterface] {
        let devices = (try? System.enumerateDevices()) ?? []
        var names: [String] = []
        for device in devices where !names.contains(device.name) { names.append(device.name) }
        return names.map { name in
            let addresses = devices.filter { $0.name == name }.compactMap { $0.address?.ipAddress }
            return OwnInterface(name: name, isUp: isUp(name), addresses: addresses)
        }
    }

    /// Reads the kernel's `operstate` (RFC 2863), which many drivers leave at "unknown".
    private static func isUp(_ name: String) -> Bool {
        let state = try? String(contentsOfFile: "/sys/class/net/\(name)/operstate", encoding: .utf8)
        return state?.trimmingCharacters(in: .whitespacesAndNewlines) != "down"
    }
}

extension NetworkSide {
    func holds(_ interface: OwnInterface) -> Bool { only.isEmpty || only.contains(interface.name) }
}
