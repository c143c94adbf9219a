import Foundation
import SabirProtocol

/// How a reader's language usually writes numbers, from CLDR: Arabic-script digits in Egypt (`ar-EG`) and Iran,
/// European ones in Morocco (`ar-MA`) and for plain `ar` and `ur`; a decimal comma in most of Europe.
struct NumeralStyle: Sendable, Equatable {
    /// The digit zero; the other nine follow it in Unicode.
    var zero: Unicode.Scalar = "0"
    var decimalSign = "."

    init(zero: Unicode.Scalar = "0", decimalSign: String = ".") {
        self.zero = zero
        self.decimalSign = decimalSign
    }

    init(_ reader: LanguageTag) {
        let locale = Locale(identifier: reader.description)
        self.init(zero: Self.zero(of: locale.numberingSystem.identifier), decimalSign: locale.decimalSeparator ?? ".")
    }

    /// Converts ASCII digits to the style's digits.
    func digits(_ ascii: String) -> String {
        guard zero != "0" else { return ascii }
        var result = String.UnicodeScalarView()
        for digit in ascii.utf8 {
            result.append(Unicode.Scalar(zero.value + UInt32(digit - UInt8(ascii: "0"))) ?? "?")
        }
        return String(result)
    }

    /// The zero of each numbering system that CLDR names as a language's default.
    private static func zero(of system: String) -> Unicode.Scalar {
        switch system {
        case "arab": "\u{0660}"
        case "arabext": "\u{06F0}"
        case "deva": "\u{0966}"
        case "beng": "\u{09E6}"
        case "mymr": "\u{1040}"
        case "tibt": "\u{0F20}"
        case "olck": "\u{1C50}"
        case "cakm": "\u{11136}"
        case "adlm": "\u{1E950}"
        default: "0"
        }
    }
}
