import Foundation
import Logging
import SabirConfiguration
import SabirCore
import SabirRoom
import SabirSecurity

/// Opens the configured rooms, at the start and when the configuration adds some. Owns the rooms' ids.
actor ConfiguredRooms {
    private var identity: NodeIdentity
    /// Nil if ids are not stored.
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

    /// Whether this node alone uses the state folder.
    nonisolated var ownsFolder: Bool { file != nil }

    /// Verifies the room's password; nil if it has none. Throws a sentence for people.
    nonisolated func verification(of room: RoomConfiguration) async throws(NodeError) -> (any PasswordVerification)? {
        try await room.passwordVerification(certificate, logger)
    }

    /// Throws a `NodeError`, or the problem with what was stored of the room.
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

    /// The id is on the disk before anybody learns about the room.
    private func id(ofRoom name: String) throws -> UUID {
        if let known = identity.rooms[name] { return known }
        let new = identity.id(ofRoom: name)
        try file?.write(identity)
        return new
    }
}
