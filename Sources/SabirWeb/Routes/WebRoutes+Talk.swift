import Hummingbird
import SabirProtocol

/// What visitors do in a room: say, check and ask about messages.
extension WebRoutes {
    var talkRoutes: [Route] {
        [
            .post("/api/rooms/:room/messages", say), .post("/api/rooms/:room/check", check),
            .post("/api/rooms/:room/unclear", reportUnclear),
            .post("/api/rooms/:room/language", language),
        ]
    }

    private struct Said: VisitorBody {
        let id: String
        /// The message's text; may be left out of a retraction.
        let text: String?
        let lang: String?
        let reply: String?
        let corrects: String?
        let retracts: String?
        /// The line that this message confirms: `text` is its translation into `lang`.
        let confirms: String?
        let face: TabletSide?

        func revision() throws(WebRefusal) -> Revision? {
            switch (corrects, retracts, confirms) {
            case (nil, nil, nil): return nil
            case (let id?, nil, nil): return .corrects(try Field.messageID(id))
            case (nil, let id?, nil): return .retracts(try Field.messageID(id))
            case (nil, nil, let id?):
                let id = try Field.messageID(id)
                return .confirms(id, of: id)
            default:
                throw .badRequest("A message corrects a line, takes one back or confirms one: one of them.")
            }
        }

        func draft() throws -> Draft {
            let (id, revision) = (try Field.messageID(id), try revision())
            guard revision?.isRetraction != true else { return Draft(id: id, text: "", revision: revision) }
            guard let text else { throw WebRefusal.badRequest("The field \"text\" is missing.") }
            return Draft(
                id: id, text: try WireText.message(text), lang: try lang.map(Field.language),
                reply: try reply.map(Field.messageID), revision: revision)
        }
    }

    @Sendable private func say(_ request: Request, _ context: WebContext) async throws -> Response {
        let (room, said, visit) = try await visit(request, context, reading: Said.self)
        let draft = try said.draft()
        do throws(WireFault) {
            let receipt = try await room.say(draft, from: visit.entry.seat)
            return Response(json: ReceiptJSON(id: receipt.id.description, seq: receipt.seq, ts: receipt.ts))
        } catch  where error.code == .held {
            return Response(json: ReceiptJSON(id: said.id, held: true), status: .accepted)
        } catch  where error.code == .badPacket && draft.revision != nil {
            // The request is valid, but the line is gone, somebody else's, or can no longer be changed.
            var refusal = WebRefusal(error)
            refusal.status = .conflict
            throw refusal
        } catch {
            throw error
        }
    }

    private struct Checked: VisitorBody {
        let text: String
        let lang: String
        let face: TabletSide?
    }

    @Sendable private func check(_ request: Request, _ context: WebContext) async throws -> Response {
        let (room, draft, visit) = try await visit(request, context, reading: Checked.self)
        let (text, lang) = (try WireText.message(draft.text), try Field.language(draft.lang))
        try await meter(context)
        let isStaffs = await login(at: draft.face ?? .a, context) != nil
        let present = await room.facts.langs
        let isTranslated = try await room.allowCheck(of: text, from: visit.entry.seat)
        let check =
            isTranslated
            ? await parts.services.check(text, in: lang, for: present, room: room.id, isStaffs: isStaffs)
            : WebDraftCheck(unread: .untranslated(.overBudget), in: lang, for: present)
        let answer = DraftCheckJSON(check, of: lang, for: present, by: parts.services.outcomeWording)
        return Response(json: answer, to: request)
    }

    /// The language that a draft seems to be in, requested while it is typed; null if that is uncertain, or is the
    /// declared one.
    @Sendable private func language(_ request: Request, _ context: WebContext) async throws -> Response {
        let draft = try await visit(request, context, reading: Checked.self).body
        let (text, lang) = (try WireText.message(draft.text), try Field.language(draft.lang))
        try await meter(context)
        let seeming = await parts.services.seemingLanguage(of: text, declared: lang)
        return Response(json: ["language": seeming.map(NamedLanguageJSON.init)], to: request)
    }

    private struct About: VisitorBody {
        let id: String
        let face: TabletSide?
    }

    @Sendable private func reportUnclear(_ request: Request, _ context: WebContext) async throws -> Response {
        let (room, about, visit) = try await visit(request, context, reading: About.self)
        let id = try Field.messageID(about.id)
        try await meter(context)
        try await ask(.unclear(id), in: room, visit)
        return .done
    }

    /// Sends a question about a message to the room. The room's answers to the visitor go to each of its streams.
    @discardableResult
    func ask(
        _ packet: MemberPacket, in room: any WebRoom, _ visit: VisitorList.Visit
    ) async throws -> [HostPacket] {
        let answers = await room.receive(packet, from: visit.entry.seat)
        try await refusing(missing: "There is no such message.") {
            for case .error(let fault) in answers { throw fault }
        }
        let feed = await parts.feeds.feeds.feed(ofRoom: room.id)
        for answer in answers { await feed?.apply(.one(visit.entry.seat, answer)) }
        return answers
    }
}
