import SabirProtocol

/// One page without other files: no script, font or picture. Each text has its language and finds its own direction;
/// printing breaks no line apart.
struct HTMLWriter: ExportWriter {
    let title: String
    var notice: String?
    let lang: LanguageTag?
    let time: ExportTime
    private(set) var day = ""

    private static let style = """
        body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
        article { margin: 0 0 .75rem; padding-inline-start: .75rem; border-inline-start: 3px solid #767676; }
        header { font-size: .875rem; color: #444; }
        header b { color: #000; }
        p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
        p + p { margin-block-start: .25rem; }
        small { display: block; color: #444; }
        strong { display: block; }
        @media print {
            body { max-width: none; margin: 0; font-size: 11pt; }
            article { break-inside: avoid; }
            h2, h3 { break-after: avoid; }
        }
        """

    var head: String {
        """
        <!DOCTYPE html>
        <html\(lang.map { " lang=\"\($0)\"" } ?? "") dir="auto">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>\(Self.escape(title))</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <h1 dir="auto">\(Self.escape(title))</h1>
        \(notice.map { "<p>\(Self.escape($0))</p>\n" } ?? "")
        """
    }

    var tail: String { "</body>\n</html>\n" }

    /// A page about one room has that room in its title and needs no other heading.
    func room(_ room: RoomSummary) -> String {
        room.name == title ? "" : "<h2 dir=\"auto\">\(Self.escape(room.name))</h2>\n"
    }

    mutating func line(_ message: Message, _ translation: ExportTranslation?, in room: RoomSummary) -> String {
        var text = ""
        let date = time.day(message.ts)
        let key = "\(room.number.value) \(date)"
        if key != day { text += "<h3><time datetime=\"\(date)\">\(date)</time></h3>\n" }
        day = key
        let clock = time.clock(message.ts)
        text += "<article><header><time datetime=\"\(date)T\(clock)\">\(clock)</time> "
        let role = (message.role.map { " <mark>\($0.rawValue)</mark>" } ?? "") + (message.confirms == nil ? "" : " ✔")
        text += "<b dir=\"auto\">\(Self.escape(message.from))</b>\(role) (\(message.lang))</header>\n"
        text += paragraph(message.readable, message.lang)
        return text + (translation.map(paragraphs) ?? "") + "</article>\n"
    }

    private func paragraphs(_ translation: ExportTranslation) -> String {
        let origin = "<small lang=\"\(translation.lang)\" dir=\"auto\">\(Self.escape(translation.origin))</small>\n"
        let warnings = translation.warnings.map { warning in
            let (tag, mark) = warning.isLoud ? ("strong", "⚠") : ("small", warning.mark)
            let sentence = Self.escape(warning.sentence)
            return "<\(tag) lang=\"\(translation.lang)\" dir=\"auto\">\(mark) \(sentence)</\(tag)>\n"
        }
        return (translation.text.map { paragraph($0, translation.lang) } ?? "") + origin + warnings.joined()
    }

    private func paragraph(_ text: String, _ lang: LanguageTag) -> String {
        "<p lang=\"\(lang)\" dir=\"auto\">\(Self.escape(text))</p>\n"
    }

    /// Escapes text for elements and quoted attributes.
    static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
