import Foundation
import SabirProtocol

/// The two files of a dictionary (hunspell(5)): `NAME.aff` and `NAME.dic`.
struct DictionaryFiles: Hashable, Sendable {
    let folder: String
    let name: String

    var affixes: String { "\(folder)/\(name).aff" }
    var words: String { "\(folder)/\(name).dic" }
}

/// Finds the best installed dictionary for a language.
struct DictionaryCatalog: Sendable {
    /// Debian's folder, and that of older packages.
    static let standardFolders = ["/usr/share/hunspell", "/usr/share/myspell/dicts"]

    let folders: [String]

    /// Nil if no dictionary is installed for the language in its script. Lists the folders at each call, so that a
    /// dictionary counts from the moment of its installation.
    func files(for tag: LanguageTag) -> DictionaryFiles? {
        let wanted = Self.spelling(tag)
        var best: (rank: Int, files: DictionaryFiles)?
        for files in installed {
            guard let found = LanguageTag(files.name.replacing("_", with: "-")),
                let rank = Self.rank(of: Self.spelling(found), for: wanted)
            else { continue }
            if best.map({ rank < $0.rank }) ?? true { best = (rank, files) }
        }
        return best?.files
    }

    /// Dictionaries in the folders' order, sorted by name within each, so that the result is repeatable.
    private var installed: [DictionaryFiles] {
        folders.flatMap { folder in
            let names = Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            return names.sorted().compactMap { name -> DictionaryFiles? in
                guard name.hasSuffix(".dic"), names.contains(name.dropLast(4) + ".aff") else { return nil }
                return DictionaryFiles(folder: folder, name: String(name.dropLast(4)))
            }
        }
    }

    /// Norwegian dictionaries are named after the written form.
    private static func spelling(_ tag: LanguageTag) -> LanguageTag {
        tag.primary == "no" ? LanguageTag("nb" + tag.description.dropFirst(2)) ?? tag : tag
    }

    /// Ranks a dictionary, smaller being better; nil for another language or script. First the requested region, then a
    /// dictionary for all regions, then the region with most speakers (CLDR's likely subtags: Spain for `es`, so also
    /// for `es-419`), then any. A requested variety (`ca-valencia`) counts more than all that, and one that was not
    /// requested (`de_DE_frami`) ranks below a dictionary for all regions.
    private static func rank(of found: LanguageTag, for wanted: LanguageTag) -> Int? {
        guard found.readingKey == wanted.readingKey, found.primary == wanted.primary else { return nil }
        guard varieties(found) != varieties(wanted) else { return regionRank(of: found, for: wanted) }
        return regionRank(of: found, for: wanted) + (varieties(wanted).isEmpty ? 3 : 10)
    }

    private static func regionRank(of found: LanguageTag, for wanted: LanguageTag) -> Int {
        guard let region = region(found) else { return region(wanted) == nil ? 0 : 2 }
        if region == self.region(wanted) { return 0 }
        return region == LanguageTag(String(found.primary))?.likelyRegion ? 4 : 6
    }

    private static func region(_ tag: LanguageTag) -> String? {
        Locale.Language(identifier: tag.description).region?.identifier
    }

    /// Subtags of five letters or more, which are neither script nor region.
    private static func varieties(_ tag: LanguageTag) -> [Substring] {
        tag.description.split(separator: "-").dropFirst().filter { $0.utf8.count > 4 }
    }
}
