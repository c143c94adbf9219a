import Crypto
import Foundation
import SabirConfiguration
import SabirProtocol
import SabirSecurity
import SabirWeb

/// Converts settings made in a browser to a configuration file, and back.
///
/// The file contains the SHA-256 of its content. If somebody has edited it by hand, it is theirs and the page leaves it
/// alone.
extension PlaceSettings {
    private static let sealed = "# As the page wrote it: "
    private static let mostRooms = 20

    /// - Parameter former: the PIN to keep if these settings have none.
    package func file(keeping former: String? = nil) throws(PlaceFault) -> String {
        try check(former)
        let text = text(pin: pin ?? former)
        return Self.sealed + Self.digest(text) + "\n" + text
    }

    /// Whether the page wrote the file and nobody has edited it since.
    package static func isOwn(_ file: String) -> Bool {
        guard file.hasPrefix(sealed), let end = file.firstIndex(of: "\n") else { return false }
        let seal = file[file.index(file.startIndex, offsetBy: sealed.count)..<end]
        return seal == digest(file[file.index(after: end)...])
    }

    /// Reads a file that the page wrote and nobody edited, without the PIN.
    package init(_ configuration: NodeConfiguration) {
        self.init(named: configuration.node.name)
        languages = configuration.web.languages.map(\.description)
        responsible = configuration.web.responsible
        rooms = configuration.rooms.map(Room.init)
        wifi = configuration.web.wifi.network.map(Wifi.init)
    }

    private static func digest(_ text: some StringProtocol) -> String {
        Digest.hexadecimal(SHA256.hash(data: Data(text.utf8)))
    }

    // MARK: What can be said better than of a line of the file

    private func check(_ former: String?) throws(PlaceFault) {
        guard !languages.isEmpty else {
            throw PlaceFault("languages", "Choose at least one language that staff speak.")
        }
        guard (1...Self.mostRooms).contains(rooms.count) else {
            throw PlaceFault("rooms", "A place has 1 to \(Self.mostRooms) rooms.")
        }
        if let pin, let why = StaffPIN.weakness(of: pin) {
            throw PlaceFault("pin", "The PIN \(why). Choose another one.")
        }
        guard pin ?? former != nil else { throw PlaceFault("pin", "Choose a PIN for staff.") }
        guard rooms.allSatisfy({ (1...876_000).contains($0.hours) && (0...1_000).contains($0.newcomers) }) else {
            throw PlaceFault(
                "rooms", "What is said is kept for 1 to 876,000 hours, and newcomers see 0 to 1,000 messages.")
        }
    }

    /// The page's field that a line of the file belongs to.
    package static func field(of problem: ConfigurationProblem) -> String {
        let fields = [("room", "rooms"), ("wifi", "wifi"), ("languages", "languages"), ("responsible", "responsible")]
        return (fields + [("pin", "pin")]).first { problem.key.contains($0.0) }?.1 ?? "name"
    }

    // MARK: Its lines

    private func text(pin: String?) -> String {
        var lines = [
            "# This place was set up in a browser (/setup), which changes the file as a whole. What is changed here by",
            "# hand holds, and the page leaves the file alone from then on. A file /etc/sabir/sabir.toml counts before",
            "# this one. Every setting there is, explained: /usr/share/doc/sabir/examples/sabir.toml", "",
            "[node]", "# What people see of this place.", "name = \(Self.quoted(name))",
        ]
        for room in rooms { lines += room.lines }
        lines += [
            "", "[web]", "# What staff speak: what newcomers can count on is judged by it.",
            "languages = [\(languages.map(Self.quoted).joined(separator: ", "))]",
            "# Who answers for this place, shown to everyone before they come in.",
            "responsible = \(Self.quoted(responsible))",
        ]
        if let pin { lines += ["# The PIN that all of staff share.", "staff_pin = \(Self.quoted(pin))"] }
        if let wifi {
            lines += ["", "[web.wifi]", "# For the code beside a room's.", "name = \(Self.quoted(wifi.name))"]
            if let password = wifi.password { lines.append("password = \(Self.quoted(password))") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A basic string of TOML 1.0.
    fileprivate static func quoted(_ text: String) -> String {
        let inside = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                "\\u" + String(repeating: "0", count: scalar.value < 16 ? 3 : 2) + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(inside.joined())\""
    }
}

extension PlaceSettings.Room {
    fileprivate init(_ room: RoomConfiguration) {
        self.init(named: room.name)
        id = room.id?.uuidString.lowercased()
        (topic, kept) = (room.topic, Keeping(room.history))
        hours = ((room.keepFor ?? 0) + 3_599) / 3_600
        newcomers = min(room.newcomersSee, 1_000)
    }

    fileprivate var lines: [String] {
        var lines = ["", "[[room]]", "name = \(PlaceSettings.quoted(name))"]
        if let id { lines += ["# What guests know it by, whatever its name.", "id = \(PlaceSettings.quoted(id))"] }
        if !topic.isEmpty {
            lines += ["# What it is for, shown to everyone in it.", "topic = \(PlaceSettings.quoted(topic))"]
        }
        switch kept {
        case .nothing: return lines + ["# What is said is shown and forgotten.", "history = \"off\""]
        case .memory: lines.append("# What is said is kept until the computer stops, and no longer than this.")
        case .disk: lines.append("# What is said is kept on this computer's disk, for this long.")
        }
        lines += ["history = \(PlaceSettings.quoted(kept.rawValue))", "keep_for = \"\(hours)h\""]
        let seen = newcomers == 0 ? "\"nothing\"" : String(newcomers)
        return lines + ["# How many messages from before newcomers see.", "newcomers_see = \(seen)"]
    }
}

extension PlaceSettings.Room.Keeping {
    fileprivate init(_ place: HistoryTerms.Place) {
        switch place {
        case .off: self = .nothing
        case .memory: self = .memory
        case .disk: self = .disk
        }
    }
}
