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
        package var topic: String
        package var kept: Keeping
        /// How many hours messages are kept; ignored if they are not kept.
        package var hours: Int
        /// How many earlier lines newcomers see.
        package var newcomers: Int

        package init(
            id: String? = nil, name: String, topic: String = "", kept: Keeping = .memory, hours: Int = 12,
            newcomers: Int = 0
        ) {
            self.id = id
            self.name = name
            self.topic = topic
            self.kept = kept
            self.hours = hours
            self.newcomers = newcomers
        }
    }

    package struct Wifi: Codable, Sendable, Hashable {
        package var name: String
        /// The wifi's password; nil for an open network.
        package var password: String?

        package init(name: String, password: String? = nil) {
            self.name = name
            self.password = password
        }
    }

    /// The place's name as people see it.
    package var name: String
    /// The languages of staff, in BCP 47.
    package var languages: [String]
    /// Who is responsible for the place; shown to everyone before they enter.
    package var responsible: String
    package var rooms: [Room]
    package var wifi: Wifi?
    /// The PIN that all of staff share. Nil if there is none, or it stays unchanged, as the page is never sent the PIN.
    package var pin: String?

    package init(
        name: String, languages: [String] = [], responsible: String = "", rooms: [Room] = [], wifi: Wifi? = nil,
        pin: String? = nil
    ) {
        self.name = name
        self.languages = languages
        self.responsible = responsible
        self.rooms = rooms
        self.wifi = wifi
        self.pin = pin
    }
}

/// Why settings were refused.
package struct PlaceFault: Error, Sendable, Hashable {
    /// A code for the page: `name`, `languages`, `responsible`, `rooms`, `wifi`, `pin`; `file` if the file cannot be
    /// written; `backup` and `words` when restoring a backup; `locked` if the settings are not made here.
    package let field: String
    /// A plain sentence for people.
    package let text: String

    package init(_ field: String, _ text: String) {
        self.field = field
        self.text = text
    }
}
