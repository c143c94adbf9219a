import SabirProtocol

/// The engine that a node shares with the members of its rooms. A room knows no engine: it passes on questions and
/// answers.
package protocol RoomTranslation: Sendable {
    /// Port of the node's own API in the manner of LibreTranslate; nil where it has none.
    var port: Int? { get }

    /// False where the engine could answer nothing at present: members are then not offered translation.
    var isOffered: Bool { get }

    /// Returns one answer for each text, in order. Called off the room's event loop, many at once; must end within a
    /// time-out of its own.
    ///
    /// - Parameter staysHere: whether the question must not leave this node, as it came from a node through which this
    ///   node reaches the room's authority.
    func translate(
        _ texts: [String], from source: LanguageTag, to target: LanguageTag, staysHere: Bool
    ) async -> TranslatedTexts

    /// The pairs that can be translated at present. Must end within a time-out of its own.
    func pairs() async -> TranslationPairs
}

extension RoomTranslation {
    package var isOffered: Bool { true }
}

/// How many questions to the engine are being answered. Bounded for each member and for the room.
struct QuestionsInFlight: Sendable {
    static let perMember = 4
    /// Higher than for a member: a relay asks for the many members behind it.
    static let perRelay = 16
    static let perRoom = 64

    private var byMember: [MemberNumber: Int] = [:]
    private(set) var count = 0

    /// Begins a question, or returns why there are too many already.
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
