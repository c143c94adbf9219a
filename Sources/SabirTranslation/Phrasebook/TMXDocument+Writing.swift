extension TMXDocument {
    /// The file in UTF-8, one element a line, attributes in alphabetical order: the same units give the same bytes.
    package var text: String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<tmx version="1.4">"#,
        ]
        lines += Self.header(headerAttributes, properties, notes)
        lines.append("  <body>")
        for unit in units { lines += Self.lines(of: unit) }
        lines += ["  </body>", "</tmx>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func header(
        _ attributes: [String: String], _ properties: [PhraseProperty], _ notes: [String]
    ) -> [String] {
        let inner = children(properties, notes, indent: "    ")
        let opening = "  <header\(spoken(attributes))"
        return inner.isEmpty ? [opening + "/>"] : [opening + ">"] + inner + ["  </header>"]
    }

    private static func lines(of unit: PhraseUnit) -> [String] {
        var lines = ["    <tu\(spoken(unit.attributes))>"]
        lines += children(unit.properties, unit.notes, indent: "      ")
        for segment in unit.segments {
            var attributes = segment.attributes
            attributes["xml:lang"] = segment.language.description
            let inner = children(segment.properties, segment.notes, indent: "")
            let seg = "<seg>\(segment.text.escapedForMarkup)</seg>"
            lines.append("      <tuv\(spoken(attributes))>\(inner.joined())\(seg)</tuv>")
        }
        lines.append("    </tu>")
        return lines
    }

    private static func children(_ properties: [PhraseProperty], _ notes: [String], indent: String) -> [String] {
        notes.map { "\(indent)<note>\($0.escapedForMarkup)</note>" }
            + properties.map { property in
                var attributes = property.attributes
                attributes["type"] = property.type
                return "\(indent)<prop\(spoken(attributes))>\(property.text.escapedForMarkup)</prop>"
            }
    }

    private static func spoken(_ attributes: [String: String]) -> String {
        attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value.escapedForMarkup)\"" }.joined()
    }
}
