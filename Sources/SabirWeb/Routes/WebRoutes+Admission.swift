import Hummingbird
import SabirProtocol

/// Coming into a room with a password: the password over HTTPS, a code from staff over plain HTTP, where everybody on
/// the wifi could read a password along.
extension WebRoutes {
    /// What a visitor shows to be let in.
    struct DoorKey: Sendable {
        let password: String?
        let code: String?
    }

    /// Refuses who may not come in. Whoever is in already, or was let in before, and staff, need nothing.
    func admit(_ room: any WebRoom, _ key: VisitorList.Key, by door: DoorKey, _ context: WebContext) async throws {
        guard await room.facts.hasPassword else { return }
        guard await vouchedLogin(context) == nil, await !isKnown(key, context) else { return }
        if let code = door.code {
            try await refusing { () throws(WireFault) in
                try await parts.admissions.use(code, for: room.id, from: context.address, now: .now)
            }
        } else {
            try await check(door.password, room, key, context)
        }
        await parts.admissions.admit(key, now: .now)
    }

    func isKnown(_ key: VisitorList.Key, _ context: WebContext) async -> Bool {
        if await parts.visitors.visit(key) != nil { return true }
        if await parts.admissions.isAdmitted(key, now: .now) { return true }
        // Who sits at a tablet's second side comes in with the first.
        guard key.face == .b, let first = context.devices[.a] else { return false }
        return await parts.visitors.visit(VisitorList.Key(device: first, room: key.room, face: .a)) != nil
    }

    private func check(
        _ password: String?, _ room: any WebRoom, _ key: VisitorList.Key, _ context: WebContext
    ) async throws {
        guard context.isSecure else {
            let elsewhere = parts.ownPort.value
            let way = elsewhere > 0 ? "open it by https:// on port \(elsewhere), or ask" : "ask"
            throw WebRefusal(
                WireFault(
                    .authRequired, "This page takes no password, as it is not HTTPS: \(way) staff for a join code."))
        }
        guard let password else {
            throw WebRefusal(WireFault(.authRequired, "This room has a password, or takes a join code from staff."))
        }
        let device = key.device.secret(room: key.room, face: key.face)
        try await refusing { () throws(WireFault) in
            try await room.admit(password, from: context.address, device: device)
        }
    }

    private struct CodeJSON: Encodable {
        let code: String
        /// For which it opens the room.
        let seconds: Int
    }

    /// A code for one visitor. Only staff get here.
    func joinCode(_ room: any WebRoom) async throws -> Response {
        guard await room.facts.hasPassword else {
            throw WebRefusal(
                status: .conflict, code: "open",
                text: "This room has no password: everybody may come in without a code.")
        }
        let code = await parts.admissions.code(for: room.id, now: .now)
        return Response(json: CodeJSON(code: code, seconds: Int(JoinCodes.lifetime.components.seconds)))
    }
}
