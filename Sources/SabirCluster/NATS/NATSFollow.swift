#if NATS
    import CNATS
    import SabirWire

    /// One consumer of a room's stream, and the subscription on which its deliveries come.
    final class NATSFollow: Sendable {
        /// What is followed: the room's lines from a number on, or its keys in a bucket, the last value of each and then
        /// all that come.
        enum Kind: Hashable { case lines(from: Int), keys(ClusterNames.Bucket) }

        /// What the callbacks are handed.
        final class Target: Sendable {
            let box: NATSStream.Box
            let generation: Int
            /// Nil for the room's lines.
            let bucket: ClusterNames.Bucket?

            init(_ box: NATSStream.Box, _ generation: Int, _ kind: Kind) {
                self.box = box
                self.generation = generation
                bucket = if case .keys(let bucket) = kind { bucket } else { nil }
            }
        }

        // Unsafe in name alone: never changed, and the library locks what it points to.
        private nonisolated(unsafe) let subscription: OpaquePointer

        /// Waits. Deliveries may come before it returns.
        init(_ stream: NATSStream, _ kind: Kind, generation: Int) throws(ClusterError) {
            var inbox: UnsafeMutablePointer<natsInbox>?
            guard natsInbox_Create(&inbox) == NATS_OK, let inbox else { throw ClusterError("Out of memory.") }
            defer { natsInbox_Destroy(inbox) }
            let subject = UnsafePointer<CChar>(inbox)
            let target = Unmanaged.passRetained(Target(stream.box, generation, kind))
            var made: OpaquePointer?
            let status = natsConnection_Subscribe(
                &made, stream.connection.pointer, subject, Self.delivered, target.toOpaque())
            guard status == NATS_OK, let made else {
                target.release()
                throw stream.failure("cannot be followed", status)
            }
            subscription = made
            // The target is let go once no callback can come.
            natsSubscription_SetOnCompleteCB(made, { Unmanaged<Target>.fromOpaque($0!).release() }, target.toOpaque())
            natsSubscription_SetPendingLimits(made, -1, -1)
            do {
                try Self.addConsumer(stream, kind, to: subject)
            } catch {
                stop()
                throw error
            }
        }

        func stop() {
            natsSubscription_Unsubscribe(subscription)
            natsSubscription_Destroy(subscription)
        }

        private static func addConsumer(
            _ stream: NATSStream, _ kind: Kind, to subject: UnsafePointer<CChar>
        ) throws(ClusterError) {
            var configuration = jsConsumerConfig()
            jsConsumerConfig_Init(&configuration)
            configuration.DeliverSubject = subject
            configuration.AckPolicy = js_AckNone
            configuration.MaxDeliver = 1
            configuration.FlowControl = true
            configuration.Heartbeat = StreamFollower.heartbeat.components.seconds * 1_000_000_000
            configuration.MemoryStorage = true
            var info: UnsafeMutablePointer<jsConsumerInfo>?
            let status: natsStatus
            switch kind {
            case .lines(let seq):
                configuration.DeliverPolicy = js_DeliverByStartSequence
                configuration.OptStartSeq = UInt64(max(seq, 1))
                status = js_AddConsumer(&info, stream.context, stream.names.stream, &configuration, nil, nil)
            case .keys(let bucket):
                configuration.DeliverPolicy = js_DeliverLastPerSubject
                status = stream.names.subject(">", in: bucket).withCString { filter in
                    configuration.FilterSubject = filter
                    return js_AddConsumer(
                        &info, stream.context, stream.names.stream(of: bucket), &configuration, nil, nil)
                }
            }
            guard status == NATS_OK else { throw stream.failure("cannot be followed", status) }
            jsConsumerInfo_Destroy(info)
        }

        private static let delivered: natsMsgHandler = { _, _, message, closure in
            guard let message, let closure else { return }
            let target = Unmanaged<Target>.fromOpaque(closure).takeUnretainedValue()
            if let signal = signal(message, target) { target.box.put(signal) }
            // An idle server that waits for a word says so in its heartbeat.
            if let reply = NATSStream.header(message, "Nats-Consumer-Stalled") { target.box.put(.flow(reply: reply)) }
            natsMsg_Destroy(message)
        }

        private static func signal(_ message: OpaquePointer, _ target: Target) -> RoomSignal? {
            let reply = natsMsg_GetReply(message).map { String(cString: $0) }
            if natsMsg_GetDataLength(message) == 0, NATSStream.header(message, "Status") == "100" {
                if let reply { return .flow(reply: reply) }
                let last = NATSStream.header(message, "Nats-Last-Consumer").flatMap { Int($0) }
                guard let bucket = target.bucket else {
                    return .heartbeat(lastDelivered: last, generation: target.generation)
                }
                return .keptHeartbeat(bucket, lastDelivered: last, generation: target.generation)
            }
            guard let position = reply.flatMap({ StreamPosition(reply: $0) }) else { return nil }
            let delivery = RawDelivery(
                subject: String(cString: natsMsg_GetSubject(message)), position: position,
                author: NATSStream.header(message, NATSStream.authorHeader),
                cleared: target.bucket == .acts ? NATSStream.header(message, NATSStream.clearedHeader) : nil,
                body: NATSStream.body(message))
            guard let bucket = target.bucket else { return .delivered(delivery, generation: target.generation) }
            return .kept(bucket, delivery, generation: target.generation)
        }
    }
#endif
