import SabirProtocol
import SabirRoom
import SabirTranslation

/// The answer of `/status`, for `sabir status` (docs/schema/status.schema.json). Contains no person's name, no text,
/// and no name of a private room.
struct StatusJSON: Encodable, Sendable {
    struct Room: Encodable, Sendable {
        let name: String
        /// `open`, `locked` or `closed`.
        let state: String
        /// False while the connection to the room's host on another node is lost.
        let linked: Bool
        let members: Int
        let languages: [String: Int]
        /// How many calls for help nobody is answering yet.
        let calls: Int
    }

    struct Together: Encodable, Sendable {
        var rooms = 0
        var members = 0
    }

    struct Engine: Encodable, Sendable {
        let name: String
        let state: String
        @OrNull var reason: String?
        let answered: Int
        let failed: Int
        /// The engine's usual response time today, in milliseconds.
        @OrNull var usual: Int?
        @OrNull var slowest: Int?
    }

    struct Disk: Encodable, Sendable {
        @OrNull var free: Int?
    }

    struct Chosen: Encodable, Sendable {
        let lang: String
        let times: Int
    }

    let name: String
    /// When the node started, in seconds since 1970.
    let started: Int
    let rooms: [Room]
    let privateRooms: Together
    /// How many visitors the page has.
    let visitors: Int
    let engines: [Engine]
    let disk: Disk
    /// When the newest proved backup was made, in seconds since 1970; nil if there is none.
    @OrNull var backup: Int?
    let chosen: [Chosen]
    let attention: [WebStaffNotice]

    init(
        _ node: String, _ condition: WebCondition, visitors: Int, rooms: [RoomFacts]
    ) {
        name = node
        started = Int(condition.started.timeIntervalSince1970)
        self.rooms = rooms.filter { !$0.isPrivate }.map(Room.init)
        privateRooms = rooms.filter(\.isPrivate).reduce(into: Together()) { sum, room in
            sum.rooms += 1
            sum.members += room.n
        }
        self.visitors = visitors
        engines = condition.engines.map(Engine.init)
        disk = Disk(free: condition.free)
        backup = condition.backup.map { Int($0.timeIntervalSince1970) }
        chosen = condition.chosen.languages.map { Chosen(lang: $0.language.description, times: $0.times) }
        attention = condition.attention
    }
}

extension StatusJSON.Room {
    init(_ facts: RoomFacts) {
        self.init(
            name: facts.info.name, state: facts.isClosed ? "closed" : facts.isLocked ? "locked" : "open",
            linked: facts.lostLink == nil, members: facts.n,
            languages: Dictionary(facts.langs.map { ($0.description, $1) }, uniquingKeysWith: +),
            calls: facts.help.count { $0.state == .open })
    }
}

extension StatusJSON.Engine {
    init(_ report: EngineReport) {
        let today = report.today
        self.init(
            name: report.name, state: report.state.rawValue, reason: report.reason, answered: today.answered,
            failed: today.failed, usual: today.usual, slowest: today.usual.map { _ in today.slowest })
    }
}
