import SabirProtocol
import Testing

@testable import SabirTranslation

/// Of which language a line is, with what was learnt.
@Suite struct LanguageProfilesTests {
    @Test(arguments: [
        ("en", "Please wait in the corridor until we call you", "es", "Bitte warten Sie im Flur, bis wir Sie rufen"),
        ("en", "Please wait in the corridor until we call you", "pt", "Attendez dans le couloir que l'on vous appelle"),
        ("en", "Please wait in the corridor", "uk", "Подождите в коридоре, пока вас не позовут, это недолго"),
        ("en", "Please wait in the corridor until we call you", "fa", "يرجى الانتظار في الممر حتى نناديك إلى الداخل"),
        ("de", "Bitte warten Sie im Flur", "ca", "Espere en el pasillo hasta que le llamemos, y no se vaya todavía"),
    ])
    func anotherLanguageIsFound(_ from: String, _ source: String, _ to: String, _ translation: String) throws {
        #expect(try ShippedLanguages.kinds(from, source, to, translation).contains(.language))
    }

    @Test(arguments: [
        ("en", "Please wait in the corridor until we call you", "es", "Espere en el pasillo hasta que le llamemos"),
        ("en", "He has seen Doctor Alexander Smith in London", "es", "Ha visto al doctor Alexander Smith en Londres"),
        ("en", "Please wait here", "es", "Bitte warten"),
    ])
    func theReadersOwnIsNotDoubted(_ from: String, _ source: String, _ to: String, _ translation: String) throws {
        #expect(try !ShippedLanguages.kinds(from, source, to, translation).contains(.language))
    }

    /// A line that may be both is none that came back.
    @Test func betweenNearLanguagesTheLettersTellWhatCameBack() throws {
        #expect(try ShippedLanguages.kinds("es", "Espere en el pasillo", "ca", "Espere en el pasillo") == [.echoed])
        #expect(try ShippedLanguages.kinds("ru", "Подождите в коридоре", "uk", "Подождите в коридоре") == [.echoed])
        #expect(try ShippedLanguages.kinds("es", "La casa verda", "ca", "La casa verda") == [])
    }

    @Test func oddsAreThoseOfTheGroups() throws {
        let groups = LanguageProfiles.File.Language(groups: "_ab ab_", odds: [20, 10])
        let other = LanguageProfiles.File.Language(groups: "_ab", odds: [5])
        let profiles = LanguageProfiles(LanguageProfiles.File(languages: ["es": groups, "ca": other]))
        let (spanish, catalan) = (try #require(LanguageTag("es")), try #require(LanguageTag("ca")))
        let line = CheckedLine("AB, ab", .unknown)
        let welsh = try #require(LanguageTag("cy"))
        let found = profiles.odds(of: line, in: catalan, from: spanish)
        #expect(try abs(#require(found.ofOther) - 5) < 0.001 && found.ofSource == found.ofOther)
        #expect(try abs(#require(profiles.odds(of: line, in: spanish, from: catalan).ofSource) + 5) < 0.001)
        #expect(profiles.odds(of: line, in: catalan, from: welsh).ofSource == nil)
        #expect(profiles.odds(of: line, in: welsh, from: catalan) == (nil, nil))
    }
}
