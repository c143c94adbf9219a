import Hummingbird
import SabirFeed
import SabirProtocol

/// Translations that wait for confirmation. To confirm one, a member says a message (`WebRoutes.say`).
extension WebRoutes {
    var confirmingRoutes: [Route] { [.get("/api/rooms/:room/unconfirmed", unconfirmed)] }

    @Sendable private func unconfirmed(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let visit = try await visit(room, try face(request), context)
        let confirming = await room.facts.confirmedBy
        guard let role = visit.entry.info.role, confirming.contains(role) else {
            throw WebRefusal.forbidden("Only an interpreter confirms translations in this room.")
        }
        guard let tag = try request.query("lang") else {
            throw WebRefusal.badRequest("Say into which language: ?lang=es.")
        }
        let lang = try Field.language(tag)
        try await meter(context)
        let found = await parts.feeds.feed(of: room).feed
            .awaitingConfirmation(in: lang, from: visit.entry.firstVisibleSeq, of: visit.entry.epoch)
        let (reader, wording) = (visit.entry.info.lang, parts.services.outcomeWording)
        let lines = found.lines.compactMap { line in
            line.translations[lang].map {
                UnconfirmedJSON.Line(
                    line: LineJSON(line.message), translation: TranslationJSON($0, to: lang, for: reader, by: wording))
            }
        }
        return Response(
            json: UnconfirmedJSON(
                lang: lang.description, languages: found.languages.map(\.description), lines: lines), to: request)
    }
}

/// Lines whose translation into a language waits for confirmation.
struct UnconfirmedJSON: Encodable, Sendable {
    struct Line: Encodable, Sendable {
        let line: LineJSON
        let translation: TranslationJSON
    }

    let lang: String
    /// The languages read in the room; there is nothing to confirm in others.
    let languages: [String]
    /// The unconfirmed lines, oldest first.
    let lines: [Line]
}
