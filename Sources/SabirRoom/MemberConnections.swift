import NIOCore
import SabirProtocol

/// The connections of a room's members over TCP, and what those are still to be told of the past who have come back.
struct MemberConnections {
    /// How long a member whose connection closes has for reading why.
    static let farewell = TimeAmount.seconds(5)

    private var connections: [MemberNumber: MemberConnection] = [:]
    /// No longer members', until they are told why.
    private var detached: [MemberNumber: MemberConnection] = [:]
    private var catchUps: [MemberNumber: CatchUp] = [:]
    private let sockets = OpenSockets()

    subscript(number: MemberNumber) -> MemberConnection? { connections[number] }

    /// As they are now: a write can end one, and that changes them.
    var all: [MemberNumber: MemberConnection] { connections }

    mutating func add(_ connection: MemberConnection, of number: MemberNumber) {
        connections.updateValue(connection, forKey: number)?.endMembership()
        connection.becomeMember(number, among: sockets)
    }

    mutating func detach(_ number: MemberNumber) {
        if let connection = remove(number) { detached[number] = connection }
    }

    /// All that was detached and is not to be told anything is let go.
    mutating func forgetDetached() { if !detached.isEmpty { detached = [:] } }

    /// The member's connection, which is its own no longer.
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

    /// Nobody is told any more what was missed.
    var areAllCaughtUp: Bool { catchUps.isEmpty }

    /// Sends it to those for whom nothing waits, and says who has taken less; nobody is called. Only while all are caught up.
    func send(_ frames: ByteBuffer) -> [(number: MemberNumber, connection: MemberConnection, sent: Int)] {
        sockets.send(frames)
    }

    /// The others, as they are now.
    var others: [(number: MemberNumber, connection: MemberConnection)] {
        guard sockets.count < connections.count else { return [] }
        return connections.compactMap { $0.value.isAmongSockets ? nil : ($0.key, $0.value) }
    }

    /// True where the member is still told what it missed: this is kept until it has been. Nothing is written in here, as
    /// a write can end a connection, or let another member's go on, at once.
    mutating func keeps(_ frames: ByteBuffer, for number: MemberNumber) -> Bool {
        guard !catchUps.isEmpty, catchUps[number] != nil else { return false }
        catchUps[number]?.wait(frames)
        return true
    }

    /// Bytes that wait for a member that reads slowly, or is still told what it missed; 0 for all others.
    func unread(by number: MemberNumber, _ connection: MemberConnection) -> Int {
        let waiting = catchUps.isEmpty ? 0 : catchUps[number]?.waitingBytes ?? 0
        guard waiting > 0 || !connection.channel.isWritable else { return 0 }
        return waiting + connection.unsent
    }

    // MARK: Catching up

    func catchUp(of number: MemberNumber) -> CatchUp? { catchUps[number] }

    mutating func begin(_ catchUp: CatchUp, of number: MemberNumber) { catchUps[number] = catchUp }

    mutating func endCatchUp(of number: MemberNumber) -> CatchUp? { catchUps.removeValue(forKey: number) }

    /// Nil where there is none.
    mutating func update<Result>(_ number: MemberNumber, _ change: (inout CatchUp) -> Result) -> Result? {
        guard var catchUp = catchUps[number] else { return nil }
        defer { catchUps[number] = catchUp }
        return change(&catchUp)
    }
}
