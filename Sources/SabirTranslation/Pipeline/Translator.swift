import Foundation
import Logging
import SabirCore
import SabirProtocol
import Synchronization

/// Turns lines into the reader's language. The way of a line, one stage each:
///
/// same language? → normalise → cache → set sentence? → join a request in flight → engine in order of preference,
/// through its breaker and by its pairs (`EngineClient` splits, protects, sends and restores) → check → line with its
/// provenance.
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
        /// One that says nothing to that look for this long, and nothing to anybody else, is given up. With
        /// `suspicion` it stays below the two seconds in which a dead engine is to be known as one.
        package var silence: Duration = .seconds(1)
        /// How long one that was given up too soon is then given its full time.
        package var leniency: Duration = .seconds(600)
        /// Between checks of an engine that is well.
        package var refresh: Duration = .seconds(60)
        package var breaker = CircuitBreaker.Policy()
        /// Whether what an engine says of a line it refused may go to the log, where it may quote the line.
        package var logsMessages = false
        /// For engines that are paid for, or that burn a model's seconds.
        package var meteredBreaker = CircuitBreaker.Policy.sparing
        package var secondLook = SecondLookPolicy()

        package init() {}
    }

    struct Made: Sendable {
        var translation: Translation
        /// The number of the room's host that made it, whose answers serve its own room alone.
        var peer: Int?
    }

    typealias Answer = Result<Made, UntranslatedReason>
    package typealias TransportMaker = @Sendable (_ connections: Int) -> any HTTPTransport

    let limits: Limits
    let logger: Logger
    private let current: Mutex<TranslationResources>
    /// Asked for each line, also where all else is known.
    let meter: (any TranslationMeter)?
    let maker: EngineMaker
    var engines = EngineList()
    var subscribers: [UInt64: AsyncStream<EngineEvent>.Continuation] = [:]
    var lastTicket: UInt64 = 0
    private(set) var isClosed = false
    private(set) var isStarted = false
    var memory: TranslationMemory
    /// How often engines, phrasebook or glossary were changed: what was asked before is not kept.
    private(set) var generation = 0
    private var flights: [FlightKey: Task<Answer, Never>] = [:]
    private var waitingCallers = 0
    var looks: SecondLooks
    /// CLDR's matching costs more than a cache hit may.
    private var protectors = LeastRecentlyUsed<LanguageTag, Protector>(maximumCount: 64, maximumCost: 64)
    var languageKeys = LeastRecentlyUsed<LanguageTag, LanguageKey>(maximumCount: 1_024, maximumCost: 1_024)
    var variantKeys = LeastRecentlyUsed<EngineState.Direction, VariantKeys>(
        maximumCount: 1_024, maximumCost: 1_024)

    /// Endpoints that `NetworkBoundary` objects to are left out, with an error in the log.
    package init(
        _ endpoints: [EndpointConfiguration] = EndpointConfiguration.defaults,
        resources: TranslationResources = TranslationResources(), limits: Limits = Limits(),
        logger: Logger = Logger(label: "sabir.translation"),
        transport: @escaping TransportMaker = { CurlWorkers(count: $0) }
    ) {
        self.limits = limits
        self.logger = logger
        current = Mutex(resources)
        meter = resources.meter
        memory = TranslationMemory(limits)
        looks = SecondLooks(limits.secondLook)
        maker = EngineMaker(limits: limits, logger: logger, ledger: resources.ledger, transport: transport)
        for engine in endpoints.compactMap(maker.engine) { engines.add(engine) }
    }

    /// As they are now.
    nonisolated var resources: TranslationResources { current.withLock { $0 } }

    func take(phrasebook: Phrasebook, glossary: Glossary, phrasesOnly: PhrasesOnly) {
        var new = resources
        (new.phrasebook, new.glossary, new.phrasesOnly) = (phrasebook, glossary, phrasesOnly)
        current.withLock { $0 = new }
        protectors.removeAll()
    }

    /// Begins to check the engines in the background. Without it, the first question or subscriber does.
    package func start() {
        guard !isStarted, !isClosed else { return }
        isStarted = true
        for engine in engines.order { startWatching(engine) }
    }

    /// Ends all checks and requests; what waits is answered `.stopped`. Needed, as the checks keep the actor alive.
    package func close() async {
        isClosed = true
        let ending = engines.everyone
        for engine in ending { stopWatching(engine) }
        endLooks()
        for subscriber in subscribers.values { subscriber.finish() }
        subscribers = [:]
        for engine in ending { await engine.client.close() }
    }

    /// `text` for a reader of `to`. Answers from the cache in microseconds; otherwise as soon as an engine has
    /// answered, or as it is clear that none will.
    ///
    /// - Parameters:
    ///   - names: of the people in the room, to be left as they are.
    ///   - mayAskPeer: whether the room's host may be asked, where one was adopted: for lines of its own room alone.
    /// - Returns: a line cleaned as people's are, wherever it comes from: engines, the phrasebook, the glossary and the
    ///   room's host are believed no more than whoever writes. There is no other way out.
    package func translate(
        _ text: String, from: LanguageTag, to: LanguageTag, names: RoomNames = .none, mayAskPeer: Bool = true
    ) async -> TranslationOutcome {
        await line(text, from, to, names, mayAskPeer).cleaned
    }

    private func line(
        _ text: String, _ from: LanguageTag, _ to: LanguageTag, _ names: RoomNames, _ mayAskPeer: Bool
    ) async -> TranslationOutcome {
        let fromKey = languageKey(from)
        let toKey = languageKey(to)
        guard fromKey.readingKey != toKey.readingKey else { return .same(text) }
        let question = question(text.normalised, from, to, names)
        // What is kept was no set sentence when it was asked for, and looking that up costs more than the cache.
        let known = memory.translation(for: question, withPeer: mayAskPeer)
        meter?.lookedUp(.memory, found: known != nil)
        if let known { return TranslationOutcome(known, cached: true) }
        let aids = resources
        if let phrase = aids.phrasebook.match(
            text, fromKey: fromKey.readingKey, toKey: toKey.readingKey, reader: to)
        {
            meter?.lookedUp(.phrasebook, found: true)
            return TranslationOutcome(phrase)
        }
        guard text.hasWords else { return .same(text) }
        guard !aids.phrasesOnly.contains(fromKey: fromKey.readingKey, toKey: toKey.readingKey) else {
            return .untranslated(.pairNotOffered(from: from, to: to))
        }
        let began = ContinuousClock.now
        var line = await joined(question, from, to, mayAskPeer)
        line.milliseconds = Int((ContinuousClock.now - began) / .milliseconds(1))
        return line
    }

    /// What a reader of `to` may expect of lines in `from`, as far as the engines have answered by now.
    package func offers(from: LanguageTag, to: LanguageTag, mayAskPeer: Bool = true) -> Expectation {
        let (fromKey, toKey) = (languageKey(from).readingKey, languageKey(to).readingKey)
        guard fromKey != toKey else { return .same }
        guard !resources.phrasesOnly.contains(fromKey: fromKey, toKey: toKey) else {
            return .not(.pairNotOffered(from: from, to: to))
        }
        var obstacle = Obstacle.none
        for engine in engines.numbers(withPeer: mayAskPeer) {
            switch way(of: engine, from, to) {
            case .success: return .translated(engine: engines[engine]?.name ?? "")
            case .failure(let found): obstacle = max(obstacle, found)
            }
        }
        return .not(obstacle.reason(from, to))
    }

    /// Not what a host made that translates for this node no more.
    private func keep(_ made: Made, for question: Question) {
        guard made.peer == nil || made.peer == engines.peer else { return }
        memory.keep(made.translation, for: question, ofPeer: made.peer != nil)
    }

    /// Nothing of what was translated is answered any more, and what is under way goes to whoever asked, alone.
    func beginAnew() {
        generation += 1
        flights = [:]
        memory.removeAll()
        forgetVariants()
    }

    func forgetPeer() {
        memory.forgetPeer()
        forgetVariants()
    }

    /// Lets go of every translation of these texts. What an engine has in hand of them goes to whoever asked, and is not
    /// kept.
    package func forget(_ texts: [String]) { memory.forget(Set(texts.map(\.normalised))) }

    // MARK: Answers

    /// However many ask the same question at once, the engines are asked once.
    private func joined(
        _ question: Question, _ from: LanguageTag, _ to: LanguageTag, _ mayAskPeer: Bool
    ) async -> TranslationOutcome {
        guard !isClosed else { return .untranslated(.stopped) }
        guard waitingCallers < limits.waitingCallers else { return .untranslated(.busy) }
        waitingCallers += 1
        defer { waitingCallers -= 1 }
        let key = FlightKey(question: question, mayAskPeer: mayAskPeer)
        let flight = flights[key] ?? launch(key, from, to)
        switch await flight.value {
        case .success(let made): return TranslationOutcome(made.translation, cached: false)
        case .failure(let reason): return .untranslated(reason)
        }
    }

    private func launch(_ key: FlightKey, _ from: LanguageTag, _ to: LanguageTag) -> Task<Answer, Never> {
        start()
        let flight = Task { [generation] in
            let answer = await ask(key.question, from, to, mayAskPeer: key.mayAskPeer).map {
                checked($0, key.question.text, from, to)
            }
            guard generation == self.generation else { return answer }
            flights[key] = nil
            // What the engines offer may have been learnt meanwhile.
            if case .success(let made) = answer, memory.permitKeeping(key.question.text) {
                keep(made, for: question(key.question.text, from, to, written: key.question.names))
            }
            return answer
        }
        flights[key] = flight
        return flight
    }

    /// With a warning for each thing that is not in the translation as it was in the text.
    private func checked(_ made: Made, _ text: String, _ from: LanguageTag, _ to: LanguageTag) -> Made {
        var made = made
        made.translation.warnings = resources.warnings(
            source: text, from: from, translation: made.translation.text, to: to,
            engine: made.translation.warnings)
        return made
    }

    /// Keeps the glossary's terms, as they are in this language, and people's names out of the engine's hands.
    func protector(_ language: LanguageTag, _ names: [String]) -> Protector {
        let protector = protectors.value(for: language) ?? newProtector(language)
        return names.isEmpty ? protector : protector.with(names: names)
    }

    private func newProtector(_ language: LanguageTag) -> Protector {
        let protector = Protector(terms: resources.glossary.doNotTranslateTerms(language))
        protectors.insert(protector, for: language, cost: 1)
        return protector
    }
}

extension String {
    /// Composed (NFC, UAX #15), as engines' dictionaries are; lines end in `\n` alone.
    var normalised: String {
        guard !utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else { return self }
        let text = precomposedStringWithCanonicalMapping
        return utf8.contains(0x0D) ? text.replacing("\r\n", with: "\n") : text
    }
}
