import Foundation
import SabirWire

/// A JSON object for each line, its fields named as on the wire, with the room it is from.
struct JSONLinesWriter: ExportWriter {
    private struct Line: Encodable {
        struct Room: Encodable {
            let id: String
            let name: String
        }
        struct Translation: Encodable {
            let lang: String
            let message: String
        }

        let room: Room
        let seq: Int
        let id: String
        let ts: Int
        let member: String
        let from: String
        let lang: String
        let message: String
        let reply: String?
        let via: String?
        let translation: Translation?
    }

    private let encoder: JSONEncoder

    init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    var head: String { "" }
    var tail: String { "" }
    func room(_ room: RoomSummary) -> String { "" }

    func line(_ message: Message, _ translation: HistoryExport.Translation?, in room: RoomSummary) -> String {
        let line = Line(
            room: .init(id: room.id, name: room.name), seq: message.seq, id: message.id.description, ts: message.ts,
            member: message.member.rawValue, from: message.from, lang: message.lang.description,
            message: message.text, reply: message.reply?.description, via: message.via,
            translation: translation.map { .init(lang: $0.lang.description, message: $0.text) })
        // Strings and integers alone: there is nothing in it that JSON could not say.
        guard let data = try? encoder.encode(line) else { return "" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
