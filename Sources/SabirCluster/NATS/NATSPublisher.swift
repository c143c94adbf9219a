import CNATS
import Synchronization

/// The library's JetStream context of a node, one for all its rooms: each context has a thread of its own, on which the
/// answers to published messages come.
final class NATSPublisher: Sendable {
    /// Lines under way in all rooms, one for each member at most. Beyond the limit publishing fails, and the line is
    /// tried again.
    static let capacity: Int64 = 65_536

    let connection: NATSConnection
    private let routes = Routes()
    private let places = Mutex(Places())

    /// By room id. The library's threads read it while rooms are opened.
    private final class Routes: Sendable {
        let boxes = Mutex<[String: NATSStream.Box]>([:])
    }

    /// The objects that belong to one connection of the library.
    private struct Place: @unchecked Sendable {
        // Unchecked in name alone: never change, and the library locks the objects behind them.
        let connection: OpaquePointer
        let context: OpaquePointer?
    }

    private struct Places: Sendable {
        var current: Place?
        /// Places of ended connections; freed after ``NATSConnection/grace``.
        var retired: [(place: Place, since: ContinuousClock.Instant)] = []
    }

    /// Passed by the library to the callback until the connection is closed, at the node's end: one for all contexts.
    /// Unsafe in name alone: it never changes, and points to `Routes`, which has a lock.
    private nonisolated(unsafe) let closure: UnsafeMutableRawPointer

    init(_ connection: NATSConnection) {
        self.connection = connection
        closure = Unmanaged.passRetained(routes).toOpaque()
    }

    /// Nil where the library is out of memory, as its calls then say.
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

    /// How many contexts are not freed yet.
    var contextCount: Int { places.withLock { $0.retired.count + ($0.current == nil ? 0 : 1) } }

    /// Sends the message that flow control waits for.
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

    /// Puts the results of lines published into this room's stream into `box`.
    func add(_ box: NATSStream.Box, of room: String) { routes.boxes.withLock { $0[room] = box } }

    private static let acknowledged: jsPubAckHandler = { _, message, ack, failure, closure in
        guard let closure, let message else { return }
        let routes = Unmanaged<Routes>.fromOpaque(closure).takeUnretainedValue()
        let subject = String(cString: natsMsg_GetSubject(message))
        let box = ClusterNames.room(of: subject).flatMap { room in routes.boxes.withLock { $0[room] } }
        box?.put(.published(subject: subject, outcome(ack, failure)))
        natsMsg_Destroy(message)
    }

    private static func outcome(
        _ ack: UnsafeMutablePointer<jsPubAck>?, _ failure: UnsafeMutablePointer<jsPubAckErr>?
    ) -> PublishOutcome {
        if let ack = ack?.pointee {
            return ack.Duplicate ? .duplicate : .stored(seq: Int(ack.Sequence))
        }
        // The subject, which has the line's id, has a line already.
        if failure?.pointee.ErrCode == JSStreamWrongLastSequenceErr { return .duplicate }
        let reason = failure?.pointee.ErrText.map { String(cString: $0) } ?? "no answer"
        return .unknown(reason)
    }
}
