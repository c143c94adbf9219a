import CNATS

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
        guard beginListening() else { return }
        hear(names.talk) { [names] message in
            let topic = names.topic(ofTalk: String(cString: natsMsg_GetSubject(message)))
            let reply = natsMsg_GetReply(message).map { String(cString: $0) }
            return .said(topic: topic, reply: reply, body: NATSStream.body(message))
        }
        hear(names.all(in: .presence)) { [names] message in
            let subject = String(cString: natsMsg_GetSubject(message))
            return .present(key: names.key(of: subject, in: .presence), body: NATSStream.body(message))
        }
    }

    private func hear(_ subject: String, _ signal: @escaping @Sendable (OpaquePointer) -> RoomSignal) {
        let made = connection.subscribe(to: subject) { [box] in box.put(signal($0)) }.subscription
        if let made { keep(made) }
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
