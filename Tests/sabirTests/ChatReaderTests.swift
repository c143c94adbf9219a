import SabirProtocol
import Testing

@testable import sabir

/// Who reads here, and what they were told.
@Suite struct ChatReaderTests {
    private var reader = ChatReader(name: "anna", lang: "es")

    @Test("is told of each language once, and again in another language of its own")
    mutating func foretold() {
        #expect(reader.takeUntold(among: ["uk", "es", "ar"]) == ["ar", "uk"])
        #expect(reader.takeUntold(among: ["uk", "ca"]) == ["ca"])
        reader.postpone(["ca"])
        #expect(reader.takeUntold(among: ["uk", "ca"]) == ["ca"])
        _ = reader.adopt(Profile(name: "ana"))
        #expect(reader.takeUntold(among: ["uk"]).isEmpty)
        _ = reader.adopt(Profile(lang: "en"))
        #expect(reader.takeUntold(among: ["uk", "es", "en"]) == ["es", "uk"])
        #expect(reader.name == "ana" && reader.lang == "en")
    }

    @Test("reads another language once the room has taken it, and writes it from the moment it asked")
    mutating func asked() {
        reader.request(Profile(lang: "fr"))
        #expect(reader.lang == "es" && reader.writes == "fr")
        reader.cancelRequest()
        #expect(reader.lang == "es" && reader.writes == "es")
        reader.request(Profile(lang: "de"))
        let isNews = reader.adopt(Profile(name: "anna", lang: "de"))
        #expect(isNews && reader.lang == "de" && reader.writes == "de")
        let isNewsAgain = reader.adopt(Profile(name: "anna", lang: "de"))
        #expect(!isNewsAgain)
    }

    @Test("takes the name that the room gives")
    mutating func named() {
        #expect(reader.adopt(name: Optional<String>.none) == false && reader.adopt(name: "anna") == false)
        #expect(reader.adopt(name: "anna 2") && reader.name == "anna 2")
    }
}
