import NIOCore
import SabirWire

/// Rooms with a password.
extension HostedRoom {
    /// How this hello gets in. `rank`: of its device.
    func passage(for hello: Hello, as rank: StaffRank, from address: String?) -> PasswordGate.Passage {
        guard let gate else { return .open }
        let passage = gate.passage(
            for: hello, as: rank, by: asker(hello, address), into: settings.info.id, showing: state.grant, now: loop.now
        )
        if passage == .shut(PasswordGate.tooMany) { surroundings.meter.refused(.passwords) }
        return passage
    }

    /// The proof that the host shows in return, in its welcome.
    func check(
        _ proof: String, of hello: Hello, after challenge: PasswordChallenge, from address: String?
    ) -> Result<String?, WireFault> {
        guard let offer = hello.auth, gate != nil else { return .success(nil) }
        guard !isOver else { return .failure(WireFault(.closing, "The room is closing.", fatal: true)) }
        let asker = asker(hello, address)
        return counted { gate throws(WireFault) in
            try gate?.check(proof, for: offer, after: challenge, by: asker, now: loop.now)
        }
    }

    /// Judges a password that was typed in this process, on the page for example. Throws `auth-failed`, `too-fast`.
    /// `device`: its secret, where it has one.
    package func admit(
        _ password: String, from address: String, device: String? = nil
    ) async throws(WireFault) {
        guard gate != nil else { return }
        let asker = PasswordAttempts.Asker(address: Arrival.foreign(address), device: device.map(token(ofDevice:)))
        let judging = counted { gate throws(WireFault) in try gate?.judge(by: asker, now: loop.now) }
        guard let judge = try judging.get() else { return }
        let isRight = await judge.accepts(password)
        try gate?.judged(isRight, by: asker, now: loop.now)
    }

    /// Lets a device of the node's own past the password: the chat of whoever opened the room.
    package func exempt(_ device: String) { gate?.exempt(device) }

    private func asker(_ hello: Hello, _ address: String?) -> PasswordAttempts.Asker {
        PasswordAttempts.Asker(address: address.flatMap(Arrival.foreign), device: token(of: hello))
    }

    private func counted<Answer>(
        _ ask: (inout PasswordGate?) throws(WireFault) -> Answer
    ) -> Result<Answer, WireFault> {
        let answer = Result { () throws(WireFault) in try ask(&gate) }
        if case .failure(PasswordGate.tooMany) = answer { surroundings.meter.refused(.passwords) }
        return answer
    }
}
