import CNATS
import SabirProtocol

/// The buckets that all rooms share. A bucket is a stream of a certain form (NATS ADR-8): the library's own call makes
/// it, and then it is read and written as a stream, with headers beside values.
extension NATSConnection {
    /// Waits. Makes the bucket if it is missing. Returns the number of its newest value.
    func open(_ bucket: ClusterNames.Bucket, _ names: ClusterNames) throws(ClusterError) -> Int {
        let stream = names.stream(of: bucket)
        if let newest = newest(in: stream) { return newest }
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
        // Another node may have made it meanwhile.
        guard let newest = newest(in: stream) else {
            let reason = Self.reason(status == NATS_OK ? NATS_NOT_FOUND : status)
            throw ClusterError("The bucket \(names.bucket(bucket)) cannot be used: \(reason).")
        }
        return newest
    }

    private func newest(in stream: String) -> Int? { facts(of: stream) { Int($0.State.LastSeq) }.found }

    /// Waits. What `read` makes of a stream's facts; nil where the servers tell none, with the reason.
    func facts<Facts>(
        of stream: String, asking: (inout jsOptions) -> Void = { _ in }, _ read: (jsStreamInfo) -> Facts
    ) -> (found: Facts?, status: natsStatus) {
        var options = jsOptions()
        jsOptions_Init(&options)
        asking(&options)
        var info: UnsafeMutablePointer<jsStreamInfo>?
        let status = js_GetStreamInfo(&info, context, stream, &options, nil)
        guard status == NATS_OK, let info else { return (nil, status) }
        defer { jsStreamInfo_Destroy(info) }
        return (read(info.pointee), status)
    }
}

/// The room's keys in the buckets.
extension NATSStream {
    /// Waits. Makes the bucket if it is missing.
    func open(_ bucket: ClusterNames.Bucket) throws(ClusterError) {
        _ = try connection.open(bucket, names)
    }

    /// Waits. The last value of each of the room's keys. Most rooms have none, which is checked first: it costs the
    /// servers less than the consumer that reads them.
    func values(in bucket: ClusterNames.Bucket) throws(ClusterError) -> [RawDelivery] {
        try open(bucket)
        guard try holdsKeys(in: bucket) else { return [] }
        return try read(names.stream(of: bucket), names.all(in: bucket), .lastOfEach)
    }

    private func holdsKeys(in bucket: ClusterNames.Bucket) throws(ClusterError) -> Bool {
        let (holds, status) = names.all(in: bucket).withCString { subjects in
            connection.facts(of: names.stream(of: bucket), asking: { $0.Stream.Info.SubjectsFilter = subjects }) {
                ($0.State.Subjects?.pointee.Count ?? 0) > 0
            }
        }
        guard let holds else { throw failure("cannot read \(names.bucket(bucket))", status) }
        return holds
    }

    /// Waits until the cluster has stored the value.
    func keep(
        _ body: [UInt8], as key: String, author: String? = nil, cleared: String? = nil
    ) throws(ClusterError) {
        guard let message = message(body, on: names.subject(key, in: .acts)) else {
            throw ClusterError("Out of memory.")
        }
        defer { natsMsg_Destroy(message) }
        if let author { natsMsgHeader_Set(message, Self.authorHeader, author) }
        if let cleared { natsMsgHeader_Set(message, Self.clearedHeader, cleared) }
        var status = js_PublishMsg(nil, context, message, nil, nil)
        // No bucket yet, or its servers elect a leader: nothing was stored.
        for _ in 0..<Self.patience / Self.pause where status == NATS_NO_RESPONDERS {
            nats_Sleep(Self.pause)
            try open(.acts)
            status = js_PublishMsg(nil, context, message, nil, nil)
        }
        guard status == NATS_OK else {
            let bucket = names.bucket(.acts)
            throw ClusterError("The bucket \(bucket) does not take \(key): \(NATSConnection.reason(status)).")
        }
    }

    /// Milliseconds between two tries.
    private static let pause: Int64 = 250

    func message(_ body: [UInt8], on subject: String) -> OpaquePointer? {
        var message: OpaquePointer?
        _ = body.withUnsafeBytes { bytes in
            natsMsg_Create(
                &message, subject, nil, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count))
        }
        return message
    }

    /// Waits. The last value under this key.
    func kept(_ key: String) -> [UInt8]? {
        var message: OpaquePointer?
        let subject = names.subject(key, in: .acts)
        guard js_GetLastMsg(&message, context, names.stream(of: .acts), subject, nil, nil) == NATS_OK, let message
        else { return nil }
        defer { natsMsg_Destroy(message) }
        return Self.body(message)
    }

    /// Does not wait. A value that does not arrive is put again with the next beat (``PresenceTable/beat``).
    func put(_ body: [UInt8], asPresence key: String) { publish(body, on: names.subject(key, in: .presence)) }

    /// Waits. Removes a key that is no longer needed.
    func purge(_ key: String) {
        names.subject(key, in: .acts).withCString { subject in
            var options = jsOptions()
            jsOptions_Init(&options)
            options.Stream.Purge.Subject = subject
            js_PurgeStream(context, names.stream(of: .acts), &options, nil)
        }
    }
}
