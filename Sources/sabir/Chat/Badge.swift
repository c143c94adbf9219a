import SabirTerminal

/// Shows a member's name with the role that the host vouches for.
enum Badge {
    /// Adds the role in square brackets. Names are never shown with square brackets, not even inside a sentence.
    ///
    /// - Parameter role: in the reader's language.
    static func name(_ name: String, _ role: String?) -> String {
        let plain = withoutBrackets(SafeText.name(name))
        return role.map { "\(plain) [\($0)]" } ?? plain
    }

    /// Replaces the brackets of every script by round ones, so that a member named "Boris [staff]" does not look like
    /// staff.
    private static func withoutBrackets(_ name: String) -> String {
        guard name.unicodeScalars.contains(where: { !$0.isASCII || $0 == "[" || $0 == "]" }) else { return name }
        var shown = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .openPunctuation: shown.append("(")
            case .closePunctuation: shown.append(")")
            default: shown.append(scalar)
            }
        }
        return String(shown)
    }
}
