import SabirCore
import SabirProtocol

/// A `PeerEngine` as the translator uses it: with time-outs, and with every answer checked.
struct PeerClient: Engine {
    /// The longest accepted translation in bytes of UTF-8.
    static let longestAnswer = 1 << 16
    static let maximumPairs = 10_000

    let name: String
    let languages: [LanguageTag] = []
    let isMetered = false
    let maximumHops = 1
    private let peer: any PeerEngine
    private let batcher: SegmentBatcher
    private let patience: Patience

    /// The time limits of answers.
    struct Patience: Sendable {
        /// Limit for the list of pairs, which the host has in memory.
        var list: Duration = .seconds(3)
        /// Limit for a translation; the host's engine may have to load a model first.
        var translation: Duration = .seconds(15)
    }

    init(_ peer: any PeerEngine, name: String, patience: Patience = Patience()) {
        self.peer = peer
        self.name = name
        self.patience = patience
        batcher = SegmentBatcher(capacity: Self.capacity) { texts, route in
            await Self.answer(to: texts, by: route, of: peer, within: patience.translation)
        }
    }

    private static let capacity = RequestCapacity(pieces: 16, characters: 1 << 15, bytes: 1 << 15)

    func codes(for tag: LanguageTag, among known: Set<String>) -> [String] {
        LanguageCodes.candidates(for: tag, among: known)
    }

    func tag(for code: String) -> LanguageTag? { LanguageTag(code) }

    func pairs() async throws(EngineFailure) -> PairTable {
        let pairs = try await Self.within(patience.list) { [peer] in try await peer.pairs() }
        let table = PairTable(
            pairs.prefix(Self.maximumPairs).map { (source: $0.from.description, target: $0.to.description) })
        guard !table.isEmpty else { throw .badAnswer("it lists no pair of languages") }
        return table
    }

    func prove(_ table: PairTable, preferring route: Route?) async throws(EngineFailure) {
        let known = route.map { table.contains($0.source, $0.target) } ?? false
        guard let route = known ? route : table.first else { return }
        _ = try await Self.answer(to: ["taxi"], by: route, of: peer, within: patience.translation).get()
    }

    func checkLiveness() async -> Liveness {
        do {
            _ = try await Self.within(patience.translation) { [peer] in try await peer.pairs() }
            return .answered
        } catch {
            return Liveness(error)
        }
    }

    /// Does nothing, because every check asks the host anew.
    func discardProof() async {}

    func translate(
        _ text: String, by route: Route, protecting protector: Protector
    ) async throws(EngineFailure) -> Translation {
        guard Self.capacity.holds(RequestLoad([text])) else { throw .tooLong }
        let pieces = try await batcher.translate([text], by: route)
        guard let piece = pieces.first else { throw .badAnswer("it is empty") }
        return Translation(
            text: piece.text.spaced(as: text), engine: Self.label(name, piece.engine), pivots: [],
            warnings: TranslationWarning.merged(piece.warnings))
    }

    private static let longestLabel = 64

    /// The origin shown to readers: `host (Apertium)`. A host that used its own host's engine names that one already.
    static func label(_ name: String, _ engine: String?) -> String {
        guard let engine, !engine.isEmpty, engine != name else { return name }
        let bounded = String(engine.prefix(longestLabel))
        return bounded.hasPrefix("\(name) (") ? bounded : "\(name) (\(bounded))"
    }

    func close() async {}

    private static func answer(
        to texts: [String], by route: Route, of peer: any PeerEngine, within time: Duration
    ) async -> SegmentBatcher.Answer {
        await Result(awaiting: { () async throws(EngineFailure) in
            guard let from = LanguageTag(route.source), let to = LanguageTag(route.target) else {
                throw .pairNotOffered
            }
            let answer = try await within(time) { try await peer.answer(texts, from: from, to: to) }
            return try judged(answer.texts, of: texts).enumerated().map { place, text in
                TranslatedPiece(text: text, warnings: answer.warnings[place] ?? [], engine: answer.engine)
            }
        })
    }

    private static func judged(_ answers: [String?], of texts: [String]) throws(EngineFailure) -> [String] {
        guard answers.count == texts.count else {
            throw .badAnswer("the number of translations is not that of the texts")
        }
        let found = answers.compactMap { $0 }
        guard found.count == texts.count else { throw .noTranslation }
        guard found.allSatisfy({ $0.utf8.count <= longestAnswer }) else { throw .badAnswer("it is longer than 64 KiB") }
        guard zip(found, texts).allSatisfy({ $0.hasWords || !$1.hasWords }) else {
            throw .badAnswer("a translation is empty")
        }
        return found
    }

    /// The result of `work`, or `.timedOut` after `time`, even if `work` ignores its cancellation.
    private static func within<Answer: Sendable>(
        _ time: Duration, _ work: @escaping @Sendable () async throws -> Answer
    ) async throws(EngineFailure) -> Answer {
        let outcome = await SabirCore.within(time) { () -> Result<Answer, EngineFailure> in
            do { return .success(try await work()) } catch {
                return .failure(error as? EngineFailure ?? .unreachable("its room does not carry the question"))
            }
        }
        guard let outcome else { throw Task.isCancelled ? .cancelled : .timedOut }
        return try outcome.get()
    }
}
