import NIOCore
import SabirWire

/// The door of a room with a password. Whether a room is locked, full or closed, or somebody banned, is told only to
/// those who are through.
extension HostedRoom {
    enum Passage: Hashable {
        /// No password, or somebody whom the host knows by something stronger.
        case open
        case challenge(PasswordChallenge)
        case shut(WireFault)
    }

    /// How this hello gets in. `rank`: of its device.
    func passage(for hello: Hello, as rank: StaffRank, from address: String?) -> Passage {
        // Who offers the password waits for the host's own proof, also who needs none to come in.
        guard let doorkeeper, hello.auth != nil || !isExempt(hello, rank) else { return .open }
        guard hello.auth != nil else { return .shut(passwordWanted(of: hello)) }
        guard mayTryPassword(asker(hello, address)) else { return .shut(Self.tooManyPasswords) }
        return .challenge(doorkeeper.challenge(for: settings.info.id))
    }

    /// The proof that the host shows in return, in its welcome.
    func check(
        _ proof: String, of hello: Hello, after challenge: PasswordChallenge, from address: String?
    ) -> Result<String?, WireFault> {
        guard let doorkeeper, let offer = hello.auth else { return .success(nil) }
        guard !isOver else { return .failure(WireFault(.closing, "The room is closing.", fatal: true)) }
        // Asked again: many connections may have been given a challenge at once.
        let asker = asker(hello, address)
        guard mayTryPassword(asker) else { return .failure(Self.tooManyPasswords) }
        guard let answer = doorkeeper.answer(to: proof, offer: offer, challenge: challenge) else {
            attempts.wrong(from: asker, now: loop.now)
            return .failure(Self.wrongPassword)
        }
        attempts.right(from: asker)
        return .success(answer)
    }

    package nonisolated var hasPassword: Bool { doorkeeper != nil }

    /// Judges a password that was typed in this process, on the page for example. Throws `auth-failed`, `too-fast`.
    /// One at a time: each takes scrypt's memory. `device`: its secret, where it has one.
    package func admit(
        _ password: String, from address: String, device: String? = nil
    ) async throws(WireFault) {
        guard let doorkeeper else { return }
        let asker = PasswordAttempts.Asker(address: Arrival.foreign(address), device: device.map(token(ofDevice:)))
        guard passwordsAtWork < Self.passwordsAtOnce, mayTryPassword(asker) else {
            throw Self.tooManyPasswords
        }
        // Counted as wrong until it is known to be right, so that many at once are not let through.
        attempts.wrong(from: asker, now: loop.now)
        passwordsAtWork += 1
        let isRight = await doorkeeper.accepts(password)
        passwordsAtWork -= 1
        guard isRight else { throw Self.wrongPassword }
        attempts.forgive(asker, now: loop.now)
    }

    /// Lets a device of the node's own past the password: the chat of whoever opened the room.
    package func exempt(_ device: String) {
        if exempt.count < Self.mostExempt { exempt.insert(device) }
    }

    private static let mostExempt = 16
    private static let passwordsAtOnce = 4

    /// A relay that knows the password asks those behind it for it; without, they would come in as they are.
    private func isExempt(_ hello: Hello, _ rank: StaffRank) -> Bool {
        guard hello.relay == nil, let device = hello.device else { return false }
        return exempt.contains(device) || rank.person != nil
    }

    private func asker(_ hello: Hello, _ address: String?) -> PasswordAttempts.Asker {
        PasswordAttempts.Asker(address: address.flatMap(Arrival.foreign), device: token(of: hello))
    }

    private func mayTryPassword(_ asker: PasswordAttempts.Asker) -> Bool {
        let may = attempts.mayTry(from: asker, now: loop.now)
        if !may { surroundings.meter.refused(.passwords) }
        return may
    }

    /// With the leave of the room's first host, where this node stands in for it: a guest that expected the other offers
    /// the password to nobody who does not show it.
    private func passwordWanted(of hello: Hello) -> WireFault {
        var fault = hello.relay == nil ? Self.passwordWanted : Self.passwordWantedOfRelay
        fault.grant = state.grant
        return fault
    }

    private static let passwordWantedOfRelay = WireFault(
        .authRequired,
        "This room has a password: the relay has to know it too, and asks those behind it for it (password_file in its "
            + "[[relay]]).", fatal: true)
    static let passwordWanted = WireFault(
        .authRequired, "This room has a password. Say hello with \"auth\", and prove that you know it.", fatal: true)
    static let wrongPassword = WireFault(.authFailed, "The password is wrong.", fatal: true)
    static let tooManyPasswords = WireFault(
        .tooFast, "Too many wrong passwords were tried. Wait a minute, then try again.", as: "too-often", fatal: true)
}
