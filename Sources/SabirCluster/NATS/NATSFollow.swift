import CNATS

/// One consumer of a stream, and the subscription for its deliveries, which end with this object.
final class NATSFollow: Sendable {
    /// Called on the library's threads.
    typealias Sink = @Sendable (FollowEvent) -> Void

    // Unsafe in name alone: never changes, and the library locks the object behind it.
    private nonisolated(unsafe) let subscription: OpaquePointer

    /// Waits. Delivers what the stream holds from this number on, and then everything that comes; deliveries may come
    /// before this returns.
    init(
        _ stream: String, from seq: Int, of connection: NATSConnection, sink: @escaping Sink
    ) throws(ClusterError) {
        var inbox: UnsafeMutablePointer<natsInbox>?
        guard natsInbox_Create(&inbox) == NATS_OK, let inbox else { throw ClusterError("Out of memory.") }
        defer { natsInbox_Destroy(inbox) }
        let subject = UnsafePointer<CChar>(inbox)
        let (made, status) = connection.subscribe(to: subject) { message in
            if let event = Self.event(message) { sink(event) }
            // An idle server that waits for flow control says so in its heartbeat.
            if let reply = NATSStream.header(message, "Nats-Consumer-Stalled") { sink(.flow(reply: reply)) }
        }
        guard let made else { throw Self.failure(stream, status) }
        subscription = made
        natsSubscription_SetPendingLimits(made, -1, -1)
        try Self.addConsumer(of: stream, from: seq, to: subject, connection)
    }

    deinit {
        natsSubscription_Unsubscribe(subscription)
        natsSubscription_Destroy(subscription)
    }

    private static func failure(_ stream: String, _ status: natsStatus) -> ClusterError {
        ClusterError("The stream \(stream) cannot be followed: \(NATSConnection.reason(status)).")
    }

    private static func addConsumer(
        of stream: String, from seq: Int, to subject: UnsafePointer<CChar>, _ connection: NATSConnection
    ) throws(ClusterError) {
        var configuration = jsConsumerConfig()
        jsConsumerConfig_Init(&configuration)
        configuration.DeliverSubject = subject
        configuration.AckPolicy = js_AckNone
        configuration.MaxDeliver = 1
        configuration.FlowControl = true
        configuration.Heartbeat = StreamFollower.heartbeat.components.seconds * 1_000_000_000
        configuration.MemoryStorage = true
        configuration.DeliverPolicy = js_DeliverByStartSequence
        configuration.OptStartSeq = UInt64(max(seq, 1))
        var info: UnsafeMutablePointer<jsConsumerInfo>?
        let status = js_AddConsumer(&info, connection.context, stream, &configuration, nil, nil)
        guard status == NATS_OK else { throw failure(stream, status) }
        jsConsumerInfo_Destroy(info)
    }

    private static func event(_ message: OpaquePointer) -> FollowEvent? {
        if natsMsg_GetDataLength(message) == 0, NATSStream.header(message, "Status") == "100" {
            if let reply = natsMsg_GetReply(message) { return .flow(reply: String(cString: reply)) }
            return .heartbeat(
                lastDelivered: NATSStream.header(message, "Nats-Last-Consumer").flatMap { Int($0) })
        }
        return RawDelivery(message).map { .delivered($0) }
    }
}

extension RawDelivery {
    /// Reads a consumer's delivery; nil for any other message.
    init?(_ message: OpaquePointer) {
        guard let reply = natsMsg_GetReply(message), let position = StreamPosition(reply: String(cString: reply))
        else { return nil }
        self.init(
            subject: String(cString: natsMsg_GetSubject(message)), position: position,
            author: NATSStream.header(message, NATSStream.authorHeader),
            cleared: NATSStream.header(message, NATSStream.clearedHeader), body: NATSStream.body(message))
    }
}
