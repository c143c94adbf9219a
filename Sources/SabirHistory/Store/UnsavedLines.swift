import SabirProtocol

/// Lines that the disk did not take, in order; bounded, the oldest are dropped first.
struct UnsavedLines: Sendable {
    static let lines = 20_000
    static let bytes = 16 << 20

    static let notes = 10_000

    private(set) var lines: [HistoryLine] = []
    /// Notes to be written beside the lines; beyond the bound none are taken.
    private(set) var notes: [HistoryNote] = []
    private var bytes = 0
    /// Whether lines were dropped, so that they are neither here nor on the disk.
    private(set) var hasLost = false

    var isEmpty: Bool { lines.isEmpty && notes.isEmpty }

    mutating func append(_ new: [HistoryLine], notes more: [HistoryNote] = []) {
        notes += more.prefix(Self.notes - notes.count)
        lines += new
        bytes += new.reduce(0) { $0 + $1.bytes }
        guard lines.count > Self.lines || bytes > Self.bytes else { return }
        // Drops half of the bound at once, so that not every line moves all others.
        var dropped = 0
        while lines.count - dropped > Self.lines / 2 || bytes > Self.bytes / 2, dropped < lines.count {
            bytes -= lines[dropped].bytes
            dropped += 1
        }
        lines.removeFirst(dropped)
        hasLost = true
    }

    mutating func removeNotes(_ count: Int) { notes.removeFirst(count) }

    mutating func remove(where isMeant: (HistoryLine) -> Bool) {
        lines.removeAll(where: isMeant)
        bytes = lines.reduce(0) { $0 + $1.bytes }
    }

    /// The texts of this line and its corrections.
    func texts(of id: MessageID, in room: RoomNumber) -> [String] {
        lines.filter { $0.room == room && $0.message.isOf(id) }.map(\.message.text)
    }

    /// Removes the texts of this line and its corrections.
    mutating func retract(_ id: MessageID, in room: RoomNumber) {
        for index in lines.indices where lines[index].room == room && lines[index].message.isOf(id) {
            let line = lines[index]
            lines[index] = HistoryLine(room: room, message: line.message.retracted, author: line.author)
        }
    }

    func messages(_ room: RoomNumber, before seq: Int) -> [Message] {
        lines.filter { $0.room == room && $0.message.seq < seq }.map(\.message)
    }
}
