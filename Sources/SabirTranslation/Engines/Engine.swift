import SabirCore
import SabirProtocol

/// An engine as the translator uses it: an HTTP endpoint (`EngineClient`) or a room's host (`PeerClient`).
protocol Engine: Sendable {
    /// The name shown to readers as a line's origin.
    var name: String { get }
    /// Languages that may be requested; empty for all that the engine offers.
    var languages: [LanguageTag] { get }
    /// Whether each translation costs something.
    var isMetered: Bool { get }
    /// The most pairs that one request may chain.
    var maximumHops: Int { get }

    /// The engine's codes for a language, out of `known`, best first; empty if there are none.
    func codes(for tag: LanguageTag, among known: Set<String>) -> [String]
    func tag(for code: String) -> LanguageTag?

    /// The pairs offered now; never empty.
    func pairs() async throws(EngineFailure) -> PairTable
    /// Translates a test word, over the route that readers used last if the table still has it.
    func prove(_ table: PairTable, preferring route: Route?) async throws(EngineFailure)
    /// Finds out whether the engine is running, on a connection that no waiting line can block. Ends within the
    /// engine's own time-out.
    func checkLiveness() async -> Liveness
    /// Discards the proof that the engine works.
    func discardProof() async

    func translate(
        _ text: String, by route: Route, protecting protector: Protector
    ) async throws(EngineFailure) -> Translation

    func close() async
}

extension Engine {
    /// Translates a text, and rejects an answer out of proportion to it.
    func answer(
        to text: String, by route: Route, protecting protector: Protector
    ) async -> Result<Translation, EngineFailure> {
        await Result(awaiting: { () async throws(EngineFailure) in
            let translation = try await translate(text, by: route, protecting: protector)
            guard translation.isInProportion(to: text) else { throw .badAnswer("it is far longer than the text") }
            return translation
        })
    }
}

/// Whether an engine is running, as far as a check on a connection of its own shows.
enum Liveness: Sendable {
    case answered
    /// The engine accepted a connection but sent nothing in the allowed time.
    case silent
    /// The engine accepted no connection.
    case absent
    /// The check was cancelled.
    case unknown

    init(_ failure: EngineFailure) {
        self =
            switch failure {
            case .unreachable: .absent
            case .timedOut: .silent
            case .cancelled, .busy, .stopped, .brokenOff: .unknown
            default: .answered
            }
    }
}
