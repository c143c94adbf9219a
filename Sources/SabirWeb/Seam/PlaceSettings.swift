import SabirCore

/// The settings that a person makes when setting up a place in a browser; everything else has its default. The JSON is
/// that of `/api/setup` in docs/openapi.yaml. Bounds are checked by the configuration.
package struct PlaceSettings: Codable, Sendable, Hashable {
    package struct Room: Codable, Sendable, Hashable {
        /// Where a room's messages are kept.
        package enum Keeping: String, Codable, Sendable {
            /// Messages are shown and not kept.
            case nothing
            /// Messages are kept in memory for reconnecting members, until the computer stops.
            case memory
            /// Messages are kept on disk and survive a restart.
            case disk
        }

        /// The room's UUID, by which guests know it whatever its name; nil for a new room.
        package var id: String?
        package var name: String
        package var topic = ""
        package var kept = Keeping.memory
        /// How many hours messages are kept; ignored if they are not kept.
        package var hours = 12
        /// How many earlier lines newcomers see.
        package var newcomers = 0
    }

    package struct Wifi: Codable, Sendable, Hashable {
        package var name: String
        /// The wifi's password; nil for an open network.
        package var password: String?
    }

    /// The place's name as people see it.
    package var name: String
    /// The languages of staff, in BCP 47.
    package var languages: [String] = []
    /// Who is responsible for the place; shown to everyone before they enter.
    package var responsible = ""
    package var rooms: [Room] = []
    package var wifi: Wifi?
    /// The PIN that all of staff share. Nil if there is none, or it stays unchanged, as the page is never sent the PIN.
    package var pin: String?
}

extension PlaceSettings {
    /// Everything but the name has its default.
    package init(named name: String) { self.init(name: name) }
}

extension PlaceSettings.Room {
    /// A new room; everything but the name has its default.
    package init(named name: String) { self.init(name: name) }
}

extension PlaceSettings.Wifi {
    package init(_ network: WifiNetwork) { self.init(name: network.name, password: network.password) }
}

/// Why settings were refused.
package struct PlaceFault: Error, Sendable, Hashable {
    /// A code for the page: `name`, `languages`, `responsible`, `rooms`, `wifi`, `pin`; `file` if the file cannot be
    /// written; `backup` and `words` when restoring a backup; `taken` while another device sets the place up;
    /// `locked` if the settings are not made here.
    package let field: String
    /// A plain sentence for people.
    package let text: String

    package init(_ field: String, _ text: String) {
        self.field = field
        self.text = text
    }
}
