/// Combines segments of different texts for one engine and one pair into one request.
///
/// No timer: a segment that finds its lane idle is sent at once. Segments that arrive during a request form the next
/// batch, which is sent when that request ends, or when the batch is full.
actor SegmentBatcher {
    typealias Answer = Result<[TranslatedPiece], EngineFailure>
    typealias Send = @Sendable (_ texts: [String], _ route: Route) async -> Answer

    private struct Lane {
        var queue = BatchQueue()
        var underWay = 0
    }

    private struct Batch {
        let parcels: [BatchQueue.Parcel]
        let route: Route
        var work: Task<Void, Never>?
    }

    private let capacity: RequestCapacity
    private let maximumCallers: Int
    private let send: Send
    /// Idle lanes are removed.
    private var lanes: [Route: Lane] = [:]
    private var batches: [UInt64: Batch] = [:]
    private var callers: [UInt64: CheckedContinuation<Answer, Never>] = [:]
    private var lastID: UInt64 = 0

    /// - Parameter maximumCallers: the most concurrent callers; further ones fail with `.busy`.
    init(capacity: RequestCapacity, maximumCallers: Int = 1_024, send: @escaping Send) {
        self.capacity = capacity
        self.maximumCallers = maximumCallers
        self.send = send
    }

    /// The number of callers without an answer.
    var waiting: Int { callers.count }

    /// Translates texts that fit into one request and stay together. Returns at once when the calling task is
    /// cancelled.
    func translate(_ texts: [String], by route: Route) async throws(EngineFailure) -> [TranslatedPiece] {
        guard callers.count < maximumCallers else { throw .busy }
        let parcel = BatchQueue.Parcel(id: nextID(), texts: texts)
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                callers[parcel.id] = caller
                lanes[route, default: Lane()].queue.append(parcel)
                advance(route)
            }
        } onCancel: {
            // Reaches the actor after the caller was registered above, because nothing is awaited in between.
            Task { await self.giveUp(parcel.id, route) }
        }
        return try answer.get()
    }

    private func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    private func advance(_ route: Route) {
        while let lane = lanes[route] {
            let batch = lanes[route]?.queue.next(within: capacity, isIdle: lane.underWay == 0) ?? []
            guard !batch.isEmpty else { break }
            dispatch(batch, by: route)
        }
        if let lane = lanes[route], lane.underWay == 0 { lanes[route] = nil }
    }

    private func dispatch(_ parcels: [BatchQueue.Parcel], by route: Route) {
        let id = nextID()
        lanes[route, default: Lane()].underWay += 1
        batches[id] = Batch(parcels: parcels, route: route)
        batches[id]?.work = Task { finish(id, await send(parcels.flatMap(\.texts), route)) }
    }

    private func finish(_ id: UInt64, _ answer: Answer) {
        guard let batch = batches.removeValue(forKey: id) else { return }
        lanes[batch.route]?.underWay -= 1
        switch answer {
        case .success(let pieces): deliver(pieces, to: batch.parcels)
        case .failure(let failure) where batch.parcels.count > 1 && failure.isOfTheTexts:
            // One faulty text must not spoil the others: each caller's texts are sent again alone, once.
            for parcel in batch.parcels where callers[parcel.id] != nil { dispatch([parcel], by: batch.route) }
        case .failure(let failure):
            for parcel in batch.parcels { reply(.failure(failure), to: parcel.id) }
        }
        advance(batch.route)
    }

    /// Hands each parcel its pieces. There are as many `pieces` as texts, which endpoints guarantee.
    private func deliver(_ pieces: [TranslatedPiece], to parcels: [BatchQueue.Parcel]) {
        var rest = pieces[...]
        for parcel in parcels {
            reply(.success(Array(rest.prefix(parcel.texts.count))), to: parcel.id)
            rest = rest.dropFirst(parcel.texts.count)
        }
    }

    private func reply(_ answer: Answer, to caller: UInt64) {
        callers.removeValue(forKey: caller)?.resume(returning: answer)
    }

    /// Cancels a request only if nobody waits for any part of it.
    private func giveUp(_ caller: UInt64, _ route: Route) {
        reply(.failure(.cancelled), to: caller)
        lanes[route]?.queue.remove(caller)
        let batch = batches.values.first { batch in batch.parcels.contains { $0.id == caller } }
        guard let batch, batch.parcels.allSatisfy({ callers[$0.id] == nil }) else { return }
        batch.work?.cancel()
    }
}

extension EngineFailure {
    /// Whether the failure may be due to other texts in the same request.
    fileprivate var isOfTheTexts: Bool {
        switch self {
        case .refused, .badAnswer, .noTranslation, .dayTooShort: true
        default: false
        }
    }
}
