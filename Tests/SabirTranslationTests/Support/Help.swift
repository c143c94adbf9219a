import SabirTranslation
import SabirWire

func tag(_ text: String) -> LanguageTag {
    guard let tag = LanguageTag(text) else { preconditionFailure("\(text) is no language tag") }
    return tag
}

let spanish = tag("es")
let catalan = tag("ca")
let english = tag("en")
let french = tag("fr")

/// Repeatable chance (SplitMix64, S. Vigna).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

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
