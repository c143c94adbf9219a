import Foundation

/// A text as an array of folded scalars, with a map back to the text.
struct FoldedText: Sendable {
    private(set) var scalars: [UInt32] = []
    /// For each folded scalar, its index among the text's own scalars.
    private var origins: [Int32] = []
    private var source: [Unicode.Scalar] = []

    init(_ text: String) { self.init(exactly: Self.composed(text)) }

    /// Folds without composing letters, so that `origin` refers to the text as written.
    init(exactly text: String) {
        let table = CharacterTable.shared
        source = Array(text.unicodeScalars)
        scalars.reserveCapacity(source.count)
        origins.reserveCapacity(source.count)
        for (place, scalar) in source.enumerated() {
            let form = table.fold(scalar)
            guard form != 0 else { continue }
            scalars.append(form)
            origins.append(Int32(place))
        }
    }

    var count: Int { scalars.count }

    /// The scalar at `index`, or 0 past either end.
    func at(_ index: Int) -> UInt32 { index >= 0 && index < scalars.count ? scalars[index] : 0 }

    /// The original spelling of a range.
    func written(_ range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last else { return "" }
        return String(String.UnicodeScalarView(source[Int(origins[first])...Int(origins[last])]))
    }

    /// The range among the text's own scalars, including ignored ones after it.
    func origin(of range: Range<Int>) -> Range<Int> {
        let end = range.upperBound < origins.count ? Int(origins[range.upperBound]) : source.count
        return Int(origins[range.lowerBound])..<end
    }

    /// Whether the comma at `index` was written as the one that separates the items of a list (、), which is in no
    /// number.
    func isListComma(_ index: Int) -> Bool { source[Int(origins[index])] == "\u{3001}" }

    /// Whether `ascii`, in lower case, begins at `index`.
    func starts(with ascii: String, at index: Int) -> Bool {
        scalars.dropFirst(index).starts(with: ascii.utf8.lazy.map(UInt32.init))
    }

    func hasCase(_ index: Int) -> Bool { source[Int(origins[index])].properties.isCased }

    /// Whether the letter at `index` was written as a capital.
    func isCapital(_ index: Int) -> Bool {
        let scalar = source[Int(origins[index])]
        return scalar.properties.isUppercase || scalar.properties.generalCategory == .titlecaseLetter
    }

    /// Composes letters as in the data files. Skips the work for most texts, which are composed already. Two vowel
    /// signs of Bengali are often typed as their two halves, which are no combining marks.
    private static func composed(_ text: String) -> String {
        var last: UInt32 = 0
        let decomposed = text.unicodeScalars.contains { scalar in
            defer { last = scalar.value }
            return (0x0300...0x036F).contains(scalar.value)
                || last == 0x09C7 && (scalar.value == 0x09BE || scalar.value == 0x09D7)
        }
        return decomposed ? text.precomposedStringWithCanonicalMapping : text
    }
}
