/// The amendments (docs/protocol.md) that one side of a connection knows, as told in `hello` and `welcome`. Unknown
/// ones are ignored.
package struct Features: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Acts `unban` and `bans`, and a ban's `scope`.
    package static let bans = Features(rawValue: 1 << 0)
    /// Passes on the fields of a `message` that it does not know.
    package static let fields = Features(rawValue: 1 << 1)
    /// The author's `role` on a `message`.
    package static let role = Features(rawValue: 1 << 2)
    /// `welcome.token`, shown again in `resume`.
    package static let token = Features(rawValue: 1 << 3)

    /// `hello.asks`.
    package static let asks = Features(rawValue: 1 << 4)

    /// A host answers more questions of a relay at a time; a relay passes on those of its side.
    package static let questions = Features(rawValue: 1 << 5)

    /// Calls for help that last: `help`, `calls`, and `about` of `person`.
    package static let help = Features(rawValue: 1 << 6)

    /// `corrects`, `retracts` and `retracted` of `message`.
    package static let ownWords = Features(rawValue: 1 << 7)

    /// `wish` of `person` and `help`: for staff, and in `deliver` for the node above.
    package static let wish = Features(rawValue: 1 << 8)

    /// `confirms` of `message`, and `welcome.confirms`.
    package static let confirms = Features(rawValue: 1 << 9)

    /// Lines to staff: a `report` that concerns nobody, and reports of other rooms of the node, with their `room`.
    package static let toStaff = Features(rawValue: 1 << 15)

    /// The amendments that this program knows, told on every connection.
    package static let ours = Features(named.map(\.feature))

    private static let named: [(feature: Features, name: String)] = [
        (.asks, "asks"), (.bans, "bans"), (.confirms, "confirms"), (.fields, "fields"), (.help, "help"),
        (.ownWords, "own-words"),
        (.questions, "questions"), (.role, "role"), (.toStaff, "to-staff"), (.token, "token"),
        (.wish, "wish"),
    ]

    /// In alphabetical order, as written.
    package var names: [String] { Self.named.filter { contains($0.feature) }.map(\.name) }
}

extension Features {
    /// Bounds of the list, and of each text in it.
    static let most = 32
    static let longestName = 32

    /// An absent list is empty.
    init(_ json: JSONObject) throws(WireFault) {
        guard let names = try json.strings("features") else {
            self = []
            return
        }
        guard names.count <= Self.most, names.allSatisfy({ WireText.isKey($0, atMost: Self.longestName) }) else {
            throw WireFault(
                .badPacket,
                "\"features\" is a list of at most \(Self.most) texts of 1 to \(Self.longestName) of a-z, 0-9 and \"-\"."
            )
        }
        self = Features(Self.named.filter { names.contains($0.name) }.map(\.feature))
    }
}

extension JSONWriter {
    /// Omitted where there are none.
    mutating func features(_ features: Features) {
        if !features.isEmpty { field("features", list: features.names) { $0.string($1) } }
    }
}
