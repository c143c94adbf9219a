/// The fields of a `message` that this program does not know, unchanged: `"key":value` with commas between. A relay and
/// a node of a cluster pass them on with the line, and store them with it.
///
/// Read only from a peer that speaks for the room; members here cannot make them: no key that this program knows is
/// among them, in any spelling.
package struct UnknownFields: Hashable, Sendable {
    /// Most bytes of all fields together; of more, none are kept.
    static let most = 16 << 10
    /// Deepest nesting of a field: it may become part of a list within another packet, whose depth is bounded, too.
    static let deepest = 8

    let json: [UInt8]

    /// Keeps these fields; nil where there are none, or too many bytes to keep.
    init?(_ json: [UInt8]) {
        guard !json.isEmpty, json.count <= Self.most else { return nil }
        self.json = json
    }
}

extension JSONObject {
    /// Every field that a `message` has in either direction.
    private static let known: [StaticString] = [
        "type", "id", "message", "lang", "seq", "ts", "member", "from", "reply", "via", "role", "for",
        "corrects", "retracts", "retracted", "confirms",
    ]

    /// A key written with an escape is left out: others would read it as the field that it spells.
    func unknownFields() -> UnknownFields? {
        guard hasFields(besides: Self.known) else { return nil }
        return UnknownFields(fields(besides: Self.known, atMost: UnknownFields.most, deepest: UnknownFields.deepest))
    }
}

extension JSONWriter {
    mutating func unknown(_ fields: UnknownFields?) {
        guard let fields else { return }
        literal(",")
        raw(fields.json)
    }
}
