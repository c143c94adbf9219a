import Logging
import SabirProtocol

/// Replaces endpoints while lines are translated.
extension Translator {
    /// Uses these endpoints from now on, in order of preference. An unchanged endpoint keeps its state. A removed one
    /// is asked for nothing more, but may finish calls under way, within the time limit of a line. Clears the cache if
    /// anything changed.
    package func setEndpoints(_ endpoints: [EndpointConfiguration]) async {
        guard !isClosed else { return }
        let before = engines.numbers(withPeer: false)
        var kept = before
        var numbers: [Int] = []
        for endpoint in endpoints {
            if let at = kept.firstIndex(where: { engines[$0]?.configuration == endpoint }) {
                numbers.append(kept.remove(at: at))
            } else if let engine = maker.engine(for: endpoint) {
                numbers.append(engines.add(engine))
                if isStarted { startWatching(numbers[numbers.count - 1]) }
            }
        }
        guard numbers != before else { return }
        let retired = engines.keep(numbers)
        invalidateTranslations()
        for engine in retired { await retire(engine) }
    }

    private func retire(_ number: Int) async {
        guard let engine = engines[number] else { return }
        engine.stopChecks()
        if !engines.all.contains(where: { $0.name == engine.name }) { resources.meter?.removeEngine(engine.name) }
        if case .up? = engine.lastEvent { publish(.down(engine.name, reason: "is no longer configured")) }
        logger.notice("translation engine \(engine.name) is no longer asked", metadata: ["engine": "\(engine.name)"])
        await closeRetired(number)
    }

    /// Closes a retired engine once its last line is done.
    func closeRetired(_ number: Int) async {
        guard let engine = engines.removeRetired(number) else { return }
        engine.livenessCheck?.cancel()
        await engine.client.close()
    }
}

/// Makes an engine of each endpoint, with what they share.
struct EngineMaker: Sendable {
    let limits: Translator.Limits
    let logger: Logger
    /// Stores the use of engines with a daily ceiling.
    let ledger: EngineDays?
    let transport: Translator.TransportMaker

    /// Makes the engine of an endpoint; nil, with an error in the log, if `NetworkBoundary` objects to the endpoint.
    func engine(for endpoint: EndpointConfiguration) -> EngineState? {
        if let objection = NetworkBoundary.objection(to: endpoint.url, allowInternet: endpoint.allowInternet) {
            logger.error("translation endpoint \(endpoint.name) is not used: \(objection)")
            return nil
        }
        let client = EngineClient(
            endpoint, traffic: transport(endpoint.concurrency), probes: transport(2), ledger: ledger)
        let policy = client.isMetered ? limits.meteredBreaker : limits.breaker
        return EngineState(client: client, endpoint, breaker: CircuitBreaker(policy, now: .now))
    }
}
