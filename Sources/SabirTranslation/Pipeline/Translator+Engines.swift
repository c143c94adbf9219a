import Foundation
import Logging
import SabirProtocol

/// Calls engines, and checks them in the background. A breaker opens when a call or a check finds nobody or only
/// silence, after several bad answers in a row, or when a check fails. Only a check closes it.
extension Translator {
    // MARK: Calls

    func call(
        _ engine: Int, _ text: String, by route: Route, protecting protector: Protector
    ) async -> Result<Translation, EngineFailure> {
        guard let client = engines[engine]?.client else { return .failure(.stopped) }
        giveWay(at: engine)
        let work = Task { await client.answer(to: text, by: route, protecting: protector) }
        let ticket = nextTicket()
        engines[engine]?.calls[ticket] = work
        let lookout = Task { await lookOut(for: ticket, of: engine) }
        let began = ContinuousClock.now
        let result = await work.value
        let took = ContinuousClock.now - began
        resources.meter?.countAnswer(of: client.name, EngineOutcome(result), took: took)
        let isAnswered = if case .success = result { true } else { false }
        engines[engine]?.figures.count(answered: isAnswered, took: took, at: Date())
        lookout.cancel()
        engines[engine]?.calls[ticket] = nil
        defer { startDueLooks() }
        if engines[engine]?.isRetired == true { Task { await closeRetired(engine) } }
        return judge(result, of: engine, by: route)
    }

    private func judge(
        _ result: Result<Translation, EngineFailure>, of engine: Int, by route: Route
    ) -> Result<Translation, EngineFailure> {
        switch result {
        case .success:
            engines[engine]?.breaker.recordSuccess()
            engines[engine]?.lastRoute = route
            engines[engine]?.lastAnswer = .now
            return result
        case .failure(.cancelled) where engines[engine]?.breaker.isClosed == true:
            engines[engine]?.hasFailedALine = true
            return .failure(.timedOut)
        case .failure(let failure):
            if failure == .busy { engines[engine]?.hasFailedALine = true }
            if let severity = failure.severity {
                engines[engine]?.hasFailedALine = true
                fail(engine, severity, limits.logsMessages ? failure : failure.unquoted)
                engines[engine]?.wake.yield()
            } else if failure == .pairNotOffered {
                engines[engine]?.wake.yield()
            }
            if failure.isAnswer { engines[engine]?.lastAnswer = .now }
            return result
        }
    }

    /// While a call is unanswered, finds out whether the engine is running at all. An unplugged cable shows on a new
    /// connection within the connect time-out, long before the answer's. A slow service accepts the connection, and
    /// lists what it offers.
    private func lookOut(for ticket: UInt64, of engine: Int) async {
        let deadline = ContinuousClock.now + limits.line
        while let call = engines[engine]?.calls[ticket] {
            guard ContinuousClock.now < deadline else { return call.cancel() }
            guard (try? await Task.sleep(for: limits.suspicion)) != nil else { return }
            checkLiveness(of: engine)
        }
    }

    /// Finds out whether the engine is running, in a task of its own. The check continues after the calls that caused
    /// it are cancelled, because a late answer to it tells a slow engine from a dead one.
    private func checkLiveness(of engine: Int) {
        guard let state = engines[engine], state.livenessCheck == nil, state.breaker.isClosed, !state.calls.isEmpty
        else { return }
        engines[engine]?.isGivenUp = false
        engines[engine]?.livenessCheck = Task { await checkLiveness(of: engine, by: state.client) }
    }

    private func checkLiveness(of engine: Int, by client: any Engine) async {
        let began = ContinuousClock.now
        let patience = Task {
            if (try? await Task.sleep(for: limits.silence)) != nil { await giveUp(engine, silentSince: began) }
        }
        let liveness = await client.checkLiveness()
        patience.cancel()
        engines[engine]?.livenessCheck = nil
        switch liveness {
        case .absent: fail(engine, .decisive, .unreachable("no new connection in the time allowed"))
        case .silent: await giveUp(engine, silentSince: began)
        case .answered where engines[engine]?.isGivenUp == true: readmit(engine)
        case .answered, .unknown: break
        }
    }

    /// Gives the engine up if neither the check nor any line was answered since `began`. An engine that does one thing
    /// at a time is silent while it works, which is known after its first late answer.
    private func giveUp(_ engine: Int, silentSince began: ContinuousClock.Instant) async {
        guard let state = engines[engine], state.breaker.isClosed, !state.calls.isEmpty,
            state.lastAnswer.map({ $0 < began }) ?? true,
            state.answersLateUntil.map({ $0 < .now }) ?? true
        else { return }
        engines[engine]?.isGivenUp = true
        fail(engine, .unwell, .timedOut)
        await state.client.discardProof()
    }

    private func readmit(_ engine: Int) {
        engines[engine]?.isGivenUp = false
        engines[engine]?.answersLateUntil = .now + limits.leniency
        engines[engine]?.breaker.expediteProbe(now: .now)
        engines[engine]?.wake.yield()
    }

    /// The engines that have used up their ceiling for today.
    package func spentEngines(at now: Date = Date()) -> [String] {
        engines.all.filter { $0.isSpentUntil.map { $0 > now } ?? false }.map(\.name)
    }

    // MARK: Checks

    func startWatching(_ engine: Int) {
        guard let wakes = engines[engine]?.wakes else { return }
        engines[engine]?.firstVerdict = Task { await check(engine) }
        engines[engine]?.watch = Task {
            await engines[engine]?.firstVerdict?.value
            for await _ in wakes { await check(engine) }
        }
    }

    func stopWatching(_ engine: EngineState) {
        engine.stopChecks()
        engine.livenessCheck?.cancel()
        for call in engine.calls.values { call.cancel() }
    }

    /// Fetches the pairs, has a test word translated, and sets the time of the next check. Called only from the
    /// engine's watch, so one check runs at a time.
    private func check(_ engine: Int) async {
        guard !isClosed, let state = engines[engine] else { return }
        guard state.breaker.isClosed || engines[engine]?.breaker.beginProbe(now: .now) == true else {
            return schedule(engine)
        }
        if !state.breaker.isClosed { resources.meter?.setStanding(.onTrial, of: state.name) }
        do throws(EngineFailure) {
            let pairs = try await state.client.pairs()
            try await state.client.prove(pairs, preferring: state.lastRoute)
            pass(engine, pairs)
        } catch {
            guard !isClosed, engines[engine]?.isRetired != true else { return }
            fail(engine, error.severityOfCheck, error)
        }
        schedule(engine)
    }

    private func schedule(_ engine: Int) {
        guard let state = engines[engine], !state.isRetired else { return }
        let delay = state.breaker.probeDelay(now: .now) ?? limits.refresh
        state.timer?.cancel()
        engines[engine]?.timer = Task {
            if (try? await Task.sleep(for: delay)) != nil { state.wake.yield() }
        }
    }

    // MARK: Verdicts

    private func pass(_ engine: Int, _ pairs: PairTable) {
        guard let state = engines[engine], !state.isRetired else { return }
        if !state.breaker.isClosed { engines[engine]?.breaker.close() }
        resources.meter?.setStanding(.inUse, of: state.name)
        engines[engine]?.restsUntil = nil
        let changed = engines[engine]?.learn(pairs) == true
        if changed || state.lastEvent == nil { forgetVariants() }
        let isProved = if case .up = state.lastEvent { state.hasFailedALine } else { false }
        engines[engine]?.hasFailedALine = false
        announce(.up(state.name), of: engine)
        if isProved { publish(.proved(state.name)) }
        if changed { publish(.pairsChanged(state.name)) }
    }

    private func fail(_ engine: Int, _ severity: CircuitBreaker.Severity, _ failure: EngineFailure) {
        guard let state = engines[engine] else { return }
        engines[engine]?.breaker.recordFailure(severity, now: .now, chance: Double.random(in: 0...1))
        if case .rest(let time) = severity { rest(engine, for: time) }
        if case .dayUsedUp = failure { engines[engine]?.isSpentUntil = failure.dayEnds }
        guard engines[engine]?.breaker.isClosed == false else { return }
        guard !state.isRetired else {
            for call in state.calls.values { call.cancel() }
            return
        }
        resources.meter?.setStanding(.resting, of: state.name)
        if state.lastEvent == nil { forgetVariants() }
        announce(.down(state.name, reason: failure.text), of: engine)
        for call in state.calls.values { call.cancel() }
        schedule(engine)
    }

    /// Rests the engine, unless it rests longer already.
    private func rest(_ engine: Int, for time: Duration) {
        let seconds = min(max(time, .seconds(1)), EngineAccount.longestRest) / .seconds(1)
        let end = Date(timeIntervalSince1970: (Date.now.timeIntervalSince1970 + seconds).rounded(.up))
        let known = engines[engine]?.restsUntil ?? end
        engines[engine]?.restsUntil = max(known, end)
    }

    /// Reports a changed state to subscribers and the log, once.
    private func announce(_ event: EngineEvent, of engine: Int) {
        let last = engines[engine]?.lastEvent
        engines[engine]?.lastEvent = event
        switch (last, event) {
        case (.up, .up), (.down, .down): return
        case (_, .down(let name, let reason)):
            logger.notice("translation engine \(name) \(reason)", metadata: ["engine": "\(name)"])
        default:
            let name = engines[engine]?.name ?? ""
            logger.notice("translation engine \(name) answers", metadata: ["engine": "\(name)"])
        }
        publish(event)
    }
}

extension EngineFailure {
    /// Whether the engine answered at all.
    fileprivate var isAnswer: Bool {
        switch self {
        case .unreachable, .timedOut, .brokenOff, .busy, .cancelled, .stopped, .tooLong, .dayTooShort: false
        default: true
        }
    }
}
