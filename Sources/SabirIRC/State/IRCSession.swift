import SabirCore
import SabirProtocol
import SabirRoom

/// One client: what it said of itself, where it sits, what it was shown.
struct IRCSession: Sendable {
    let id: ConnectionID
    let address: String
    /// By which rooms know the client again while it is connected.
    let device: String
    var nick: String?
    var user: String?
    var capabilities: Set<IRCCapability> = []
    /// Between `CAP LS` or `CAP REQ` and `CAP END`.
    var isNegotiating = false
    var isRegistered = false
    var isClosing = false
    var lang: LanguageTag
    /// What comes after it waits, as after all that rooms are asked.
    var asked: AskedLanguage?
    /// By the id of the room.
    var seats: [String: HostedRoom.Entry] = [:]
    /// Newest line shown, by room.
    var shown: [String: Int] = [:]
    /// What readers were told last of why a room's lines are not translated.
    var reasons: [String: String] = [:]
    /// What it said that waits for a room's host.
    var held = HeldWords()
    var recent = RecentLines()
    var pace: LinePace
    /// Requests that the node has not answered: what comes after them waits.
    var outstanding = 0
    /// Those of them that are to bring it into a room, oldest first.
    var entries: [IRCEntry] = []
    let opened: ContinuousClock.Instant
    var lastHeard: ContinuousClock.Instant
    var pinged: ContinuousClock.Instant?

    /// A language that the client wants to read.
    struct AskedLanguage: Sendable {
        let lang: LanguageTag
        /// The rooms that have not said whether it may.
        var unanswered: Set<String>
        var isRefused = false
    }

    init(
        _ id: ConnectionID, address: String, lang: LanguageTag, device: String, limits: IRCLimits,
        now: ContinuousClock.Instant
    ) {
        self.id = id
        self.address = address
        self.device = device
        self.lang = lang
        pace = LinePace(limits, now: now)
        opened = now
        lastHeard = now
    }

    /// As it is addressed before it has a name.
    var target: String { nick ?? "*" }

    var source: String { Self.source(target, lang) }

    /// The language stands where other servers tell a user's account.
    static func source(_ nick: String, _ lang: LanguageTag) -> String { "\(nick)!\(lang)@\(IRCName.service)" }

    /// Whether news of rooms have to wait for it. It ends with the client, whatever ends that.
    var isEntering: Bool { !isClosing && entries.contains { !$0.isGivenUp } }

    func has(_ capability: IRCCapability) -> Bool { capabilities.contains(capability) }
}

/// A client on its way into a room.
struct IRCEntry: Sendable {
    let channel: String
    let asked: ContinuousClock.Instant
    /// It took too long: the client has been told that it is not in.
    var isGivenUp = false
}

/// What a client said that waits at this node, since the way to the room's host is lost: the newest of it.
struct HeldWords: Sendable {
    static let kept = 200

    private var words: [(id: MessageID, text: String)] = []

    var all: [String] { words.map(\.text) }

    mutating func add(_ text: String, _ id: MessageID) {
        words.append((id, text))
        if words.count > Self.kept { words.removeFirst() }
    }

    /// Nil where it is not held.
    mutating func remove(_ id: MessageID) -> String? {
        words.firstIndex { $0.id == id }.map { words.remove(at: $0).text }
    }
}

/// The lines of others that a client was shown, the newest last: what `original 2` and `huh 2` count by.
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

    /// A line and its corrections were taken back.
    mutating func forget(_ id: MessageID) { lines.removeAll { $0.message.isOf(id) } }

    mutating func forget(_ numbers: Set<Int>, in room: String) {
        lines.removeAll { $0.room == room && numbers.contains($0.message.seq) }
    }

    mutating func forget(room: String) { lines.removeAll { $0.room == room } }

    subscript(id: MessageID) -> Message? { lines.last { $0.message.id == id }?.message }

    /// 1 is the newest.
    subscript(back number: Int) -> Line? {
        number >= 1 && number <= lines.count ? lines[lines.count - number] : nil
    }
}

/// A client's lines in their turn: so many at once, so many a second, and none while the node owes an answer.
struct LinePace: Sendable {
    private let rate: TokenBucket.Rate
    private let maximumWaiting: Int
    private var bucket: TokenBucket
    private var waiting: [LineDecoder.Item] = []

    init(_ limits: IRCLimits, now: ContinuousClock.Instant) {
        rate = TokenBucket.Rate(perSecond: Double(limits.rate), burst: Double(limits.burst))
        maximumWaiting = limits.waiting
        bucket = TokenBucket(full: rate, now: now)
    }

    /// False where too many wait.
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
