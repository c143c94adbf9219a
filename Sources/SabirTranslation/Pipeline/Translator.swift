import Foundation
import Logging
import SabirCore
import SabirProtocol
import Synchronization

/// Translates lines into the reader's language, in these stages:
///
/// same language? → normalise → cache → set sentence? → join a request under way → engines in order of preference, each
/// through its breaker and by its pairs (`EngineClient` splits, protects, sends and restores) → checks → outcome with
/// its origin.
///
/// Never throws, and never waits for an engine known to be dead: such a line is answered `.untranslated` with a plain
/// reason. Owns the cache, the requests under way and the state of the engines; see `Translator+Engines`.
package actor Translator {
    package struct Limits: Sendable {
        /// The most cached translations, and their bytes.
        package var cachedLines = 20_000
        var cachedBytes = 16 << 20
        /// The most concurrent callers; further ones are answered "busy".
        package var waitingCallers = 4_096
        /// The time limit for one line at one engine, including queues.
        package var line: Duration = .seconds(15)
        /// How long an engine may be silent before a check finds out whether it still accepts connections.
        var suspicion: Duration = .milliseconds(700)
        /// How long an engine may be silent to that check, and to everybody else, before it is given up. With
        /// `suspicion`, less than the two seconds within which a dead engine must be recognized.
        var silence: Duration = .seconds(1)
        /// How long an engine that was given up too early gets its full time.
        var leniency: Duration = .seconds(600)
        /// The time between checks of a working engine.
        var refresh: Duration = .seconds(60)
        var breaker = CircuitBreaker.Policy()
        /// Whether an engine's message about a refused line, which may quote the line, may be logged.
        package var logsMessages = false
        /// The breaker's policy for engines that cost money or seconds of a model.
        var meteredBreaker = CircuitBreaker.Policy.sparing
        package var secondLook = SecondLookPolicy()

        package init() {}
    }

    struct Made: Sendable {
        var translation: Translation
        /// The number of the room's host that translated, whose translations serve only its own room.
        var peer: Int?
    }

    typealias Answer = Result<Made, UntranslatedReason>
    package typealias TransportMaker = @Sendable (_ connections: Int) -> any HTTPTransport

    let limits: Limits
    let logger: Logger
    private let current: Mutex<TranslationResources>
    /// Kept apart from `current`, because every line uses the meter, even a cached one.
    let meter: (any TranslationMeter)?
    let maker: EngineMaker
    var engines = EngineList()
    var subscribers: [UInt64: AsyncStream<EngineEvent>.Continuation] = [:]
    var lastTicket: UInt64 = 0
    private(set) var isClosed = false
    private(set) var isStarted = false
    var memory: TranslationMemory
    /// Counts changes of engines, phrasebook or glossary: answers to earlier questions are not cached.
    private(set) var generation = 0
    private var flights: [FlightKey: Task<Answer, Never>] = [:]
    private var waitingCallers = 0
    var looks: SecondLooks
    /// Cached, because CLDR's matching costs more than a cache hit may.
    private var protectors = LeastRecentlyUsed<LanguageTag, Protector>(maximumCount: 64, maximumCost: 64)
    var languageKeys = LeastRecentlyUsed<LanguageTag, LanguageKey>(maximumCount: 1_024, maximumCost: 1_024)
    var variantKeys = LeastRecentlyUsed<LanguagePair, VariantKeys>(
        maximumCount: 1_024, maximumCost: 1_024)

    /// Leaves out endpoints that `NetworkBoundary` objects to, with an error in the log.
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

    /// The resources in use.
    nonisolated var resources: TranslationResources { current.withLock { $0 } }

    func replaceBooks(by books: TranslationBooks) {
        current.withLock { $0.books = books }
        protectors.removeAll()
    }

    /// Starts checking the engines in the background. Otherwise the first question or subscriber starts the checks.
    package func start() {
        guard !isStarted, !isClosed else { return }
        isStarted = true
        for engine in engines.order { startWatching(engine) }
    }

    /// Ends all checks and requests; waiting lines are answered `.stopped`. Must be called, because the checks keep the
    /// actor alive.
    package func close() async {
        isClosed = true
        let ending = engines.everyone
        for engine in ending { stopWatching(engine) }
        endLooks()
        for subscriber in subscribers.values { subscriber.finish() }
        subscribers = [:]
        for engine in ending { await engine.client.close() }
    }

    /// Translates `text` for a reader of `to`. Cached translations take microseconds; others return when an engine has
    /// answered, or none can.
    ///
    /// - Parameters:
    ///   - names: the people in the room, whose names stay unchanged.
    ///   - mayAskPeer: whether the adopted host of a room may be asked, which only lines of its own room may.
    /// - Returns: an outcome cleaned like people's messages, because engines, phrasebook, glossary and hosts are
    ///   trusted no more than people. All outcomes pass through here.
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
        // The cache comes first, because it is faster than the phrasebook; a cached text was not a set sentence when
        // asked.
        let known = memory.translation(for: question, withPeer: mayAskPeer)
        meter?.countLookup(in: .memory, found: known != nil)
        if let known { return TranslationOutcome(known, cached: true) }
        let books = books
        if let phrase = books.phrasebook.match(
            text, fromKey: fromKey.readingKey, toKey: toKey.readingKey, reader: to)
        {
            meter?.countLookup(in: .phrasebook, found: true)
            return TranslationOutcome(phrase)
        }
        guard text.hasWords else { return .same(text) }
        guard !books.phrasesOnly.contains(fromKey: fromKey.readingKey, toKey: toKey.readingKey) else {
            return .untranslated(.pairNotOffered(from: from, to: to))
        }
        let began = ContinuousClock.now
        var line = await joined(question, from, to, mayAskPeer)
        line.milliseconds = Int((ContinuousClock.now - began) / .milliseconds(1))
        return line
    }

    /// What a reader of `to` can expect of lines in `from`, as far as the engines have answered.
    package func offers(from: LanguageTag, to: LanguageTag, mayAskPeer: Bool = true) -> Expectation {
        let (fromKey, toKey) = (languageKey(from).readingKey, languageKey(to).readingKey)
        guard fromKey != toKey else { return .same }
        guard !books.phrasesOnly.contains(fromKey: fromKey, toKey: toKey) else {
            return .not(.pairNotOffered(from: from, to: to))
        }
        var obstacle = Obstacle.none
        for engine in engines.numbers(withPeer: mayAskPeer) {
            switch way(of: engine, from, to) {
            case .success: return .translated(engine: engines[engine]?.name ?? "")
            case .failure(let found): obstacle = max(obstacle, found)
            }
        }
        return .not(obstacle.reason)
    }

    /// Clears the cache; results under way reach their callers, but are not cached.
    func invalidateTranslations() {
        generation += 1
        flights = [:]
        memory.removeAll()
        forgetVariants()
    }

    /// Drops every cached translation of these texts. Translations under way reach their callers, but are not cached.
    package func forget(_ texts: [String]) { memory.forget(Set(texts.map(\.normalised))) }

    // MARK: Answers

    /// Shares one request to the engines among all who ask the same question.
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
            guard case .success(let made) = answer, memory.permitKeeping(key.question.text) else { return answer }
            // A room's host may no longer translate for this node.
            guard made.peer == nil || made.peer == engines.peer else { return answer }
            // The question is computed anew, because the engines' languages may have become known meanwhile.
            let question = question(key.question.text, from, to, written: key.question.names)
            memory.keep(made.translation, for: question, ofPeer: made.peer != nil)
            return answer
        }
        flights[key] = flight
        return flight
    }

    /// Adds the warnings of all checks to a translation.
    private func checked(_ made: Made, _ text: String, _ from: LanguageTag, _ to: LanguageTag) -> Made {
        var made = made
        made.translation.warnings = resources.warnings(
            source: text, from: from, translation: made.translation.text, to: to,
            engine: made.translation.warnings)
        return made
    }

    /// Keeps engines away from people's names and from the glossary's terms in this language.
    func protector(_ language: LanguageTag, _ names: [String]) -> Protector {
        let protector = protectors.value(for: language) {
            Protector(terms: books.glossary.doNotTranslateTerms(language))
        }
        return names.isEmpty ? protector : protector.with(names: names)
    }
}

extension String {
    /// Composed (NFC, UAX #15) like engines' dictionaries, with `\n` as the only line end.
    var normalised: String {
        guard !utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else { return self }
        let text = precomposedStringWithCanonicalMapping
        return utf8.contains(0x0D) ? text.replacing("\r\n", with: "\n") : text
    }
}
