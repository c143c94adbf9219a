import SabirWire

#if NATS
    /// What the room's nodes keep for one another: who is in where, and what staff decided.
    extension ClusterRoom {
        // MARK: The buckets

        func tickKeys(_ now: ContinuousClock.Instant) -> [ClusterRoomState.Action] {
            sayHere(now)
            if facts != nil { followKeysIfDue(now) }
            return others.expire(now: now) ? [.tell(.present(others.members))] : []
        }

        func followKeysIfDue(_ now: ContinuousClock.Instant) {
            for bucket in ClusterNames.Bucket.allCases where followers[bucket]?.isDue(now) ?? false {
                followKeys(of: bucket, now)
            }
        }

        /// Where it fails, silence brings the next try.
        private func followKeys(of bucket: ClusterNames.Bucket, _ now: ContinuousClock.Instant) {
            guard let generation = followers[bucket]?.begin(now: now) else { return }
            keys.removeValue(forKey: bucket)?.stop()
            request(.keys) { [weak self] stream in
                do throws(ClusterError) {
                    stream.box.put(.keptBegun(bucket, newest: try stream.open(bucket)))
                    let follow = try NATSFollow(stream, .keys(bucket), generation: generation)
                    Task { await self?.follows(follow, in: bucket) ?? follow.stop() }
                } catch {
                    self?.logger.debug("\(error)")
                    Task { await self?.answered(of: bucket) }
                }
            }
        }

        private func answered(of bucket: ClusterNames.Bucket) { followers[bucket]?.answered(now: .now) }

        private func follows(_ made: NATSFollow, in bucket: ClusterNames.Bucket) {
            guard !isOver else { return made.stop() }
            answered(of: bucket)
            keys.updateValue(made, forKey: bucket)?.stop()
        }

        func keysBeat(
            _ bucket: ClusterNames.Bucket, _ last: Int?, _ generation: Int, _ now: ContinuousClock.Instant
        ) {
            guard followers[bucket]?.heartbeat(lastDelivered: last, of: generation, now: now) == .broken else { return }
            followKeys(of: bucket, now)
        }

        func took(
            _ raw: RawDelivery, from bucket: ClusterNames.Bucket, _ generation: Int, _ now: ContinuousClock.Instant
        ) -> [ClusterRoomState.Action] {
            switch followers[bucket]?.receive(raw.position, of: generation, now: now) {
            case .next(let isNews): return bucket == .acts ? decided(raw, isNews) : heardHere(raw, now)
            case .broken: followKeys(of: bucket, now)
            case .stale, nil: break
            }
            return []
        }
    }
#endif
