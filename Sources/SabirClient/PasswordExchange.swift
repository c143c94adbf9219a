import SabirProtocol

/// The exchange about the room's password on a guest's current connection: its offer, the host's challenge and the
/// expected proof. Pure.
struct PasswordExchange: Sendable {
    enum Outcome: Hashable {
        case ask(PasswordWanted)
        case end(WireFault)
    }

    static let unproven = Sentence(
        "The host let you in without showing that it knows the room's password. Nothing was said to it. If this room has "
            + "none, join without it.", as: "password-unproven")
    static let strange: Sentence =
        "The host asked for a password that was not offered to it. Nothing was said to it."

    /// Whether there is a person to ask for the password.
    let canAsk: Bool
    private var offer: PasswordOffer?
    private var isChallenged = false
    /// The proof that the welcome must show, once the challenge was answered.
    var expected: String?

    /// Whether the guest's own proof is still being computed.
    var isAtWork: Bool { isChallenged && expected == nil }

    init(canAsk: Bool) { self.canAsk = canAsk }

    mutating func begin(_ offer: PasswordOffer?) {
        self.offer = offer
        isChallenged = false
        expected = nil
    }

    /// Whether this challenge may be answered. Only one is, and only from the room that was asked for.
    mutating func accept(_ challenge: PasswordChallenge, for asked: String?) -> Bool {
        guard offer != nil, !isChallenged else { return false }
        if let asked, RoomInfo.isID(asked), asked.lowercased() != challenge.room.lowercased() { return false }
        isChallenged = true
        return true
    }

    func isSatisfied(by proof: String?) -> Bool { offer == nil || (expected != nil && proof == expected) }

    /// What the host's refusal means for the password; nil if it is about something else.
    func outcome(of fault: WireFault) -> Outcome? {
        switch fault.code {
        case .authRequired where offer == nil && canAsk: .ask(PasswordWanted(isWrong: false))
        case .authRequired where offer == nil: .end(WireFault(.authRequired, Self.unasked, fatal: true))
        case .authFailed where canAsk: .ask(PasswordWanted(isWrong: true))
        case .authRequired, .authFailed: .end(fault)
        default: nil
        }
    }

    private static let unasked = Sentence(
        "This room has a password, and nobody can be asked for it here. Write it into a file that only you can read, "
            + "and join with --password-file FILE.", as: "password-unasked", ["option": "--password-file FILE"])
}
