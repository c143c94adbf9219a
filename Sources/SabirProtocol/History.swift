/// Asks for lines from before a number.
package struct HistoryRequest: Hashable, Sendable {
    /// Lines in an answer where the request names no number, and at most.
    package static let usual = 50
    package static let most = 100

    /// The lines before this number, 1 or more; nil asks for the newest.
    package let before: Int?
    /// 1 to 100.
    package let limit: Int

    /// `limit` is brought within its bounds.
    package init(before: Int? = nil, limit: Int = usual) {
        self.before = before.map { max(1, $0) }
        self.limit = min(max(1, limit), Self.most)
    }
}

/// The answer: a stretch of a room's lines, as far as this member may see them.
package struct HistoryPage: Hashable, Sendable {
    /// All lines are from before this number: the one asked for, or the newest line's and one.
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

    /// What one frame of at most `limit` bytes holds of it: the newest lines, and one at least.
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

    /// Bytes of a page beside its lines: two numbers of 19 digits at most, the keys and the brackets.
    private static let envelope = 96
}

/// What a host says of its room's history in `welcome`.
package struct HistoryTerms: Hashable, Sendable {
    /// Where lines are kept.
    package enum Place: String, Sendable, CaseIterable {
        /// Nowhere: a line is told and forgotten.
        case off
        /// As long as the host runs.
        case memory
        /// Over the host's restarts.
        case disk
    }

    package let kept: Place
    /// How long a line is kept, in seconds; nil where time alone takes none away.
    package let seconds: Int?
    /// The first number this member may ask for; one past the newest where there is none.
    package let from: Int
    /// Staff of the node that numbers the lines read them without being members. Whoever comes is to be told.
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
    /// Nil where the host keeps lines in a way that is not known here.
    init?(_ json: JSONObject) throws(WireFault) {
        guard let kept = try json.string("kept").flatMap(Place.init(rawValue:)) else { return nil }
        self.init(
            kept: kept, seconds: try json.count("for"), from: try json.required("from"),
            // A word that is not known here: they read something.
            staffRead: (try json.string("staff_see") ?? "nothing") != "nothing")
    }
}

extension JSONWriter {
    mutating func request(_ request: HistoryRequest) {
        field("type", "history")
        field("before", ifPresent: request.before)
        field("limit", request.limit)
    }

    mutating func page(_ page: HistoryPage) {
        field("type", "lines")
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
    /// Bytes of it as JSON.
    fileprivate var length: Int {
        var writer = JSONWriter()
        writer.messageFields(self)
        return writer.count + 1  // the opening brace
    }
}
