import CNATS
import Synchronization

/// The library's JetStream context of a node, one for all its rooms: each costs a thread of its own, on which the
/// answers to what was published come.
final class NATSPublisher: Sendable {
    /// Lines under way in all rooms. Of a member one is; past so many, publishing fails, and the line goes again.
    static let capacity: Int64 = 65_536

    let connection: NATSConnection
    private let routes = Routes()
    private let places = Mutex(Places())

    /// By a room's id. The library's threads read while rooms are opened.
    private final class Routes: Sendable {
        let boxes = Mutex<[String: NATSStream.Box]>([:])
    }

    /// What belongs to one connection of the library's.
    private struct Place: @unchecked Sendable {
        // Unchecked in name alone: never changed, and the library locks what they point to.
        let connection: OpaquePointer
        let context: OpaquePointer?
    }

    private struct Places: Sendable {
        var current: Place?
        /// Of connections that have ended; freed after ``NATSConnection/grace``.
        var retired: [(place: Place, since: ContinuousClock.Instant)] = []
    }

    /// What the library hands to the callback. The library may call until the connection is closed, which is the node's
    /// end: kept once, for all contexts. Unsafe in name alone: never changed, and what it points to is `Routes`, which
    /// locks itself.
    private nonisolated(unsafe) let closure: UnsafeMutableRawPointer

    init(_ connection: NATSConnection) {
        self.connection = connection
        closure = Unmanaged.passRetained(routes).toOpaque()
    }

    /// Nil where the library has no memory, which it then says of every call.
    var context: OpaquePointer? {
        let pointer = connection.pointer
        return places.withLock { places in
            if places.current?.connection != pointer { replace(&places, on: pointer) }
            return places.current?.context
        }
    }

    private func replace(_ places: inout Places, on pointer: OpaquePointer) {
        let now = connection.now()
        if let old = places.current { places.retired.append((old, now)) }
        for (place, since) in places.retired where now - since > NATSConnection.grace {
            if let context = place.context { jsCtx_Destroy(context) }
        }
        places.retired.removeAll { now - $0.since > NATSConnection.grace }
        places.current = Place(connection: pointer, context: make(on: pointer))
    }

    /// Contexts that are not freed yet.
    var contextCount: Int { places.withLock { $0.retired.count + ($0.current == nil ? 0 : 1) } }

    /// The word that flow control waits for.
    func answer(_ reply: String) { natsConnection_PublishString(connection.pointer, reply, "") }

    private func make(on pointer: OpaquePointer) -> OpaquePointer? {
        var options = jsOptions()
        jsOptions_Init(&options)
        options.Wait = NATSStream.patience
        options.PublishAsync.MaxPending = Self.capacity
        options.PublishAsync.AckHandler = Self.acknowledged
        options.PublishAsync.AckHandlerClosure = closure
        var made: OpaquePointer?
        natsConnection_JetStream(&made, pointer, &options)
        return made
    }

    /// What becomes of lines published into this room's stream is put into `box`.
    func add(_ box: NATSStream.Box, of room: String) { routes.boxes.withLock { $0[room] = box } }

    private static let acknowledged: jsPubAckHandler = { _, message, ack, failure, closure in
        guard let closure, let message else { return }
        let routes = Unmanaged<Routes>.fromOpaque(closure).takeUnretainedValue()
        let subject = String(cString: natsMsg_GetSubject(message))
        let box = ClusterNames.room(ofLine: subject).flatMap { room in routes.boxes.withLock { $0[room] } }
        box?.put(.published(subject: subject, outcome(ack, failure)))
        natsMsg_Destroy(message)
    }

    private static func outcome(
        _ ack: UnsafeMutablePointer<jsPubAck>?, _ failure: UnsafeMutablePointer<jsPubAckErr>?
    ) -> PublishOutcome {
        if let ack = ack?.pointee {
            return ack.Duplicate ? .duplicate : .stored(seq: Int(ack.Sequence))
        }
        // The subject, which is the line's id, has a line.
        if failure?.pointee.ErrCode == JSStreamWrongLastSequenceErr { return .duplicate }
        let reason = failure?.pointee.ErrText.map { String(cString: $0) } ?? "no answer"
        return .unknown(reason)
    }
}
