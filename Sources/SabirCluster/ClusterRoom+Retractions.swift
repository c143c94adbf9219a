import SabirProtocol

/// Lines that their authors take back.
extension ClusterRoom {
    /// Retracts a line, without waiting. The retraction is told as a line, once every server has erased the retracted
    /// one.
    nonisolated func retract(_ retraction: ClusterRetraction) { stream.box.put(.retracts(retraction)) }

    func begin(_ retraction: ClusterRetraction, _ now: ContinuousClock.Instant) -> [ClusterRoomState.Action] {
        guard !retractions.isFull || retractions.holds(retraction.line.id) else {
            let reason = "Too much is being taken back in this room; try again shortly."
            return [.tell(.refused(retraction.line.id, reason: reason))]
        }
        retractions.add(retraction, now: now)
        beginRetractions(now)
        return []
    }

    /// Notes a retraction that another node has promised: if that node dies, this one carries it out.
    func takePromise(_ raw: RawDelivery, _ now: ContinuousClock.Instant) {
        guard let retraction = ClusterRetraction(body: raw.body, author: raw.author) else { return }
        retractions.add(retraction, isHeard: true, now: now)
    }

    /// Handles a line that came out of the stream. `isOwn`: this node published it.
    func cameOut(_ line: ClusterLine, isOwn: Bool, _ now: ContinuousClock.Instant) {
        guard let revision = line.message.revision else { return }
        let erased = retractions.erased(with: line.message.id) ?? []
        let found = lateCorrections.came(line, revision, erased: erased)
        guard !found.isEmpty else { return }
        // The node of either line sees to the correction at once, other nodes only if it does not.
        let isHeard = !isOwn && !retractions.isOwn(line.message.id)
        for retraction in found { retractions.add(retraction, isHeard: isHeard, now: now) }
        beginRetractions(now)
    }

    func beginRetractions(_ now: ContinuousClock.Instant) {
        guard isConnected else { return }
        for retraction in retractions.begin(now: now, mayBegin: { ids in !ids.contains { isOnItsWay($0) } }) {
            request(.people, then: { .retracted(retraction.id, $0) }) { try $0.retract(retraction) }
        }
    }

    /// Notes that a retraction's lines are erased. Returns the retraction, to be published now; nil for one that is
    /// told already.
    func finishErasing(_ id: MessageID, _ now: ContinuousClock.Instant) -> ClusterLine? {
        guard let key = retractions.ended(id, isLate: true) else { return retractions.erased(id, now: now) }
        request(.keys) { $0.purge(key) }
        return nil
    }

    /// Whether to tell this news; false for a retraction, which was promised already and will be carried out.
    func isNews(_ piece: ClusterNews) -> Bool {
        switch piece {
        case .lines(let lines), .up(_, _, let lines): for line in lines { end(line.message.id) }
        case .known(let line): end(line.message.id)
        case .taken(let id): end(id)
        case .refused(let id, _): return !retractions.holds(id)
        default: break
        }
        return true
    }

    private func end(_ id: MessageID) {
        guard let key = retractions.ended(id) else { return }
        request(.keys) { $0.purge(key) }
    }
}

extension NATSStream {
    /// Waits. Stores the promise to tell the retraction, and erases its line. False where its id belongs to another
    /// line.
    func retract(_ retraction: ClusterRetraction) throws(ClusterError) -> Bool {
        let told = retraction.line
        if let late = retraction.late {
            // A node that finds the correction gone promises nothing: otherwise all nodes would promise it in turn.
            guard let found = try line(late) else { return true }
            try keep(retraction.body, as: retraction.key, author: told.author)
            try erase(found.message.seq)
            return true
        }
        if let there = try line(told.id) {
            return there.isBy(told) && there.message.retracts == told.message.revision?.line
        }
        try keep(retraction.body, as: retraction.key, author: told.author)
        for id in retraction.erases {
            if let found = try line(id) { try erase(found.message.seq) }
        }
        return true
    }
}
