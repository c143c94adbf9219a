/// The fields of a `message` that this program does not know, exactly as they came: `"key":value` with commas between.
/// A relay and a node of a cluster pass them on with the line, and keep them with what they keep of it.
///
/// Read at the edge from somebody who speaks for the room, they are never made by members here: no key that means
/// anything to this program is among them, under any spelling.
package struct UnknownFields: Hashable, Sendable {
    /// Bytes of all together at most; of more none are kept.
    static let most = 16 << 10
    /// How deep one may be nested: it may come to stand in a list within another packet, which is bounded, too.
    static let deepest = 8

    let json: [UInt8]

    /// Nil where there is nothing to keep.
    init?(_ json: [UInt8]) {
        guard !json.isEmpty, json.count <= Self.most else { return nil }
        self.json = json
    }
}

extension JSONObject {
    /// Every field that a `message` has in one direction or the other.
    private static let known: [StaticString] = [
        "type", "id", "message", "lang", "seq", "ts", "member", "from", "reply", "via", "role", "for",
        "corrects", "retracts", "retracted", "confirms",
    ]

    /// A key that is written with an escape is left out: others would read it as the field that it spells.
    func unknownFields() -> UnknownFields? {
        guard hasFields(besides: Self.known) else { return nil }
        return UnknownFields(fields(besides: Self.known, atMost: UnknownFields.most, deepest: UnknownFields.deepest))
    }
}

extension JSONWriter {
    /// Behind other fields.
    mutating func unknown(_ fields: UnknownFields?) {
        guard let fields else { return }
        literal(",")
        raw(fields.json)
    }
}
