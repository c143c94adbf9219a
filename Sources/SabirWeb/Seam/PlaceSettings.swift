/// What whoever sets a place up in a browser says of it; all else is the default. As the page sends and shows it
/// (`/api/setup` in docs/openapi.yaml). Bounds are the configuration's to check.
package struct PlaceSettings: Codable, Sendable, Hashable {
    package struct Room: Codable, Sendable, Hashable {
        /// Where what is said is kept.
        package enum Keeping: String, Codable, Sendable {
            /// Shown and forgotten.
            case nothing
            /// For those whose connection broke; gone when the computer stops.
            case memory
            /// Over a restart.
            case disk
        }

        /// What guests know it by, whatever its name: a UUID. Nil of a new one.
        package var id: String?
        package var name: String
        package var topic: String
        package var kept: Keeping
        /// How long; of no meaning where nothing is kept.
        package var hours: Int
        /// Lines from before their coming that newcomers see.
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
        /// Nil of an open one.
        package var password: String?

        package init(name: String, password: String? = nil) {
            self.name = name
            self.password = password
        }
    }

    /// What people see of this place.
    package var name: String
    /// What staff speak, in BCP 47.
    package var languages: [String]
    /// Who answers for it, shown to everyone before they come in.
    package var responsible: String
    package var rooms: [Room]
    package var wifi: Wifi?
    /// The one that all of staff share. Nil where there is none, and where it stays as it is: it is shown to nobody.
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

/// Why settings were not taken.
package struct PlaceFault: Error, Sendable, Hashable {
    /// A word for the page: `name`, `languages`, `responsible`, `rooms`, `wifi`, `pin`; `file` where it cannot be written,
    /// `backup` and `words` of what is to be brought back, `locked` where they are not set here.
    package let field: String
    /// One plain sentence.
    package let text: String

    package init(_ field: String, _ text: String) {
        self.field = field
        self.text = text
    }
}
