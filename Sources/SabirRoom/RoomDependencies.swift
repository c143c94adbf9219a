import SabirCore
import SabirProtocol

/// What a node lends its rooms.
package struct RoomDependencies: Sendable {
    package var skeleton: NameSkeleton
    package var office: any StaffOffice
    package var meter: any RoomMeter
    /// The clocks as a room reads them; replaced where random lives of a room are tried. Deadlines use the event
    /// loop's.
    var clock: @Sendable () -> ClockReading = { .now() }
    /// The unsent bytes of all connections of the node's rooms.
    var unsent = UnsentBytes()
    /// Nil for a node without a key.
    package var tokens: (any ResumeTokens)?
    /// Keeps device records of rooms that are numbered elsewhere; this node's own rooms keep them in their logs. Nil
    /// where nothing keeps them.
    package var devices: (any DeviceKeeping)?
    /// The grant of this node, as a room's first host, for a relay's certificate.
    package var grant: @Sendable (_ room: String, _ certificate: String) -> Grant? = { _, _ in nil }
    /// Called with texts that their authors have taken back, for keepers of translations.
    package var erased: @Sendable (_ texts: [String]) -> Void = { _ in }
    /// A device's token at every node of a room, from its secret and the room's id: a hash, passed in as this target
    /// knows none, from which the secret cannot be computed.
    package var token: @Sendable (_ device: String, _ room: String) -> String

    package init(
        skeleton: NameSkeleton = .letterCase, office: (any StaffOffice)? = nil, meter: (any RoomMeter)? = nil,
        tokens: (any ResumeTokens)? = nil,
        token: @escaping @Sendable (_ device: String, _ room: String) -> String = { "\($1)/\($0)" }
    ) {
        self.skeleton = skeleton
        self.office = office ?? NoStaff()
        self.meter = meter ?? NoMeter()
        self.tokens = tokens
        self.token = token
    }
}

/// What a room can ask at once, without waiting and without changing anything.
struct RoomSources: Sendable {
    /// Who numbers the room instead; nil where the room is its own authority.
    var authority: RoomTopology.Authority?
    /// Whether the authority takes callers' wishes and lines for staff alone.
    var authorityTakesWishes: @Sendable () -> Bool = { true }
    var authorityTakesLinesToStaff: @Sendable () -> Bool = { false }
    /// Whether the log may know an id; nil without a log.
    var mayKnow: (@Sendable (MessageID) -> Bool)?
    /// A device's id in the log, from its token.
    var author: @Sendable (_ token: String) -> AuthorID = { AuthorID(token: $0) }
    /// A device's token, the same at every node, from its secret.
    var token: @Sendable (_ device: String) -> String
    /// What devices may see of an epoch, in a room that is numbered elsewhere; nil where nothing keeps that.
    var devices: (@Sendable (_ epoch: String) -> [DeviceRecord])?
    /// This node's grant, as the first host, for a relay's certificate.
    var grant: @Sendable (_ certificate: String) -> Grant? = { _ in nil }
    /// How the node shares an engine with members; nil where it has none.
    var sharing: (@Sendable () -> SharedTranslation?)?
    var storesModeration = false
    var callsInOtherRooms: @Sendable () -> [HelpCall] = { [] }

    var hasLog: Bool { mayKnow != nil }
}
