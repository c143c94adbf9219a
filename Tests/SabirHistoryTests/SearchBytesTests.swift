import Testing

@testable import SabirHistory

/// Bytes in bytes, and the three-letter sequences that the index is asked for.
@Suite struct SearchBytesTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func texts(_ grams: [[UInt8]]) -> [String] { grams.map { String(decoding: $0, as: UTF8.self) } }

    // MARK: ByteSearch

    @Test(arguments: [
        ("a", "banana", [1..<2, 3..<4, 5..<6]), ("ana", "banana", [1..<4]), ("banana", "banana", [0..<6]),
        ("bananas", "banana", []), ("", "banana", []), ("a", "", []), ("nn", "nnnn", [0..<2, 2..<4]),
        ("ñ", "niño", [2..<4]), ("na", "banan", [2..<4]),
    ])
    func whatIsFoundDoesNotOverlap(_ needle: String, _ text: String, _ expected: [Range<Int>]) {
        #expect(ByteSearch.all(bytes(needle), in: bytes(text)) == expected)
    }

    @Test func theSearchBeginsWhereItIsTold() {
        #expect(ByteSearch.first(bytes("ana"), in: bytes("banana"), from: 2) == 3)
        #expect(ByteSearch.first(bytes("ana"), in: bytes("banana"), from: 4) == nil)
    }

    // MARK: Trigrams

    @Test func aTermIsAskedForByItsEndFirst() {
        #expect(texts(Trigrams.all(of: [bytes("blutdr"), bytes("utd"), bytes("ab")])) == ["tdr", "utd", "lut", "blu"])
        #expect(texts(Trigrams.all(of: [bytes("血圧計は")])) == ["圧計は", "血圧計"])
        #expect(Trigrams.all(of: []).isEmpty)
    }

    /// All of a very long search are not weighed.
    @Test func ofVeryManyAnEvenChoiceIsMade() {
        let term = (0..<200).map { Character(Unicode.Scalar(0x4E00 + $0)!) }
        let chosen = texts(Trigrams.all(of: [bytes(String(term))]))
        #expect(chosen.count <= 64 && chosen.count > 32)
        #expect(chosen.first == String(term.suffix(3)) && chosen.last.map { term[..<12].contains($0.first!) } == true)
    }

    @Test func aQueryAsksForAllAndQuotesWhatItIsMadeOf() {
        #expect(Trigrams.query([bytes("abc"), bytes("a\"c")]) == "\"abc\" AND \"a\"\"c\"")
    }

    // MARK: FoldingTable

    @Test func theTableHasWhatDoesNotStayAsItIs() {
        let table = FoldingTable.shared
        func folded(_ scalar: Unicode.Scalar) -> String? {
            let place = table.places[Int(scalar.value)]
            return place == 0 ? nil : String(decoding: table.replacements[Int(place)], as: UTF8.self)
        }
        let expected: [(Unicode.Scalar, String?)] = [
            ("É", "e"), ("ß", "ss"), ("Æ", "ae"), ("ı", "i"), ("ς", "σ"), ("ی", "ي"), ("٣", "3"), ("３", "3"),
            ("Ａ", "a"), ("\u{301}", ""), ("\u{640}", ""), ("\u{3000}", " "), ("e", nil), ("か", nil), ("ก", nil),
            ("漢", nil), ("가", nil),
        ]
        for (scalar, text) in expected { #expect(folded(scalar) == text, "\(scalar)") }
    }
}
