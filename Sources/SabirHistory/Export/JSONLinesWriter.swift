import SabirCore
import SabirProtocol

/// Writes a JSON object for each line, with the field names of the wire and the line's room.
package struct JSONLinesWriter: ExportWriter {
    /// A line found by a search, with the found words.
    package static func line(_ hit: HistoryHit, in room: RoomSummary) -> String {
        var fields = fields(of: hit.message, in: room)
        if !hit.matches.isEmpty { fields["matches"] = hit.matches.map { String(hit.message.text[$0]) } }
        return fields.text + "\n"
    }

    var head: String { "" }
    var tail: String { "" }
    func room(_ room: RoomSummary) -> String { "" }

    func line(_ message: Message, _ translation: ExportTranslation?, in room: RoomSummary) -> String {
        var fields = Self.fields(of: message, in: room)
        fields["translation"] = translation.map(Self.fields(of:))
        return fields.text + "\n"
    }

    private static func fields(of message: Message, in room: RoomSummary) -> JSONFields {
        var fields: JSONFields = [
            "room": ["id": room.id, "name": room.name], "seq": message.seq, "id": message.id, "ts": message.ts,
            "member": message.member.rawValue, "from": message.from, "lang": message.lang, "message": message.text,
        ]
        fields["reply"] = message.reply
        fields["via"] = message.via
        fields["role"] = message.role?.rawValue
        fields["corrects"] = message.corrects
        fields["retracts"] = message.retracts
        fields["retracted"] = message.isRetracted ? true : nil
        fields["confirms"] = message.confirms
        return fields
    }

    private static func fields(of translation: ExportTranslation) -> JSONFields {
        var fields: JSONFields = [
            "lang": translation.lang, "state": translation.state, "origin": translation.origin,
            "warnings": translation.warnings,
        ]
        fields["message"] = translation.text
        fields["engine"] = translation.engine
        let pivots = translation.pivots.map(\.description).joined(separator: ",")
        fields["pivot"] = pivots.isEmpty ? nil : pivots
        return fields
    }
}
