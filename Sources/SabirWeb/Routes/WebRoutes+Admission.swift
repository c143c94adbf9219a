import Hummingbird
import SabirProtocol

/// Entering a room with a password: with the password over HTTPS, or with a code from staff. Over plain HTTP, anybody
/// on the wifi could overhear a password.
extension WebRoutes {
    /// Refuses a visitor who may not enter. Visitors who are in, or were let in before, and staff need neither password
    /// nor code.
    func admit(
        _ room: any WebRoom, _ key: VisitorList.Key, password: String?, code: String?, _ context: WebContext
    ) async throws {
        guard await room.facts.hasPassword else { return }
        guard await vouchedLogin(context) == nil, await !isKnown(key, context) else { return }
        if let code {
            try await parts.admissions.use(code, for: room.id, from: context.address, now: .now)
        } else {
            try await check(password, room, key, context)
        }
        await parts.admissions.admit(key, now: .now)
    }

    func isKnown(_ key: VisitorList.Key, _ context: WebContext) async -> Bool {
        if await parts.visitors.visit(key) != nil { return true }
        if await parts.admissions.isAdmitted(key, now: .now) { return true }
        // The person at a tablet's second side enters with the first side.
        guard key.face == .b, let first = context.devices[.a] else { return false }
        return await parts.visitors.visit(VisitorList.Key(device: first, room: key.room, face: .a)) != nil
    }

    private func check(
        _ password: String?, _ room: any WebRoom, _ key: VisitorList.Key, _ context: WebContext
    ) async throws {
        guard context.isSecure else {
            let elsewhere = parts.ownPort.value
            let way = elsewhere > 0 ? "open it by https:// on port \(elsewhere), or ask" : "ask"
            throw WireFault(
                .authRequired, "This page takes no password, as it is not HTTPS: \(way) staff for a join code.")
        }
        guard let password else {
            throw WireFault(.authRequired, "This room has a password, or takes a join code from staff.")
        }
        let device = key.device.secret(room: key.room, face: key.face)
        try await room.admit(password, from: context.address, device: device)
    }

    private struct CodeJSON: Encodable {
        let code: String
        /// How many seconds the code is valid.
        let seconds: Int
    }

    /// Makes a join code for one visitor; the caller has checked that staff ask.
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
