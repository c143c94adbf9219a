import Foundation
import SabirProtocol
import SabirRoom
import SabirTranslation

/// The answer of `/status`, which `sabir status` reads (docs/schema/status.schema.json). Contains no person's name, no
/// text, and no name of a private room.
package struct StatusJSON: Codable, Sendable {
    package struct Room: Codable, Sendable {
        package let name: String
        /// `open`, `locked` or `closed`.
        package let state: String
        /// False while the connection to the room's host on another node is lost.
        package let linked: Bool
        package let members: Int
        package let languages: [String: Int]
        /// How many calls for help nobody is answering yet.
        package let calls: Int
    }

    package struct Together: Codable, Sendable {
        package var rooms = 0
        package var members = 0
    }

    package struct Engine: Codable, Sendable {
        package let name: String
        package let state: String
        @OrNull package var reason: String?
        package let answered: Int
        package let failed: Int
        /// The engine's usual response time today, in milliseconds.
        @OrNull package var usual: Int?
        @OrNull package var slowest: Int?
    }

    package struct Disk: Codable, Sendable {
        @OrNull package var free: Int?
    }

    package struct Chosen: Codable, Sendable {
        package let lang: String
        package let times: Int
    }

    package let name: String
    /// When the node started, in seconds since 1970.
    package let started: Int
    package let rooms: [Room]
    package let privateRooms: Together
    /// How many visitors the page has.
    package let visitors: Int
    package let engines: [Engine]
    package let disk: Disk
    /// When the newest proved backup was made, in seconds since 1970; nil if there is none.
    @OrNull package var backup: Int?
    package let chosen: [Chosen]
    package let attention: [WebStaffNotice]
}

extension StatusJSON {
    /// - Parameters:
    ///   - engines: The engines by preference; empty if the node does not translate.
    ///   - chosen: The languages that people chose in the last week.
    ///   - free: Free bytes on the disk of the state folder; nil if unknown.
    ///   - backup: When the newest proved backup was made; nil if there is none.
    ///   - attention: The notices for staff, and those that only the machine's operator can resolve.
    package init(
        _ node: String, started: Date, rooms: [RoomFacts], visitors: Int, engines: [EngineReport],
        chosen: LanguageWeek, free: Int?, backup: Date?, attention: [WebStaffNotice]
    ) {
        name = node
        self.started = Int(started.timeIntervalSince1970)
        self.rooms = rooms.filter { !$0.isPrivate }.map(Room.init)
        privateRooms = rooms.filter(\.isPrivate).reduce(into: Together()) { sum, room in
            sum.rooms += 1
            sum.members += room.n
        }
        self.visitors = visitors
        self.engines = engines.map(Engine.init)
        disk = Disk(free: free)
        self.backup = backup.map { Int($0.timeIntervalSince1970) }
        self.chosen = chosen.languages.map { Chosen(lang: $0.language.description, times: $0.times) }
        self.attention = attention
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
