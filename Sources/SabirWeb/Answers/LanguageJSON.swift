import SabirFeed

/// A language on offer, in its own name.
struct LanguageJSON: Encodable, Sendable {
    let tag: String
    let name: String
    let dir: String
    /// Other tags by which devices name it.
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
