import SabirProtocol

/// Writes plain text: each day's date above its lines, a translation under its original, its origin in brackets behind
/// it, and warnings below.
struct TextWriter: ExportWriter {
    var notice: String?
    let time: ExportTime
    private(set) var day = ""

    var head: String { notice.map { $0 + "\n\n" } ?? "" }
    var tail: String { "" }
    func room(_ room: RoomSummary) -> String { "# \(room.name)\n" }

    mutating func line(_ message: Message, _ translation: ExportTranslation?, in room: RoomSummary) -> String {
        var text = ""
        let key = "\(room.number.value) \(time.day(message.ts))"
        if key != day { text += "\n\(time.day(message.ts))\n" }
        day = key
        // Behind the name and language, where no name can imitate it.
        let role = (message.role.map { " [\($0.rawValue)]" } ?? "") + (message.confirms == nil ? "" : " ✔")
        text += "\(time.clock(message.ts))  \(message.from) [\(message.lang)]\(role): \(indented(message.readable))\n"
        return text + (translation.map(lines) ?? "")
    }

    private func lines(_ translation: ExportTranslation) -> String {
        let words = translation.text.map { indented($0) + "  " } ?? ""
        let warnings = translation.warnings.map {
            "          \($0.isLoud ? "!" : $0.mark) \(indented($0.sentence))\n"
        }
        return "          [\(translation.lang)] \(words)(\(translation.origin))\n" + warnings.joined()
    }

    /// Indents text behind a line break, so that nobody can forge a line in another's name.
    private func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n            ")
    }
}
