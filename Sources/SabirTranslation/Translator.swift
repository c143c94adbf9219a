import Foundation
import Logging
import SabirWire

/// Turns lines into the reader's language. The way of a line, one stage each:
///
/// same language? → normalise → cache → join a request in flight → engine in order of preference, through its breaker
/// and by its pairs (`EngineClient` splits, sends, checks and restores) → line with its provenance.
///
/// Never throws and never waits on an engine known to be dead: such a line is answered `.untranslated` with a plain
/// reason. Owns the cache, the requests in flight and all that is known of the engines; see `Translator+Engines`.
package actor Translator {
    package struct Limits: Sendable {
        /// Translations kept, and their bytes.
        package var cachedLines = 20_000
        package var cachedBytes = 16 << 20
        /// Callers that wait at once; more are answered "busy".
        package var waitingCallers = 4_096
        /// Time for one engine and one line in all, queueing included.
        package var line: Duration = .seconds(15)
        /// An engine silent for this long is looked at: does it still take connections?
        package var suspicion: Duration = .milliseconds(700)
        /// Between checks of an engine that is well.
        package var refresh: Duration = .seconds(60)
        package var breaker = CircuitBreaker.Policy()

        package init() {}
    }

    /// What makes two questions one, for the cache and in flight. Languages are reading keys. The engine is no part
    /// of it: an answer serves whichever engine gave it.
    struct Question: Hashable {
        let text: String
        let from: String
        let to: String
    }

    /// `isKept`: it comes from the disk, no engine was asked.
    struct Made: Sendable {
        let translation: Translation
        var isKept = false
    }

    typealias Answer = Result<Made, UntranslatedReason>
    package typealias TransportMaker = @Sendable (_ connections: Int) -> any HTTPTransport

    let limits: Limits
    let logger: Logger
    let aids: TranslationAids
    /// In order of preference; never grows or shrinks.
    var engines: [EngineState]
    var subscribers: [UInt64: AsyncStream<EngineEvent>.Continuation] = [:]
    var lastTicket: UInt64 = 0
    private(set) var isClosed = false
    private var isStarted = false
    private var cache: LeastRecentlyUsed<Question, Translation>
    private var flights: [Question: Task<Answer, Never>] = [:]
    private var waitingCallers = 0
    /// CLDR's matching costs more than a cache hit may.
    private var protectors = LeastRecentlyUsed<LanguageTag, Protector>(maximumCount: 64, maximumCost: 64)
    private var readingKeys = LeastRecentlyUsed<LanguageTag, String>(maximumCount: 1_024, maximumCost: 1_024)

    /// Endpoints that `NetworkBoundary` objects to are left out, with an error in the log.
    package init(
        _ endpoints: [EndpointConfiguration] = EndpointConfiguration.defaults,
        aids: TranslationAids = TranslationAids(), limits: Limits = Limits(),
        logger: Logger = Logger(label: "sabir.translation"),
        transport: TransportMaker = { CurlWorkers(count: $0) }
    ) {
        self.limits = limits
        self.logger = logger
        self.aids = aids
        cache = LeastRecentlyUsed(maximumCount: limits.cachedLines, maximumCost: limits.cachedBytes)
        engines = endpoints.compactMap { endpoint in
            if let objection = NetworkBoundary.objection(to: endpoint.url, allowInternet: endpoint.allowInternet) {
                logger.error("translation endpoint \(endpoint.name) is not used: \(objection)")
                return nil
            }
            let client = EngineClient(
                configuration: endpoint, endpoint: endpoint.endpoint, traffic: transport(endpoint.concurrency),
                probes: transport(2))
            return EngineState(client: client, breaker: CircuitBreaker(limits.breaker, now: .now))
        }
    }

    /// Begins to check the engines in the background. Without it, the first question or subscriber does.
    package func start() {
        guard !isStarted, !isClosed else { return }
        isStarted = true
        for engine in engines.indices { startWatching(engine) }
    }

    /// Ends all checks and requests; what waits is answered `.stopped`. Needed, as the checks keep the actor alive.
    package func close() async {
        isClosed = true
        for engine in engines { stopWatching(engine) }
        for subscriber in subscribers.values { subscriber.finish() }
        subscribers = [:]
        for engine in engines { await engine.client.close() }
    }

    /// `text` for a reader of `to`. Answers from the cache in microseconds; otherwise as soon as an engine has
    /// answered, or as it is clear that none will.
    package func translate(_ text: String, from: LanguageTag, to: LanguageTag) async -> TranslatedLine {
        let fromKey = readingKey(from)
        let toKey = readingKey(to)
        guard fromKey != toKey else { return .same(text) }
        if let phrase = aids.phrasebook.match(text, fromKey: fromKey, toKey: toKey, reader: to) {
            return TranslatedLine(phrase)
        }
        guard text.hasWords else { return .same(text) }
        let question = Question(text: text.normalised, from: fromKey, to: toKey)
        if let known = cache.value(for: question) { return TranslatedLine(known, cached: true) }
        let began = ContinuousClock.now
        var line = await joined(question, from, to)
        line.milliseconds = Int((ContinuousClock.now - began) / .milliseconds(1))
        return line
    }

    /// What a reader of `to` may expect of lines in `from`, as far as the engines have answered by now.
    package func offers(from: LanguageTag, to: LanguageTag) -> Expectation {
        guard readingKey(from) != readingKey(to) else { return .same }
        var obstacle = Obstacle.none
        for engine in engines.indices {
            switch way(of: engine, from, to) {
            case .success: return .translated(engine: engines[engine].name)
            case .failure(let found): obstacle = max(obstacle, found)
            }
        }
        return .not(obstacle.reason(from, to))
    }

    private func readingKey(_ tag: LanguageTag) -> String {
        if let key = readingKeys.value(for: tag) { return key }
        let key = tag.readingKey
        readingKeys.insert(key, for: tag, cost: 1)
        return key
    }

    /// However many ask the same question at once, the engines are asked once.
    private func joined(_ question: Question, _ from: LanguageTag, _ to: LanguageTag) async -> TranslatedLine {
        guard !isClosed else { return .untranslated(.stopped) }
        guard waitingCallers < limits.waitingCallers else { return .untranslated(.busy) }
        waitingCallers += 1
        defer { waitingCallers -= 1 }
        let flight = flights[question] ?? launch(question, from, to)
        switch await flight.value {
        case .success(let made): return TranslatedLine(made.translation, cached: made.isKept)
        case .failure(let reason): return .untranslated(reason)
        }
    }

    private func launch(_ question: Question, _ from: LanguageTag, _ to: LanguageTag) -> Task<Answer, Never> {
        start()
        let flight = Task {
            let answer = await answer(question, from, to)
            flights[question] = nil
            if case .success(let made) = answer {
                cache.insert(
                    made.translation, for: question, cost: made.translation.cost + question.text.utf8.count)
            }
            return answer
        }
        flights[question] = flight
        return flight
    }

    /// From the disk, else from an engine, checked and kept.
    private func answer(_ question: Question, _ from: LanguageTag, _ to: LanguageTag) async -> Answer {
        let stored = StoredQuestion(
            text: question.text, from: question.from, to: question.to, glossary: aids.version)
        let names = engines.map(\.name)
        if let kept = await aids.store?.translation(for: stored, by: names)?.translation {
            return .success(Made(translation: kept, isKept: true))
        }
        let answer = await ask(question.text, from, to).map { checked($0, question.text, from, to) }
        if let store = aids.store, case .success(let made) = answer {
            await store.keep(StoredTranslation(made.translation), for: stored)
        }
        return answer
    }

    /// With a warning for each thing that is not in the translation as it was in the text.
    private func checked(_ made: Made, _ text: String, _ from: LanguageTag, _ to: LanguageTag) -> Made {
        var translation = made.translation
        translation.warnings = aids.checker.warnings(
            source: text, from: from, translation: translation.text, to: to, engine: translation.warnings)
        return Made(translation: translation)
    }

    /// Keeps the glossary's terms, as they are in this language, out of the engine's hands.
    private func protector(_ language: LanguageTag) -> Protector {
        if let known = protectors.value(for: language) { return known }
        let protector = Protector(terms: aids.glossary.doNotTranslateTerms(language))
        protectors.insert(protector, for: language, cost: 1)
        return protector
    }

    /// The first engine that can, and where it fails the next.
    private func ask(_ text: String, _ from: LanguageTag, _ to: LanguageTag) async -> Answer {
        var obstacle = Obstacle.none
        for engine in engines.indices {
            await engines[engine].firstVerdict?.value
            switch way(of: engine, from, to) {
            case .failure(let found): obstacle = max(obstacle, found)
            case .success(let route):
                switch await call(engine, text, by: route, protecting: protector(from)) {
                case .success(let translation): return .success(Made(translation: translation))
                case .failure(let failure):
                    let reason = UntranslatedReason(failure, engine: engines[engine].name, from: from, to: to)
                    obstacle = max(obstacle, .failed(reason))
                }
            }
        }
        return .failure(isClosed ? .stopped : obstacle.reason(from, to))
    }

    private func way(of engine: Int, _ from: LanguageTag, _ to: LanguageTag) -> Result<Route, Obstacle> {
        let route = engines[engine].route(from: from, to: to)
        switch (engines[engine].breaker.isClosed, engines[engine].pairs) {
        case (true, .some): return route.map { .success($0) } ?? .failure(.pairMissing)
        case (_, .some): return .failure(route == nil ? .pairMissing : .down(engines[engine].name))
        case (_, .none): return .failure(.neverSeen(engines[engine].name))
        }
    }
}

/// Why one engine gives no translation. Of several engines', the one that tells a reader most is shown: an engine
/// that failed on this very text, then one that could if it were up, then one that has no such pair, then one that
/// never answered, as the built-in defaults name two where most people run one.
private enum Obstacle: Error, Comparable {
    case none
    case neverSeen(String)
    case pairMissing
    case down(String)
    case failed(UntranslatedReason)

    private var rank: Int {
        switch self {
        case .none: 0
        case .neverSeen: 1
        case .pairMissing: 2
        case .down: 3
        case .failed: 4
        }
    }

    static func < (left: Obstacle, right: Obstacle) -> Bool { left.rank < right.rank }

    func reason(_ from: LanguageTag, _ to: LanguageTag) -> UntranslatedReason {
        switch self {
        case .none: .noEngine
        case .pairMissing: .pairNotOffered(from: from, to: to)
        case .neverSeen(let engine), .down(let engine): .unreachable(engine: engine)
        case .failed(let reason): reason
        }
    }
}

extension String {
    /// Composed (NFC, UAX #15), as engines' dictionaries are; lines end in `\n` alone.
    fileprivate var normalised: String {
        guard !utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else { return self }
        let text = precomposedStringWithCanonicalMapping
        return utf8.contains(0x0D) ? text.replacing("\r\n", with: "\n") : text
    }
}
