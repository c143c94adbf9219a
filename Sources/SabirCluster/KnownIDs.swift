import SabirProtocol

/// Which ids the stream may hold, so that a line with a new id need not be asked for: 16 bytes each.
///
/// Certain only where the stream was read from its first line on; otherwise every id has to be asked for.
struct KnownIDs: Sendable {
    /// Past so many, the stream is asked instead.
    static let capacity = 2_000_000

    private var values: Set<MessageID.Value> = []
    private(set) var isWhole = false

    mutating func begin(wholeStream: Bool) {
        values = []
        isWhole = wholeStream
    }

    mutating func add(_ id: MessageID) {
        guard isWhole else { return }
        values.insert(id.value)
        guard values.count > Self.capacity else { return }
        begin(wholeStream: false)
    }

    /// Read out of the stream, in which it may be no more.
    func wasSeen(_ id: MessageID) -> Bool { values.contains(id.value) }

    func mayHold(_ id: MessageID) -> Bool { !isWhole || values.contains(id.value) }
}
