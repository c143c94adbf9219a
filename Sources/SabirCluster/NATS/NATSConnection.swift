#if NATS
    import CNATS
    import Glibc

    /// A node's one connection to the cluster, for all its rooms.
    ///
    /// Only this folder imports the C library, whose objects lock themselves: any thread may use them. Its callbacks come
    /// on its own threads, copy what they are given, and put one value into a ``SignalBox``. Requests that wait for an
    /// answer run on ``RequestQueues``.
    final class NATSConnection: Sendable {
        enum Event: Sendable { case connected, disconnected }

        // Unsafe in name alone: never changed, and the library locks what it points to.
        nonisolated(unsafe) let pointer: OpaquePointer
        private let box: Unmanaged<SignalBox<Event>>

        /// Connects now or as soon as a server can be reached, and again after every loss, for as long as it is open.
        init(_ settings: ClusterSettings, node: String, events: SignalBox<Event>) throws(ClusterError) {
            nats_SetMessageDeliveryPoolSize(2)
            var options: OpaquePointer?
            guard natsOptions_Create(&options) == NATS_OK, let options else { throw ClusterError("Out of memory.") }
            defer { natsOptions_Destroy(options) }
            box = Unmanaged.passRetained(events)
            do {
                try Self.set(options, settings, node)
                try Self.setCallbacks(options, box.toOpaque())
                pointer = try Self.connect(options, settings)
            } catch {
                box.release()
                throw error
            }
            if natsConnection_Status(pointer) == NATS_CONN_STATUS_CONNECTED { events.put(.connected) }
        }

        /// No callback runs after it.
        func close() {
            natsConnection_Close(pointer)
            natsConnection_Destroy(pointer)
        }

        private static func connect(
            _ options: OpaquePointer, _ settings: ClusterSettings
        ) throws(ClusterError) -> OpaquePointer {
            var made: OpaquePointer?
            let status = natsConnection_Connect(&made, options)
            guard status == NATS_OK || status == NATS_NOT_YET_CONNECTED, let made else {
                let servers = settings.servers.joined(separator: ", ")
                throw ClusterError("The cluster at \(servers) cannot be used: \(reason(status)).")
            }
            return made
        }

        private static func set(
            _ options: OpaquePointer, _ settings: ClusterSettings, _ node: String
        ) throws(ClusterError) {
            try check("servers", withCStrings(settings.servers) { natsOptions_SetServers(options, $0, Int32($1)) })
            try check("name", natsOptions_SetName(options, "sabir \(node)"))
            try check("wait", natsOptions_SetReconnectWait(options, 250))
            try check("jitter", natsOptions_SetReconnectJitter(options, 100, 100))
            try check("reconnects", natsOptions_SetMaxReconnect(options, -1))
            try check("time-out", natsOptions_SetTimeout(options, 2_000))
            try check("write deadline", natsOptions_SetWriteDeadline(options, 5_000))
            try check("pings", natsOptions_SetPingInterval(options, 2_000))
            try check("pings", natsOptions_SetMaxPingsOut(options, 2))
            try check("requests", natsOptions_SetFailRequestsOnDisconnect(options, true))
            // What waits for a server is in the rooms' own books; the library's buffer would only send it twice.
            try check("buffer", natsOptions_SetReconnectBufSize(options, 32_768))
            try check("threads", natsOptions_UseGlobalMessageDelivery(options, true))
            try setSecurity(options, settings)
        }

        private static func setSecurity(_ options: OpaquePointer, _ settings: ClusterSettings) throws(ClusterError) {
            if settings.usesTLS { try check("TLS", natsOptions_SetSecure(options, true)) }
            if let file = settings.authorityFile {
                try check("ca = \"\(file)\"", natsOptions_LoadCATrustedCertificates(options, file))
            }
            if let file = settings.credentialsFile {
                try check(
                    "credentials_file = \"\(file)\"", natsOptions_SetUserCredentialsFromFiles(options, file, nil))
            }
        }

        private static func setCallbacks(
            _ options: OpaquePointer, _ box: UnsafeMutableRawPointer
        ) throws(ClusterError) {
            try check(
                "callbacks",
                natsOptions_SetRetryOnFailedConnect(
                    options, true, { _, box in NATSConnection.report(.connected, box) }, box))
            try check(
                "callbacks",
                natsOptions_SetReconnectedCB(options, { _, box in NATSConnection.report(.connected, box) }, box))
            try check(
                "callbacks",
                natsOptions_SetDisconnectedCB(options, { _, box in NATSConnection.report(.disconnected, box) }, box))
            // The last word of the connection: nothing else holds the box.
            try check("callbacks", natsOptions_SetClosedCB(options, { _, box in NATSConnection.release(box) }, box))
            // Without it the library writes to standard error.
            try check("callbacks", natsOptions_SetErrorHandler(options, { _, _, _, _ in }, nil))
        }

        private static func report(_ event: Event, _ box: UnsafeMutableRawPointer?) {
            guard let box else { return }
            Unmanaged<SignalBox<Event>>.fromOpaque(box).takeUnretainedValue().put(event)
        }

        private static func release(_ box: UnsafeMutableRawPointer?) {
            guard let box else { return }
            Unmanaged<SignalBox<Event>>.fromOpaque(box).release()
        }

        private static func check(_ what: String, _ status: natsStatus) throws(ClusterError) {
            guard status != NATS_OK else { return }
            throw ClusterError("NATS does not accept \(what): \(reason(status)).")
        }

        static func reason(_ status: natsStatus) -> String {
            natsStatus_GetText(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
        }
    }

    /// An array of C strings for the time of a call.
    func withCStrings<R>(_ texts: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>, Int) -> R) -> R {
        let copies = texts.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        var pointers = copies.map { UnsafePointer($0) }
        return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!, texts.count) }
    }
#endif
