/// The numbers that a segment fits, from its `<prop type="x-plural">`:
///
/// - `any`: all numbers ("Room {n}", "{n} mg").
/// - `n:one`, `n:few,many h:other`: the listed CLDR categories of each slot (`any` for all).
///
/// Without the property, and for a slot that it does not name, the category is `other`, CLDR's default: in English that
/// fits 2, but not 1. If no segment of a unit fits the numbers, the line goes to an engine, which is better than a
/// wrong ending.
struct PluralCondition: Sendable, Equatable {
    /// The categories that each slot's number must have; nil: any number for any slot.
    private var categories: [String: Set<PluralCategory>]? = [:]

    static let any = PluralCondition(categories: nil)
}

extension PluralCondition {
    /// - Throws: a sentence about a mistake in `text`.
    init(_ text: String?) throws(ExchangeFileProblem) {
        guard let text else { return }
        if text == "any" {
            categories = nil
            return
        }
        for part in text.split(separator: " ") {
            let sides = part.split(separator: ":", omittingEmptySubsequences: false)
            guard sides.count == 2, !sides[0].isEmpty, let forms = Self.forms(sides[1]) else {
                throw Self.problem(text)
            }
            categories?[String(sides[0])] = forms
        }
        if categories?.isEmpty != false { throw Self.problem(text) }
    }

    /// The slots that the condition names.
    var slots: [String] { categories.map { $0.keys.sorted() } ?? [] }

    func accepts(_ category: PluralCategory, for slot: String) -> Bool {
        guard let categories else { return true }
        return (categories[slot] ?? [.other]).contains(category)
    }

    private static func forms(_ names: Substring) -> Set<PluralCategory>? {
        if names == "any" { return Set(PluralCategory.allCases) }
        let forms = names.split(separator: ",", omittingEmptySubsequences: false).map {
            PluralCategory(rawValue: String($0))
        }
        return forms.contains(nil) || forms.isEmpty ? nil : Set(forms.compactMap { $0 })
    }

    private static func problem(_ text: String) -> ExchangeFileProblem {
        let message =
            "x-plural \"\(text.prefix(60))\" is not understood; write \"any\", or such as \"n:one\" or \"n:few,many\"."
        return ExchangeFileProblem(message: message)
    }
}
