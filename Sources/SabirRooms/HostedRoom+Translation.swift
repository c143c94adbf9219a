import NIOCore
import SabirWire

/// Members' questions to the node's engine. They are answered in tasks of their own, so that no engine holds the room
/// up.
extension HostedRoom {
    var sharing: SharedTranslation? { translation.map { SharedTranslation(port: $0.port, connection: true) } }

    private static let sharesNothing = WireFault(.badPacket, "This host shares no engine.")

    func translate(_ question: TranslationQuestion, for seat: Seat) -> Reply {
        guard let translation else { return .alone(.error(Self.sharesNothing)) }
        let count = question.texts.count
        if let reason = state.floodReason(seat.number, now: loop.now) ?? excess(question, seat.number)
            ?? inFlight.begin(seat.number)
        {
            return .alone(.translated(id: question.id, .untranslated(count, reason)))
        }
        Task {
            let answer = await translation.translate(question.texts, from: question.source, to: question.target)
            let fitting = answer.texts.count == count ? answer : .untranslated(count, "The engine's answer is no use.")
            answered(.translated(id: question.id, fitting.fitting(id: question.id)), to: seat)
        }
        return .nothing
    }

    /// Why a member has had too much translated; nil where it may go on.
    private func excess(_ question: TranslationQuestion, _ number: MemberNumber) -> String? {
        guard let rate = settings.ceilings.translation else { return nil }
        let characters = question.texts.reduce(0) { $0 + $1.unicodeScalars.count }
        guard !translated.take(Double(characters), for: number, rate, now: loop.now) else { return nil }
        surroundings.meter.refused(.translation)
        return "At most \(Int(rate.burst)) characters a minute are translated for one member; try again shortly."
    }

    func pairs(for seat: Seat) -> Reply {
        guard let translation else { return .alone(.error(Self.sharesNothing)) }
        if let reason = state.floodReason(seat.number, now: loop.now) ?? inFlight.begin(seat.number) {
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
