import NIOCore
import SabirProtocol

/// Who gets into a room with a password. Whether the room is locked, full or closed, or somebody banned, is told only to
/// those who are through. Pure: the time is passed in, and who asks for the password is shown what the keeper makes.
struct PasswordGate: Sendable {
    /// Devices of the node's own that need no password.
    private static let mostExempt = 16
    /// Passwords that are worked on at a time: each takes scrypt's memory.
    private static let mostAtWork = 4

    private let passwordVerification: any PasswordVerification
    private var attempts = PasswordAttempts()
    private var atWork = 0
    private var exempt: Set<String> = []

    init(_ passwordVerification: any PasswordVerification) { self.passwordVerification = passwordVerification }

    enum JoinDecision: Hashable {
        /// The host knows this one by something stronger.
        case open
        case challenge(PasswordChallenge)
        case shut(WireFault)
    }

    /// Whether this hello comes in at once, has to prove the password, or is refused.
    ///
    /// - Parameter grant: the first host's, where this node stands in for it: a guest that expected the first host
    ///   offers the password to no node that does not show it.
    func joinDecision(
        for hello: Hello, as rank: StaffRank, by asker: PasswordAttempts.Asker, into room: String,
        showing grant: Grant?,
        now: NIODeadline
    ) -> JoinDecision {
        // Who offers the password waits for the host's own proof, also who needs none to come in.
        guard hello.auth != nil || !isExempt(hello, rank) else { return .open }
        guard hello.auth != nil else {
            var fault = hello.relay == nil ? Self.wanted : Self.wantedOfRelay
            fault.grant = grant
            return .shut(fault)
        }
        guard attempts.mayTry(from: asker, now: now) else { return .shut(Self.tooMany) }
        return .challenge(passwordVerification.challenge(for: room))
    }

    /// The proof that the host shows in return, in its welcome. Asked again whether it may try: many connections may have
    /// been given a challenge at once.
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

    /// Begins to judge a password that was typed in this process: what is returned does, off the event loop, and then
    /// `judged` is told. Counted as wrong until it is known to be right, so that many at once are not let through.
    mutating func judge(
        by asker: PasswordAttempts.Asker, now: NIODeadline
    ) throws(WireFault) -> (verification: any PasswordVerification, counted: PasswordAttempts.Counted) {
        // One place more for those who knew it before, so that strangers' guesses never take up all.
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

    /// A relay that knows the password asks those behind it for it; without, they would come in as they are.
    private func isExempt(_ hello: Hello, _ rank: StaffRank) -> Bool {
        guard hello.relay == nil, let device = hello.device else { return false }
        return exempt.contains(device) || rank.person != nil || rank.interpreter != nil
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
