import Foundation
import SabirCore

/// Warns of ports that two parts of this node want, and of engine or server addresses that lead back to this node. Only
/// warnings, because nodes have started with these before, on a random port or without a part.
extension NodeConfiguration {
    func checkPorts(in reader: inout ConfigurationReader) {
        let listeners = listeners.filter { listener in
            let table = ConfigurationPath.root / listener.table
            let terms = [table, table / "enabled", table / "bind", .root / "node" / "bind"]
            let unsure = terms.contains(where: reader.isUnread)
            return listener.port != 0 && reader.areValid(listener.key) && !unsure
        }
        for (index, listener) in listeners.enumerated() {
            guard let other = listeners[..<index].first(where: { $0.meets(listener) }) else { continue }
            // A default port is on no line.
            let isSaid = reader.lines.isWritten(listener.key)
            let (said, met) = isSaid ? (listener, other) : (other, listener)
            let line = reader.lines.isWritten(met.key) ? reader.lines.line(of: met.key) : nil
            reader.warn(
                "\(said.port) is the port of \(met.use) too (\(met.key.asKey)\(line.map { ", line \($0)" } ?? ", as usual")), "
                    + "and only one can have it; give each its own", at: said.key)
        }
        checkWays(past: listeners, in: &reader)
    }

    /// Warns of engines and NATS servers at whose address this node itself would answer.
    private func checkWays(past listeners: [NodeListener], in reader: inout ConfigurationReader) {
        let engines = translation.enabled ? translation.endpoints : []
        let servers = cluster.settings.servers
        let ways = engines.map { ("the engine \($0.name)", $0.url) } + servers.map { ("a NATS server", $0) }
        for (use, address) in ways where Self.isOnThisMachine(address) {
            guard let url = URLComponents(string: address), let port = url.port, let host = url.host,
                let met = listeners.first(where: {
                    $0.port == port && reader.lines.isWritten($0.key) && $0.isReached(by: host)
                })
            else { continue }
            reader.warn(
                "\(port) is where \(use) is looked for too; only one can have it; give each its own", at: met.key)
        }
    }

    /// This node's listeners, in the order in which they open.
    package var listeners: [NodeListener] {
        func bind(_ own: [String]) -> [String] { own.isEmpty ? node.bind : own }
        var listeners = [NodeListener(part: .rooms, addresses: node.bind, port: node.port)]
        if web.enabled {
            let port = web.port ?? WebConfiguration.defaultPort
            listeners.append(NodeListener(part: .page, addresses: bind(web.bind), port: port))
        }
        if let port = web.secondListenerPort {
            listeners.append(NodeListener(part: .securePage, addresses: bind(web.bind), port: port))
        }
        if share.enabled, translation.enabled, let port = share.port {
            listeners.append(NodeListener(part: .sharing, addresses: bind(share.bind), port: port))
        }
        if irc.enabled { listeners.append(NodeListener(part: .irc, addresses: irc.bind, port: irc.port)) }
        return listeners
    }
}

/// A port on which a part of the node listens.
package struct NodeListener: Sendable {
    /// The part, in words for people.
    package enum Part: String, Sendable {
        case rooms = "the rooms"
        case page = "the page"
        case securePage = "the page over HTTPS"
        case sharing = "the shared translation"
        case irc = "IRC"
    }

    package let part: Part
    package let addresses: [String]
    /// The listener's port; 0 for any free one.
    package let port: Int

    package var use: String { part.rawValue }

    /// The part's table in the configuration.
    package var table: String {
        switch part {
        case .rooms: "node"
        case .page, .securePage: "web"
        case .sharing: "share"
        case .irc: "irc"
        }
    }

    fileprivate var key: ConfigurationPath { .root / table / (part == .securePage ? "https_port" : "port") }

    fileprivate func meets(_ other: NodeListener) -> Bool {
        port == other.port && addresses.contains { mine in other.addresses.contains { Self.overlap(mine, $0) } }
    }

    /// Whether the host name or address leads to this listener.
    fileprivate func isReached(by host: String) -> Bool {
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let ways = bare == "localhost" ? ["127.0.0.1", "::1"] : [bare]
        return addresses.contains { mine in ways.contains { Self.overlap(mine, $0) } }
    }

    /// "::" includes IPv4.
    private static func overlap(_ one: String, _ other: String) -> Bool {
        if one == other || [one, other].contains("::") { return true }
        if [one, other].contains("0.0.0.0") { return !one.contains(":") && !other.contains(":") }
        return !one.contains("%") && IPAddress(one) == IPAddress(other)
    }
}
