/// A room's number within one database: from 1, never reused.
package struct RoomNumber: Hashable, Sendable, Comparable {
    let value: Int64

    package static func < (one: Self, other: Self) -> Bool { one.value < other.value }
}

/// The row of a line: room and number in one integer, so that a room's lines are stored together, in order, and a range
/// of rows is a range of one room. Enough for 8 million rooms of 2^40 lines.
struct LineKey: Hashable, Sendable {
    static let seqBits: Int64 = 40
    /// Lines of a block: a stretch of a room for which times, count and letters are stored.
    static let block: Int64 = 1_024

    let value: Int64

    init(value: Int64) { self.value = value }
    init(_ room: RoomNumber, _ seq: Int) { value = room.value << Self.seqBits | Int64(seq) }

    var seq: Int { Int(value & (1 << Self.seqBits - 1)) }
    var room: RoomNumber { RoomNumber(value: value >> Self.seqBits) }
    /// The first row of this row's block.
    var blockStart: Int64 { value & ~(Self.block - 1) }

    /// The rows of a room from `first` to `last`; both may be out of bounds.
    static func rows(_ room: RoomNumber, from first: Int = 0, to last: Int = .max) -> ClosedRange<Int64> {
        let most = 1 << seqBits - 1
        let low = min(max(first, 0), Int(most))
        let high = min(max(last, low), Int(most))
        return LineKey(room, low).value...LineKey(room, high).value
    }
}
