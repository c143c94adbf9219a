import SabirProtocol

/// An engine as the translator sees it, whatever the way to it: an endpoint by HTTP (`EngineClient`), or a room's host
/// (`PeerClient`).
protocol Engine: Sendable {
    /// Shown to readers as where a line comes from.
    var name: String { get }
    /// Languages it may be asked for; empty allows all it offers.
    var languages: [LanguageTag] { get }
    /// Whether each translation costs somebody something.
    var isMetered: Bool { get }
    /// Pairs that one request may chain.
    var maximumHops: Int { get }

    /// Its names for a language out of `known`, best first; empty where it has none.
    func codes(for tag: LanguageTag, among known: Set<String>) -> [String]
    func tag(for code: String) -> LanguageTag?

    /// What it lists now; never empty.
    func pairs() async throws(EngineFailure) -> PairTable
    /// Has a word translated for real, by the route that readers used last where the table still has it.
    func prove(_ table: PairTable, preferring route: Route?) async throws(EngineFailure)
    /// Whether anybody is there, on a way that no waiting line holds up. Ends within the engine's own time-out.
    func look() async -> Sighting
    /// What was proved of it counts no longer.
    func doubt() async

    func translate(
        _ text: String, by route: Route, protecting protector: Protector
    ) async throws(EngineFailure) -> Translation

    func close() async
}

extension Engine {
    /// What it makes of a text, as all who ask an engine take it: an answer out of proportion is none.
    func answer(
        to text: String, by route: Route, protecting protector: Protector
    ) async throws(EngineFailure) -> Translation {
        let translation = try await translate(text, by: route, protecting: protector)
        guard translation.isInProportion(to: text) else { throw .badAnswer("it is far longer than the text") }
        return translation
    }
}

/// What a look at an engine found.
enum Sighting: Sendable {
    case answered
    /// It took the connection and said nothing in all the time allowed.
    case silent
    /// It took no connection.
    case absent
    /// The look was given up.
    case unknown
}
