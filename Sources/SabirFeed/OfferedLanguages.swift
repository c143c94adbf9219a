import Foundation
import SabirProtocol

/// The languages on offer, in order, with the other tags that devices and programs use for them.
package struct OfferedLanguages: Sendable {
    package let tags: [LanguageTag]
    /// The other tags of each language.
    let names: [LanguageTag: [String]]
    /// The languages' own names, where the list has them.
    let ownNames: [LanguageTag: String]
    /// Languages by tag in lower case, their own tags included.
    private let named: [String: LanguageTag]

    /// - Parameter also: Other tags of a language, such as `fil` for `tl` or `zh-TW` for `zh-Hant`.
    package init(_ tags: [LanguageTag], also: [LanguageTag: [String]] = [:], own: [LanguageTag: String] = [:]) {
        ownNames = own
        self.tags = tags
        names = also
        var named: [String: LanguageTag] = [:]
        for tag in tags {
            for name in also[tag] ?? [] { named[name.lowercased()] = tag }
        }
        for tag in tags { named[tag.description.lowercased()] = tag }
        self.named = named
    }

    /// The language with exactly this tag, or else one that its readers read.
    package func language(of tag: LanguageTag) -> LanguageTag? { exactly(tag) ?? tags.first { $0.reads(tag) } }

    /// Like `language(of:)`, or else another form of the same language.
    package func nearest(to tag: LanguageTag) -> LanguageTag? {
        exactly(tag) ?? tags.first { $0.reads(tag) } ?? byBeginning(tag) ?? tags.first { $0.primary == tag.primary }
    }

    private func exactly(_ tag: LanguageTag) -> LanguageTag? { named[tag.description.lowercased()] }

    /// The language whose tag is left after dropping last parts: `fil` for `fil-PH`.
    private func byBeginning(_ tag: LanguageTag) -> LanguageTag? {
        var parts = tag.description.lowercased().split(separator: "-")
        while parts.count > 1 {
            parts.removeLast()
            if let found = named[parts.joined(separator: "-")] { return found }
        }
        return nil
    }
}

/// A language on offer with its own name, and what its reader can count on, as the page is told of it.
package struct OfferedLanguage: Sendable, Hashable, Encodable {
    let tag: String
    let name: String
    /// The direction of its script: `ltr` or `rtl`.
    let dir: String
    /// Other tags that devices use for the language; nil if there are none.
    let also: [String]?
    let outlook: LanguageAvailability

    init(_ tag: LanguageTag, name: String? = nil, also: [String] = [], outlook: LanguageAvailability) {
        (self.tag, self.outlook) = (tag.description, outlook)
        self.name = name ?? tag.ownName
        self.also = also.isEmpty ? nil : also
        dir = Locale.Language(identifier: tag.description).characterDirection == .rightToLeft ? "rtl" : "ltr"
    }
}

/// What a reader can count on before anybody writes. The raw values are those of the page's `outlook`.
package enum LanguageAvailability: String, Sendable, Hashable, Codable {
    case translated
    /// Some of the languages present are translated, others not.
    case partly
    /// Set sentences of the phrasebook alone.
    case phrases
    case none
}

extension LanguageTag {
    /// The language's name in itself (CLDR), capitalized where the script has capitals: "Español", "العربية". The tag
    /// where CLDR does not know the language.
    package var ownName: String {
        let locale = Locale(identifier: description)
        guard let name = locale.localizedString(forIdentifier: description), name != description else {
            return description
        }
        return name.prefix(1).uppercased(with: locale) + name.dropFirst()
    }
}
