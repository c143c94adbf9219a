import NIOCore
import SabirWire

/// Members' questions to the node's engine. They are answered in tasks of their own, so that no engine holds the room
/// up.
extension HostedRoom {
    var sharing: SharedTranslation? {
        translation.flatMap { $0.isOffered ? SharedTranslation(port: $0.port, connection: true) : nil }
    }

    private static let sharesNothing = WireFault(.badPacket, "This host shares no engine.")

    func translate(_ question: TranslationQuestion, for seat: Seat) -> Reply {
        guard let translation else { return .alone(.error(Self.sharesNothing)) }
        let count = question.texts.count
        if let reason = tooMany(seat.number) ?? excess(question, seat.number)
            ?? inFlight.begin(seat.number, isRelay: isRelay(seat.number))
        {
            return .alone(.translated(id: question.id, .untranslated(count, reason)))
        }
        // Never back to where the question came from: this node is reached by that one.
        let isBack = state.relays[seat.number].map { state.path.contains($0.hello.node) } ?? false
        Task {
            let answer =
                isBack
                ? await translation.translateHere(question.texts, from: question.source, to: question.target)
                : await translation.translate(question.texts, from: question.source, to: question.target)
            let fitting = answer.texts.count == count ? answer : .untranslated(count, "The engine's answer is no use.")
            answered(.translated(id: question.id, fitting.fitting(id: question.id)), to: seat)
        }
        return .nothing
    }

    private func isRelay(_ number: MemberNumber) -> Bool { state.roster[number]?.arrival.isRelay == true }

    /// A relay slows its members itself.
    private func tooMany(_ number: MemberNumber) -> String? {
        isRelay(number) ? nil : state.floodReason(number, now: loop.now)
    }

    /// Behind one address may be a whole clinic: it has as much as so many members.
    static let translationShares = 5.0

    /// Why a member has had too much translated; nil where it may go on. Counted by what stays when somebody joins anew:
    /// the device, and the address.
    private func excess(_ question: TranslationQuestion, _ number: MemberNumber) -> String? {
        guard let usual = settings.ceilings.translation, let member = state.roster[number] else { return nil }
        let scalars = Double(question.texts.reduce(0) { $0 + $1.unicodeScalars.count })
        let own = member.arrival.token.map { "device \($0)" } ?? "member \(number.value)"
        let address = member.arrival.address
        let shared = TokenBucket.Rate(
            perSecond: usual.perSecond * Self.translationShares, burst: usual.burst * Self.translationShares)
        // A relay counts those of each member; here it counts as a whole, by its key.
        let rate = member.arrival.isRelay ? shared : usual
        let isWithin =
            translated.holds(scalars, for: own, rate, now: loop.now)
            && address.map { translatedByAddress.holds(scalars, for: $0, shared, now: loop.now) } ?? true
        guard isWithin else {
            surroundings.meter.refused(.translation)
            return "At most \(Int(rate.burst)) characters a minute are translated for one member; try again shortly."
        }
        _ = translated.take(scalars, for: own, rate, now: loop.now)
        if let address { _ = translatedByAddress.take(scalars, for: address, shared, now: loop.now) }
        return nil
    }

    func pairs(for seat: Seat) -> Reply {
        guard let translation else { return .alone(.error(Self.sharesNothing)) }
        if let reason = tooMany(seat.number) ?? inFlight.begin(seat.number, isRelay: isRelay(seat.number)) {
            return .alone(.error(WireFault(.tooFast, reason)))
        }
        Task { answered(.pairs(await translation.pairs()), to: seat) }
        return .nothing
    }

    /// Whoever asked may be gone by now, or back over another connection that has not asked.
    private func answered(_ packet: HostPacket, to seat: Seat) {
        inFlight.end(seat.number)
        guard state.roster[seat.number]?.connection == seat.connection else { return }
        answer(packet, to: seat.number)
    }
}
