import SabirClient

/// Lines typed or piped in before it is known whether the room wants a password, because any of them could be the
/// password. They wait only in memory. Once joined they are performed in order, unless a password was wanted: then they
/// are dropped. Pure.
struct EarlyLines {
    enum Turn: Hashable {
        case act
        case wait
        /// Too many lines wait.
        case full
        case drop
    }

    /// Most lines that are held: as many as may wait once the room is known.
    static let capacity = OutboxJournal.capacity

    private var held: [ChatCommand] = []
    /// Whether this member has joined and no earlier line waits.
    private var isOver = false
    /// From the demand for a password until joining: a line typed after the password is often the password again.
    private var isPasswordWanted = false
    /// The password that was given, until something else is said: if it was typed twice, the second line may come up
    /// only after joining.
    private var password: String?

    var count: Int { held.count }

    mutating func admit(_ command: ChatCommand) -> Turn {
        switch command {
        // These are no lines, and are performed at once in every state.
        case .password(let text):
            password = text.trimmingSpaces
            return .act
        case .quit: return .act
        case _ where isPasswordWanted: return .drop
        case .say(let draft):
            if draft.text.trimmingSpaces == password { return .drop }
            password = nil
        // These neither show nor say anything but this person's language or name for joining.
        case .change, .toggleTranslations, .help: if held.isEmpty { return .act }
        default: break
        }
        if isOver { return .act }
        guard held.count < Self.capacity else { return .full }
        held.append(command)
        return .wait
    }

    /// Drops all waiting lines.
    ///
    /// - Returns: their number.
    mutating func dropForPassword() -> Int {
        isPasswordWanted = true
        defer { held = [] }
        return held.count
    }

    mutating func endPasswordWait() { isPasswordWanted = false }

    /// The oldest waiting line once this member has joined. After the last, lines no longer wait.
    mutating func next() -> ChatCommand? {
        isOver = held.isEmpty
        return held.isEmpty ? nil : held.removeFirst()
    }
}
