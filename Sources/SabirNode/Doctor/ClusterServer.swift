import Foundation

/// A NATS server of the cluster, as far as it can be examined without an account.
struct ClusterServer: Hashable, Sendable {
    /// When acknowledged writes are on the server's disk rather than only in its system's memory.
    enum Syncing: Hashable, Sendable {
        /// Before each acknowledgement.
        case eachWrite
        /// At most this many seconds later.
        case every(seconds: Double)
        /// Some time later; the server's version has no setting for it.
        case versionCannot
        /// Unknown; a clause says why.
        case unknown(String)
    }

    /// The address in the configuration.
    let address: String
    /// Nil if no NATS server answers there.
    let version: String?
    let syncing: Syncing

    /// - Parameter monitoringPort: the port of the server's monitoring; 0 to skip it.
    static func look(at address: String, monitoringPort: Int) async -> Self {
        let url = URLComponents(string: address)
        let host = (url?.host ?? "").trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        // A server first sends its identity unencrypted, even if TLS follows.
        let greeting = await PlainSocket.answer(from: host, port: url?.port ?? 4_222) { $0.utf8.contains(0x0A) }
        guard let greeting, greeting.hasPrefix("INFO ") else {
            return Self(address: address, version: nil, syncing: .unknown("it does not answer"))
        }
        let info = try? JSONDecoder().decode(Identity.self, from: Data(greeting.dropFirst(5).utf8))
        guard let info else {
            return Self(address: address, version: "", syncing: .unknown("it does not say its version"))
        }
        var syncing = Syncing.versionCannot
        if knowsSetting(info.version) { syncing = await ask(host, monitoringPort, of: info.server_id) }
        return Self(address: address, version: info.version, syncing: syncing)
    }

    /// Whether this version has `sync_interval`, which came with 2.10.
    static func knowsSetting(_ version: String) -> Bool {
        let parts = version.split(separator: ".").map { Int($0.prefix { $0.isWholeNumber }) ?? 0 }
        return (parts.first ?? 0, parts.count > 1 ? parts[1] : 0) >= (2, 10)
    }

    private static func ask(_ host: String, _ port: Int, of id: String) async -> Syncing {
        guard port > 0 else { return .unknown("the configuration has monitoring_port = 0") }
        // HTTP/1.0, so that the answer ends with the connection and comes unchunked.
        let question = "GET /varz HTTP/1.0\r\nHost: \(host.contains(":") ? "[\(host)]" : host)\r\n\r\n"
        guard let answer = await PlainSocket.answer(from: host, port: port, to: question, isWhole: { _ in false })
        else {
            return .unknown("nothing answers at its monitoring port \(port)")
        }
        return read(answer, from: port, of: id)
    }

    /// - Parameter id: the server's id, because several servers may run on one machine.
    static func read(_ answer: String, from port: Int, of id: String) -> Syncing {
        guard let head = answer.range(of: "\r\n\r\n"), answer.hasPrefix("HTTP/1."),
            answer.prefix(12).hasSuffix(" 200"),
            let told = try? JSONDecoder().decode(Monitoring.self, from: Data(answer[head.upperBound...].utf8))
        else { return .unknown("what answers at port \(port) is not the monitoring of a NATS server") }
        guard told.server_id == id else { return .unknown("the monitoring at port \(port) is another server's") }
        guard let settings = told.jetstream?.config else {
            return .unknown("its monitoring says nothing of JetStream")
        }
        if settings.sync_always == true { return .eachWrite }
        guard let nanoseconds = settings.sync_interval, nanoseconds > 0 else {
            return .unknown("its monitoring does not show sync_interval")
        }
        return .every(seconds: nanoseconds / 1e9)
    }

    // The property names are the server's.
    private struct Identity: Decodable {
        let server_id: String
        let version: String
    }

    private struct Monitoring: Decodable {
        struct JetStream: Decodable { let config: Settings? }
        struct Settings: Decodable {
            let sync_always: Bool?
            /// Nanoseconds.
            let sync_interval: Double?
        }

        let server_id: String
        let jetstream: JetStream?
    }
}

extension ClusterServer {
    static func text(_ seconds: Double) -> String {
        if seconds < 1 { return "\(Int((seconds * 1_000).rounded())) ms" }
        return seconds.truncatingRemainder(dividingBy: 60) == 0 ? "\(Int(seconds / 60)) min" : "\(Int(seconds)) s"
    }
}
