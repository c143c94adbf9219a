import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// A room's log on a disk that takes its time: lines are written in groups, one after the other, and are safe once
/// their group is. What was not being written when the process dies is gone.
struct SimulatedDisk {
    /// Ids that a new life of the room is told of; the others it has to ask for.
    private static let told = 6

    private(set) var epoch: String
    private(set) var written: [LogLine] = []
    private var beingWritten: [LogLine] = []
    private var waiting: [LogLine] = []
    /// What is written of devices goes with the lines of its time.
    private var devices: [AuthorID: DeviceRecord] = [:]
    private var devicesBeingWritten: [DeviceRecord] = []
    private var devicesWaiting: [DeviceRecord] = []
    private let forgetsIDs: Bool

    init(epoch: String, forgetsIDs: Bool) {
        self.epoch = epoch
        self.forgetsIDs = forgetsIDs
    }

    var isBusy: Bool { !beingWritten.isEmpty }

    mutating func append(_ lines: [LogLine]) {
        waiting += lines
        if beingWritten.isEmpty { begin() }
    }

    /// Behind what was handed over before, which it waits for.
    mutating func retract(_ id: MessageID) {
        func retracted(_ line: LogLine) -> LogLine {
            line.message.isOf(id) ? LogLine(message: line.message.retracted, author: line.author) : line
        }
        written = written.map(retracted)
        beingWritten = beingWritten.map(retracted)
        waiting = waiting.map(retracted)
    }

    mutating func keep(_ device: DeviceRecord) { devicesWaiting.append(device) }

    private mutating func begin() {
        (beingWritten, devicesBeingWritten) = (waiting, devicesWaiting)
        (waiting, devicesWaiting) = ([], [])
    }

    private mutating func writeDevices() {
        for device in devicesBeingWritten { devices[device.author] = device }
        devicesBeingWritten = []
    }

    /// The group is written, which is returned; what has come meanwhile is the next.
    mutating func getOn() -> [Message] {
        defer { begin() }
        writeDevices()
        written += beingWritten
        return beingWritten.map(\.message)
    }

    /// `isWritten`: the group was written, and nobody lived to hear of it.
    mutating func crash(isWritten: Bool) {
        if isWritten {
            writeDevices()
            written += beingWritten
        }
        (beingWritten, waiting) = ([], [])
        (devicesBeingWritten, devicesWaiting) = ([], [])
    }

    mutating func renew(_ epoch: String) { self.epoch = epoch }

    var past: RoomPast {
        let known = forgetsIDs ? [] : written.suffix(Self.told).map(Self.known)
        let authors = Dictionary(written.compactMap { line in line.author.map { ($0, line.message.member) } }) { $1 }
        return RoomPast(
            epoch: epoch, newest: written.count, known: known,
            authors: authors.sorted { $0.key.value < $1.key.value }.map { (author: $0.key, member: $0.value) },
            devices: devices.values.sorted { $0.author.value < $1.author.value })
    }

    private static func known(_ line: LogLine) -> KnownID {
        KnownID(
            id: line.message.id, seq: line.message.seq, ts: line.message.ts, author: line.author, message: line.message)
    }

    /// As a log's quick look does it: an id that it has is always owned to, another one sometimes too.
    func mayKnow(_ id: MessageID) -> Bool {
        !forgetsIDs && (id.description.utf8.reduce(0) { $0 + Int($1) } % 7 == 0 || known(id) != nil)
    }

    func known(_ id: MessageID) -> KnownID? { written.first { $0.message.id == id }.map(Self.known) }

    func messages(_ range: ClosedRange<Int>) -> [Message] {
        written.map(\.message).filter { range.contains($0.seq) }
    }

    /// What stands for a device in it.
    static func author(_ device: String) -> AuthorID {
        AuthorID(value: device.utf8.reduce(5_381) { $0 &* 33 &+ Int64($1) })
    }
}
