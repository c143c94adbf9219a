import SabirCore
import SabirDiscovery

/// Checks that this machine reaches itself over TCP, as requests to local engines and the node's own page do.
package enum LoopbackCheck {
    package static func run(_ firewall: FirewallCheck) async -> Finding {
        let isUp = NetworkInterface.all().contains { $0.isLoopback && $0.isUp }
        let reaches = isUp ? await PlainSocket.reachesItself() : false
        return finding(reaches: reaches, isUp: isUp, firewall.nftables)
    }

    static func finding(reaches: Bool, isUp: Bool, _ rules: Firewall?) -> Finding {
        guard isUp else {
            return Finding(
                "loopback", .wrong, "The interface lo is down: this computer does not reach itself.",
                remedy: "ip link set lo up")
        }
        guard !reaches else { return Finding("loopback", .ok, "This computer reaches itself.") }
        // Tests a packet that no rule names. A chain that drops only packets over lo is not found this way.
        let place = rules?.drops(Firewall.Packet(transport: "tcp", port: 0))
        return Finding(
            "loopback", .wrong,
            "This computer does not reach itself, so that engines on it and the node's page cannot be asked: a firewall drops "
                + "what comes over the interface lo.",
            remedy: place.map {
                "nft insert rule \($0.description) iif lo accept; and the same in /etc/nftables.conf"
            } ?? "nft list ruleset, which shows the rule, and before it: iif lo accept")
    }
}
