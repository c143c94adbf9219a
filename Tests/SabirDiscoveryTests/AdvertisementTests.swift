import Testing

@testable import SabirDiscovery

@Suite struct AdvertisementTests {
    private func name(_ text: String) -> String {
        Advertisement(name: text, port: 1, record: RoomRecord(id: RoomRecordTests.id, node: "n1")).name
    }

    @Test func aNameOf63BytesIsKeptWhole() {
        #expect(name("Ärztehaus") == "Ärztehaus")
        #expect(name(String(repeating: "x", count: 63)).utf8.count == 63)
    }

    @Test(arguments: [("é", 62), ("€", 63), ("😀", 60)])
    func aLongNameIsCutBetweenScalars(scalar: String, bytes: Int) {
        let cut = name(String(repeating: scalar, count: 64))
        #expect(cut.utf8.count == bytes)
        #expect(cut == String(repeating: scalar, count: bytes / scalar.utf8.count))
    }

    @Test func theAlternativeNameCountsOnAndStaysWithin63Bytes() {
        #expect(AvahiClient.alternativeName(to: "Reception") == "Reception #2")
        #expect(AvahiClient.alternativeName(to: "Reception #2") == "Reception #3")
        #expect(AvahiClient.alternativeName(to: String(repeating: "é", count: 31)).utf8.count <= 63)
    }
}
