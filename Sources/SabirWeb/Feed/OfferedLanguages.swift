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
    func language(of tag: LanguageTag) -> LanguageTag? { exactly(tag) ?? tags.first { $0.reads(tag) } }

    /// The same, or else one of the same language in another form.
    func nearest(to tag: LanguageTag) -> LanguageTag? {
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
