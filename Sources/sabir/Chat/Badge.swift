import SabirTerminal

/// How a member's name is shown with what the host vouches for.
enum Badge {
    /// In square brackets, which no name is shown with, not in a sentence either.
    ///
    /// - Parameter role: in the reader's language.
    static func name(_ name: String, _ role: String?) -> String {
        let plain = withoutBrackets(SafeText.name(name))
        return role.map { "\(plain) [\($0)]" } ?? plain
    }

    /// Brackets of every script become round ones, so that "Boris [staff]" is not what it says.
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
