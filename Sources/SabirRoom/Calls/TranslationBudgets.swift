import NIOCore
import SabirProtocol

/// Whether engines are asked for what a room's members say, check, read and have translated: each is counted apart, so
/// that one takes nothing from another. Pure: the time is passed in. Where the settings name no limit, there is none.
struct TranslationBudgets: Sendable {
    private var ceilings: RoomCeilings
    private var questions = TranslationBudget()
    private var lines = TranslationBudget()
    private var drafts = TranslationBudget()
    private var reading = TranslationBudget()

    init(_ ceilings: RoomCeilings) { self.ceilings = ceilings }

    /// From now on. What was translated within the last minute counts as before.
    mutating func apply(_ ceilings: RoomCeilings) { self.ceilings = ceilings }

    /// Why a member has had too much translated; nil where it may go on. A relay counts those of each of its members;
    /// here it counts as a whole, like an address.
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
    /// - Parameter member: nil where it is not in: it has said it by way of another node.
    mutating func allows(_ message: Message, by member: Member?, now: NIODeadline) -> Bool {
        guard let rate = ceilings.lines else { return true }
        let name = member?.budgetName ?? "member \(message.member.rawValue)"
        let group = member.map(\.budgetGroup) ?? .elsewhere
        return lines.take(message.text.unicodeScalars.count, for: name, in: group, rate, now: now)
    }

    /// The same for a draft that its author looks at before it is said.
    mutating func allows(draft: String, by member: Member, now: NIODeadline) -> Bool {
        guard let rate = ceilings.lines else { return true }
        let scalars = draft.unicodeScalars.count
        return drafts.take(scalars, for: member.budgetName, in: member.budgetGroup, rate, now: now)
    }

    /// Of these older messages, all of them in others' languages, the numbers of those for which no engine is asked when
    /// this member reads them: the newest are counted first. More generously than what is said: who scrolls back through
    /// ordinary talk does not get there.
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
