import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

/// Medicines by their international names, in lines that were written for this.
@Suite struct MedicineNamesTests {
    private static let checker = ShippedLanguages.checker

    private func found(_ from: String, _ source: String, _ to: String, _ translation: String) throws
        -> [TranslationWarning]
    {
        try Self.checker.get().warnings(
            source: source, from: try #require(LanguageTag(from)), translation: translation,
            to: try #require(LanguageTag(to))
        ).filter { $0.kind == .medicines }
    }

    @Test(arguments: [
        (
            "en", "Take prednisolone after breakfast.", "es", "Tome prednisona después del desayuno.", ["prednisolone"],
            ["prednisona"]
        ),
        (
            "de", "Nimmt sie noch Carbamazepin?", "fr", "Prend-elle encore de la clarithromycine ?", ["Carbamazepin"],
            ["clarithromycine"]
        ),
        ("ru", "Он принимает бисопролол.", "uk", "Він приймає лозартан.", ["бисопролол"], ["лозартан"]),
        ("en", "He had diazepam at night.", "zh", "他晚上服用了吗啡。", ["diazepam"], ["吗啡"]),
        ("en", "She is on digoxin.", "ar", "تتناول دواء للقلب.", ["digoxin"], []),
        ("es", "Le dieron un calmante.", "en", "He was given tramadol.", [], ["tramadol"]),
        ("zh-Hant", "他服用華法林。", "en", "He takes heparin.", ["華法林"], ["heparin"]),
    ])
    func anotherMedicineIsTold(
        _ from: String, _ source: String, _ to: String, _ translation: String, _ lost: [String], _ added: [String]
    ) throws {
        #expect(
            try found(from, source, to, translation)
                == [TranslationWarning(kind: .medicines, words: lost, counterparts: added)])
    }

    @Test(arguments: [
        ("en", "Take omeprazole and levothyroxine.", "it", "Prenda omeprazolo e levotiroxina."),
        ("en", "hydrochlorothiazide", "ru", "гидрохлоротиазид"),
        ("fr", "de l’acide acétylsalicylique", "en", "aspirin"),
        ("ca", "Preneu l’amoxicil·lina.", "pl", "Proszę brać amoksycylinę."),
        ("de", "zwei Ciprofloxacintabletten", "pt", "dois comprimidos de ciprofloxacino"),
        ("tr", "Deksametazonu kestiler.", "eu", "Dexametasona kendu zioten."),
        ("en", "Give her salbutamol.", "ar", "أعطها السالبوتامول."),
        ("en", "Give her albuterol.", "fa", "به او سالبوتامول بدهید."),
        ("en", "Do you have clonazepam?", "hi", "क्या आपके पास क्लोनाज़ेपम है?"),
        ("en", "Do you have clonazepam?", "bn", "আপনার কাছে কি ক্লোনাজেপাম আছে?"),
        ("ro", "Azitromicină, trei zile.", "gl", "Azitromicina, tres días."),
        // A medicine whose Chinese name is not known is not missed.
        ("en", "febuxostat at noon", "zh", "中午服药"),
        ("fr", "les métadonnées du fichier", "en", "the data about the file"),
        ("es", "Esperan en la sala.", "en", "They wait in the room."),
    ])
    func theSameInAnotherSpellingIsNot(_ from: String, _ source: String, _ to: String, _ translation: String) throws {
        #expect(try found(from, source, to, translation) == [])
        #expect(try found(to, translation, from, source) == [])
    }

    /// What is taken for a name where one is missed is no other medicine's.
    @Test func noTwoMedicinesAreSpeltAlike() throws {
        let path = DataFolder.languages + "/shape/medicines.json"
        let file = try StrictJSON.decode(MedicineNames.File.self, from: StrictJSON.bytes(of: path), at: path)
        let names = MedicineNames(file)
        let rules = LanguageRules.unknown
        let spelt = file.medicines.map { names in
            names.map { FoldedText($0).scalars }.filter { MedicineSpelling.letters(of: $0[...]) != nil }
                .map { MedicineSpelling.consonants(of: $0[...]) }
        }
        for (place, own) in spelt.enumerated() {
            for (other, others) in spelt.enumerated() where other != place {
                guard own.contains(where: { name in others.contains { $0.starts(with: name) } }) else { continue }
                let (one, another) = (file.medicines[place][0], file.medicines[other][0])
                let found = names.differences(CheckedLine(one, rules), CheckedLine(another, rules))
                #expect(found.contains { !$0.source.isEmpty }, "\(another) passes for \(one)")
            }
        }
    }

    @Test(arguments: [#"{"medicines": [[]], "others": []}"#, #"{"medicines": [[""]], "others": []}"#, "{}"])
    func aFileThatIsWrongIsRefused(_ text: String) throws {
        let path = NSTemporaryDirectory() + "medicines-\(UUID()).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(filePath: path))
        #expect(throws: LanguageDataError.self) { try MedicineNames.read(path) }
    }
}
