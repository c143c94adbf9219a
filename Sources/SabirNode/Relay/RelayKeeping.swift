import SabirRoom

/// Decides when a relay writes the room's memory to its file. Pure; asked once a second.
struct RelayKeeping: Sendable {
    enum Step: Equatable {
        case nothing
        /// Appends the lines after this number.
        case append(after: Int)
        case whole
    }

    /// Seconds between two rewrites that remove expired lines, and after a fault.
    static let pause = 60

    /// Most lines that the room has in memory.
    private let capacity: Int
    private var written: RoomMemory?
    private var newest = 0
    private var appended = 0
    private var age = 0

    init(capacity: Int) { self.capacity = capacity }

    /// Makes the next step a complete rewrite, because the host changed its description of the room.
    mutating func scheduleRewrite() { written = nil }

    /// - Parameter isFine: whether the last write succeeded.
    mutating func nextStep(_ memory: RoomMemory, isFine: Bool) -> Step {
        age += 1
        guard isFine || age >= Self.pause else { return .nothing }
        guard isFine, let written, written.epoch == memory.epoch, written.cleared == memory.cleared,
            appended <= max(capacity, 100), written.oldest == memory.oldest || age < Self.pause
        else {
            (written, newest, appended, age) = (memory, memory.newest, 0, 0)
            return .whole
        }
        guard memory.newest > newest else { return .nothing }
        defer {
            appended += memory.newest - newest
            newest = memory.newest
        }
        return .append(after: newest)
    }
}
