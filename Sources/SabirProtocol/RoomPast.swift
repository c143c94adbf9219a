/// The state with which a room continues from its log.
package struct RoomPast: Sendable {
    /// Names the epoch of the numbering.
    package let epoch: String
    /// Number of the newest line ever; 0 in a new room.
    package let newest: Int
    /// Staff cleared everything up to this number.
    package let cleared: Int
    /// The newest ids, oldest first.
    package let known: [KnownID]
    /// The last member id of each device.
    package let authors: [(author: AuthorID, member: MemberID)]
    package let devices: [DeviceRecord]
    /// Lines that were erased at their authors' wish without anybody being told before the process died; each with the
    /// id of its retraction.
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

    package static func newEpoch() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

    /// The lines that are left, oldest first.
    package var lines: [Message] { known.compactMap(\.message) }

    /// The first message that an author may see at least: each was in when it wrote its first known line.
    package var firstVisibleSeqs: [AuthorID: Int] {
        let oldest = known.first?.seq ?? newest + 1
        var firstVisibleSeqs = Dictionary(authors.map { ($0.author, oldest) }) { first, _ in first }
        for line in known.reversed() { if let author = line.author { firstVisibleSeqs[author] = line.seq } }
        return firstVisibleSeqs
    }
}
