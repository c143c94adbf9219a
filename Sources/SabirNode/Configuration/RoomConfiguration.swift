import Foundation
import SabirWire

/// `[[room]]`: one room that this node hosts.
package struct RoomConfiguration: Sendable, Equatable {
    /// Cleaned, 1 to 63 bytes.
    package var name: String
    /// Cleaned, at most 200 Unicode scalars.
    package var topic = ""
    /// What guests remember the room by; nil where the node is to make one and keep it.
    package var id: UUID?
    /// 1 to 10,000.
    package var maxMembers = 1_000
    /// Messages kept in memory for those who come back, 0 to 10,000.
    package var keepMessages = 1_000
    /// Lines of the room that its kiosk screen shows to everyone who passes: 0 to 50.
    package var kioskLines = 0
    /// How an interpreter is reached, shown to whoever calls for one. Cleaned, at most 200 Unicode scalars.
    package var contact = ""

    /// A room with the defaults. `name` is taken as it is.
    package init(name: String) {
        self.name = name
    }
}

extension RoomConfiguration: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .value("name", \.name, .name, required: true),
            .value("topic", \.topic, .topic),
            .optional("id", \.id, .uuid),
            .value("max_members", \.maxMembers, .whole(1...10_000)),
            .value("keep_messages", \.keepMessages, .whole(0...10_000)),
            .value("kiosk_lines", \.kioskLines, .whole(0...50)),
            .value("contact", \.contact, .topic),
        ]
    }

    /// Names that differ only in letter case or composition would be one room to the people who type them.
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
