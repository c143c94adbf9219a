import SabirRoom

/// When a relay writes what of its room's memory to its file. Pure; asked once a second.
struct RelayKeeping: Sendable {
    enum Step: Equatable {
        case nothing
        /// The lines after this number.
        case append(after: Int)
        case whole
    }

    /// Seconds between two times at which what has expired is taken out of the file, and after a fault.
    static let pause = 60

    /// Lines that the room has in memory at most.
    private let capacity: Int
    private var written: RoomMemory?
    private var newest = 0
    private var appended = 0
    private var age = 0

    init(capacity: Int) { self.capacity = capacity }

    /// The whole is due next: the host said something new of the room.
    mutating func startOver() { written = nil }

    /// - Parameter isFine: whether the last write succeeded.
    mutating func second(_ memory: RoomMemory, isFine: Bool) -> Step {
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
