import Foundation
import SabirConfiguration
import SabirCore

/// Programs that listen on this machine's TCP ports, as far as this process may see: root sees all, others their own.
package struct Listeners: Sendable {
    struct Program: Hashable, Sendable {
        let name: String
        let process: Int
    }

    private var programs: [Int: Program] = [:]

    /// Reads the kernel's present tables (proc(5), /proc/net/tcp).
    package static func now() -> Listeners {
        var ports: [String: Int] = [:]
        for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
            for line in (try? String(contentsOfFile: table, encoding: .utf8))?.split(separator: "\n") ?? [] {
                let fields = line.split(separator: " ")
                // 0A is TCP_LISTEN; the tenth field is the socket's inode.
                guard fields.count > 9, fields[3] == "0A", let hex = fields[1].split(separator: ":").last,
                    let port = Int(hex, radix: 16)
                else { continue }
                ports["socket:[\(fields[9])]"] = port
            }
        }
        var listeners = Listeners()
        for process in FileSystem.names(in: "/proc").compactMap({ Int($0) }) {
            let folder = "/proc/\(process)/fd"
            for file in FileSystem.names(in: folder) {
                guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(file)"),
                    let port = ports[target]
                else { continue }
                listeners.programs[port] = Program(name: name(process), process: process)
            }
        }
        return listeners
    }

    func program(on port: Int) -> Program? { programs[port] }

    private static func name(_ process: Int) -> String {
        let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
        return printable((name ?? "another program").trimmingCharacters(in: .whitespacesAndNewlines), atMost: 32)
    }
}
