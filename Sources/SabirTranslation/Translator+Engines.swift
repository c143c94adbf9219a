import Logging
import SabirWire

/// Calls to engines and the checks of them in the background. What opens a breaker:
/// a call that finds nobody there, several bad answers in a row, or a check that fails. Only a check closes it.
extension Translator {
    // MARK: Calls

    func call(
        _ engine: Int, _ text: String, by route: Route, protecting protector: Protector
    ) async -> Result<Translation, EngineFailure> {
        let client = engines[engine].client
        let work = Task {
            await Result { () async throws(EngineFailure) in
                try await client.translate(text, by: route, protecting: protector)
            }
        }
        let ticket = nextTicket()
        engines[engine].calls[ticket] = work
        let lookout = Task { await lookOut(for: ticket, of: engine) }
        let result = await work.value
        lookout.cancel()
        engines[engine].calls[ticket] = nil
        return judge(result, of: engine, by: route)
    }

    private func judge(
        _ result: Result<Translation, EngineFailure>, of engine: Int, by route: Route
    ) -> Result<Translation, EngineFailure> {
        switch result {
        case .success:
            engines[engine].breaker.trafficSucceeded()
            engines[engine].lastRoute = route
            return result
        case .failure(.cancelled) where engines[engine].breaker.isClosed: return .failure(.timedOut)
        case .failure(let failure):
            if let severity = failure.severity {
                fail(engine, severity, failure)
                engines[engine].wake.yield()
            } else if failure == .pairNotOffered {
                engines[engine].wake.yield()
            }
            return result
        }
    }

    /// While a call has no answer: is anybody there at all? A cable that is out shows on a new connection within its
    /// time-out, long before the answer's. A service that is slow takes the connection, and nothing happens.
    private func lookOut(for ticket: UInt64, of engine: Int) async {
        let deadline = ContinuousClock.now + limits.line
        while let call = engines[engine].calls[ticket] {
            guard ContinuousClock.now < deadline else { return call.cancel() }
            guard (try? await Task.sleep(for: limits.suspicion)) != nil else { return }
            await look(at: engine)
        }
    }

    private func look(at engine: Int) async {
        guard !engines[engine].isLooking, engines[engine].breaker.isClosed else { return }
        engines[engine].isLooking = true
        let isReachable = await engines[engine].client.isReachable()
        engines[engine].isLooking = false
        if !isReachable { fail(engine, .decisive, .unreachable("no new connection in the time allowed")) }
    }

    // MARK: Checks

    func startWatching(_ engine: Int) {
        engines[engine].firstVerdict = Task { await check(engine) }
        engines[engine].watch = Task {
            await engines[engine].firstVerdict?.value
            for await _ in engines[engine].wakes { await check(engine) }
        }
    }

    func stopWatching(_ engine: EngineState) {
        engine.wake.finish()
        engine.watch?.cancel()
        engine.firstVerdict?.cancel()
        engine.timer?.cancel()
        for call in engine.calls.values { call.cancel() }
    }

    /// Learns the pairs and has a word translated; then sets the time of the next check. One at a time per engine:
    /// called from its watch alone.
    private func check(_ engine: Int) async {
        guard !isClosed else { return }
        let now = ContinuousClock.now
        guard engines[engine].breaker.isClosed || engines[engine].breaker.beginProbe(now: now) else {
            return schedule(engine)
        }
        let client = engines[engine].client
        let route = engines[engine].lastRoute
        do throws(EngineFailure) {
            let pairs = try await client.pairs()
            try await client.prove(pairs, preferring: route)
            pass(engine, pairs)
        } catch {
            guard !isClosed else { return }
            if case .resting(let time) = error {
                fail(engine, .rest(time), error)
            } else {
                fail(engine, .decisive, error)
            }
        }
        schedule(engine)
    }

    private func schedule(_ engine: Int) {
        let delay = engines[engine].breaker.probeDelay(now: .now) ?? limits.refresh
        let wake = engines[engine].wake
        engines[engine].timer?.cancel()
        engines[engine].timer = Task {
            if (try? await Task.sleep(for: delay)) != nil { wake.yield() }
        }
    }

    // MARK: Verdicts

    private func pass(_ engine: Int, _ pairs: PairTable) {
        if !engines[engine].breaker.isClosed { engines[engine].breaker.succeeded() }
        let changed = engines[engine].learn(pairs)
        let name = engines[engine].name
        tell(engine, .up(name))
        if changed { publish(.pairsChanged(name)) }
    }

    private func fail(_ engine: Int, _ severity: CircuitBreaker.Severity, _ failure: EngineFailure) {
        let chance = Double.random(in: 0...1)
        _ = engines[engine].breaker.failed(severity, now: .now, chance: chance)
        guard !engines[engine].breaker.isClosed else { return }
        tell(engine, .down(engines[engine].name, reason: failure.text))
        for call in engines[engine].calls.values { call.cancel() }
        schedule(engine)
    }

    /// Tells subscribers and the log of a change, once.
    private func tell(_ engine: Int, _ event: EngineEvent) {
        let last = engines[engine].lastEvent
        engines[engine].lastEvent = event
        switch (last, event) {
        case (.up, .up), (.down, .down): return
        case (_, .down(let name, let reason)): logger.notice("translation engine \(name) \(reason)")
        default: logger.notice("translation engine \(engines[engine].name) answers")
        }
        publish(event)
    }
}
