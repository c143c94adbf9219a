import Foundation
import SabirCore

/// The rules of nftables, as printed by `nft --json list ruleset`, and their effect on a packet from the network to one
/// of our ports.
///
/// A rule that depends on anything unknown here (the sender, the interface, the rate) counts as accepting some packets:
/// only what is dropped for everybody is reported.
package struct Firewall {
    /// The chain in which the packet has to be accepted.
    struct Place: Hashable, Sendable {
        let family: String
        let table: String
        let chain: String

        var description: String { "\(family) \(table) \(chain)" }
    }

    struct Packet: Hashable, Sendable {
        let transport: String
        let port: Int

        /// Whether a port or a range such as `8000-9000` includes the packet.
        func isIn(_ ports: Substring, rangeBy separator: Character) -> Bool {
            let bounds = ports.split(separator: separator).compactMap { Int($0) }
            return bounds.first.map { $0 <= port && port <= bounds.last ?? $0 } ?? false
        }
    }

    private enum Verdict { case accepted, dropped, goesOn }

    private struct Chain {
        /// The expressions of each rule as nft's JSON (libnftables-json(5)).
        var rules: [[[String: Any]]] = []
        var hook: String?
        var dropsByPolicy = false
    }

    private var chains: [Place: Chain] = [:]
    private var order: [Place] = []

    /// The rules of this machine; nil if this process may not read them, or there is no nftables.
    package static func ofThisMachine() -> Firewall? {
        BoundedCommand.output("nft", ["--json", "list", "ruleset"]).flatMap(Firewall.init(listed:))
    }

    init?(listed text: String) {
        guard let document = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            let items = document["nftables"] as? [[String: Any]]
        else { return nil }
        for item in items {
            if let chain = item["chain"] as? [String: Any], let place = Self.place(chain, "name") {
                var made = chains[place] ?? Chain()
                made.hook = chain["hook"] as? String
                made.dropsByPolicy = chain["policy"] as? String == "drop"
                if chains[place] == nil { order.append(place) }
                chains[place] = made
            } else if let rule = item["rule"] as? [String: Any], let place = Self.place(rule, "chain") {
                chains[place, default: Chain()].rules.append(rule["expr"] as? [[String: Any]] ?? [])
            }
        }
    }

    private static func place(_ item: [String: Any], _ name: String) -> Place? {
        guard let family = item["family"] as? String, ["ip", "inet"].contains(family),
            let table = item["table"] as? String, let chain = item[name] as? String
        else { return nil }
        return Place(family: family, table: table, chain: chain)
    }

    /// The chain that drops the packet from every sender; nil if it is accepted.
    func drops(_ packet: Packet) -> Place? {
        order.first { place in
            guard let chain = chains[place], chain.hook == "input" || chain.hook == "prerouting" else { return false }
            switch verdict(of: place, on: packet, depth: 0) {
            case .accepted: return false
            case .dropped: return true
            case .goesOn: return chain.dropsByPolicy
            }
        }
    }

    /// Chains do not call each other more deeply than the kernel allows (16).
    private func verdict(of place: Place, on packet: Packet, depth: Int) -> Verdict {
        guard depth < 17, let chain = chains[place] else { return .goesOn }
        rules: for rule in chain.rules {
            var isSure = true
            for expression in rule {
                if let condition = expression["match"] as? [String: Any] {
                    guard let holds = Self.holds(condition, packet) else {
                        isSure = false
                        continue
                    }
                    if holds { continue } else { continue rules }
                }
                switch reached(expression, place, packet, depth) {
                case .accepted: return .accepted
                case .dropped: if isSure { return .dropped } else { continue rules }
                case .goesOn: break
                }
                if expression.keys.contains("return") {
                    if isSure { return .goesOn } else { continue rules }
                }
                if expression.keys.contains(where: Self.conditional.contains) { isSure = false }
            }
        }
        return .goesOn
    }

    private static let conditional: Set = ["limit", "xt", "quota", "ct count", "dynset"]

    private func reached(
        _ expression: [String: Any], _ place: Place, _ packet: Packet, _ depth: Int
    ) -> Verdict {
        if expression.keys.contains("accept") { return .accepted }
        if expression.keys.contains("drop") || expression.keys.contains("reject") { return .dropped }
        if let map = expression["vmap"] as? [String: Any] { return mapped(map, place, packet, depth) }
        for word in ["jump", "goto"] {
            guard let target = (expression[word] as? [String: Any])?["target"] as? String else { continue }
            let next = Place(family: place.family, table: place.table, chain: target)
            return verdict(of: next, on: packet, depth: depth + 1)
        }
        return .goesOn
    }

    /// The verdict of the matching entry in a verdict map. If no entry is sure to match, an entry that may match and
    /// accepts counts.
    private func mapped(_ map: [String: Any], _ place: Place, _ packet: Packet, _ depth: Int) -> Verdict {
        let entries = (map["data"] as? [String: Any])?["set"] as? [[Any]] ?? []
        for entry in entries where entry.count == 2 {
            guard let verdict = entry[1] as? [String: Any] else { continue }
            let condition: [String: Any] = ["left": map["key"] as Any, "op": "==", "right": entry[0]]
            let reached = reached(verdict, place, packet, depth)
            if Self.holds(condition, packet) ?? (reached == .accepted) { return reached }
        }
        return .goesOn
    }

    /// Whether the packet meets the condition; nil if that depends on something unknown here.
    private static func holds(_ condition: [String: Any], _ packet: Packet) -> Bool? {
        guard let (kind, value) = (condition["left"] as? [String: Any])?.first, let left = value as? [String: Any],
            let right = condition["right"]
        else { return nil }
        let transport = left["protocol"] as? String ?? ""
        if ["tcp", "udp"].contains(transport), transport != packet.transport { return false }
        let holds: Bool? =
            switch (kind, left["key"] as? String ?? left["field"] as? String) {
            case ("payload", "dport") where [packet.transport, "th"].contains(transport): contains(right, packet.port)
            case ("payload", "protocol"), ("meta", "l4proto"): contains(right, packet.transport)
            case ("meta", "nfproto"): contains(right, "ipv4")
            case ("meta", "iif"), ("meta", "iifname"):
                contains(right, "lo") == true && names(right).count == 1 ? false : nil
            case ("ct", "state"): contains(right, "new")
            default: nil
            }
        return holds.map { $0 != (condition["op"] as? String == "!=") }
    }

    /// Whether the condition's right side contains the value; nil if that cannot be decided, as with a named set.
    private static func contains(_ right: Any, _ value: some Equatable) -> Bool? {
        var isSure = true
        for item in names(right) {
            if let item = item as? String, item.hasPrefix("@") { isSure = false }
            if let text = value as? String, item as? String == text { return true }
            guard let number = value as? Int else { continue }
            if (item as? NSNumber)?.intValue == number { return true }
            if let range = (item as? [String: Any])?["range"] as? [Any], range.count == 2,
                let low = (range[0] as? NSNumber)?.intValue, let high = (range[1] as? NSNumber)?.intValue,
                low <= number, number <= high
            {
                return true
            }
        }
        return isSure ? false : nil
    }

    private static func names(_ right: Any) -> [Any] {
        if let list = right as? [Any] { return list }
        if let set = (right as? [String: Any])?["set"] as? [Any] { return set }
        return [right]
    }
}
