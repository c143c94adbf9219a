#if NATS
    import CNATS
    import Synchronization

    /// The library's JetStream context of a node, one for all its rooms: each costs a thread of its own, on which the
    /// answers to what was published come.
    final class NATSPublisher: Sendable {
        /// Lines under way in all rooms. Of a member one is; past so many, publishing fails, and the line goes again.
        static let capacity: Int64 = 65_536

        let connection: NATSConnection
        private let routes = Routes()
        private let place = Mutex<Place?>(nil)

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

        init(_ connection: NATSConnection) { self.connection = connection }

        /// Nil where the library has no memory, which it then says of every call.
        var context: OpaquePointer? {
            let pointer = connection.pointer
            return place.withLock { place in
                if place?.connection != pointer { place = Place(connection: pointer, context: make(on: pointer)) }
                return place?.context
            }
        }

        /// The word that flow control waits for.
        func answer(_ reply: String) { natsConnection_PublishString(connection.pointer, reply, "") }

        private func make(on pointer: OpaquePointer) -> OpaquePointer? {
            var options = jsOptions()
            jsOptions_Init(&options)
            options.Wait = NATSStream.patience
            options.PublishAsync.MaxPending = Self.capacity
            options.PublishAsync.AckHandler = Self.acknowledged
            // The library may call until the connection is closed, which is the node's end: the routes are kept.
            options.PublishAsync.AckHandlerClosure = Unmanaged.passRetained(routes).toOpaque()
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
                return ack.Duplicate ? .duplicate(seq: Int(ack.Sequence)) : .stored(seq: Int(ack.Sequence))
            }
            let reason = failure?.pointee.ErrText.map { String(cString: $0) } ?? "no answer"
            return .unknown(reason)
        }
    }
#endif
