/// Engines coming and going, for front ends.
extension Translator {
    /// Changes from now on, after the present standing of each engine that has been judged. Each subscriber has its
    /// own stream, of which the newest 64 events are kept; it ends with `close()`.
    package func events() -> AsyncStream<EngineEvent> {
        let (stream, subscriber) = AsyncStream.makeStream(
            of: EngineEvent.self, bufferingPolicy: .bufferingNewest(64))
        guard !isClosed else {
            subscriber.finish()
            return stream
        }
        start()
        let id = nextTicket()
        subscribers[id] = subscriber
        for case let event? in engines.all.map(\.lastEvent) { subscriber.yield(event) }
        subscriber.onTermination = { _ in Task { await self.unsubscribe(id) } }
        return stream
    }

    /// Whether each configured endpoint answers, in order of preference, once all have been judged; waits no longer
    /// than their time-outs.
    package func standings() async -> [EngineEvent] {
        start()
        for engine in engines.order { await engines[engine]?.firstVerdict?.value }
        return engines.all.compactMap(\.lastEvent)
    }

    func publish(_ event: EngineEvent) {
        for subscriber in subscribers.values { subscriber.yield(event) }
    }

    func nextTicket() -> UInt64 {
        lastTicket += 1
        return lastTicket
    }

    private func unsubscribe(_ id: UInt64) { subscribers[id] = nil }
}
