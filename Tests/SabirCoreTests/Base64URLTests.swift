import SabirCore
import Testing

struct Base64URLTests {
    /// Two texts for the same bytes would be two devices, or two hosts.
    @Test(arguments: ["Zg==", "Zh", "Zm9v+", "P38/", "Z", "Zm9v Yg", "Zm9vé"])
    func otherFormsAreNone(_ text: String) { #expect(Base64URL.bytes(of: text) == nil) }

    @Test func theAlphabetIsKnown() {
        #expect(Base64URL.isText("azAZ09-_") && Base64URL.isText(""))
        #expect(!["+", "/", "=", " ", "é", "@", "[", "`", "{", ":"].contains(where: Base64URL.isText))
    }

    @Test func itGoesThereAndBack() {
        for length in 0..<100 {
            let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max) }
            #expect(Base64URL.bytes(of: Base64URL.text(of: bytes)) == bytes)
        }
    }

    @Test func chanceIsOfThatManyBytesAndEachTimeAnother() {
        let texts = (0..<100).map { _ in Base64URL.random(bytes: 32) }
        #expect(texts.allSatisfy { $0.utf8.count == 43 && Base64URL.bytes(of: $0)?.count == 32 })
        #expect(Set(texts).count == 100)
    }
}
