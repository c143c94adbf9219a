import Foundation
import SabirProtocol
import SabirTranslation

/// The rule for one value: how to read it, and how problems describe what is allowed.
struct ValueRule<Value> {
    /// The end of the sentence "allowed: …".
    let allowed: String
    /// The allowed words, if the value is a choice; used for suggestions.
    var words: [String] = []
    /// Whether the value is kept out of problems.
    var isSecret = false
    /// Returns nil for a value that is not allowed.
    let read: (ConfigurationValue) -> Value?
    /// The allowed text that a wrong text probably meant; nil if none is likely.
    var meant: (String) -> String? = { _ in nil }
    /// A likely mistake in an allowed value, with which nodes have started before. A phrase without a full stop; nil if
    /// there is none.
    var doubt: (Value) -> String? = { _ in nil }

    func doubting(_ doubt: @escaping (Value) -> String?) -> ValueRule {
        var rule = self
        rule.doubt = doubt
        return rule
    }

    /// What is allowed, in TOML's spelling.
    var written: String {
        let isQuoted = words.isEmpty && Value.self != Bool.self && Value.self != Int.self
        return isQuoted ? allowed + ", between double quotes" : allowed
    }
}

extension ValueRule {
    /// A rule for texts. `parse` returns nil for a text that is not allowed.
    static func parsing(
        _ allowed: String, isSecret: Bool = false, words: [String] = [], _ parse: @escaping (String) -> Value?
    ) -> ValueRule {
        ValueRule(allowed: allowed, words: words, isSecret: isSecret) { value in
            if case .text(let text) = value { parse(text) } else { nil }
        }
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

    /// A size in bytes, as a whole number or a text such as `"4 MiB"`.
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
    /// A duration as a text such as `"500ms"`. Problems show the bounds as given here.
    static func duration(from low: String, to high: String) -> ValueRule {
        parsing("a duration from \"\(low)\" to \"\(high)\", with the unit ms, s, m, h or d") { text in
            guard let duration = QuantityText.duration(text), let low = QuantityText.duration(low),
                let high = QuantityText.duration(high)
            else { return nil }
            return (low...high).contains(duration) ? duration : nil
        }
    }
}

extension ValueRule where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    static var word: ValueRule {
        let words = Value.allCases.map(\.rawValue)
        let allowed = words.map { "\"\($0)\"" }.joined(separator: ", ")
        return parsing(words.count > 1 ? "one of \(allowed)" : allowed, words: words) { Value(rawValue: $0) }
    }
}

extension ValueRule where Value == UUID {
    static var uuid: ValueRule {
        parsing("a UUID, such as \"5b1e7a52-90c4-4c3e-9f50-6a2f1de0c7ab\"") { UUID(uuidString: $0) }
    }
}

extension ValueRule where Value == LanguageTag {
    static var language: ValueRule {
        var rule = parsing("a language tag (BCP 47), such as \"es\" or \"pt-BR\"") { LanguageTag($0) }
        rule.meant = { if case .unknown(let meant?) = KnownLanguage($0) { meant.description } else { nil } }
        return rule.doubting(\.doubt)
    }
}

extension ValueRule where Value == LanguagePair {
    static var pair: ValueRule {
        parsing("two languages, from and to, such as \"es-en\" or \"pt-BR>en\"") { LanguagePair($0) }
            .doubting { pair in pair.from.doubt ?? pair.to.doubt }
    }
}

extension ValueRule where Value == [LanguageTag: String] {
    /// At most 200 texts by language.
    static func byLanguage(_ allowed: String, _ isAllowed: @escaping (String) -> Bool) -> ValueRule {
        ValueRule(allowed: allowed) { value in
            guard case .table(let entries) = value, entries.count <= 200 else { return nil }
            var texts: [LanguageTag: String] = [:]
            for (name, value) in entries {
                guard let tag = LanguageTag(name), case .text(let text) = value, isAllowed(text) else { return nil }
                texts[tag] = text
            }
            return texts
        }.doubting { texts in texts.keys.sorted { "\($0)" < "\($1)" }.lazy.compactMap(\.doubt).first }
    }
}

extension LanguageTag {
    /// What is wrong with a well-formed tag that names no language.
    var doubt: String? {
        guard case .unknown(let meant) = KnownLanguage(description) else { return nil }
        let remedy = meant.map { "did you mean \"\($0)\"?" } ?? "such a code looks like \"es\" or \"pt-BR\""
        return "\"\(self)\" is no language's code; \(remedy)"
    }
}

/// `number` with thousands separators: 1,000,000.
func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[max($0 - 3, 0)..<$0]) }
    return (number < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
}
