import Glibc
import Logging
import NIOCore
import NIOPosix
import SabirConfiguration
import SabirRoom
import SabirProtocol
import SabirCore

/// Checks that a node could listen on its configured address.
package enum PortCheck {
    /// Whether the configured port is free now.
    package static func isFree(_ settings: NodeSettings) async -> Bool { await fault(settings) == nil }

    /// Why a node cannot listen there now; nil if it can.
    private static func fault(_ settings: NodeSettings) async -> (any Error)? {
        let server = RoomServer(on: MultiThreadedEventLoopGroup.singleton.next(), logger: Logger(label: "sabir.check"))
        var fault: (any Error)?
        do { _ = try await server.listen(on: settings.bind, port: settings.port) } catch { fault = error }
        await server.close()
        return fault
    }

    package static func run(_ settings: NodeSettings, _ listeners: Listeners) async -> Finding {
        let port: RedactableText = settings.port == 0 ? "any free port" : "port \(settings.port)"
        guard let fault = await fault(settings) else {
            return Finding("port", .ok, "A node can listen on \(port).")
        }
        let code = (fault as? IOError)?.errnoCode ?? 0
        if code == EADDRINUSE, await isNode(settings, listeners.program(on: settings.port)) {
            return Finding("port", .ok, "A node is listening on \(port).")
        }
        return Finding(
            "port", .severe, "\(NodeError.cannotListen(settings, errno: code))",
            remedy: "sabir serve --port 0, or [node] port in the configuration")
    }

    /// Whether the listener there is a node, judged by its program or by its answer about its rooms.
    private static func isNode(_ settings: NodeSettings, _ program: Listeners.Program?) async -> Bool {
        if program?.name == "sabir" { return true }
        let address = NodeAddress(host: LocalAddress.own(settings.bind[0]), port: settings.port)
        return await PeerAnswer.of(address, plaintext: settings.plaintext).silence == nil
    }
}
