import SabirWire

/// Lines as one would write them down: a day's date above its lines, a translation under its original.
struct TextWriter: ExportWriter {
    let time: ExportTime
    private var day = ""

    init(time: ExportTime) { self.time = time }

    var head: String { "" }
    var tail: String { "" }
    func room(_ room: RoomSummary) -> String { "# \(room.name)\n" }

    mutating func line(
        _ message: Message, _ translation: HistoryExport.Translation?, in room: RoomSummary
    ) -> String {
        var text = ""
        let key = "\(room.number.value) \(time.day(message.ts))"
        if key != day { text += "\n\(time.day(message.ts))\n" }
        day = key
        text += "\(time.clock(message.ts))  \(message.from) [\(message.lang)]: \(indented(message.text))\n"
        if let translation { text += "          [\(translation.lang)] \(indented(translation.text))\n" }
        return text
    }

    /// What follows a line break stands under the text, so that nobody can write a line in another's name.
    private func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n            ")
    }
}
