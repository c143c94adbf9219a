import SabirProtocol

/// A room of the history as it opens: its number there, and the state with which it continues.
package struct HistoryRoom: Sendable {
    /// Most ids read at the opening, and most devices; older ids are loaded later.
    static let known = 10_000

    package let number: RoomNumber
    package let past: RoomPast
}
