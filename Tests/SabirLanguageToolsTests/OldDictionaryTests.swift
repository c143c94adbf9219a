import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

/// Small dictionaries in the character sets that older ones are in.
struct OldDictionaryTests {
    let folder = NSTemporaryDirectory() + "sabir-dictionaries-\(UUID().uuidString)"

    @Test(
        arguments: [
            ("ISO8859-1", "es_ES", [0xF1, 0x61, 0x6E, 0x64, 0xFA], "ñandú", "ñandu"),
            ("ISO8859-15", "fr_FR", [0x63, 0xBD, 0x75, 0x72], "cœur", "cœurr"),
            ("KOI8-R", "ru_RU", [0xC2, 0xCF, 0xCC, 0xC5, 0xCE], "болен", "болин"),
            ("microsoft-cp1251", "uk_UA", [0xB3, 0xE6, 0xE0, 0xEA], "іжак", "іжаг"),
            ("UTF-8", "el_GR", Array("πόνος".utf8), "πόνος", "πόνοςς"),
        ] as [(String, String, [UInt8], String, String)])
    func wordsAndSuggestionsAreConverted(
        _ charset: String, _ name: String, _ bytes: [UInt8], _ right: String, _ wrong: String
    ) async throws {
        try install(name, charset: charset, words: [bytes])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let checker = SpellChecker(folders: [folder])
        let language = tag(name.replacing("_", with: "-"))
        #expect(await checker.check(right, in: language) == .checked([], dictionary: name))
        guard case .checked(let found, _) = await checker.check(wrong, in: language) else {
            return #expect(Bool(false), "no dictionary")
        }
        #expect(found.map(\.word) == [wrong] && found.first?.suggestions == [right])
        // A letter that the character set lacks cannot be judged.
        if charset.hasPrefix("ISO") {
            #expect(await checker.check("щука", in: language) == .checked([], dictionary: name))
        }
    }

    @Test func aCharacterSetNobodyKnowsCountsAsNoDictionary() async throws {
        try install("xx_XX", charset: "ISCII-DEVANAGARI", words: [Array("word".utf8)])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(
            await SpellChecker(folders: [folder]).check("word", in: tag("xx")) == .noDictionary(tag("xx"), isNews: true)
        )
    }

    private func install(_ name: String, charset: String, words: [[UInt8]]) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let letters = "TRY abcdefghijklmnopqrstuvwxyz\n"
        try Data("SET \(charset)\n\(letters)".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).aff"))
        let list = words.reduce(into: Data("\(words.count)\n".utf8)) { $0 += $1 + [0x0A] }
        try list.write(to: URL(fileURLWithPath: "\(folder)/\(name).dic"))
    }
}

struct DictionaryCatalogTests {
    @Test(arguments: [
        ("es", "es_ES"), ("es-419", "es_ES"), ("es-MX", "es_MX"), ("es-PH", "es_ES"), ("ca", "ca"), ("ca-AD", "ca"),
        ("ca-valencia", "ca_ES-valencia"), ("en", "en_US"), ("en-IE", "en_US"), ("fr-CA", "fr_CA"), ("fr-SN", "fr"),
    ])
    func theNearestInstalledDictionaryServes(_ wanted: String, _ name: String) {
        #expect(DictionaryCatalog(folders: DictionaryCatalog.standardFolders).files(for: tag(wanted))?.name == name)
    }

    @Test(
        arguments: [
            ("sr", "sr_RS"), ("sr-Latn", "sr_Latn_RS"), ("pt-BR", "pt_BR"), ("pt-AO", "pt_BR"), ("no", "nb_NO"),
            ("nb", "nb_NO"), ("de-CH", "de_AT"), ("de-DE", "de_DE_frami"), ("ca-valencia", "ca_ES-valencia"),
            ("zh", nil),
            ("en", nil),
        ] as [(String, String?)])
    func namesAreReadAsTags(_ wanted: String, _ name: String?) throws {
        let folder = NSTemporaryDirectory() + "sabir-catalog-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let names = [
            "sr_RS", "sr_Latn_RS", "pt_BR", "pt_PT", "nb_NO", "de_AT", "de_DE_frami", "ca_ES-valencia", "ca_ES",
        ]
        for file in names.flatMap({ ["\($0).aff", "\($0).dic"] }) + ["hyph_en_US.dic", "en_US.dic"] {
            try Data().write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
        }
        #expect(DictionaryCatalog(folders: [folder]).files(for: tag(wanted))?.name == name)
    }
}
