import Foundation

/// Whether each of the cluster's servers answers: with one of three gone rooms go on, with two they stand still.
package enum ClusterCheck {
    package static func run(_ configuration: NodeConfiguration) async -> [Finding] {
        guard configuration.rooms.contains(where: { $0.log == .nats }) else { return [] }
        return await withTaskGroup(of: (Int, Finding).self) { group in
            for (index, server) in configuration.cluster.nats.enumerated() {
                group.addTask { (index, await finding(server)) }
            }
            var found: [(Int, Finding)] = []
            for await one in group { found.append(one) }
            return found.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// A server says who it is before anything else, in the clear, also where TLS follows.
    private static func finding(_ server: String) async -> Finding {
        let address = URLComponents(string: server)
        let host = (address?.host ?? "").trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        let answer = await PlainSocket.answer(from: host, port: address?.port ?? 4_222)
        guard answer?.hasPrefix("INFO ") == true else {
            return Finding(
                name: "cluster", isFine: false, sentence: "\(server) does not answer as a NATS server.",
                mend: "systemctl status nats-server on that machine; then firewalls and routes between here and there")
        }
        return Finding(name: "cluster", isFine: true, sentence: "\(server) answers.", mend: nil)
    }
}
