extension QRCode {
    /// The code as a standalone SVG image: black on white with the quiet zone, one path, no script or style, one unit
    /// for each module.
    ///
    /// - Parameter title: The text for screen readers; it is escaped here.
    package func svg(title: String) -> String {
        let side = framed.count
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" role="img" shape-rendering="crispEdges">\
            <title>\(Self.escaped(title))</title>\
            <rect width="\(side)" height="\(side)" fill="#fff"/><path fill="#000" d="\(path)"/></svg>
            """
    }

    /// The path data of the SVG: a rectangle of height 1 for each run of dark modules.
    private var path: String {
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let end = (column..<width).first { !isDark(row: row, column: $0) } ?? width
                if end > column {
                    path +=
                        "M\(column + Self.quietZone) \(row + Self.quietZone)h\(end - column)v1H\(column + Self.quietZone)z"
                }
                column = end + 1
            }
        }
        return path
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            // These are not characters of XML 1.0 (§2.2), not even escaped.
            case "\u{0}"..."\u{8}", "\u{b}", "\u{c}", "\u{e}"..."\u{1f}", "\u{fffe}", "\u{ffff}": continue
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
