import CNATS
import Synchronization

/// Takes the cluster's answers to published lines to the boxes of their rooms.
final class PublishResults: Sendable {
    /// Lines under way in all rooms, one for each member at most. Beyond the limit publishing fails, and the line is
    /// tried again.
    private static let capacity: Int64 = 65_536

    /// The boxes to which results go, by room id. The library's threads read it while rooms are opened.
    private let boxes = Mutex<[String: NATSStream.Box]>([:])

    /// Puts the results of lines published into this room's stream into `box`.
    func add(_ box: NATSStream.Box, of room: String) { boxes.withLock { $0[room] = box } }

    /// Makes the JetStream context of a connection. Nil where the library is out of memory. This
    /// object is retained for it and never released: answers may come until the node ends.
    func context(on connection: OpaquePointer) -> OpaquePointer? {
        var options = jsOptions()
        jsOptions_Init(&options)
        options.Wait = NATSStream.patience
        options.PublishAsync.MaxPending = Self.capacity
        options.PublishAsync.AckHandler = Self.acknowledged
        options.PublishAsync.AckHandlerClosure = Unmanaged.passRetained(self).toOpaque()
        var made: OpaquePointer?
        natsConnection_JetStream(&made, connection, &options)
        return made
    }

    private static let acknowledged: jsPubAckHandler = { _, message, ack, failure, closure in
        guard let closure, let message else { return }
        let results = Unmanaged<PublishResults>.fromOpaque(closure).takeUnretainedValue()
        let subject = String(cString: natsMsg_GetSubject(message))
        let box = ClusterNames.room(of: subject).flatMap { room in results.boxes.withLock { $0[room] } }
        box?.put(.published(subject: subject, outcome(ack, failure)))
        natsMsg_Destroy(message)
    }

    private static func outcome(
        _ ack: UnsafeMutablePointer<jsPubAck>?, _ failure: UnsafeMutablePointer<jsPubAckErr>?
    ) -> PublishOutcome {
        if let ack = ack?.pointee { return ack.Duplicate ? .duplicate : .stored(seq: Int(ack.Sequence)) }
        // The subject, which has the line's id, has a line already.
        return failure?.pointee.ErrCode == JSStreamWrongLastSequenceErr ? .duplicate : .unknown
    }
}
