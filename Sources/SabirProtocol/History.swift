/// Asks for lines before a number.
package struct HistoryRequest: Hashable, Sendable {
    /// Lines in an answer if the request gives no limit, and the most allowed.
    package static let usual = 50
    package static let most = 100

    /// The lines before this number, 1 or more; nil asks for the newest.
    package let before: Int?
    /// 1 to 100.
    package let limit: Int

    /// Clamps `limit` to its bounds.
    package init(before: Int? = nil, limit: Int = usual) {
        self.before = before.map { max(1, $0) }
        self.limit = min(max(1, limit), Self.most)
    }
}

/// The answer to `history`: a stretch of a room's lines, as far as this member may see them.
package struct HistoryPage: Hashable, Sendable {
    /// All lines are before this number: the one asked for, or the newest line's plus one.
    package let before: Int
    /// Oldest first. Lines that were erased are absent.
    package let messages: [Message]
    /// Whether this member may ask for still older ones.
    package let more: Bool

    package init(before: Int, messages: [Message], more: Bool) {
        self.before = before
        self.messages = messages
        self.more = more
    }

    /// The page cut to a frame of at most `limit` bytes: its newest lines, at least one.
    package func fitting(_ limit: Int = Frame.maximumLength) -> HistoryPage {
        var room = limit - Self.envelope
        var kept = 0
        for message in messages.reversed() {
            room -= message.length + 1  // a comma
            guard room >= 0 || kept == 0 else { break }
            kept += 1
        }
        guard kept < messages.count else { return self }
        return HistoryPage(before: before, messages: messages.suffix(kept), more: true)
    }

    /// Bytes of a page besides its lines: two numbers of 19 digits at most, the keys and the brackets.
    private static let envelope = 96
}

/// What a host says in `welcome` of its room's history.
package struct HistoryTerms: Hashable, Sendable {
    /// Where lines are kept.
    package enum Place: String, Sendable, CaseIterable {
        /// Not kept: a line is told and forgotten.
        case off
        /// Kept while the host runs.
        case memory
        /// Kept over the host's restarts.
        case disk
    }

    package let kept: Place
    /// How many seconds a line is kept; nil for no limit of time.
    package let seconds: Int?
    /// Number of the first line that this member may ask for; one past the newest where there is none.
    package let from: Int
    /// Whether staff of the node that numbers the lines read them without being members; newcomers have to be told.
    package let staffRead: Bool

    package init(kept: Place, seconds: Int?, from: Int, staffRead: Bool = false) {
        self.kept = kept
        self.seconds = seconds
        self.from = from
        self.staffRead = staffRead
    }
}

extension HistoryRequest {
    init(_ json: JSONObject) throws(WireFault) {
        let before = try json.int("before")
        let limit = try json.int("limit")
        guard before ?? 1 >= 1, limit ?? 1 >= 1 else {
            throw WireFault(.badPacket, "\"before\" and \"limit\" are numbers of 1 or more.")
        }
        self.init(before: before, limit: limit ?? Self.usual)
    }
}

extension HistoryPage {
    init(_ json: JSONObject) throws(WireFault) {
        guard let lines = try json.objects("messages"), let more = try json.bool("more") else {
            throw WireFault(.badPacket, "The lines have no \"messages\" or no \"more\".")
        }
        let before: Int = try json.required("before")
        var messages: [Message] = []
        for line in lines {
            let message = try Message(line)
            guard message.seq > messages.last?.seq ?? 0, message.seq < before else {
                throw WireFault(.badPacket, "The lines are not in the order of their numbers.")
            }
            messages.append(message)
        }
        self.init(before: before, messages: messages, more: more)
    }
}

extension HistoryTerms {
    /// Reads a host's terms; nil where it keeps lines in a way unknown here.
    init?(_ json: JSONObject) throws(WireFault) {
        guard let kept = try json.string("kept").flatMap(Place.init(rawValue:)) else { return nil }
        self.init(
            kept: kept, seconds: try json.count("for"), from: try json.required("from"),
            // An unknown word means that staff read something.
            staffRead: (try json.string("staff_see") ?? "nothing") != "nothing")
    }
}

extension JSONWriter {
    mutating func request(_ request: HistoryRequest) {
        field("before", ifPresent: request.before)
        field("limit", request.limit)
    }

    mutating func page(_ page: HistoryPage) {
        field("before", page.before)
        field("messages", list: page.messages) { writer, message in
            writer.literal("{")
            writer.messageFields(message)
        }
        field("more", page.more)
    }

    mutating func terms(_ terms: HistoryTerms) {
        field("history") {
            $0.field("kept", terms.kept.rawValue)
            $0.field("for", ifPresent: terms.seconds)
            $0.field("from", terms.from)
            $0.field("staff_see", ifPresent: terms.staffRead ? "conversation" : nil)
        }
    }
}

extension Message {
    /// The size of the message as JSON, in bytes.
    fileprivate var length: Int {
        var writer = JSONWriter()
        writer.messageFields(self)
        return writer.count + 1  // the opening brace
    }
}
