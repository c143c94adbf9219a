import NIOCore
import SabirProtocol

/// The connections of a room's members over TCP, and the catch-up of members who have come back.
struct MemberConnections {
    /// How long a member whose connection closes has for reading the reason.
    static let farewell = TimeAmount.seconds(5)

    private var connections: [MemberNumber: MemberConnection] = [:]
    /// Connections whose members have left the room, until they are told why.
    private var detached: [MemberNumber: MemberConnection] = [:]
    var catchUps: [MemberNumber: CatchUp] = [:]
    private let sockets = OpenSockets()

    subscript(number: MemberNumber) -> MemberConnection? { connections[number] }

    /// A copy: a write can end a connection, which changes the original.
    var all: [MemberNumber: MemberConnection] { connections }

    mutating func add(_ connection: MemberConnection, of number: MemberNumber) {
        connections.updateValue(connection, forKey: number)?.endMembership()
        connection.becomeMember(number, among: sockets)
    }

    mutating func detach(_ number: MemberNumber) {
        if let connection = remove(number) { detached[number] = connection }
    }

    /// Forgets the detached connections, which are told nothing more.
    mutating func forgetDetached() { if !detached.isEmpty { detached = [:] } }

    /// Removes and returns the connection of a member that is leaving.
    mutating func take(_ number: MemberNumber) -> MemberConnection? {
        detached.removeValue(forKey: number) ?? remove(number)
    }

    private mutating func remove(_ number: MemberNumber) -> MemberConnection? {
        catchUps[number] = nil
        let connection = connections.removeValue(forKey: number)
        connection?.endMembership()
        return connection
    }

    mutating func takeAll() -> [MemberConnection] {
        defer { (connections, catchUps) = ([:], [:]) }
        for connection in connections.values { connection.endMembership() }
        return Array(connections.values)
    }

    // MARK: Writing

    /// Whether no member is still catching up.
    var areAllCaughtUp: Bool { catchUps.isEmpty }

    /// Sends frames to the members for whom no bytes wait, and returns those whose socket took less than all. Ends no
    /// connection. Only called while all members are caught up.
    func send(_ frames: ByteBuffer) -> [(number: MemberNumber, connection: MemberConnection, sent: Int)] {
        sockets.send(frames)
    }

    /// The connections that `send` does not write to; a copy, as a write can end one.
    var others: [(number: MemberNumber, connection: MemberConnection)] {
        guard sockets.count < connections.count else { return [] }
        return connections.compactMap { $0.value.isAmongSockets ? nil : ($0.key, $0.value) }
    }

    /// Keeps frames behind a member's missed lines. Returns false for a member who is not catching up. Writes nothing,
    /// as a write can end a connection, or let another member continue, at once.
    mutating func enqueue(_ frames: ByteBuffer, for number: MemberNumber) -> Bool {
        guard !catchUps.isEmpty, catchUps[number] != nil else { return false }
        catchUps[number]?.wait(frames)
        return true
    }

    /// Bytes that wait for a member that reads slowly or is catching up; 0 for all others.
    func unread(by number: MemberNumber, _ connection: MemberConnection) -> Int {
        let waiting = catchUps.isEmpty ? 0 : catchUps[number]?.waitingBytes ?? 0
        guard waiting > 0 || !connection.channel.isWritable else { return 0 }
        return waiting + connection.unsent
    }
}
