import Foundation

/// A NATS server of the cluster, as far as it can be known without an account at it.
struct ClusterServer: Hashable, Sendable {
    /// When what it has acknowledged is on its disk, and not in the memory of its operating system alone.
    enum Syncing: Hashable, Sendable {
        /// Before it acknowledges.
        case eachWrite
        /// So many seconds later at most.
        case every(seconds: Double)
        /// Some time later; its version has no setting that could change that.
        case versionCannot
        /// A clause that says why it is not known.
        case unknown(String)
    }

    /// As the configuration names it.
    let address: String
    /// Nil where nothing answers there as a NATS server.
    let version: String?
    let syncing: Syncing

    /// - Parameter monitoringPort: where its monitoring is asked; at 0 it is not.
    static func look(at address: String, monitoringPort: Int) async -> Self {
        let url = URLComponents(string: address)
        let host = (url?.host ?? "").trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        // A server says who it is before anything else, in the clear, also where TLS follows.
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

    /// `sync_interval` came with 2.10.
    static func knowsSetting(_ version: String) -> Bool {
        let parts = version.split(separator: ".").map { Int($0.prefix { $0.isWholeNumber }) ?? 0 }
        return (parts.first ?? 0, parts.count > 1 ? parts[1] : 0) >= (2, 10)
    }

    private static func ask(_ host: String, _ port: Int, of id: String) async -> Syncing {
        guard port > 0 else { return .unknown("the configuration has monitoring_port = 0") }
        // By HTTP/1.0, so that the answer ends with the connection and comes in one piece.
        let question = "GET /varz HTTP/1.0\r\nHost: \(host.contains(":") ? "[\(host)]" : host)\r\n\r\n"
        guard let answer = await PlainSocket.answer(from: host, port: port, to: question, isWhole: { _ in false })
        else {
            return .unknown("nothing answers at its monitoring port \(port)")
        }
        return read(answer, from: port, of: id)
    }

    /// - Parameter id: of the server that is meant; several may be on one machine.
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

    // The names are the server's.
    private struct Identity: Decodable {
        let server_id: String
        let version: String
    }

    private struct Monitoring: Decodable {
        struct JetStream: Decodable { let config: Settings? }
        struct Settings: Decodable {
            let sync_always: Bool?
            /// In nanoseconds.
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
