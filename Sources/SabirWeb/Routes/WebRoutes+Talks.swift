import Hummingbird
import NIOCore
import SabirFeed
import SabirProtocol
import SabirRoom

/// Private talks: staff invite a visitor who called for help, or wrote to them, into a separate room.
extension WebRoutes {
    var talkInvitationRoutes: [Route] { [.post("/api/staff/rooms/:room/talks", invite)] }

    private struct Wanted: Decodable {
        let member: String
        /// The time of the line to staff that is answered; left out for a call for help.
        let report: Int?
    }

    private static let noCall = WebRefusal.notFound("There is no call for help of this member any more.")

    /// The name of the visitor who called or wrote, and when.
    private func asked(_ wanted: Wanted, _ asker: PrivateTalks.Asker, in room: any WebRoom) async throws -> (
        name: String, ts: Int
    ) {
        if let ts = wanted.report {
            guard let line = await room.lineToStaff(of: asker.member, at: ts) else { throw WebRefusal.noReport }
            return (line.reporter.name, ts)
        }
        guard let call = await room.help(of: asker.member), call.state != .done else { throw Self.noCall }
        return (call.caller.name, call.ts)
    }

    /// Invites a caller: makes a room that only the caller and staff may enter, tells the caller's page, and answers
    /// the call. A second request, also from another desk, gets the same room.
    @Sendable private func invite(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await staffRoom(in: context)
        let wanted = try await request.json(Wanted.self)
        let asker = PrivateTalks.Asker(room: room.id, member: MemberID(rawValue: wanted.member))
        let (name, ts) = try await asked(wanted, asker, in: room)
        guard let key = await parts.visitors.key(of: asker.member, in: room.id), key.face == .a else {
            throw WebRefusal(
                status: .conflict, code: "not-on-page",
                text: "Whoever called is not at a page of this node, so no invitation can be shown there. "
                    + "Make a private room for one visit, and give them its code or address.")
        }
        switch await parts.talks.begin(asker, ts: ts) {
        case .known(let invitation): return Response(json: invitation.told)
        case .busy:
            throw WebRefusal(status: .conflict, code: "busy", text: "Another of staff is inviting them just now.")
        case .free: break
        }
        let talk: any WebRoom
        do {
            talk = try await parts.services.openRoom(name: nil, topic: "", isPrivate: true)
        } catch {
            await parts.talks.finish(asker)
            throw error
        }
        let invitation = PrivateTalks.Invitation(
            room: talk.id, roomName: await talk.facts.info.name, asker: asker, name: name, ts: ts, key: key)
        await parts.talks.finish(asker, invitation)
        // If the call has ended meanwhile, the invitation ends too.
        if wanted.report != nil {
            try? await room.answerReport(of: asker.member, at: ts, .seen, by: auditName(context))
        } else {
            try? await room.answerHelp(
                of: asker.member, .coming, by: auditName(context), named: staffLogin(context)?.name)
        }
        await parts.tell(invitation.told, to: asker)
        await parts.tellStaff(of: asker)
        return Response(json: invitation.told)
    }

    // MARK: The invited

    /// Refuses visitors other than the invited one in a private talk; staff may enter.
    func checkInvited(_ room: any WebRoom, _ key: VisitorList.Key, _ context: WebContext) async throws {
        guard await !isStaff(context), let fault = await uninvited(room, key) else { return }
        throw fault
    }

    /// Why this device may not enter; nil if it may.
    func uninvited(_ room: any WebRoom, _ key: VisitorList.Key?) async -> WireFault? {
        guard await parts.talks.invitation(to: room.id) != nil else { return nil }
        await parts.sweepTalks()
        if let known = await parts.talks.invitation(to: room.id), known.state != .over, let key,
            key.device == known.key.device, key.face == known.key.face
        {
            return nil
        }
        return WireFault(.locked, "This room is for one visitor alone.", fatal: true)
    }

    /// Ends the call of an invited visitor who has entered.
    func entered(_ room: any WebRoom, _ key: VisitorList.Key) async {
        guard let invitation = await parts.talks.invitation(to: room.id), invitation.key.device == key.device,
            await parts.talks.markEntered(room.id)
        else { return }
        let origin = await parts.services.rooms().first { $0.id == invitation.asker.room }
        let member = invitation.asker.member
        try? await origin?.answerHelp(of: member, .done, by: member.rawValue, named: nil)
        try? await origin?.answerReport(of: member, at: invitation.ts, .done, by: member.rawValue)
        await parts.tellStaff(of: invitation.asker)
    }

    /// Path and name of the room that the invited visitor came from.
    func origin(of room: any WebRoom, _ context: WebContext) async -> [String: String]? {
        guard let invitation = await parts.talks.invitation(to: room.id), let device = context.devices[.a],
            device == invitation.key.device,
            let origin = await parts.services.rooms().first(where: { $0.id == invitation.asker.room })
        else { return nil }
        let json = parts.json(of: await origin.facts)
        return ["path": json.path, "name": json.name]
    }

    // MARK: Staff

    /// The calls as desks see them, with fields that only desks get.
    func atDesk(_ calls: [HelpCall], in room: String) async -> [HelpJSON] {
        var told: [HelpJSON] = []
        for call in calls {
            let room = call.room?.id ?? room
            let key = await parts.visitors.key(of: call.caller.id, in: room)
            let talk = await parts.talks.invitation(on: call, in: room)
            told.append(HelpJSON(call, talk, isOnPage: key?.face == .a))
        }
        return told
    }

    /// The reports as desks see them: with whether the writer can be answered.
    func atDesk(_ reports: [KeptReport], in room: String) async -> [ReportJSON] {
        var told: [ReportJSON] = []
        for kept in reports {
            var json = ReportJSON(kept)
            let report = kept.report
            if report.isLineToStaff {
                let asker = PrivateTalks.Asker(room: report.room?.id ?? room, member: report.reporter.id)
                json.page = await parts.visitors.key(of: asker.member, in: asker.room) != nil
                json.talk = await parts.talks.invitation(of: asker, ts: report.ts)?.told
            }
            told.append(json)
        }
        return told
    }
}

extension WebParts {
    /// Called once a second. Ends invitations whose call or room is gone, and closes talks that nobody entered.
    func sweepTalks() async {
        for ended in await talks.sweep(services) {
            await tell(nil, to: ended.asker)
            let room = await services.rooms().first { $0.id == ended.room }
            if await room?.facts.n == 0 { await services.closeRoom(ended.room, by: "node") }
            await help.wake()
        }
    }

    /// Tells the invited visitor of a talk, on each of its open pages; nil if it has ended.
    func tell(_ talk: TalkTold?, to asker: PrivateTalks.Asker) async {
        await feeds.feed(ofRoom: asker.room)?.tell(ByteBuffer(event: "invited", ["talk": talk]), to: asker.member)
    }

    /// Tells desks, and staff in rooms, how far a private talk is.
    func tellStaff(of asker: PrivateTalks.Asker) async {
        await help.wake()
        guard let room = await services.rooms().first(where: { $0.id == asker.room }),
            let call = await room.facts.helpForStaff.first(where: { $0.caller.id == asker.member }),
            let talk = await talks.invitation(on: call, in: room.id)
        else { return }
        let elsewhere = call.told(in: await room.facts.info)
        for (key, member) in await visitors.staff where member != asker.member || key.room != room.id {
            let told = HelpJSON(key.room == room.id ? call : elsewhere, talk)
            await feeds.feed(ofRoom: key.room)?.tell(ByteBuffer(event: "help", told), to: member)
        }
    }
}
