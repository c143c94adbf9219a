import Foundation
import Logging
import NIOCore
import NIOPosix
import SabirRooms
import SabirTranslation
import SabirWire

/// A running node: its rooms behind one port, their announcement, and the translator for those who read here.
///
/// Only wiring: it starts the parts, hands them to one another, and stops them in the reverse order. Immutable once
/// it has started.
package final class Node: Sendable {
    /// A room as it was opened.
    package struct OpenRoom: Sendable, Hashable {
        package let info: RoomInfo
        /// Where others can most likely reach it.
        package let address: NodeAddress
    }

    package let rooms: [OpenRoom]
    /// Where this machine itself reaches the node.
    package let localAddress: NodeAddress
    private let server: RoomServer
    private let announcer: Announcer?
    /// Holds the lock on the node's identity.
    private let identityFile: IdentityFile?

    /// Opens the configured rooms. Throws a `NodeError` for people where that is not possible.
    package static func start(_ configuration: NodeConfiguration, logger: Logger) async throws -> Node {
        let (identity, file) = loadIdentity(configuration, logger)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let server = RoomServer(on: loop, maximumFrame: configuration.limits.frame, logger: logger)
        var hosted: [HostedRoom] = []
        for room in configuration.rooms {
            let id = room.id ?? identity.rooms[room.name] ?? UUID()
            hosted.append(await server.open(RoomSettings(room, id: id, limits: configuration.limits)))
        }
        let bound = try await listen(server, configuration.node)
        let address = NodeAddress(host: LocalAddress.reachable(bound.host), port: bound.port)
        let announcer = await announce(hosted, configuration, at: address, node: identity.node, logger)
        let rooms = hosted.map { OpenRoom(info: $0.settings.info, address: address) }
        let local = NodeAddress(host: LocalAddress.own(bound.host), port: bound.port)
        return Node(rooms: rooms, localAddress: local, server: server, announcer: announcer, identityFile: file)
    }

    private init(
        rooms: [OpenRoom], localAddress: NodeAddress, server: RoomServer, announcer: Announcer?,
        identityFile: IdentityFile?
    ) {
        self.rooms = rooms
        self.localAddress = localAddress
        self.server = server
        self.announcer = announcer
        self.identityFile = identityFile
    }

    /// Withdraws the announcements, says goodbye to every member, and closes. Takes 2 seconds at most where members do
    /// not answer.
    package func stop() async {
        await announcer?.close()
        await server.close()
    }

    // MARK: Starting the parts

    private static func loadIdentity(
        _ configuration: NodeConfiguration, _ logger: Logger
    ) -> (NodeIdentity, IdentityFile?) {
        let directory = configuration.node.stateDirectory
        let file = IdentityFile(directory: directory)
        var identity = file?.read() ?? NodeIdentity()
        for room in configuration.rooms where room.id == nil { _ = identity.id(ofRoom: room.name) }
        do {
            if file == nil {
                logger.notice("\(directory) is held by another node or cannot be written: this node gets new ids")
            }
            try file?.write(identity)
        } catch {
            logger.warning("the ids of this node and its rooms cannot be kept in \(directory): \(error)")
        }
        return (identity, file)
    }

    private static func listen(_ server: RoomServer, _ settings: NodeSettings) async throws -> NodeAddress {
        do {
            let bound = try await server.listen(on: settings.bind, port: settings.port)
            return NodeAddress(
                host: bound.first?.ipAddress ?? settings.bind[0], port: bound.first?.port ?? settings.port)
        } catch let error as IOError {
            throw NodeError.cannotListen(settings, errno: error.errnoCode)
        }
    }

    private static func announce(
        _ rooms: [HostedRoom], _ configuration: NodeConfiguration, at address: NodeAddress, node: UUID,
        _ logger: Logger
    ) async -> Announcer? {
        guard configuration.discovery.mdns else { return nil }
        let announcer = Announcer(interfaces: configuration.discovery.interfaces, logger: logger)
        await announcer.start()
        for room in rooms { await announcer.announce(room, port: address.port, node: node.uuidString.lowercased()) }
        return announcer
    }
}

extension RoomSettings {
    init(_ room: RoomConfiguration, id: UUID, limits: LimitSettings) {
        self.init(
            info: RoomInfo(id: id.uuidString.lowercased(), name: room.name, topic: room.topic),
            maximumMembers: limits.unlimited ? .max : room.maxMembers, keptMessages: room.keepMessages,
            rate: limits.unlimited ? nil : (limits.messageRate, limits.messageBurst),
            queuedBytes: limits.queueBytes, maximumFrame: limits.frame)
    }
}
