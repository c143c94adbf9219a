import SabirProtocol

/// Turns names of members and rooms into valid nicks and channels.
package enum IRCName {
    static let maximumNickBytes = 64
    static let maximumNick = 32
    static let maximumChannelBytes = 64

    /// The nick of this node's own messages, which no client can take.
    package static let service = "sabir"

    /// The name in lower case, by CASEMAPPING=ascii.
    static func folded(_ name: String) -> String {
        guard name.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return name }
        return String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Whether a client may take this nick.
    static func isNick(_ name: String) -> Bool { !name.isEmpty && fitted(name) == name }

    /// A valid nick for a member's name: invalid characters become `_`. Never empty, at most 32 graphemes and 64 bytes.
    static func fitted(_ name: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in WireText.cleanName(name).unicodeScalars {
            if isJoiner(scalar) { continue }
            kept.append(isForbidden(scalar) || (kept.isEmpty && isForbiddenAtStart(scalar)) ? "_" : scalar)
        }
        let fitted = shortened(String(kept), characters: maximumNick, bytes: maximumNickBytes)
        return fitted.isEmpty ? "_" : fitted
    }

    /// The channel for a room's name. Two rooms may get the same one; `IRCListing.list` then adds a number.
    package static func channel(_ room: String) -> String {
        let text = WireText.cleanName(room).unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar == " " || scalar == "," || scalar == ":" ? "-" : scalar
        }
        return "#" + String(String.UnicodeScalarView(text))
    }

    /// The nick with a number after it, shortened to the limits.
    static func numbered(_ nick: String, _ number: Int) -> String {
        let digits = String(number)
        return shortened(nick, characters: maximumNick - digits.count, bytes: maximumNickBytes - digits.count) + digits
    }

    private static func shortened(_ text: String, characters: Int, bytes: Int) -> String {
        var short = text.prefix(characters)
        while short.utf8.count > bytes { short.removeLast() }
        return String(short)
    }

    /// Joiners are removed, as they are invisible and some clients show them as boxes.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        " ,*?!@:.#&<>()\"'/;".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace
            || scalar.properties.generalCategory == .openPunctuation && !scalar.isASCII
            || scalar.properties.generalCategory == .closePunctuation && !scalar.isASCII
    }

    /// A leading digit marks a server's id; the other characters mark ranks or channels.
    private static func isForbiddenAtStart(_ scalar: Unicode.Scalar) -> Bool {
        "-$+%~0123456789".unicodeScalars.contains(scalar)
    }
}
