/// What a room goes on from, out of its log.
package struct RoomPast: Sendable {
    /// Names the epoch of the numbering.
    package let epoch: String
    /// Number of the newest line there ever was; 0 in a new room.
    package let newest: Int
    /// Everything up to this number was cleared away by staff.
    package let cleared: Int
    /// The newest ids, oldest first.
    package let known: [KnownID]
    /// Which member id a device had last.
    package let authors: [(author: AuthorID, member: MemberID)]
    /// What was kept of devices.
    package let devices: [DeviceRecord]
    /// Lines that were erased at their authors' wish, of which nobody was told before the process died; each with the id
    /// of the line that is to tell.
    package var retractions: [(id: MessageID, line: KnownID)] = []

    package init(
        epoch: String, newest: Int, cleared: Int = 0, known: [KnownID] = [],
        authors: [(author: AuthorID, member: MemberID)] = [], devices: [DeviceRecord] = []
    ) {
        self.devices = devices
        self.epoch = epoch
        self.newest = newest
        self.cleared = cleared
        self.known = known
        self.authors = authors
    }

    /// A name for an epoch that begins.
    package static func newEpoch() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

    /// Those that are left, oldest first.
    package var lines: [Message] { known.compactMap(\.message) }

    /// From where on an author may see the room's lines at least: it was in when it wrote the first that is known.
    package var firstVisibleSeqs: [AuthorID: Int] {
        let oldest = known.first?.seq ?? newest + 1
        var firstVisibleSeqs = Dictionary(authors.map { ($0.author, oldest) }) { first, _ in first }
        for line in known.reversed() { if let author = line.author { firstVisibleSeqs[author] = line.seq } }
        return firstVisibleSeqs
    }
}
