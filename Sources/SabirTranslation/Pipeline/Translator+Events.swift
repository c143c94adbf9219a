/// Reports engines coming and going to front ends.
extension Translator {
    /// A stream of changes, preceded by the current state of each engine that was checked. Each subscriber has its own
    /// stream, which buffers the newest 64 events and ends with `close()`.
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

    /// The state of each configured endpoint, in order of preference, after all had their first check. Waits no longer
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
