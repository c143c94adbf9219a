import Foundation
import SabirProtocol

/// Writes a JSON object for each line, with the field names of the wire and the line's room.
package struct JSONLinesWriter: ExportWriter {
    private struct Line: Encodable {
        struct Translation: Encodable {
            let lang: String
            let message: String?
            let state: String
            let engine: String?
            let pivot: String?
            let origin: String
            let warnings: [ExportTranslation.Warning]

            init(_ translation: ExportTranslation) {
                lang = translation.lang.description
                message = translation.text
                state = translation.state
                engine = translation.engine
                let pivots = translation.pivots.map(\.description).joined(separator: ",")
                pivot = pivots.isEmpty ? nil : pivots
                origin = translation.origin
                warnings = translation.warnings
            }
        }

        let room: [String: String]
        let seq: Int
        let id: String
        let ts: Int
        let member: String
        let from: String
        let lang: String
        let message: String
        let reply: String?
        let via: String?
        let role: String?
        let corrects: String?
        let retracts: String?
        let retracted: Bool?
        let confirms: String?
        let translation: Translation?
        let matches: [String]?
    }

    private let encoder: JSONEncoder

    init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// A line found by a search, with the found words.
    package static func line(_ hit: HistoryHit, in room: RoomSummary) -> String {
        JSONLinesWriter().line(hit.message, nil, in: room, matches: hit.matches.map { String(hit.message.text[$0]) })
    }

    var head: String { "" }
    var tail: String { "" }
    func room(_ room: RoomSummary) -> String { "" }

    func line(_ message: Message, _ translation: ExportTranslation?, in room: RoomSummary) -> String {
        line(message, translation, in: room, matches: nil)
    }

    private func line(
        _ message: Message, _ translation: ExportTranslation?, in room: RoomSummary, matches: [String]?
    ) -> String {
        let line = Line(
            room: ["id": room.id, "name": room.name], seq: message.seq, id: message.id.description, ts: message.ts,
            member: message.member.rawValue, from: message.from, lang: message.lang.description,
            message: message.text, reply: message.reply?.description, via: message.via,
            role: message.role?.rawValue, corrects: message.corrects?.description,
            retracts: message.retracts?.description, retracted: message.isRetracted ? true : nil,
            confirms: message.confirms?.description,
            translation: translation.map(Line.Translation.init),
            matches: matches?.isEmpty == true ? nil : matches)
        // Encoding cannot fail: there are only strings and integers.
        guard let data = try? encoder.encode(line) else { return "" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
