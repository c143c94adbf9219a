import SabirProtocol

/// The engine that a node shares with the members of its rooms. A room knows no engine: it hands questions on and
/// answers back.
package protocol RoomTranslation: Sendable {
    /// Port of the node's own interface in the manner of LibreTranslate; nil where it has none.
    var port: Int? { get }

    /// False where questions would come to nothing at present: then members are not told that they may ask.
    var isOffered: Bool { get }

    /// One answer for each text, in order. Called off the room's event loop, many at once; has to end by itself, within
    /// a time-out of its own.
    func translate(_ texts: [String], from source: LanguageTag, to target: LanguageTag) async -> TranslatedTexts

    /// The same for a question that may not leave this node: it came from one by which this node is reached.
    func translateHere(_ texts: [String], from source: LanguageTag, to target: LanguageTag) async -> TranslatedTexts

    /// What it translates at present. Within a time-out of its own.
    func pairs() async -> TranslationPairs
}

extension RoomTranslation {
    package var isOffered: Bool { true }

    package func translateHere(
        _ texts: [String], from source: LanguageTag, to target: LanguageTag
    ) async -> TranslatedTexts {
        await translate(texts, from: source, to: target)
    }
}

/// How many questions to the engine are being answered. Bounded, for each member and for the room.
struct QuestionsInFlight: Sendable {
    static let perMember = 4
    /// Behind a relay there are many members.
    static let perRelay = 16
    static let perRoom = 64

    private var byMember: [MemberNumber: Int] = [:]
    private(set) var count = 0

    /// Why one more is too many; nil where it has begun.
    mutating func begin(_ number: MemberNumber, isRelay: Bool = false) -> String? {
        let most = isRelay ? Self.perRelay : Self.perMember
        guard byMember[number, default: 0] < most else {
            return "\(most) of your questions are being answered; wait for one of them."
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
