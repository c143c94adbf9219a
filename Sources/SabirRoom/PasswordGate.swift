import NIOCore
import SabirProtocol

/// Decides who gets into a room with a password. Only those who have passed learn whether the room is locked, full or
/// closed, or whether they are banned. Pure: the time is passed in, and the password's keeper makes the challenge.
struct PasswordGate: Sendable {
    /// Most devices of this node that need no password.
    private static let mostExempt = 16
    /// Most passwords checked at a time: each check takes scrypt's memory.
    private static let mostAtWork = 4

    private let passwordVerification: any PasswordVerification
    private var attempts = PasswordAttempts()
    private var atWork = 0
    private var exempt: Set<String> = []
    /// How often the password has changed, as far as the room knows.
    private var changes: Int

    init(_ passwordVerification: any PasswordVerification) {
        self.passwordVerification = passwordVerification
        changes = passwordVerification.changes
    }

    /// Whether the password has changed since the last call.
    mutating func takeChange() -> Bool {
        let now = passwordVerification.changes
        defer { changes = now }
        return now != changes
    }

    enum JoinDecision: Hashable {
        /// The host knows this device by something stronger than the password.
        case open
        case challenge(PasswordChallenge)
        case shut(WireFault)
    }

    /// Whether this hello comes in at once, has to prove the password, or is refused.
    ///
    /// - Parameter grant: the first host's, where this node stands in for it: a guest that expected the first host
    ///   offers the password only to a node that shows the grant.
    func joinDecision(
        for hello: Hello, as rank: StaffRank, by asker: PasswordAttempts.Asker, into room: String,
        showing grant: Grant?,
        now: NIODeadline
    ) -> JoinDecision {
        // A guest that offers the password waits for the host's own proof, even where it needs none to come in.
        guard hello.auth != nil || !isExempt(hello, rank) else { return .open }
        guard hello.auth != nil else {
            var fault = hello.relay == nil ? Self.wanted : Self.wantedOfRelay
            fault.grant = grant
            return .shut(fault)
        }
        guard attempts.mayTry(from: asker, now: now) else { return .shut(Self.tooMany) }
        return .challenge(passwordVerification.challenge(for: room))
    }

    /// Checks a guest's proof. Returns the proof that the host shows in its welcome. The limit is checked again, as
    /// many connections may have been given a challenge at once.
    mutating func check(
        _ proof: String, for offer: PasswordOffer, after challenge: PasswordChallenge,
        by asker: PasswordAttempts.Asker, now: NIODeadline
    ) throws(WireFault) -> String {
        guard attempts.mayTry(from: asker, now: now) else { throw Self.tooMany }
        guard let answer = passwordVerification.answer(to: proof, offer: offer, challenge: challenge) else {
            attempts.wrong(from: asker, now: now)
            throw Self.wrong
        }
        attempts.right(from: asker)
        return answer
    }

    /// Begins to check a password that was typed in this process. The returned function does that off the event loop,
    /// and its result goes to `judged`. Until then the attempt counts as wrong, so that many at once do not get
    /// through.
    mutating func judge(
        by asker: PasswordAttempts.Asker, now: NIODeadline
    ) throws(WireFault) -> (verification: any PasswordVerification, counted: PasswordAttempts.Counted) {
        // One more place for those who have known the password, so that strangers' guesses never take up all.
        let most = Self.mostAtWork + (attempts.knows(asker) ? 1 : 0)
        guard atWork < most, attempts.mayTry(from: asker, now: now) else { throw Self.tooMany }
        atWork += 1
        return (passwordVerification, attempts.wrong(from: asker, now: now))
    }

    mutating func judged(
        _ isRight: Bool, by asker: PasswordAttempts.Asker, _ counted: PasswordAttempts.Counted, now: NIODeadline
    ) throws(WireFault) {
        atWork -= 1
        guard isRight else { throw Self.wrong }
        attempts.forgive(counted, of: asker, now: now)
    }

    mutating func exempt(_ device: String) {
        if exempt.count < Self.mostExempt { exempt.insert(device) }
    }

    /// Whether a hello comes in without the password: one of this node's own devices, of staff or of an interpreter.
    /// Never a relay's, as a relay without the password would let its members in unasked.
    private func isExempt(_ hello: Hello, _ rank: StaffRank) -> Bool {
        guard hello.relay == nil, let device = hello.device else { return false }
        return exempt.contains(device) || rank.role != nil
    }

    private static let wantedOfRelay = WireFault(
        .authRequired,
        "This room has a password: the relay has to know it too, and asks those behind it for it (password_file in its "
            + "[[relay]]).", fatal: true)
    private static let wanted = WireFault(
        .authRequired, "This room has a password. Say hello with \"auth\", and prove that you know it.", fatal: true)
    private static let wrong = WireFault(.authFailed, "The password is wrong.", fatal: true)
    static let tooMany = WireFault(
        .tooFast, "Too many wrong passwords were tried. Wait a minute, then try again.", as: "too-often", fatal: true)
}
