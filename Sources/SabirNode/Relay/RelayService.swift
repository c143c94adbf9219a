import Logging
import NIOCore
import SabirRooms
import SabirSecurity
import SabirWire

/// The relays of one node.
struct RelayService: Sendable {
    private let links: [RelayLink]

    /// Starts them; whether their hosts are there yet does not matter. Throws a sentence where the node's key or its pins
    /// cannot be read.
    static func start(
        _ configuration: NodeConfiguration, around: RelayLink.Surroundings
    ) async throws(NodeError) -> RelayService {
        var links: [RelayLink] = []
        for relay in configuration.relays {
            links.append(try link(relay, configuration, around))
        }
        if let folder = around.copies {
            let kept = configuration.relays.filter { $0.history == .disk }.map(\.from.description)
            RelayCopyFile.removeOthers(than: kept, stateDirectory: folder)
        }
        for link in links { await link.start() }
        return RelayService(links: links)
    }

    private static func link(
        _ relay: RelayConfiguration, _ configuration: NodeConfiguration, _ around: RelayLink.Surroundings
    ) throws(NodeError) -> RelayLink {
        let state = configuration.node.stateDirectory
        do throws(SecurityError) {
            let security =
                configuration.node.plaintext
                ? nil
                : try GuestProtection.pinned(relay.from, stateDirectory: state, logger: around.logger, met: { _ in })
            let finder = RoomFinder(
                configuration.discovery, plaintext: configuration.node.plaintext, logger: around.logger)
            return RelayLink(
                relay, name: relay.name ?? configuration.node.name, key: try key(in: state), security: security,
                finder: finder, around: around)
        } catch {
            throw NodeError(description: error.description)
        }
    }

    private static func key(in directory: String) throws(SecurityError) -> StaffKey {
        do throws(NodeError) {
            return try StaffKey.own(in: directory)
        } catch {
            throw SecurityError(error.description)
        }
    }

    func stop() async { for link in links { await link.stop() } }
}
