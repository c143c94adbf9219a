import SabirProtocol

/// How names are written so that they can stand in a line: nicks and channels.
package enum IRCName {
    static let maximumNickBytes = 64
    static let maximumNick = 32
    static let maximumChannelBytes = 64

    /// What this node's sentences come from; nobody bears it.
    package static let service = "sabir"

    /// CASEMAPPING=ascii.
    static func folded(_ name: String) -> String {
        guard name.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return name }
        return String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Whether a client may call itself so.
    static func isNick(_ name: String) -> Bool { !name.isEmpty && fitted(name) == name }

    /// A member's name made fit: what cannot stand in a nick becomes `_`. Never empty, at most 32 graphemes and 64 bytes.
    static func fitted(_ name: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in WireText.cleanName(name).unicodeScalars {
            if isJoiner(scalar) { continue }
            kept.append(isForbidden(scalar) || (kept.isEmpty && isForbiddenAtStart(scalar)) ? "_" : scalar)
        }
        let fitted = shortened(String(kept), characters: maximumNick, bytes: maximumNickBytes)
        return fitted.isEmpty ? "_" : fitted
    }

    /// A room's name as a channel, without what makes it unlike another one.
    package static func channel(_ room: String) -> String {
        let text = WireText.cleanName(room).unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar == " " || scalar == "," || scalar == ":" ? "-" : scalar
        }
        return "#" + String(String.UnicodeScalarView(text))
    }

    /// With a number behind it, as short as it has to be.
    static func numbered(_ nick: String, _ number: Int) -> String {
        let digits = String(number)
        return shortened(nick, characters: maximumNick - digits.count, bytes: maximumNickBytes - digits.count) + digits
    }

    private static func shortened(_ text: String, characters: Int, bytes: Int) -> String {
        var short = text.prefix(characters)
        while short.utf8.count > bytes { short.removeLast() }
        return String(short)
    }

    /// They cannot be seen, and some clients show them as boxes.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        " ,*?!@:.#&<>()\"'/;".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace
            || scalar.properties.generalCategory == .openPunctuation && !scalar.isASCII
            || scalar.properties.generalCategory == .closePunctuation && !scalar.isASCII
    }

    /// A digit begins an id of a server, the others are marks of rank or of channels.
    private static func isForbiddenAtStart(_ scalar: Unicode.Scalar) -> Bool {
        "-$+%~0123456789".unicodeScalars.contains(scalar)
    }
}
