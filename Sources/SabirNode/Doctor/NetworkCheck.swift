import Logging
import SabirConfiguration
import SabirCore
import SabirDiscovery

/// Checks that the configured interfaces exist and the peers answer.
package enum NetworkCheck {
    package static func run(_ configuration: NodeConfiguration, logger: Logger) async -> [Finding] {
        let named = configuration.discovery.interfaces + configuration.rooms.flatMap(\.interfaces)
        let finder = RoomFinder(configuration.discovery, plaintext: configuration.node.plaintext, logger: logger)
        return interfaces(named, NetworkInterface.all()) + (await finder.askPeers()).map(finding)
    }

    /// Each name once, in the order given.
    static func interfaces(_ names: [String], _ present: [NetworkInterface]) -> [Finding] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.map { name in
            guard let interface = present.first(where: { $0.name == name }) else {
                return Finding(
                    "interface", .wrong,
                    "There is no \(name) now; nothing is announced or entered over it until there is.",
                    remedy: "ip link, which shows the names there are, and interfaces in the configuration")
            }
            guard interface.isUp else {
                return Finding("interface", .wrong, "\(name) is down.", remedy: "ip link set \(name) up")
            }
            return Finding("interface", .ok, "\(name) is there and up.")
        }
    }

    private static func finding(_ answer: PeerAnswer) -> Finding {
        guard let silence = answer.silence else {
            let rooms: RedactableText = answer.rooms.count == 1 ? "1 room" : "\(answer.rooms.count) rooms"
            return Finding("peer", .ok, "\(answer.peer) names \(rooms).")
        }
        return Finding(
            "peer", .wrong, "\(silence.english)",
            remedy: "sabir doctor on that machine; then firewalls and routes between here and there")
    }
}
