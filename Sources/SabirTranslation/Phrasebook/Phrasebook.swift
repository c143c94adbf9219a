import SabirCore
import SabirProtocol

/// Set sentences with stored translations, which people agreed on beforehand, so that no engine is asked.
///
/// Immutable; a lookup takes one pass over the text and two dictionary accesses. Units of later files come first and
/// replace units with the same `tuid` as a whole, so that a unit never mixes sentences of two files.
package struct Phrasebook: Sendable {
    /// The most units in a book; later ones are left out.
    package static let maximumUnits = TMXDocument.maximumUnits

    /// A unit prepared for lookup.
    struct Phrase: Sendable {
        let unit: PhraseUnit
        let forms: [Form]
    }

    /// A segment prepared for lookup.
    struct Form: Sendable {
        let language: LanguageTag
        /// `LanguageTag.readingKey` of the segment's readers.
        let readingKey: String
        let text: String
        let template: PhraseTemplate
        let skeleton: PhraseSkeleton
        let rules: PluralRules?
        let isReviewed: Bool
    }

    private struct Place: Hashable {
        let phrase: Int
        let form: Int
    }

    /// The phrases, in order of preference.
    let phrases: [Phrase]
    private var places: [String: [String: [Place]]] = [:]

    package static let empty = Phrasebook([])

    /// - Parameter documents: in the order of the configuration; later ones win.
    package init(_ documents: [TMXDocument]) {
        phrases = Self.units(documents).map { Phrase(unit: $0, forms: Self.forms(of: $0)) }
        for (phrase, entry) in phrases.enumerated() {
            for (form, entry) in entry.forms.enumerated() {
                let place = Place(phrase: phrase, form: form)
                places[entry.readingKey, default: [:]][entry.skeleton.key, default: []].append(place)
            }
        }
    }

    package var isEmpty: Bool { phrases.isEmpty }

    /// In order of preference.
    package var units: [PhraseUnit] { phrases.map(\.unit) }

    /// A version that changes with every sentence, reviewer or plural, for caches.
    package var version: String {
        var hash = FNV1a()
        for phrase in phrases {
            for form in phrase.forms {
                hash.add(form.language.description)
                hash.add(form.text)
                hash.add(form.isReviewed ? "reviewed" : "")
            }
        }
        return hash.digits
    }

    /// The stored sentence for a reader; nil unless one surely fits. Languages are `LanguageTag.readingKey`s, because
    /// computing them takes longer than the lookup.
    package func match(_ text: String, fromKey: String, toKey: String, reader: LanguageTag) -> PhraseMatch? {
        guard fromKey != toKey, let language = places[fromKey], let written = PhraseSkeleton(text),
            let found = language[written.key]
        else { return nil }
        for place in inOrder(found, of: written) {
            guard let values = form(place).skeleton.values(from: written) else { continue }
            if let match = match(from: place, values, toKey, reader) { return match }
        }
        return nil
    }

    private func form(_ place: Place) -> Form { phrases[place.phrase].forms[place.form] }

    /// Removes phrases of another mood. A sentence without final mark is taken for a statement first.
    private func inOrder(_ found: [Place], of written: PhraseSkeleton) -> [Place] {
        let possible = found.filter { form($0).skeleton.mayBe(written.mood) }
        guard possible.count > 1, written.mood == .open else { return possible }
        let questions = possible.filter { form($0).skeleton.mood == .question }
        return possible.filter { !questions.contains($0) } + questions
    }

    private func match(
        from place: Place, _ values: [String: PhraseValue], _ toKey: String, _ reader: LanguageTag
    ) -> PhraseMatch? {
        let phrase = phrases[place.phrase]
        let readable = phrase.forms.filter { $0.readingKey == toKey }
        let nearest = readable.filter { $0.language == reader } + readable.filter { $0.language != reader }
        guard let target = nearest.first(where: { $0.suits(values) }) else { return nil }
        let style = values.isEmpty ? NumeralStyle() : NumeralStyle(reader)
        guard let text = target.template.filled(values, in: style) else { return nil }
        let source = phrase.forms[place.form]
        return PhraseMatch(
            text: text, isVerified: source.isReviewed && target.isReviewed, unit: phrase.unit.id)
    }

    /// Units of later documents first, each `tuid` once.
    private static func units(_ documents: [TMXDocument]) -> [PhraseUnit] {
        var seen: Set<String> = []
        var kept: [PhraseUnit] = []
        for document in documents.reversed() {
            let fresh = document.units.filter { unit in unit.id.map { !seen.contains($0) } ?? true }
            seen.formUnion(document.units.compactMap(\.id))
            kept += fresh
        }
        return Array(kept.prefix(maximumUnits))
    }

    private static func forms(of unit: PhraseUnit) -> [Form] {
        unit.segments.compactMap { segment in
            guard let template = try? PhraseTemplate(segment), let skeleton = PhraseSkeleton(template) else {
                return nil
            }
            return Form(
                language: segment.language, readingKey: segment.language.readingKey, text: segment.text,
                template: template, skeleton: skeleton, rules: PluralRules(language: segment.language.primary),
                isReviewed: unit.reviewer(of: segment) != nil)
        }
    }
}

extension Phrasebook.Form {
    /// Whether the form has exactly these slots, with the plural that these numbers need.
    func suits(_ values: [String: PhraseValue]) -> Bool {
        let slots = template.slots
        guard Set(slots.map(\.name)) == Set(values.keys) else { return false }
        return slots.allSatisfy { slot in
            guard !slot.isTime, template.condition != .any else { return true }
            guard let category = rules.flatMap({ values[slot.name]?.category($0) }) else { return false }
            return template.condition.accepts(category, for: slot.name)
        }
    }
}

/// A phrasebook's answer.
package struct PhraseMatch: Sendable, Equatable {
    /// The stored sentence with the written numbers and times filled in.
    package var text: String
    /// Whether somebody reviewed both the written sentence and this one; then it is shown as `verified`, otherwise as
    /// `phrasebook`.
    package var isVerified: Bool
    /// The unit's `tuid`.
    package var unit: String?
}

extension Phrasebook {
    /// Loads TMX files in the given order, later ones winning. Unreadable files and faulty units are left out and
    /// reported, so that a node starts with the rest.
    ///
    /// - Parameter marking: adds knowledge kept elsewhere, such as reviews, to a file's units.
    package static func load(
        _ files: [String], marking: (inout TMXDocument) -> Void = { _ in }
    ) -> (book: Phrasebook, problems: [ExchangeFileProblem]) {
        var (documents, problems) = ExchangeFile.contents(of: files) { data throws(ExchangeFileProblem) in
            try TMXDocument.read(data)
        }
        for place in documents.indices { marking(&documents[place]) }
        return (Phrasebook(documents), problems)
    }
}
