import SabirProtocol
import SabirRoom
import SabirTranslation

/// The answer of `/status`, as written by the node and read by `sabir status` (docs/schema/status.schema.json).
/// Contains no person's name, no text, and no name of a private room.
package struct StatusJSON: Codable, Sendable {
    package struct Room: Codable, Sendable {
        package var name: String
        /// `open`, `locked` or `closed`.
        package var state: String
        /// False while the connection to the room's host on another node is lost.
        package var linked: Bool
        package var members: Int
        package var languages: [String: Int]
        /// How many calls for help nobody is answering yet.
        package var calls: Int
    }

    package struct Together: Codable, Sendable {
        package var rooms = 0
        package var members = 0
    }

    package struct Engine: Codable, Sendable {
        package var name: String
        package var state: String
        @OrNull package var reason: String?
        package var answered: Int
        package var failed: Int
        /// The engine's usual response time today, in milliseconds.
        @OrNull package var usual: Int?
        @OrNull package var slowest: Int?
    }

    package struct Disk: Codable, Sendable {
        @OrNull package var free: Int?
    }

    package struct Notice: Codable, Sendable {
        package var code: String
        package var text: String
    }

    package struct Chosen: Codable, Sendable {
        package var lang: String
        package var times: Int
    }

    package var name: String
    /// When the node started, in seconds since 1970.
    package var started: Int
    package var rooms: [Room]
    package var privateRooms: Together
    /// How many visitors the page has.
    package var visitors: Int
    package var engines: [Engine]
    package var disk: Disk
    /// When the newest proved backup was made, in seconds since 1970; nil if there is none.
    @OrNull package var backup: Int?
    package var chosen: [Chosen]
    package var attention: [Notice]
}

extension StatusJSON {
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
        attention = condition.attention.map { Notice(code: $0.code, text: $0.text) }
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
