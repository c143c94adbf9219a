import Hummingbird
import SabirWire

/// What visitors do in a room.
extension WebRoutes {
    var talkRoutes: [Route] {
        [
            .post("/api/rooms/:room/messages", say), .post("/api/rooms/:room/check", check),
            .post("/api/rooms/:room/unclear", unclear),
            .post("/api/rooms/:room/report", report),
        ]
    }

    private struct Said: Decodable {
        let id: String
        let text: String
        let lang: String?
        let reply: String?
        let face: Face?
    }

    @Sendable private func say(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let said = try await request.json(Said.self, in: context, atMost: parts.settings.limits.body)
        let visit = try await visit(room, said.face ?? .a, context)
        let draft = Draft(
            id: try Field.messageID(said.id), text: try Field.message(said.text),
            lang: try said.lang.map { text throws(WebRefusal) in try Field.language(text) },
            reply: try said.reply.map { text throws(WebRefusal) in try Field.messageID(text) })
        do throws(WireFault) {
            let receipt = try await room.say(draft, from: visit.seat)
            return Response(json: ReceiptJSON(id: receipt.id.description, seq: receipt.seq, ts: receipt.ts))
        } catch  where error.code == .held {
            return Response(json: HeldJSON(id: said.id, held: true), status: .accepted)
        } catch {
            throw WebRefusal(error)
        }
    }

    private struct Checked: Decodable {
        let text: String
        let lang: String
        let face: Face?
    }

    @Sendable private func check(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let draft = try await request.json(Checked.self, in: context, atMost: parts.settings.limits.body)
        let visit = try await visit(room, draft.face ?? .a, context)
        let (text, lang) = (try Field.message(draft.text), try Field.language(draft.lang))
        try await meter(context)
        let present = await room.facts.langs
        let isTranslated = try await refusing { () throws(WireFault) in
            try await room.mayCheck(text, from: visit.seat)
        }
        let check =
            isTranslated
            ? await parts.house.check(text, in: lang, for: present, room: room.id)
            : WebDraftCheck(unread: parts.house.overBudget(for: lang), in: lang, for: present)
        return Response(json: DraftCheckJSON(check), to: request)
    }

    private struct About: Decodable {
        let id: String
        let face: Face?
    }

    @Sendable private func unclear(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let about = try await request.json(About.self, in: context, atMost: parts.settings.limits.body)
        let visit = try await visit(room, about.face ?? .a, context)
        let id = try Field.messageID(about.id)
        try await meter(context)
        try await refusing(missing: "There is no such message.") { () throws(WireFault) in
            try await room.unclear(id, from: visit.seat)
        }
        return .done
    }
}
