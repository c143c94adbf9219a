import NIOCore
import SabirProtocol

/// Members' questions to the node's engine. They are answered in tasks of their own, so that no engine holds the room
/// up.
extension Room {
    private static let sharesNothing = WireFault(.badPacket, "This host shares no engine.")

    mutating func translate(_ question: TranslationQuestion, for seat: Seat) -> Reply {
        guard sources.sharing != nil else { return .alone(.error(Self.sharesNothing)) }
        let count = question.texts.count
        if let reason = tooMany(seat.number) ?? excess(question, seat.number)
            ?? inFlight.begin(seat.number, isRelay: isRelay(seat.number))
        {
            return .alone(.translated(id: question.id, .untranslated(count, reason)))
        }
        // Never back to where the question came from: this node is reached by that one.
        let isBack = state.relays[seat.number].map { state.path.contains($0.hello.node) } ?? false
        output.add(.translate(question, seat, isBack: isBack))
        return .nothing
    }

    private func isRelay(_ number: MemberNumber) -> Bool { state.roster[number]?.arrival.isRelay == true }

    /// A relay slows its members itself.
    private mutating func tooMany(_ number: MemberNumber) -> String? {
        isRelay(number) ? nil : state.flood(number, now: now)?.reason
    }

    private mutating func excess(_ question: TranslationQuestion, _ number: MemberNumber) -> String? {
        guard let member = state.roster[number],
            let reason = budgets.excess(of: question, by: member, now: now)
        else { return nil }
        meter.refused(.translation)
        return reason
    }

    /// A line is told to everybody: whether engines are asked for it, is known from then on. Who is not in any more has
    /// said it by way of another node.
    mutating func charge(_ line: Message) {
        guard settings.ceilings.lines != nil else { return }
        let member = MemberNumber(line.member).flatMap { state.roster[$0] }
        guard !budgets.allows(line, by: member, now: now) else { return }
        output.add(.untranslated(line.seq))
        meter.refused(.lines)
    }

    /// Whether engines are asked for a draft that this member looks at before it is said. Drafts are counted as lines are,
    /// and apart from them: checking takes nothing from what is said.
    mutating func mayCheck(_ draft: String, from seat: Seat) -> Bool {
        guard settings.ceilings.lines != nil else { return true }
        guard holds(seat), let member = state.roster[seat.number] else { return false }
        if budgets.allows(draft: draft, by: member, now: now) { return true }
        meter.refused(.lines)
        return false
    }

    /// The numbers of those of these older lines, all of them in others' languages, for which no engine is asked when
    /// this member reads them: the newest are counted first. Reading is counted apart from what is said and checked, and
    /// more generously: who scrolls back through ordinary talk does not get there.
    mutating func overBudget(_ lines: [Message], readBy seat: Seat) -> Set<Int> {
        guard settings.ceilings.lines != nil else { return [] }
        guard holds(seat), let member = state.roster[seat.number] else { return Set(lines.map(\.seq)) }
        let over = budgets.excess(of: lines, readBy: member, now: now)
        if !over.isEmpty { meter.refused(.lines, times: over.count) }
        return over
    }

    mutating func pairs(for seat: Seat) -> Reply {
        guard sources.sharing != nil else { return .alone(.error(Self.sharesNothing)) }
        if let reason = tooMany(seat.number) ?? inFlight.begin(seat.number, isRelay: isRelay(seat.number)) {
            return .alone(.error(WireFault(.tooFast, reason)))
        }
        output.add(.pairs(seat))
        return .nothing
    }

    /// Whoever asked may be gone by now, or back over another connection that has not asked.
    mutating func answered(_ packet: HostPacket, to seat: Seat) {
        inFlight.end(seat.number)
        guard state.roster[seat.number]?.connection == seat.connection else { return }
        answer(packet, to: seat.number)
    }
}
