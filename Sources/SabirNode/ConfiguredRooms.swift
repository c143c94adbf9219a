import Foundation
import Logging
import SabirConfiguration
import SabirCore
import SabirRoom
import SabirSecurity

/// Opens the rooms of the configuration: at the start, and those that come while the node runs. Owns which ids they have.
actor ConfiguredRooms {
    private var identity: NodeIdentity
    /// Nil where ids are kept nowhere.
    private let file: IdentityFile?
    private let certificate: NodeCertificate?
    private let server: RoomServer
    private let records: RoomRecords
    private let translation: SharedTranslator?
    private let logger: Logger

    init(
        _ identity: NodeIdentity, _ file: IdentityFile?, _ certificate: NodeCertificate?, on server: RoomServer,
        _ records: RoomRecords, _ translation: SharedTranslator?, logger: Logger
    ) {
        self.identity = identity
        self.file = file
        self.certificate = certificate
        self.server = server
        self.records = records
        self.translation = translation
        self.logger = logger
    }

    /// Whether the state folder is this node's alone.
    nonisolated var ownsFolder: Bool { file != nil }

    /// What checks its password; nil where it has none. Throws a sentence for people.
    nonisolated func verification(of room: RoomConfiguration) async throws(NodeError) -> (any PasswordVerification)? {
        try await room.passwordVerification(certificate, logger)
    }

    /// Throws a `NodeError`, or what is wrong with what was kept of the room.
    func open(
        _ room: RoomConfiguration, _ verification: (any PasswordVerification)?, in configuration: NodeConfiguration
    ) async throws -> RoomRecords.Room {
        var settings = RoomSettings(
            room, id: try room.id ?? id(ofRoom: room.name), limits: configuration.limits,
            logsMessages: configuration.node.logMessages)
        settings.node = identity.node.uuidString.lowercased()
        settings.grant = certificate?.ownGrant(in: settings.info.id)
        return try await records.open(room, settings, on: server, translation: translation, verification)
    }

    /// It is on the disk before anybody is told of the room.
    private func id(ofRoom name: String) throws -> UUID {
        if let known = identity.rooms[name] { return known }
        let new = identity.id(ofRoom: name)
        try file?.write(identity)
        return new
    }
}
