import Logging
import SabirProtocol

/// Endpoints that come, go and change while lines are translated.
extension Translator {
    /// The endpoints from now on, in order of preference; one that is configured as before stays as it is, with all that is
    /// known of it. One that is no longer there is asked for nothing more: what it has in hand comes to its end, within the
    /// time of a line. Nothing stays in memory of what was translated before.
    package func take(_ endpoints: [EndpointConfiguration]) async {
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
        beginAnew()
        for engine in retired { await retire(engine) }
    }

    private func retire(_ number: Int) async {
        guard let engine = engines[number] else { return }
        engine.stopChecks()
        if !engines.all.contains(where: { $0.name == engine.name }) { resources.meter?.gone(engine.name) }
        if case .up? = engine.lastEvent { publish(.down(engine.name, reason: "is no longer configured")) }
        logger.notice("translation engine \(engine.name) is no longer asked", metadata: ["engine": "\(engine.name)"])
        await closeRetired(number)
    }

    /// Lets go of an engine that is asked no more, when the last line is back.
    func closeRetired(_ number: Int) async {
        guard let engine = engines.removeRetired(number) else { return }
        engine.look?.cancel()
        await engine.client.close()
    }
}

/// What every endpoint is made an engine with.
struct EngineMaker: Sendable {
    let limits: Translator.Limits
    let logger: Logger
    /// Keeps the days of engines with a ceiling.
    let ledger: (any DayLedger)?
    let transport: Translator.TransportMaker

    /// Nil, with an error in the log, where `NetworkBoundary` objects to it.
    func engine(for endpoint: EndpointConfiguration) -> EngineState? {
        if let objection = NetworkBoundary.objection(to: endpoint.url, allowInternet: endpoint.allowInternet) {
            logger.error("translation endpoint \(endpoint.name) is not used: \(objection)")
            return nil
        }
        let client = EngineClient(
            configuration: endpoint, endpoint: endpoint.endpoint, traffic: transport(endpoint.concurrency),
            probes: transport(2), ledger: ledger)
        let policy = client.isMetered ? limits.meteredBreaker : limits.breaker
        return EngineState(client: client, endpoint, breaker: CircuitBreaker(policy, now: .now))
    }
}
