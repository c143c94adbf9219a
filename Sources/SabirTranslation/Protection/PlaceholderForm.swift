/// How a protected piece is written while an engine translates the text around it.
///
/// Every form contains the piece's number, which all kinds of engine copy more reliably than an invented word. Apertium
/// leaves brackets and digits in place as punctuation and numbers, but marks or inflects anything with letters.
package enum PlaceholderForm: Sendable, CaseIterable {
    /// `[[1]]`, for rule-based engines (Apertium).
    case brackets
    /// `{1}`, for neural engines, whose training data contain it in translations of programs.
    case braces
    /// `⟦1⟧`, for language models, which are told to keep it.
    case whiteBrackets

    func written(_ number: Int) -> String {
        switch self {
        case .brackets: "[[\(number)]]"
        case .braces: "{\(number)}"
        case .whiteBrackets: "⟦\(number)⟧"
        }
    }

    /// Whether `scalar` opens a placeholder, also in the full-width form that engines for Chinese produce.
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

    /// The number of brackets on each side.
    var width: Int { self == .brackets ? 2 : 1 }
}
