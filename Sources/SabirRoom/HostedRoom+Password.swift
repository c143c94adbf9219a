import NIOCore
import SabirProtocol

/// Rooms with a password.
extension HostedRoom {
    /// Whether this hello comes in at once, has to prove the password, or is refused. `rank`: that of its device.
    func joinDecision(for hello: Hello, as rank: StaffRank, from address: String?) -> PasswordGate.JoinDecision {
        let asker = asker(hello, address)
        let decision =
            atGate {
                $0?.joinDecision(
                    for: hello, as: rank, by: asker, into: settings.info.id, showing: state.grant, now: loop.now)
            } ?? .open
        if decision == .shut(PasswordGate.tooMany) { dependencies.meter.refused(.passwords) }
        return decision
    }

    /// Checks a guest's proof. Returns the proof that the host shows in its welcome.
    func check(
        _ proof: String, of hello: Hello, after challenge: PasswordChallenge, from address: String?
    ) -> Result<String?, WireFault> {
        guard let offer = hello.auth, hasPassword else { return .success(nil) }
        guard !reading(\.isOver) else { return .failure(WireFault(.closing, "The room is closing.", fatal: true)) }
        let asker = asker(hello, address)
        return counted { gate throws(WireFault) in
            try gate?.check(proof, for: offer, after: challenge, by: asker, now: loop.now)
        }
    }

    /// Checks a password that was typed in this process, on the page for example. Throws `auth-failed` or `too-fast`.
    /// `device`: the visitor's device secret, if there is one.
    package func admit(
        _ password: String, from address: String, device: String? = nil
    ) async throws(WireFault) {
        guard hasPassword else { return }
        let asker = PasswordAttempts.Asker(
            address: address,
            device: device.map { secret in reading { $0.token(ofDevice: secret) } })
        let judging = counted { gate throws(WireFault) in try gate?.judge(by: asker, now: loop.now) }
        guard let (judge, counted) = try judging.get() else { return }
        let isRight = await judge.accepts(password)
        try atGate { gate throws(WireFault) in try gate?.judged(isRight, by: asker, counted, now: loop.now) }
    }

    /// Lets a device of this node in without the password: the chat of whoever opened the room.
    package func exempt(_ device: String) { atGate { $0?.exempt(device) } }

    private func asker(_ hello: Hello, _ address: String?) -> PasswordAttempts.Asker {
        PasswordAttempts.Asker(address: address, device: reading { $0.token(of: hello) })
    }

    private func counted<Answer>(
        _ ask: (inout PasswordGate?) throws(WireFault) -> Answer
    ) -> Result<Answer, WireFault> {
        let answer = Result { () throws(WireFault) in try atGate(ask) }
        if case .failure(PasswordGate.tooMany) = answer { dependencies.meter.refused(.passwords) }
        return answer
    }
}
