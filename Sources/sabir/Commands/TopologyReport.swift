import Foundation
import SabirDoctor
import SabirTerminal
import SabirProtocol

/// What `sabir topology` prints: a line for each node, or one JSON object.
struct TopologyReport {
    private let welcome: Welcome
    private let topology: Topology
    /// Of the stream's servers; nil where nothing is known of them.
    private let servers: [ClusterServer]?

    init(_ welcome: Welcome, _ topology: Topology, servers: [ClusterServer]? = nil) {
        self.welcome = welcome
        self.topology = topology
        self.servers = servers
    }

    var lines: [String] {
        let count = welcome.seq == 1 ? "1 message" : "\(welcome.seq) messages"
        let room = "\(SafeText.name(welcome.room.name))  \(welcome.room.id)  \(count)"
        return [room] + root + topology.relays.map(line)
    }

    private var root: [String] {
        guard let told = topology.told, told.authority == .stream else {
            return ["host  \(topology.membersAtHost) here"]
        }
        return [
            "stream  \(topology.membersAtHost) at other nodes",
            "  this node  \(told.here) here" + Self.state(told.up, told.since, told.behind, told.held),
        ] + (servers.map { $0.map(Self.line) } ?? ["  servers  not named in this computer's configuration"])
    }

    private static func line(_ server: ClusterServer) -> String {
        let name = "  server \(SafeText.name(server.address))"
        guard let version = server.version else { return name + "  DOES NOT ANSWER" }
        return name + "  \(SafeText.name(version))  \(server.summary ?? "whether it syncs each write is not known")"
    }

    private func line(_ relay: Topology.Relay) -> String {
        let indent = String(repeating: "  ", count: relay.hops)
        let name = "\(indent)relay \(SafeText.name(relay.name))" + (relay.isSelf ? " (this node)" : "")
        let isGone = relay.up == false && !relay.isSelf
        return name + (isGone ? "" : "  \(relay.members) here") + (relay.carries == false ? "  stands by" : "")
            + Self.state(relay.up, relay.since, relay.behind, relay.held)
    }

    private static func state(_ up: Bool?, _ since: Int?, _ behind: Int?, _ held: Int?) -> String {
        var parts: [String] = []
        if up == false { parts.append("NOT CONNECTED" + (since.map { " since \(moment($0))" } ?? "")) }
        if let behind { parts.append(behind == 0 ? "up to date" : "\(behind) behind") }
        if let held, held > 0 { parts.append("\(held) waiting") }
        return parts.map { "  " + $0 }.joined()
    }

    private static func moment(_ milliseconds: Int) -> String {
        let form = DateFormatter()
        form.dateFormat = "yyyy-MM-dd HH:mm:ss"
        form.locale = Locale(identifier: "en_US_POSIX")
        return form.string(from: Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
    }

    // MARK: For programs

    /// What is not known is left out.
    var object: JSONValue {
        var object: [String: JSONValue] = [
            "room": .object(["id": .string(welcome.room.id), "name": .string(welcome.room.name)]),
            "epoch": .string(welcome.epoch), "seq": .int(welcome.seq),
            "host": .object(["members": .int(topology.membersAtHost)]),
            "relays": .array(topology.relays.map(Self.relay)),
        ]
        if let told = topology.told { object["node"] = Self.node(told) }
        if let servers { object["servers"] = .array(servers.map(Self.server)) }
        return .object(object)
    }

    private static func server(_ server: ClusterServer) -> JSONValue {
        var object: [String: JSONValue] = ["address": .string(server.address)]
        if let version = server.version { object["version"] = .string(version) }
        if let syncs = server.syncsEachWrite { object["syncs_each_write"] = .bool(syncs) }
        return .object(object)
    }

    private static func node(_ told: RoomTopology) -> JSONValue {
        var node: [String: JSONValue] = ["authority": .string(told.authority.rawValue), "members": .int(told.here)]
        add(told.up, told.since, told.behind, told.held, to: &node)
        return .object(node)
    }

    private static func relay(_ relay: Topology.Relay) -> JSONValue {
        var object: [String: JSONValue] = [
            "name": .string(relay.name), "via": .optional(relay.via), "hops": .int(relay.hops),
            "members": .int(relay.members),
        ]
        if let carries = relay.carries { object["carries"] = .bool(carries) }
        add(relay.up, relay.since, relay.behind, relay.held, to: &object)
        return .object(object)
    }

    private static func add(
        _ up: Bool?, _ since: Int?, _ behind: Int?, _ held: Int?, to object: inout [String: JSONValue]
    ) {
        if let up { object["up"] = .bool(up) }
        for (key, value) in ["since": since, "behind": behind, "held": held] {
            if let value { object[key] = .int(value) }
        }
    }
}
