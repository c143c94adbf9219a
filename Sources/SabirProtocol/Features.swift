/// An amendment (docs/protocol.md) that a side of a connection may know, as told in `hello` and `welcome`.
package enum Feature: String, CaseIterable, Sendable {
    /// `hello.asks`.
    case asks
    /// Acts `unban` and `bans`, and a ban's `scope`.
    case bans
    /// `confirms` of `message`, and `welcome.confirms`.
    case confirms
    /// Passes on the fields of a `message` that it does not know.
    case fields
    /// Calls for help that last: `help`, `calls`, and `about` of `person`.
    case help
    /// `corrects`, `retracts` and `retracted` of `message`.
    case ownWords = "own-words"
    /// A host answers more questions of a relay at a time; a relay passes on those of its side.
    case questions
    /// The author's `role` on a `message`.
    case role
    /// Lines to staff: a `report` that concerns nobody, and reports of other rooms of the node, with their `room`.
    case toStaff = "to-staff"
    /// `welcome.token`, shown again in `resume`.
    case token
    /// `wish` of `person` and `help`: for staff, and in `deliver` for the node above.
    case wish

    /// Bounds of the list, and of each text in it.
    static let most = 32
    static let longestName = 32
}

/// What one side of a connection knows; unknown amendments are ignored.
package typealias Features = Set<Feature>

extension Features {
    /// The amendments that this program knows, told on every connection.
    package static var ours: Features { Features(Feature.allCases) }

    /// An absent list is empty.
    init(_ json: JSONObject) throws(WireFault) {
        let names = try json.strings("features") ?? []
        guard names.count <= Feature.most, names.allSatisfy({ WireText.isKey($0, atMost: Feature.longestName) }) else {
            throw WireFault(
                .badPacket,
                "\"features\" is a list of at most \(Feature.most) texts of 1 to \(Feature.longestName) of a-z, 0-9 "
                    + "and \"-\".")
        }
        self = Features(names.compactMap(Feature.init))
    }
}

extension JSONWriter {
    /// In alphabetical order. Omitted where there are none.
    mutating func features(_ features: Features) {
        if !features.isEmpty { field("features", list: features.map(\.rawValue).sorted()) { $0.string($1) } }
    }
}
