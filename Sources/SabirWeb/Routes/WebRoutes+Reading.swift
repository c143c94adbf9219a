import Hummingbird
import SabirTranslation
import SabirProtocol

/// The translation of one line into a language that its reader chooses; nobody else gets it.
extension WebRoutes {
    var readingRoutes: [Route] { [.get("/api/rooms/:room/lines/:line/translation", lineTranslation)] }

    @Sendable private func lineTranslation(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let visit = try await visit(room, try face(request), context)
        let id = try Field.messageID(context.parameters.get("line") ?? "")
        guard let seq = try request.number("seq", in: 1...(Int.max - 1)) else {
            throw WebRefusal.badRequest("Say which number the message has: ?seq=42.")
        }
        guard let to = try request.query("to") else {
            throw WebRefusal.badRequest("Say into which language: ?to=es.")
        }
        let (target, source) = (try Field.language(to), try request.query("from").map(Field.language))
        let isBack = try request.flag("back")
        try await meter(context)
        let line = try await line(id, seq, room, visit)
        let reading = try await reading(
            of: line, from: source ?? line.lang, to: target, andBack: isBack, room, visit)
        return Response(json: reading, to: request)
    }

    /// Finds a line by number, as far as this visitor may read. The id tells it from a line that had the same number in
    /// an earlier epoch.
    private func line(
        _ id: MessageID, _ seq: Int, _ room: any WebRoom, _ visit: VisitorList.Visit
    ) async throws -> Message {
        let page = try await room.lines(HistoryRequest(before: seq + 1, limit: 1), for: visit.entry.seat)
        // A confirmed translation consists of the words of another line, which this visitor may not be allowed to see.
        guard let line = page.messages.first(where: { $0.id == id && $0.seq == seq }), line.isTalk else {
            throw WebRefusal.notFound("There is no such message.")
        }
        return line
    }

    /// - Parameter from: The line's language; another one if its author's device declared a wrong one.
    private func reading(
        of line: Message, from: LanguageTag, to: LanguageTag, andBack isBack: Bool, _ room: any WebRoom,
        _ visit: VisitorList.Visit
    ) async throws -> ReadingJSON {
        let (reader, wording) = (visit.entry.info.lang, parts.services.outcomeWording)
        let there = try await translated(line, line.text, from: from, to: to, room, visit)
        var back: TranslationJSON?
        if isBack, let text = there.text, there.state != .same {
            back = TranslationJSON(
                try await translated(line, text, from: to, to: from, room, visit), to: from, for: reader,
                by: wording)
        }
        return ReadingJSON(
            id: line.id.description, seq: line.seq, from: from.description, worded: reader.description,
            translation: TranslationJSON(there, to: to, for: reader, by: wording), back: back)
    }

    /// Translates a line. Counts towards the same budget as older lines.
    private func translated(
        _ line: Message, _ text: String, from: LanguageTag, to: LanguageTag, _ room: any WebRoom,
        _ visit: VisitorList.Visit
    ) async throws -> TranslationOutcome {
        guard !to.reads(from) else { return .same(text) }
        let counted = Message(
            seq: line.seq, id: line.id, ts: line.ts, member: line.member, from: line.from, lang: from, text: text)
        let over = try await room.overBudget([counted], readBy: visit.entry.seat)
        guard over.isEmpty else { return .untranslated(.overBudget) }
        return await parts.services.translate(text, from: from, to: to, in: room.id)
    }
}

/// A line in the requested language.
struct ReadingJSON: Encodable, Sendable {
    let id: String
    let seq: Int
    /// The language that the line was translated from.
    let from: String
    /// The language of reason and warnings.
    let worded: String
    let translation: TranslationJSON
    @OrNull var back: TranslationJSON?
}
