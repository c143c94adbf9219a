import SabirConfiguration
import SabirCore

/// Checks that each of the cluster's servers answers (with one of three gone rooms go on, with two they stop), and that
/// acknowledged writes are on their disks.
package enum ClusterCheck {
    package static func run(_ configuration: NodeConfiguration) async -> [Finding] {
        guard configuration.rooms.contains(where: { $0.log == .nats }) else { return [] }
        let cluster = configuration.cluster
        let looks = cluster.settings.servers.map { address in
            Task { await ClusterServer.look(at: address, monitoringPort: cluster.monitoringPort) }
        }
        var found: [Finding] = []
        for look in looks { found += findings(await look.value) }
        return found
    }

    static func findings(_ server: ClusterServer) -> [Finding] {
        let address = server.address
        guard let version = server.version else {
            return [
                Finding(
                    "cluster", .wrong, "\(address) does not answer as a NATS server.",
                    remedy:
                        "systemctl status nats-server on that machine; then firewalls and routes between here and there"
                )
            ]
        }
        return [Finding("cluster", .ok, "\(address) answers."), syncing(server, version)]
    }

    private static func syncing(_ server: ClusterServer, _ version: String) -> Finding {
        let name: RedactableText = version.isEmpty ? "\(server.address)" : "\(server.address) (NATS \(version))"
        let loss: RedactableText = "What it acknowledged last can be lost where its power goes"
        switch server.syncing {
        case .eachWrite:
            return Finding("cluster", .ok, "\(name) syncs each write: what it acknowledges is on its disk.")
        case .every(let seconds):
            return Finding(
                "cluster", .note,
                "\(name) syncs every \(ours: ClusterServer.text(seconds)), not each write. \(loss) (docs/clusters.md).",
                remedy: "sync_interval: always in jetstream { } of its configuration")
        case .versionCannot:
            return Finding(
                "cluster", .note,
                "\(name) does not sync each write: that version syncs every 2 minutes or so and cannot do otherwise. "
                    + "\(loss) (docs/clusters.md).",
                remedy: "NATS 2.10 or newer, with sync_interval: always in jetstream { } of its configuration")
        case .unknown(let reason):
            return Finding(
                "cluster", .note, "Whether \(name) syncs each write is not known: \(reason).",
                remedy:
                    "a look for sync_interval into its configuration; or http: \"ADDRESS:PORT\" there, and that port as "
                    + "monitoring_port in [cluster] here")
        }
    }
}
