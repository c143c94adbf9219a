import SabirProtocol

/// What a node lends its rooms: what they need and do not make themselves.
package struct RoomDependencies: Sendable {
    package var skeleton: NameSkeleton
    package var office: any StaffOffice
    package var meter: any RoomMeter
    package var clock = RoomClock()
    /// What all connections of the node's rooms have not read.
    package var unsent = UnsentBytes()
    package var tokens: any ResumeTokens
    /// For rooms that are numbered elsewhere; those of this node's own have a log that keeps it. Nil where nothing does.
    package var devices: (any DeviceKeeping)?
    /// The grant of this node, as a room's first host, for a relay's certificate.
    package var grant: @Sendable (_ room: String, _ certificate: String) -> Grant? = { _, _ in nil }
    /// Called with texts that their authors have taken back, for whoever keeps translations of them.
    package var erased: @Sendable (_ texts: [String]) -> Void = { _ in }
    /// What stands for a device at every node of a room, from its secret and the room's id: a hash from which the secret
    /// cannot be had, as this target knows no hash of its own.
    package var token: @Sendable (_ device: String, _ room: String) -> String

    package init(
        skeleton: NameSkeleton = .letterCase, office: (any StaffOffice)? = nil, meter: (any RoomMeter)? = nil,
        tokens: (any ResumeTokens)? = nil,
        token: @escaping @Sendable (_ device: String, _ room: String) -> String = { "\($1)/\($0)" }
    ) {
        self.skeleton = skeleton
        self.office = office ?? NoStaff()
        self.meter = meter ?? NoMeter()
        self.tokens = tokens ?? NoResumeTokens()
        self.token = token
    }
}
