import CNATS

/// Reads and erases older lines of the room.
extension NATSStream {
    /// Waits, a little over twice ``patience`` at most. The newest lines before `seq`, oldest first, at most `limit`.
    func lines(before seq: Int, limit: Int) throws(ClusterError) -> [ClusterLine] {
        let range = try range(before: seq, limit: limit)
        guard range.count > 0 else { return [] }
        return try read(names.stream, names.lines, .from(range.first, count: range.count))
            .compactMap { ClusterLine($0) }
    }

    /// Where the newest `limit` lines before `seq` begin, and how many there are.
    private func range(before seq: Int, limit: Int) throws(ClusterError) -> (first: Int, count: Int) {
        let (facts, status) = facts()
        guard let facts else { throw failure("cannot be read", status) }
        let erased = Set(facts.erased)
        var (first, count) = (min(seq, facts.newest + 1), 0)
        var at = first - 1
        while at >= facts.first, count < limit {
            if !erased.contains(at) { (first, count) = (at, count + 1) }
            at -= 1
        }
        return (first, count)
    }

    /// Which messages of a stream's subjects to read.
    enum Extent { case from(Int, count: Int), lastOfEach }

    /// Waits. Reads with a consumer of its own, which the server removes when it is no longer used.
    func read(_ stream: String, _ subjects: String, _ extent: Extent) throws(ClusterError) -> [RawDelivery] {
        var configuration = jsSubOptions()
        jsSubOptions_Init(&configuration)
        configuration.Stream = nil
        configuration.Config.DeliverPolicy = js_DeliverLastPerSubject
        if case .from(let seq, _) = extent {
            configuration.Config.DeliverPolicy = js_DeliverByStartSequence
            configuration.Config.OptStartSeq = UInt64(seq)
        }
        configuration.Config.AckPolicy = js_AckNone
        configuration.Config.MemoryStorage = true
        configuration.Config.Replicas = 1
        configuration.Config.InactiveThreshold = 30 * 1_000_000_000
        var subscription: OpaquePointer?
        let status = stream.withCString { name in
            configuration.Stream = name
            return js_PullSubscribe(&subscription, context, subjects, nil, nil, &configuration, nil)
        }
        guard status == NATS_OK, let subscription else { throw failure("cannot be read", status) }
        defer {
            // Removes the consumer, too.
            natsSubscription_Unsubscribe(subscription)
            natsSubscription_Destroy(subscription)
        }
        switch extent {
        case .from(_, let count): return try fetch(count, from: subscription)
        case .lastOfEach: return try fetch(pending(of: subscription), from: subscription)
        }
    }

    /// How many messages the consumer has to deliver.
    private func pending(of subscription: OpaquePointer) throws(ClusterError) -> Int {
        var info: UnsafeMutablePointer<jsConsumerInfo>?
        let status = natsSubscription_GetConsumerInfo(&info, subscription, nil, nil)
        guard status == NATS_OK, let info else { throw failure("cannot be read", status) }
        defer { jsConsumerInfo_Destroy(info) }
        return Int(info.pointee.NumPending)
    }

    private func fetch(_ count: Int, from subscription: OpaquePointer) throws(ClusterError) -> [RawDelivery] {
        var found: [RawDelivery] = []
        var read = 0
        while read < count {
            var list = natsMsgList()
            let status = natsSubscription_Fetch(
                &list, subscription, Int32(min(count - read, 500)), Self.patience, nil)
            guard status == NATS_OK, list.Count > 0 else { throw failure("cannot be read", status) }
            defer { natsMsgList_Destroy(&list) }
            read += Int(list.Count)
            found += (0..<Int(list.Count)).compactMap { list.Msgs[$0].flatMap(RawDelivery.init) }
        }
        return found
    }

    /// Waits. Erases the line; every server overwrites its bytes. A line that is erased already is no error.
    func erase(_ seq: Int) throws(ClusterError) {
        var code = jsErrCode(rawValue: 0)
        let status = js_EraseMsg(context, names.stream, UInt64(seq), nil, &code)
        let isGone = [JSSequenceNotFoundErr, JSNoMessageFoundErr].contains(code) || status == NATS_NOT_FOUND
        guard status != NATS_OK, !isGone else { return }
        throw failure("cannot erase line \(seq)", status)
    }
}
