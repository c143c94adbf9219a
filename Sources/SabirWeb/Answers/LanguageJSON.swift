import SabirFeed

/// A language on offer, in its own name.
struct LanguageJSON: Encodable, Sendable {
    let tag: String
    let name: String
    let dir: String
    /// Other tags that devices use for the language.
    let also: [String]?
    let outlook: LanguageAvailability

    init(_ language: OfferedLanguage) {
        tag = language.tag.description
        name = language.name
        dir = language.isRightToLeft ? "rtl" : "ltr"
        also = language.also.isEmpty ? nil : language.also
        outlook = language.outlook
    }
}
