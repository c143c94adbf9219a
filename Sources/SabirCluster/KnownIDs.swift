import SabirProtocol

/// The ids that the stream may hold, so that a line with a new id needs no look-up: 16 bytes each.
///
/// Complete only where the stream was read from its first line on; otherwise every id has to be looked up.
struct KnownIDs: Sendable {
    /// Most ids that are kept; with more, the stream is asked instead.
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

    /// Whether the id was read from the stream, which may have erased it since.
    func wasSeen(_ id: MessageID) -> Bool { values.contains(id.value) }

    func mayHold(_ id: MessageID) -> Bool { !isWhole || values.contains(id.value) }
}
