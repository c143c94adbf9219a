import SabirClient

/// What a person typed, or piped in, while it is not known whether the room wants a password, which it could be. It waits
/// in memory alone, is done in order once the room has let this end in, and never where a password was wanted. Pure.
struct EarlyLines {
    enum Turn: Hashable {
        case act
        case wait
        /// As many wait as may.
        case full
        case drop
    }

    /// As many as may wait for a room that is known.
    static let capacity = OutboxJournal.capacity

    private var held: [ChatCommand] = []
    /// The room has let this end in, and nothing of before waits.
    private var isOver = false
    /// From the question until the room has let this end in: what is typed behind a password is often the same again.
    private var isPasswordWanted = false
    /// What was given as the password, until something else is said: typed twice, its second line may come up for its turn
    /// only when the room has let this end in.
    private var password: String?

    var count: Int { held.count }

    mutating func take(_ command: ChatCommand) -> Turn {
        if case .password(let text) = command { password = text.trimmingSpaces }
        if command.isForTheDoor { return .act }
        if isPasswordWanted { return .drop }
        if case .say(let draft) = command {
            if draft.text.trimmingSpaces == password { return .drop }
            password = nil
        }
        if isOver || held.isEmpty && command.isOfThisEnd { return .act }
        guard held.count < Self.capacity else { return .full }
        held.append(command)
        return .wait
    }

    /// - Returns: how many lines are dropped for it.
    mutating func wantPassword() -> Int {
        isPasswordWanted = true
        defer { held = [] }
        return held.count
    }

    mutating func letIn() { isPasswordWanted = false }

    /// What waits, the oldest first, once the room has let this end in. After the last nothing waits any more.
    mutating func next() -> ChatCommand? {
        guard !held.isEmpty else {
            isOver = true
            return nil
        }
        return held.removeFirst()
    }
}

extension ChatCommand {
    /// Done in every state: nothing of it is a line.
    fileprivate var isForTheDoor: Bool {
        switch self {
        case .password, .quit: true
        default: false
        }
    }

    /// Shows and tells nothing of what was typed but a language or a name, by which this end then comes in.
    fileprivate var isOfThisEnd: Bool {
        switch self {
        case .change, .toggleTranslations, .help: true
        default: false
        }
    }
}
