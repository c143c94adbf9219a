/// What the room's nodes store for one another: who is in at which node, and acts of staff. Present values are read
/// once; later ones are followed, acts by ``ClusterActs``, presence by a subscription.
extension ClusterRoom {
    func tickKeys(_ now: ContinuousClock.Instant) -> [ClusterRoomState.Action] {
        sayHere(now)
        for bucket in ClusterNames.Bucket.allCases { readIfDue(bucket, now) }
        return others.expire(now: now) ? [.tell(.present(others.members))] : []
    }

    func requestReading(_ bucket: ClusterNames.Bucket, _ now: ContinuousClock.Instant) {
        readings[bucket]?.requestReading()
        readIfDue(bucket, now)
    }

    private func readIfDue(_ bucket: ClusterNames.Bucket, _ now: ContinuousClock.Instant) {
        guard isConnected, readings[bucket]?.begin(now) ?? false else { return }
        request(.keys, then: { .read(bucket, $0) }) { try $0.values(in: bucket) }
    }

    /// Reads a bucket's values. What fails is read again on a later tick.
    func read(
        _ result: Result<[RawDelivery], any Error>, from bucket: ClusterNames.Bucket,
        _ now: ContinuousClock.Instant
    ) -> [ClusterRoomState.Action] {
        let values = try? result.get()
        readings[bucket]?.ended(well: values != nil)
        guard let values else { return [] }
        return bucket == .presence ? readHere(values, now) : values.flatMap { decided($0, false, now) }
    }
}
