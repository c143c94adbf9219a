import Foundation
import SabirProtocol

/// A language on offer, in its own name.
struct LanguageJSON: Encodable, Sendable, Hashable {
    let tag: String
    let name: String
    let dir: String
    /// Other tags by which devices name it.
    let also: [String]?
    let outlook: LanguageAvailability

    init(_ tag: LanguageTag, name: String? = nil, also: [String] = [], outlook: LanguageAvailability) {
        self.tag = tag.description
        self.name = name ?? tag.ownName
        dir = Locale.Language(identifier: tag.description).characterDirection == .rightToLeft ? "rtl" : "ltr"
        self.also = also.isEmpty ? nil : also
        self.outlook = outlook
    }
}

extension LanguageTag {
    /// As its speakers write it (CLDR), with a capital where the script has them: "Español", "العربية". The tag where
    /// nobody knows the language.
    var ownName: String {
        let locale = Locale(identifier: description)
        guard let name = locale.localizedString(forIdentifier: description), name != description else {
            return description
        }
        return name.prefix(1).uppercased(with: locale) + name.dropFirst()
    }
}
