import SabirTranslation
import SabirProtocol

/// What is shown to readers of one language in one room, in the room's order. A line waits a while for its translation,
/// and everything after the line waits with it.
struct ReadingQueue: Sendable {
    /// How many shown lines may still wait for their translation.
    static let maximumOwed = 200
    /// How many entries may wait; with more, the first is shown without its translation.
    static let maximumWaiting = 500
    /// How many translated lines are remembered for a second look.
    static let maximumTold = 100

    enum Shown: Sendable, Hashable {
        /// A line with its translation; nil: it has not arrived.
        case line(Message, nick: String, TranslationOutcome?)
        /// The translation of a line that was shown without one.
        case late(Message, nick: String, TranslationOutcome)
        /// The difference that a second look found in a translation that was shown before.
        case doubt(Message, nick: String, TranslationWarning)
        case event(IRCChannelEvent)

        var message: Message? {
            switch self {
            case .line(let message, _, _), .late(let message, _, _), .doubt(let message, _, _): message
            case .event: nil
            }
        }
    }

    private struct Waiting: Sendable {
        var shown: Shown
        /// The end of the wait for the translation; nil: the entry does not wait.
        var until: ContinuousClock.Instant?
    }

    private var entries: [Waiting] = []
    private var owed: [(message: Message, nick: String)] = []
    /// Lines shown with a machine's translation that a second look may still doubt, once.
    private var told: [(message: Message, nick: String, isDoubted: Bool)] = []

    mutating func add(_ shown: Shown, waitingUntil until: ContinuousClock.Instant? = nil) {
        entries.append(Waiting(shown: shown, until: until))
        if entries.count > Self.maximumWaiting { entries[0].until = nil }
    }

    /// Sets a line's translation, or replaces it. The line is found by number and id, as a line of another epoch may
    /// have the same number.
    mutating func setTranslation(of id: MessageID, seq: Int, _ reading: TranslationOutcome) {
        for index in entries.indices {
            guard case .line(let message, let nick, _) = entries[index].shown, message.seq == seq, message.id == id
            else { continue }
            entries[index] = Waiting(shown: .line(message, nick: nick, reading), until: nil)
            // An untranslated line may be translated after all, when an engine is back.
            if reading.text == nil { owe(message, nick) }
            return
        }
        if reading.state == .confirmed,
            let place = told.firstIndex(where: { $0.message.seq == seq && $0.message.id == id })
        {
            let line = told.remove(at: place)
            return add(.late(line.message, nick: line.nick, reading))
        }
        guard let late = owed.firstIndex(where: { $0.message.seq == seq && $0.message.id == id }) else {
            return doubt(id, seq, reading)
        }
        add(.late(owed[late].message, nick: owed[late].nick, reading))
        if reading.text != nil { owed.remove(at: late) }
    }

    private mutating func doubt(_ id: MessageID, _ seq: Int, _ reading: TranslationOutcome) {
        guard let difference = reading.second?.difference,
            let place = told.firstIndex(where: { $0.message.seq == seq && $0.message.id == id }), !told[place].isDoubted
        else { return }
        told[place].isDoubted = true
        add(.doubt(told[place].message, nick: told[place].nick, difference))
    }

    /// Remembers a line that is shown with a translation that had no second look yet.
    private mutating func remember(_ shown: Shown) {
        switch shown {
        case .line(let message, let nick, let reading?), .late(let message, let nick, let reading):
            guard reading.state == .translated, reading.second == nil else { return }
            told.append((message, nick, false))
            if told.count > Self.maximumTold { told.removeFirst() }
        default: break
        }
    }

    /// Remembers a line that was shown without its translation, to show that when it arrives.
    mutating func owe(_ message: Message, _ nick: String) {
        owed.append((message, nick))
        if owed.count > Self.maximumOwed { owed.removeFirst() }
    }

    /// Removes and returns what is due: everything before the first entry that still waits.
    mutating func takeDue(now: ContinuousClock.Instant) -> [Shown] {
        var shown: [Shown] = []
        while let first = entries.first, first.until.map({ $0 <= now }) ?? true {
            if first.until != nil, case .line(let message, let nick, nil) = first.shown { owe(message, nick) }
            remember(first.shown)
            shown.append(first.shown)
            entries.removeFirst()
        }
        return shown
    }

    /// Everything in the queue, for a client that changes to another language.
    var waiting: [Shown] { entries.map(\.shown) }

    /// Removes a line that was taken back, with its corrections.
    mutating func retract(_ id: MessageID) {
        entries.removeAll { $0.shown.message?.isOf(id) == true }
        owed.removeAll { $0.message.isOf(id) }
        told.removeAll { $0.message.isOf(id) }
    }

    /// Removes every line; events stay.
    mutating func clear() {
        entries.removeAll { $0.shown.message != nil }
        (owed, told) = ([], [])
    }
}
