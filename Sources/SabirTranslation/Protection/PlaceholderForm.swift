/// How a protected piece is written while an engine works on the text around it.
///
/// Each form stands for a piece by its number, which every kind of engine copies more surely than a made-up word:
/// Apertium takes brackets and digits for punctuation and numbers and leaves them where they are, while it marks or
/// inflects anything with letters.
package enum PlaceholderForm: Sendable, CaseIterable {
    /// `[[1]]`: engines with rules (Apertium).
    case brackets
    /// `{1}`: neural engines, whose training texts have it from translated programs.
    case braces
    /// `⟦1⟧`: language models, which are told to keep it.
    case whiteBrackets

    func written(_ number: Int) -> String {
        switch self {
        case .brackets: "[[\(number)]]"
        case .braces: "{\(number)}"
        case .whiteBrackets: "⟦\(number)⟧"
        }
    }

    /// Full-width forms are what engines for Chinese make of the plain ones.
    func opens(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .brackets: scalar == "[" || scalar == "\u{FF3B}"
        case .braces: scalar == "{" || scalar == "\u{FF5B}"
        case .whiteBrackets: scalar == "⟦"
        }
    }

    func closes(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .brackets: scalar == "]" || scalar == "\u{FF3D}"
        case .braces: scalar == "}" || scalar == "\u{FF5D}"
        case .whiteBrackets: scalar == "⟧"
        }
    }

    /// How often the bracket is written on each side.
    var width: Int { self == .brackets ? 2 : 1 }
}
