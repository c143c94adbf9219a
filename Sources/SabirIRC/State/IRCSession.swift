import SabirCore
import SabirProtocol
import SabirRoom

/// One client: its registration, its seats in rooms, and what it was shown.
struct IRCSession: Sendable {
    /// The secret by which rooms recognize the client while it is connected.
    let device: String
    var nick: String?
    var user: String?
    var capabilities: Set<IRCCapability> = []
    /// Whether the client is between `CAP LS` or `CAP REQ` and `CAP END`.
    var isNegotiating = false
    var isRegistered = false
    var isClosing = false
    var lang: LanguageTag
    /// The language that the client asked for and rooms have not all answered yet. Its later lines wait meanwhile.
    var asked: AskedLanguage?
    /// The client's seats by room id.
    var seats: [String: HostedRoom.Entry] = [:]
    /// The newest line shown, by room id.
    var shown: [String: Int] = [:]
    /// The reason for untranslated lines that the client was told last, by room id.
    var reasons: [String: String] = [:]
    /// The client's messages that wait for a room's host.
    var held = HeldWords()
    var recent = RecentLines()
    var pace: LinePace
    /// How many requests the node has not answered yet; the client's later lines wait for them.
    var outstanding = 0
    /// The unanswered requests to enter a room, oldest first.
    var entries: [IRCEntry] = []
    let opened: ContinuousClock.Instant
    var lastHeard: ContinuousClock.Instant
    var pinged: ContinuousClock.Instant?

    /// A language that the client wants to read.
    struct AskedLanguage: Sendable {
        let lang: LanguageTag
        /// The rooms that have not answered yet.
        var unanswered: Set<String>
        var isRefused = false
    }

    init(lang: LanguageTag, device: String, limits: IRCLimits, now: ContinuousClock.Instant) {
        self.device = device
        self.lang = lang
        pace = LinePace(limits)
        opened = now
        lastHeard = now
    }

    /// The client's name in replies; "*" before it has a nick.
    var target: String { nick ?? "*" }

    var source: String { Self.source(target, lang) }

    /// The source of a member's messages, with the language in place of the user name.
    static func source(_ nick: String, _ lang: LanguageTag) -> String { "\(nick)!\(lang)@\(IRCName.service)" }

    /// Whether news of rooms have to wait for this client to enter one. Never true for a client that is being closed.
    var isEntering: Bool { !isClosing && entries.contains { !$0.isGivenUp } }

    func has(_ capability: IRCCapability) -> Bool { capabilities.contains(capability) }
}

/// A client on its way into a room.
struct IRCEntry: Sendable {
    let channel: String
    let asked: ContinuousClock.Instant
    /// The room took too long to answer, and the client was told that it is not in.
    var isGivenUp = false
}

/// The newest of a client's messages that wait on this node, as the connection to the room's host is lost.
struct HeldWords: Sendable {
    static let kept = 200

    private var words: [(id: MessageID, text: String)] = []

    var all: [String] { words.map(\.text) }

    mutating func add(_ text: String, _ id: MessageID) {
        words.append((id, text))
        if words.count > Self.kept { words.removeFirst() }
    }

    /// Removes a held message; returns its text, or nil if it was not held.
    mutating func remove(_ id: MessageID) -> String? {
        words.firstIndex { $0.id == id }.map { words.remove(at: $0).text }
    }
}

/// The newest lines of others that a client was shown, newest last; `original 2` and `huh 2` count back in them.
struct RecentLines: Sendable {
    static let kept = 100

    struct Line: Sendable {
        let room: String
        let message: Message
    }

    private var lines: [Line] = []

    mutating func add(_ message: Message, in room: String) {
        lines.append(Line(room: room, message: message))
        if lines.count > Self.kept { lines.removeFirst(lines.count - Self.kept) }
    }

    /// Removes a line that was taken back, with its corrections.
    mutating func forget(_ id: MessageID) { lines.removeAll { $0.message.isOf(id) } }

    mutating func forget(_ numbers: Set<Int>, in room: String) {
        lines.removeAll { $0.room == room && numbers.contains($0.message.seq) }
    }

    mutating func forget(room: String) { lines.removeAll { $0.room == room } }

    subscript(id: MessageID) -> Message? { lines.last { $0.message.id == id }?.message }

    /// The line `number` places from the end; 1 is the newest.
    subscript(back number: Int) -> Line? {
        number >= 1 && number <= lines.count ? lines[lines.count - number] : nil
    }
}

/// Holds a client's lines back to the limits `IRCLimits.burst` and `IRCLimits.rate`.
struct LinePace: Sendable {
    private let rate: TokenBucket.Rate
    private let maximumWaiting: Int
    private var bucket = TokenBucket()
    private var waiting: [LineDecoder.Item] = []

    init(_ limits: IRCLimits) {
        rate = TokenBucket.Rate(perSecond: Double(limits.rate), burst: Double(limits.burst))
        maximumWaiting = limits.waiting
    }

    /// Returns false if too many lines wait already.
    mutating func add(_ item: LineDecoder.Item) -> Bool {
        guard waiting.count < maximumWaiting else { return false }
        waiting.append(item)
        return true
    }

    mutating func next(now: ContinuousClock.Instant) -> LineDecoder.Item? {
        guard !waiting.isEmpty, bucket.take(rate, now: now) else { return nil }
        return waiting.removeFirst()
    }
}
