import SabirProtocol

@testable import SabirTranslation

func tag(_ text: String) -> LanguageTag {
    guard let tag = LanguageTag(text) else { preconditionFailure("\(text) is no language tag") }
    return tag
}

let spanish = tag("es")
let catalan = tag("ca")
let english = tag("en")
let french = tag("fr")

/// The first event that `matches`; nil if the stream ends before.
func first(
    of events: AsyncStream<EngineEvent>, where matches: @Sendable (EngineEvent) -> Bool
) async -> EngineEvent? {
    for await event in events where matches(event) { return event }
    return nil
}

extension EngineEvent {
    var isUp: Bool { if case .up = self { true } else { false } }
    var isDown: Bool { if case .down = self { true } else { false } }
}

extension Translator.Limits {
    /// Gives no engine up for being slow: for tests of what an engine says, on a machine that may be busy. No
    /// test takes so long.
    static var patient: Translator.Limits {
        var limits = Translator.Limits()
        limits.suspicion = .seconds(3_600)
        limits.silence = .seconds(3_600)
        limits.line = .seconds(3_600)
        return limits
    }
}
