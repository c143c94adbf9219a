import CNATS
import SabirProtocol

/// Messages between the nodes of a room that nothing stores.
extension NATSStream {
    /// Does not wait. A message that nobody hears is lost.
    func say(_ topic: String, _ body: [UInt8]) { publish(body, on: names.talk(topic)) }

    func publish(_ body: [UInt8], on subject: String) {
        body.withUnsafeBytes { bytes in
            _ = natsConnection_Publish(connection.pointer, subject, bytes.baseAddress, Int32(bytes.count))
        }
    }

    /// Listens until the connection ends, through its breaks. Once for each connection.
    ///
    /// Values for the bucket of presence are heard on their way there: a subscription costs the servers nothing while
    /// nobody speaks, whereas a consumer does, and each node repeats its members in any case.
    func listen() {
        guard isFirstListening() else { return }
        endListening()
        subscribe(names.talk) { message, target in
            let topic = target.names.topic(ofTalk: String(cString: natsMsg_GetSubject(message)))
            let reply = natsMsg_GetReply(message).map { String(cString: $0) }
            return .said(topic: topic, reply: reply, body: NATSStream.body(message))
        }
        subscribe(names.all(in: .presence)) { message, target in
            let subject = String(cString: natsMsg_GetSubject(message))
            return .present(key: target.names.key(of: subject, in: .presence), body: NATSStream.body(message))
        }
    }

    private func subscribe(_ subject: String, signal: @escaping TalkTarget.Reading) {
        var made: OpaquePointer?
        let target = Unmanaged.passRetained(TalkTarget(box, names, signal))
        let status = natsConnection_Subscribe(
            &made, connection.pointer, subject,
            { _, _, message, closure in NATSStream.heard(message, closure) }, target.toOpaque())
        guard status == NATS_OK, let made else { return target.release() }
        // Releases the target once no callback can come.
        natsSubscription_SetOnCompleteCB(
            made, { Unmanaged<TalkTarget>.fromOpaque($0!).release() }, target.toOpaque())
        keep(made)
    }

    /// Passed to the callback.
    private final class TalkTarget: Sendable {
        typealias Reading = @Sendable (OpaquePointer, TalkTarget) -> RoomSignal

        let box: Box
        let names: ClusterNames
        let signal: Reading

        init(_ box: Box, _ names: ClusterNames, _ signal: @escaping Reading) {
            self.box = box
            self.names = names
            self.signal = signal
        }
    }

    private static func heard(_ message: OpaquePointer?, _ closure: UnsafeMutableRawPointer?) {
        guard let message, let closure else { return }
        defer { natsMsg_Destroy(message) }
        let target = Unmanaged<TalkTarget>.fromOpaque(closure).takeUnretainedValue()
        target.box.put(target.signal(message, target))
    }

    /// Waits. The first node's answer; nil where none comes in time.
    func ask(_ topic: String, _ question: [UInt8]) -> [UInt8]? {
        var message: OpaquePointer?
        let status = question.withUnsafeBytes { bytes in
            natsConnection_Request(
                &message, connection.pointer, names.talk(topic), bytes.baseAddress, Int32(bytes.count), 2_000)
        }
        guard status == NATS_OK, let message else { return nil }
        defer { natsMsg_Destroy(message) }
        return Self.body(message)
    }
}
