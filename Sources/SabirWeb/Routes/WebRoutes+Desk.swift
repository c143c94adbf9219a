import Hummingbird
import SabirFeed
import SabirProtocol

/// The lines of a room for desks, as far as the room lets staff read them.
extension WebRoutes {
    var deskRoutes: [Route] {
        [.get("/api/staff/rooms/:room/events", deskEvents), .get("/api/staff/rooms/:room/lines", deskLines)]
    }

    /// A room, the first number that staff may read in it, and the desk's language.
    private struct Reading {
        let room: any WebRoom
        let first: Int
        let epoch: String
        let lang: LanguageTag
    }

    private func reading(_ request: Request, _ context: WebContext) async throws -> Reading {
        try await checkStaff(context)
        let room = try await room(in: context)
        let facts = await room.facts
        guard let first = await parts.services.staffReadStart(in: facts) else {
            throw WebRefusal.notReadAlong(isKeptHere: facts.terms.isKeptHere)
        }
        guard let lang = try request.query("lang").flatMap({ LanguageTag($0) }) else {
            throw WebRefusal.badRequest("Say in which language: ?lang=es.")
        }
        return Reading(room: room, first: first, epoch: facts.epoch, lang: lang)
    }

    /// Records in the audit who reads along. Called before a line is shown.
    private func note(_ reading: Reading, _ context: WebContext) async {
        guard let token = context.staffToken else { return }
        let (room, who) = (reading.room, await auditName(context))
        await parts.readings.note(token, reading: room.id, now: .now) { await room.noteReading(by: who) }
    }

    @Sendable private func deskEvents(_ request: Request, _ context: WebContext) async throws -> Response {
        let (reading, resume) = (try await reading(request, context), Self.resume(request))
        let feed = await parts.feeds.feed(of: reading.room)
        let channel = context.channel
        guard await feed.hasPlaceForDesk else { throw WebRefusal.tooManyDesks }
        await note(reading, context)
        return .stream { writer in
            let opened = await feed.openDesk(
                reading.lang, from: reading.first, of: reading.epoch, since: resume
            ) { channel.close(promise: nil) }
            guard let id = opened else { return }
            // The stream ends with the login, at the latest with the next heartbeat.
            try await Self.write(feed, id, to: &writer, over: channel) { await self.isStaff(context) }
        }
    }

    @Sendable private func deskLines(_ request: Request, _ context: WebContext) async throws -> Response {
        let reading = try await reading(request, context)
        let wanted = try Self.historyRequest(request)
        try await meter(context)
        await note(reading, context)
        let room = reading.room
        let page = try await room.lines(wanted, from: reading.first).fitting()
        var older = OlderLines(
            page, in: room.id, for: reading.lang, confirmations: await room.confirmations(of: page.messages))
        older.overBudget = Set(page.messages.map(\.seq).filter { room.isOverBudget($0) })
        return .events(of: older, epoch: await room.facts.epoch, by: parts.services, forStaff: true)
    }
}

extension WebRefusal {
    fileprivate static func notReadAlong(isKeptHere: Bool) -> WebRefusal {
        WebRefusal(
            status: .forbidden, code: "not-read-along",
            text: isKeptHere
                ? "Staff do not read along in this room (staff_see); go into the room to read what is written there."
                : "This room is kept elsewhere and not read along here; go into the room to read what is written.")
    }

    fileprivate static let tooManyDesks = WebRefusal(
        status: .conflict, code: "too-many-desks",
        text: "\(PageFeed.desksAtMost) pages of staff read this room along already; close one first.")
}
