import Foundation
import SabirProtocol

/// How a reader's language usually writes numbers, from CLDR: Arabic-script digits in Egypt (`ar-EG`) and Iran,
/// European ones in Morocco (`ar-MA`) and for plain `ar` and `ur`; a decimal comma in most of Europe.
struct NumeralStyle: Sendable, Equatable {
    /// The digit zero; the other nine follow it in Unicode.
    var zero: Unicode.Scalar = "0"
    var decimalSign = "."

    /// Converts ASCII digits to the style's digits.
    func digits(_ ascii: String) -> String {
        guard zero != "0" else { return ascii }
        var result = String.UnicodeScalarView()
        for digit in ascii.utf8 {
            result.append(Unicode.Scalar(zero.value + UInt32(digit - UInt8(ascii: "0"))) ?? "?")
        }
        return String(result)
    }
}

extension NumeralStyle {
    init(_ reader: LanguageTag) {
        let locale = Locale(identifier: reader.description)
        // Digits are counted up from this one, which only decimal ones allow.
        let zero = 0.formatted(.number.locale(locale)).unicodeScalars
            .first { $0.properties.generalCategory == .decimalNumber }
        self.init(zero: zero ?? "0", decimalSign: locale.decimalSeparator ?? ".")
    }
}
