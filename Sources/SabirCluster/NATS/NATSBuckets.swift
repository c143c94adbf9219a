#if NATS
    import CNATS
    import SabirWire

    /// The room's keys in the buckets that all rooms share. A bucket is a stream of a certain form (NATS ADR-8): it is
    /// made by the library's own call, and then read and written as the stream that it is, with headers beside values.
    extension NATSStream {
        /// Waits. Makes the bucket where it is missing; the number of the newest value in it.
        func open(_ bucket: ClusterNames.Bucket) throws(ClusterError) -> Int {
            if let newest = newest(in: bucket) { return newest }
            let status = names.bucket(bucket).withCString { name in
                var configuration = kvConfig()
                kvConfig_Init(&configuration)
                configuration.Bucket = name
                configuration.History = 1
                configuration.Replicas = Int32(settings.replicas)
                if bucket == .presence {
                    configuration.TTL = PresenceTable.patience.components.seconds * 1_000_000_000
                    configuration.StorageType = js_MemoryStorage
                }
                var made: OpaquePointer?
                let status = js_CreateKeyValue(&made, context, &configuration)
                kvStore_Destroy(made)
                return status
            }
            // Another node may have been faster.
            guard let newest = newest(in: bucket) else {
                throw failure(
                    "has no bucket \(names.bucket(bucket))", status == NATS_OK ? NATS_NOT_FOUND : status)
            }
            return newest
        }

        private func newest(in bucket: ClusterNames.Bucket) -> Int? {
            var info: UnsafeMutablePointer<jsStreamInfo>?
            guard js_GetStreamInfo(&info, context, names.stream(of: bucket), nil, nil) == NATS_OK, let info else {
                return nil
            }
            defer { jsStreamInfo_Destroy(info) }
            return Int(info.pointee.State.LastSeq)
        }

        /// Waits until the cluster has it.
        func keep(
            _ body: [UInt8], as key: String, author: String? = nil, cleared: String? = nil
        ) throws(ClusterError) {
            var message = message(body, on: names.subject(key, in: .acts))
            guard let made = message else { throw ClusterError("Out of memory.") }
            if let author { natsMsgHeader_Set(made, Self.authorHeader, author) }
            if let cleared { natsMsgHeader_Set(made, Self.clearedHeader, cleared) }
            let status = js_PublishMsg(nil, context, made, nil, nil)
            natsMsg_Destroy(message)
            message = nil
            guard status == NATS_OK else { throw failure("does not take the act \(key)", status) }
        }

        private func message(_ body: [UInt8], on subject: String) -> OpaquePointer? {
            var message: OpaquePointer?
            _ = body.withUnsafeBytes { bytes in
                natsMsg_Create(
                    &message, subject, nil, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count))
            }
            return message
        }

        /// Waits. What was kept last under this key.
        func kept(_ key: String) -> [UInt8]? {
            var message: OpaquePointer?
            let subject = names.subject(key, in: .acts)
            guard js_GetLastMsg(&message, context, names.stream(of: .acts), subject, nil, nil) == NATS_OK, let message
            else { return nil }
            defer { natsMsg_Destroy(message) }
            return Self.body(message)
        }

        /// Does not wait. What does not arrive is put again with the next beat.
        func put(_ body: [UInt8], asPresence key: String) { publish(body, on: names.subject(key, in: .presence)) }

        /// Waits. A key that nobody needs any more.
        func purge(_ key: String) {
            names.subject(key, in: .acts).withCString { subject in
                var options = jsOptions()
                jsOptions_Init(&options)
                options.Stream.Purge.Subject = subject
                js_PurgeStream(context, names.stream(of: .acts), &options, nil)
            }
        }
    }
#endif
