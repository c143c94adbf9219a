import NIOCore
import SabirProtocol

/// Decides whether engines are asked for what a room's members say, check, read and have translated. Each of these has
/// its own budget. Pure: the time is passed in. Without a limit in the settings there is none.
struct TranslationBudgets: Sendable {
    private var ceilings: RoomCeilings
    private var questions = TranslationBudget()
    private var lines = TranslationBudget()
    private var drafts = TranslationBudget()
    private var reading = TranslationBudget()

    init(_ ceilings: RoomCeilings) { self.ceilings = ceilings }

    /// Applies new limits; what was translated within the last minute still counts.
    mutating func apply(_ ceilings: RoomCeilings) { self.ceilings = ceilings }

    /// Why a member has had too much translated; nil where the member may go on. A relay counts for each of its
    /// members; here it counts as a whole, like an address.
    mutating func excess(of question: TranslationQuestion, by member: Member, now: NIODeadline) -> String? {
        guard let usual = ceilings.translation else { return nil }
        let isRelay = member.joinContext.isRelay
        let rate = isRelay ? usual.times(TranslationBudget.addressShares) : usual
        let group = isRelay ? nil : member.budgetGroup
        let scalars = question.texts.reduce(0) { $0 + $1.unicodeScalars.count }
        guard !questions.take(scalars, for: member.budgetName, in: group, rate, now: now) else { return nil }
        return "At most \(Int(rate.burst)) characters a minute are translated for one member; try again shortly."
    }

    /// Whether engines are asked for this message.
    ///
    /// - Parameter member: the author; nil where the author said it by way of another node and is not in.
    mutating func allows(_ message: Message, by member: Member?, now: NIODeadline) -> Bool {
        guard let rate = ceilings.lines else { return true }
        let name = member?.budgetName ?? "member \(message.member.rawValue)"
        let group = member.map(\.budgetGroup) ?? .elsewhere
        return lines.take(message.text.unicodeScalars.count, for: name, in: group, rate, now: now)
    }

    /// Like `allows(_:by:now:)`, for a draft that its author checks before saying it.
    mutating func allows(draft: String, by member: Member, now: NIODeadline) -> Bool {
        guard let rate = ceilings.lines else { return true }
        let scalars = draft.unicodeScalars.count
        return drafts.take(scalars, for: member.budgetName, in: member.budgetGroup, rate, now: now)
    }

    /// The numbers of those of these older messages, all in languages that the member does not read, for which no
    /// engine is asked when this member reads them. The newest are counted first. The budget is larger than for what is
    /// said: scrolling back through ordinary talk does not use it up.
    mutating func excess(of messages: [Message], readBy member: Member, now: NIODeadline) -> Set<Int> {
        guard let rate = ceilings.lines?.times(TranslationBudget.readingShares) else { return [] }
        var over: Set<Int> = []
        for message in messages.reversed() {
            let scalars = message.text.unicodeScalars.count
            if !reading.take(scalars, for: member.budgetName, in: member.budgetGroup, rate, now: now) {
                over.insert(message.seq)
            }
        }
        return over
    }
}
