import SabirProtocol

/// A fact about a room that is written between its lines, ahead of lines handed over later.
enum HistoryNote: Hashable, Sendable {
    case device(KnownDevice, in: RoomNumber)
    /// The room continues under this epoch.
    case epoch(String, in: RoomNumber)
}

/// A device record of one room: the device's member id, and the first number that it may see.
struct KnownDevice: Hashable, Sendable {
    /// Most records of a room; the device longest unseen is forgotten first.
    static let most = 10_000
    /// Milliseconds for which a record is kept after the device was last seen: 90 days.
    static let lifetime = 90 * 24 * 3_600_000

    let author: AuthorID
    let member: MemberID
    let first: Int
    /// When the device last came, in milliseconds since 1970, to the day.
    let seen: Int
}
