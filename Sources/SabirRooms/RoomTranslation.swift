import SabirWire

/// The engine that a node shares with the members of its rooms. A room knows no engine: it hands questions on and
/// answers back.
package protocol RoomTranslation: Sendable {
    /// Port of the node's own interface in the manner of LibreTranslate; nil where it has none.
    var port: Int? { get }

    /// One answer for each text, in order. Called off the room's event loop, many at once; has to end by itself, within
    /// a time-out of its own.
    func translate(_ texts: [String], from source: LanguageTag, to target: LanguageTag) async -> TranslatedTexts

    /// What it translates at present. Within a time-out of its own.
    func pairs() async -> TranslationPairs
}

/// How many questions to the engine are being answered. Bounded, for each member and for the room.
struct QuestionsInFlight: Sendable {
    static let perMember = 4
    static let perRoom = 64

    private var byMember: [MemberNumber: Int] = [:]
    private(set) var count = 0

    /// Why one more is too many; nil where it has begun.
    mutating func begin(_ number: MemberNumber) -> String? {
        guard byMember[number, default: 0] < Self.perMember else {
            return "\(Self.perMember) of your questions are being answered; wait for one of them."
        }
        guard count < Self.perRoom else { return "This host's engine has much to do; try again shortly." }
        byMember[number, default: 0] += 1
        count += 1
        return nil
    }

    mutating func end(_ number: MemberNumber) {
        count -= 1
        byMember[number, default: 1] -= 1
        if byMember[number] == 0 { byMember[number] = nil }
    }
}
