import Foundation
import Hummingbird
import SabirProtocol

/// Listing, adding and removing staff.
extension WebRoutes {
    var staffPeopleRoutes: [Route] {
        [
            .get("/api/staff/people", people), .post("/api/staff/people", addPerson),
            .post("/api/staff/people/pin", setPIN), .post("/api/staff/people/remove", removePerson),
        ]
    }

    /// Lists the staff; only for staff.
    @Sendable private func people(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let login = await staffLogin(context) else { throw WebRefusal.notStaff }
        let (people, counts) = try await parts.staff.persons(now: .now)
        return Response(
            json: StaffPeopleJSON(
                people: people.map { StaffPersonJSON($0, logins: $0.stamp.flatMap { counts[$0] } ?? 0) },
                you: StaffYouJSON(login), shared: await parts.staff.isShared, sharedLogins: counts[nil] ?? 0,
                setup: parts.setup != nil),
            to: request)
    }

    private struct NewPerson: Decodable {
        let name: String
        let pin: String
        let manages: Bool?
        let interpreter: Bool?
    }

    @Sendable private func addPerson(_ request: Request, _ context: WebContext) async throws -> Response {
        let (who, book) = try await manager(context)
        let asked = try await request.json(NewPerson.self)
        try await book.add(
            asked.name, pin: asked.pin, manages: asked.manages ?? false, isInterpreter: asked.interpreter ?? false,
            by: who)
        return try await followChange()
    }

    private struct NewPIN: Decodable {
        let name: String
        let pin: String
    }

    /// Changes a person's PIN. Every login by the old PIN ends, also that of the requester.
    @Sendable private func setPIN(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let login = await vouchedLogin(context) else { throw WebRefusal.notStaff }
        let asked = try await request.json(NewPIN.self)
        let isOwn = login.name == asked.name
        let (who, book) = isOwn ? (login.auditName(at: context.address), try book()) : try await manager(context)
        try await book.setPIN(of: asked.name, to: asked.pin, by: who)
        return try await followChange()
    }

    private struct Gone: Decodable { let name: String }

    /// Removes a person. Their logins, and their staff roles in rooms, end before the answer is sent.
    @Sendable private func removePerson(_ request: Request, _ context: WebContext) async throws -> Response {
        let (who, book) = try await manager(context)
        let asked = try await request.json(Gone.self)
        try await book.remove(asked.name, leavesAWayIn: await parts.staff.isShared, by: who)
        return try await followChange()
    }

    // MARK: Who may

    private func manager(_ context: WebContext) async throws -> (who: String, any WebStaffBook) {
        guard let login = await staffLogin(context) else { throw WebRefusal.notStaff }
        guard login.manages else {
            throw WebRefusal(
                status: .forbidden, code: "not-manager",
                text: "Only who looks after staff, or is logged in by the shared PIN, may do this.")
        }
        return (login.auditName(at: context.address), try book())
    }

    private func book() throws(WebRefusal) -> any WebStaffBook {
        guard let book = parts.services.staffBook else { throw .notFound("This node keeps no list of staff.") }
        return book
    }

    /// Ends the logins that a change of the list ended, with their roles in rooms.
    private func followChange() async throws -> Response {
        _ = try await parts.staff.persons(now: .now)
        await parts.endStaff()
        return .done
    }
}

/// The list of staff.
struct StaffPeopleJSON: Encodable, Sendable {
    let people: [StaffPersonJSON]
    let you: StaffYouJSON
    /// Whether there is a shared PIN, perhaps beside PINs of persons.
    let shared: Bool
    /// How many devices are logged in by the shared PIN.
    let sharedLogins: Int
    /// Whether the place's settings are shown at `/setup`.
    let setup: Bool

    private enum CodingKeys: String, CodingKey {
        case people, you, shared, setup
        case sharedLogins = "shared_logins"
    }
}

struct StaffPersonJSON: Encodable, Sendable {
    let name: String
    let manages: Bool
    /// Whether the person is an interpreter, who confirms translations and is not staff.
    let interpreter: Bool
    /// Whether the person has a PIN for the page.
    let pin: Bool
    /// Whether the person has a key for the terminal.
    let key: Bool
    /// When the person was added, in milliseconds since 1970.
    let since: Int
    @OrNull var by: String?
    /// How many devices are logged in by the person's PIN.
    let logins: Int

    init(_ person: WebStaffPerson, logins: Int) {
        (name, manages, pin, key) = (person.name, person.manages, person.stamp != nil, person.hasKey)
        interpreter = person.isInterpreter
        since = Int(person.since.timeIntervalSince1970 * 1_000)
        by = person.by
        self.logins = logins
    }
}
