import NIOCore
import SabirProtocol

/// Member numbers by device, and the first message that each device may see, so that a returning device gets its own
/// number back. Bounded: the devices that came first are forgotten.
///
/// A device is known by its secret, and over restarts by its author id in the room's log.
struct DeviceNumbers: Sendable {
    struct Entry: Sendable, Hashable {
        let number: MemberNumber
        /// Number of the first message that the device may see.
        var firstVisibleSeq: Int
        /// Whether the device is known from before this start of the room.
        var isFromBefore = false
        /// When the device was last written into the room's log; nil where that was not since this start.
        fileprivate(set) var recorded: NIODeadline?
    }

    private let capacity: Int
    private var next: UInt64
    private var entries: [String: Entry] = [:]
    private var order: [(device: String, author: AuthorID?)] = []
    private var oldest = 0
    private var authors: [AuthorID: Entry] = [:]

    /// Continues an earlier run: no number known from it is given again.
    init(past: RoomPast, first: UInt64, capacity: Int) {
        let firstVisibleSeqs = past.firstVisibleSeqs
        var last = first
        for (author, member) in past.authors {
            guard let number = MemberNumber(member), number.value < .max else { continue }
            authors[author] = Entry(
                number: number, firstVisibleSeq: firstVisibleSeqs[author] ?? past.newest + 1, isFromBefore: true)
            if number.space == MemberNumber(value: first).space { last = max(last, number.value + 1) }
        }
        for line in past.lines {
            guard let number = MemberNumber(line.member), number.space == MemberNumber(value: first).space else {
                continue
            }
            last = max(last, number.value + 1)
        }
        next = last
        self.capacity = capacity
        inherit(past.devices)
    }

    /// Takes over the device records from before this start.
    mutating func inherit(_ records: [DeviceRecord]) {
        let space = MemberNumber(value: next).space
        for device in records {
            guard let number = MemberNumber(device.member), number.value < .max else { continue }
            // Whoever wrote a line was in at that time, whatever the device record says.
            let firstVisibleSeq = min(device.first, authors[device.author]?.firstVisibleSeq ?? device.first)
            authors[device.author] = Entry(number: number, firstVisibleSeq: firstVisibleSeq, isFromBefore: true)
            if number.space == space { next = max(next, number.value + 1) }
        }
    }

    subscript(device: String?, author: AuthorID?) -> Entry? {
        device.flatMap { entries[$0] } ?? author.flatMap { authors[$0] }
    }

    func number(of author: AuthorID) -> MemberNumber? { authors[author]?.number }

    /// The author of a message that the log knows: by device, or by the member id in the message.
    func author(of known: KnownID) -> MemberNumber {
        known.author.flatMap { number(of: $0) } ?? known.message.flatMap { MemberNumber($0.member) } ?? .nobody
    }

    /// The number of a device, known or new. `firstVisibleSeq` replaces the known first number where it is lower.
    mutating func number(for device: String?, _ author: AuthorID?, firstVisibleSeq: Int) -> MemberNumber {
        let known = self[device, author]
        if known == nil { next &+= 1 }
        var entry = known ?? Entry(number: MemberNumber(value: next &- 1), firstVisibleSeq: firstVisibleSeq)
        if firstVisibleSeq < entry.firstVisibleSeq { (entry.firstVisibleSeq, entry.recorded) = (firstVisibleSeq, nil) }
        if let device { remember(device, author, entry) }
        return entry.number
    }

    /// The record to write for this device now; nil where the device has no author id, or the log has the same record.
    mutating func record(_ device: String?, _ author: AuthorID?, now: NIODeadline) -> DeviceRecord? {
        guard let device, let author, var entry = entries[device] else { return nil }
        if let recorded = entry.recorded, now - recorded < DeviceRecord.renewal { return nil }
        entry.recorded = now
        remember(device, author, entry)
        return DeviceRecord(author: author, member: entry.number.id, first: entry.firstVisibleSeq)
    }

    /// The record to write for a member whose device is known by its author id.
    mutating func record(_ author: AuthorID?, _ number: MemberNumber, now: NIODeadline) -> DeviceRecord? {
        guard let author, var entry = authors[author], entry.number == number else { return nil }
        entry.recorded = now
        authors[author] = entry
        return DeviceRecord(author: author, member: number.id, first: entry.firstVisibleSeq)
    }

    /// Notes that the log has lost all device records.
    mutating func forgetRecords() {
        for device in entries.keys { entries[device]?.recorded = nil }
        for author in authors.keys { authors[author]?.recorded = nil }
    }

    /// Remembers a device that is known by its author id alone.
    mutating func remember(_ author: AuthorID, _ number: MemberNumber, firstVisibleSeq: Int = .max) {
        remember("author \(author.value)", author, Entry(number: number, firstVisibleSeq: firstVisibleSeq))
    }

    /// Begins another numbering, in which every known device sees from this number on.
    mutating func beginAnew(from firstVisibleSeq: Int) {
        for device in entries.keys { entries[device]?.firstVisibleSeq = firstVisibleSeq }
        for author in authors.keys { authors[author]?.firstVisibleSeq = firstVisibleSeq }
    }

    /// The devices that were remembered last, at most `limit`.
    func newest(_ limit: Int) -> [AuthorID] {
        let inOrder = order[oldest...] + order[..<oldest]
        let here = inOrder.compactMap(\.author).suffix(limit)
        let before = Set(authors.keys).subtracting(here)
        return Array((Array(before) + here).suffix(limit))
    }

    private mutating func remember(_ device: String, _ author: AuthorID?, _ entry: Entry) {
        if entries[device] == nil { makeRoom(for: device, author) }
        entries[device] = entry
        if let author { authors[author] = entry }
    }

    private mutating func makeRoom(for device: String, _ author: AuthorID?) {
        guard order.count >= capacity else { return order.append((device, author)) }
        let gone = order[oldest]
        entries[gone.device] = nil
        if let author = gone.author { authors[author] = nil }
        order[oldest] = (device, author)
        oldest = (oldest + 1) % capacity
    }
}
