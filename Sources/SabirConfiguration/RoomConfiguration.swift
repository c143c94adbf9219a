import Foundation
import SabirSecurity
import SabirProtocol

/// `[[room]]`: one room that this node hosts.
package struct RoomConfiguration: Sendable, Equatable {
    /// Cleaned, 1 to 63 bytes.
    package var name: String
    /// Cleaned, at most 200 Unicode scalars.
    package var topic = ""
    /// The id by which guests remember the room; nil to generate and store one.
    package var id: UUID?
    /// 1 to 10,000.
    var maxMembers = 1_000
    /// Members from one address: 1 to 10,000; nil for three quarters of `maxMembers`, and at most 250.
    package var maxMembersPerAddress: Int?
    /// Who numbers and stores the room's lines.
    package enum Log: String, Sendable, CaseIterable {
        /// This node.
        case node
        /// A stream in the cluster, shared by any number of nodes.
        case nats
    }

    package var log = Log.node
    /// Where lines are kept.
    package var history = HistoryTerms.Place.memory
    /// For how many seconds lines are kept; nil for ever, while there is space.
    package var keepFor: Int? = 12 * 3_600
    /// The number of newest lines kept; nil for 1,000 in memory and for all on disk. At most 10,000 in memory.
    package var keepMessages: Int?
    /// The most earlier lines that newcomers see; `Int.max` for all.
    package var newcomersSee = 0
    /// What staff see of the room on their page without joining.
    package enum StaffView: String, Sendable, CaseIterable {
        case nothing
        case conversation
    }

    package var staffSee = StaffView.nothing
    /// Seconds in which an author may correct or retract a message: up to a day; 0 forbids both.
    package var takeBack = 15 * 60
    /// Whether staff may confirm translations, as interpreters always may.
    package var staffConfirm = false
    /// Lines that the room's kiosk screen shows to every passer-by: 0 to 50.
    package var kioskLines = 0
    /// How to reach an interpreter, shown to whoever calls for one. Cleaned, at most 200 Unicode scalars.
    package var contact = ""
    /// Network interfaces on which the room is announced and entered; empty for all.
    package var interfaces: [String] = []
    /// Whether the room is announced, and listed to those who ask this node for rooms.
    package var announce = true
    /// The password that everybody needs to enter; nil for an open room.
    package var password: RoomPassword?

    package var passwordFile: String?
    var passwordVariable: String?

    /// A room with default settings. `name` is not cleaned.
    package init(name: String) {
        self.name = name
    }
}

extension RoomConfiguration: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .value("name", \.name, .name),
            .value("topic", \.topic, .topic, isLive: true),
            .optional("id", \.id, .uuid),
            .value("max_members", \.maxMembers, .whole(1...10_000), isLive: true),
            .optional("max_members_per_address", \.maxMembersPerAddress, .whole(1...10_000), isLive: true),
            .value("log", \.log, .word),
            .value("history", \.history, .word),
            .value("keep_for", \.keepFor, .keepTime(from: "1m", to: "36500d", orElse: "forever"), isLive: true),
            .optional("keep_messages", \.keepMessages, .whole(0...100_000_000), isLive: true),
            .value("newcomers_see", \.newcomersSee, .newcomerLines, isLive: true),
            .value("staff_see", \.staffSee, .word),
            .value("take_back", \.takeBack, .takeBackSeconds, isLive: true),
            .value("staff_confirm", \.staffConfirm, .flag, isLive: true),
            .value("kiosk_lines", \.kioskLines, .whole(0...50), isLive: true),
            .value("contact", \.contact, .topic, isLive: true),
            .list("interfaces", \.interfaces, .interface, count: 0...64),
            .value("announce", \.announce, .flag),
            .optional("password_file", \.passwordFile, .path),
            .optional("password_env", \.passwordVariable, .variable),
        ]
    }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        checkPassword(at: path, in: &reader)
        if log == .nats, id == nil {
            reader.report(
                "log = \"nats\" needs an \"id\", the same at every node of the room (cat /proc/sys/kernel/random/uuid makes one)",
                at: path / "log")
        }
        if log == .nats, history == .off {
            reader.report("a stream keeps its lines; leave \"history\" out where log = \"nats\"", at: path / "history")
        }
        if log == .nats, staffSee != .nothing {
            reader.report(
                "staff do not read along in a room of several nodes; leave \"staff_see\" out where log = \"nats\"",
                at: path / "staff_see")
        }
        guard let keepMessages, history != .disk, keepMessages > Self.mostInMemory else { return }
        reader.report(
            "\(keepMessages) cannot stand here; allowed: a whole number from 0 to \(grouped(Self.mostInMemory)), and "
                + "more with history = \"disk\"", at: path / "keep_messages")
    }

    static let mostInMemory = 10_000
    /// Lines kept in memory by default.
    package static let usualInMemory = 1_000

    /// The settings for a room that staff open: in memory only, so that nothing of it stays on disk.
    package var inMemory: RoomConfiguration {
        guard history == .disk else { return self }
        var room = self
        room.history = .memory
        room.keepMessages = keepMessages.map { min($0, Self.mostInMemory) }
        return room
    }

    /// Reports rooms whose names differ only in letter case or composition, which people could not tell apart when
    /// typing.
    static func checkForDoubles(
        _ rooms: [RoomConfiguration], at path: ConfigurationPath, in reader: inout ConfigurationReader
    ) {
        var names: [String: Int] = [:]
        var ids: [UUID: Int] = [:]
        for (index, room) in rooms.enumerated() {
            let place = path / index
            if !room.name.isEmpty, let first = names.updateValue(index, forKey: room.foldedName) {
                reader.report(double("name", of: path / first, in: reader), at: place / "name")
            }
            if let id = room.id, let first = ids.updateValue(index, forKey: id) {
                reader.report(double("id", of: path / first, in: reader), at: place / "id")
            }
        }
    }

    var foldedName: String {
        name.precomposedStringWithCompatibilityMapping.lowercased()
    }

    private static func double(_ key: String, of first: ConfigurationPath, in reader: ConfigurationReader) -> String {
        let line = reader.lines.line(of: first / key).map { " on line \($0)" } ?? ""
        let rule = key == "name" ? "; letter case makes no difference" : ""
        return "a room with this \(key) stands already\(line); each room has its own\(rule)"
    }
}
