import SabirTranslation
import SabirProtocol

/// What readers of one language are shown of one room, in the room's order: a line waits for its translation a while, and
/// all that comes after it waits with it.
struct ReadingQueue: Sendable {
    /// Lines whose translation is still expected after they were shown.
    static let maximumOwed = 200
    /// So many wait at most: past that, the first goes without its translation.
    static let maximumWaiting = 500
    /// Lines that were shown with their translation and may still be doubted.
    static let maximumTold = 100

    enum Shown: Sendable, Hashable {
        /// Nil: the translation is not there yet.
        case line(Message, nick: String, TranslationOutcome?)
        /// The translation of a line that was shown without.
        case late(Message, nick: String, TranslationOutcome)
        /// What a second look found at the translation of a line, after that was shown.
        case doubt(Message, nick: String, TranslationWarning)
        case event(IRCChannelEvent)
    }

    private struct Waiting: Sendable {
        var shown: Shown
        /// Nil: nothing to wait for.
        var until: ContinuousClock.Instant?
    }

    private var entries: [Waiting] = []
    private var owed: [(message: Message, nick: String)] = []
    /// Lines that were shown with a machine's translation; what a second look finds is told once.
    private var told: [(message: Message, nick: String, isDoubted: Bool)] = []

    mutating func add(_ shown: Shown, waitingUntil until: ContinuousClock.Instant? = nil) {
        entries.append(Waiting(shown: shown, until: until))
        if entries.count > Self.maximumWaiting { entries[0].until = nil }
    }

    /// The translation has come, or another one than before. By number and id, as another epoch's line may have the number.
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

    /// A line was shown with a translation that nobody has looked at a second time yet.
    private mutating func remember(_ shown: Shown) {
        switch shown {
        case .line(let message, let nick, let reading?), .late(let message, let nick, let reading):
            guard reading.state == .translated, reading.second == nil else { return }
            told.append((message, nick, false))
            if told.count > Self.maximumTold { told.removeFirst() }
        default: break
        }
    }

    /// A line was shown without its translation.
    mutating func owe(_ message: Message, _ nick: String) {
        owed.append((message, nick))
        if owed.count > Self.maximumOwed { owed.removeFirst() }
    }

    /// What may be shown now.
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

    /// What waits, for somebody who reads another language from now on.
    var waiting: [Shown] { entries.map(\.shown) }

    /// A line and its corrections were taken back: what waits of them is shown to nobody.
    mutating func retract(_ id: MessageID) {
        entries.removeAll { entry in
            switch entry.shown {
            case .line(let message, _, _) where message.isOf(id), .late(let message, _, _) where message.isOf(id),
                .doubt(let message, _, _) where message.isOf(id):
                true
            default: false
            }
        }
        owed.removeAll { $0.message.isOf(id) }
        told.removeAll { $0.message.isOf(id) }
    }

    /// The lines are to be forgotten.
    mutating func clear() {
        entries.removeAll { entry in if case .event = entry.shown { false } else { true } }
        (owed, told) = ([], [])
    }
}
