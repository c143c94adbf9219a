import Foundation
import SabirProtocol

/// The languages on offer, in order, and by which other tags devices and programs name each of them.
package struct OfferedLanguages: Sendable {
    package let tags: [LanguageTag]
    /// Those other tags, by language.
    let names: [LanguageTag: [String]]
    /// What speakers call their language, where the list says so.
    let ownNames: [LanguageTag: String]
    /// By tag in lower case, own tags included.
    private let named: [String: LanguageTag]

    /// - Parameter also: other names of a language, such as `fil` of `tl` or `zh-TW` of `zh-Hant`.
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

    /// The language that a tag names exactly, or else one that the same people read.
    package func language(of tag: LanguageTag) -> LanguageTag? { exactly(tag) ?? tags.first { $0.reads(tag) } }

    /// The same, or else one of the same language in another form.
    package func nearest(to tag: LanguageTag) -> LanguageTag? {
        exactly(tag) ?? tags.first { $0.reads(tag) } ?? byBeginning(tag) ?? tags.first { $0.primary == tag.primary }
    }

    private func exactly(_ tag: LanguageTag) -> LanguageTag? { named[tag.description.lowercased()] }

    /// By the tag without its last parts: `fil-PH` is `fil`.
    private func byBeginning(_ tag: LanguageTag) -> LanguageTag? {
        var parts = tag.description.lowercased().split(separator: "-")
        while parts.count > 1 {
            parts.removeLast()
            if let found = named[parts.joined(separator: "-")] { return found }
        }
        return nil
    }
}

/// One of them, in its own name, and what its reader can count on.
package struct OfferedLanguage: Sendable, Hashable {
    package let tag: LanguageTag
    package let name: String
    package let isRightToLeft: Bool
    /// Other tags by which devices name it.
    package let also: [String]
    package let outlook: LanguageAvailability

    init(_ tag: LanguageTag, name: String? = nil, also: [String] = [], outlook: LanguageAvailability) {
        (self.tag, self.also, self.outlook) = (tag, also, outlook)
        self.name = name ?? tag.ownName
        isRightToLeft = Locale.Language(identifier: tag.description).characterDirection == .rightToLeft
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
    /// As its speakers write it (CLDR), with a capital where the script has them: "Español", "العربية". The tag where
    /// nobody knows the language.
    package var ownName: String {
        let locale = Locale(identifier: description)
        guard let name = locale.localizedString(forIdentifier: description), name != description else {
            return description
        }
        return name.prefix(1).uppercased(with: locale) + name.dropFirst()
    }
}
