import Foundation
import SabirProtocol
import SabirTranslation

/// What one value may be: how it is read, and how that is said to whoever wrote something else.
struct ValueRule<Value> {
    /// Ends the sentence "allowed: …".
    let allowed: String
    /// The words to choose from, where there are such; for suggestions.
    var words: [String] = []
    /// Whether problems must not quote the value.
    var isSecret = false
    /// Nil for what is not allowed.
    let read: (ConfigurationValue) -> Value?
    /// What a text that is not allowed was probably meant to be; nil where that cannot be told.
    var meant: (String) -> String? = { _ in nil }
    /// What is probably wrong with a value that is allowed all the same: a node has started with it before. Ends no
    /// sentence; nil where nothing is.
    var doubt: (Value) -> String? = { _ in nil }

    func doubting(_ doubt: @escaping (Value) -> String?) -> ValueRule {
        var rule = self
        rule.doubt = doubt
        return rule
    }

    /// What is allowed, as it is written in TOML.
    var written: String {
        let isQuoted = words.isEmpty && Value.self != Bool.self && Value.self != Int.self
        return isQuoted ? allowed + ", between double quotes" : allowed
    }
}

extension ValueRule where Value == Bool {
    static var flag: ValueRule {
        ValueRule(allowed: "true or false") { value in
            if case .flag(let flag) = value { flag } else { nil }
        }
    }
}

extension ValueRule where Value == Int {
    static func whole(_ range: ClosedRange<Int>) -> ValueRule {
        ValueRule(allowed: "a whole number from \(grouped(range.lowerBound)) to \(grouped(range.upperBound))") {
            value in
            guard case .whole(let number) = value, range.contains(number) else { return nil }
            return number
        }
    }

    /// Bytes, as a whole number or a text such as `"4 MiB"`.
    static func bytes(_ range: ClosedRange<Int>) -> ValueRule {
        let bounds = "from \(grouped(range.lowerBound)) to \(grouped(range.upperBound))"
        return ValueRule(allowed: "bytes \(bounds), as a whole number or a text such as \"64 KiB\"") { value in
            let size: Int? =
                switch value {
                case .whole(let number): number
                case .text(let text): QuantityText.bytes(text)
                default: nil
                }
            return size.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ValueRule where Value == Duration {
    /// A text such as `"500ms"`; the bounds are given in the same form, so that they are said as they are written.
    static func duration(from low: String, to high: String) -> ValueRule {
        ValueRule(allowed: "a duration from \"\(low)\" to \"\(high)\", with the unit ms, s, m, h or d") { value in
            guard case .text(let text) = value, let duration = QuantityText.duration(text) else { return nil }
            guard let low = QuantityText.duration(low), let high = QuantityText.duration(high) else { return nil }
            return (low...high).contains(duration) ? duration : nil
        }
    }
}

extension ValueRule where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    static var word: ValueRule {
        let words = Value.allCases.map(\.rawValue)
        let allowed = words.map { "\"\($0)\"" }.joined(separator: ", ")
        return ValueRule(allowed: words.count > 1 ? "one of \(allowed)" : allowed, words: words) { value in
            if case .text(let text) = value { Value(rawValue: text) } else { nil }
        }
    }
}

extension ValueRule where Value == UUID {
    static var uuid: ValueRule {
        ValueRule(allowed: "a UUID, such as \"5b1e7a52-90c4-4c3e-9f50-6a2f1de0c7ab\"") { value in
            if case .text(let text) = value { UUID(uuidString: text) } else { nil }
        }
    }
}

extension ValueRule where Value == LanguageTag {
    static var language: ValueRule {
        let allowed = "a language tag (BCP 47), such as \"es\" or \"pt-BR\""
        return ValueRule(
            allowed: allowed, read: { if case .text(let text) = $0 { LanguageTag(text) } else { nil } },
            meant: { if case .unknown(let meant?) = KnownLanguage($0) { meant.description } else { nil } },
            doubt: \.doubt)
    }
}

extension ValueRule where Value == LanguagePair {
    static var pair: ValueRule {
        ValueRule(
            allowed: "two languages, from and to, such as \"es-en\" or \"pt-BR>en\"",
            read: { if case .text(let text) = $0 { LanguagePair(text) } else { nil } },
            doubt: { pair in pair.from.doubt ?? pair.to.doubt })
    }
}

extension LanguageTag {
    /// What is wrong with a well-formed tag that stands for no language.
    var doubt: String? {
        guard case .unknown(let meant) = KnownLanguage(description) else { return nil }
        let remedy = meant.map { "did you mean \"\($0)\"?" } ?? "such a code looks like \"es\" or \"pt-BR\""
        return "\"\(self)\" is no language's code; \(remedy)"
    }
}

/// 1,000,000 for 1000000.
func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[max($0 - 3, 0)..<$0]) }
    return (number < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
}
