import Foundation
import SabirCore
import SabirProtocol
import SabirRoom
import Testing

@testable import SabirHistory

struct RetentionClockTests {
    private let hour = RetentionRule(keepFor: 3_600)

    private func time(_ wall: Int, _ steady: Int) -> ClockReading {
        ClockReading(wall: wall * 1_000, steady: steady * 1_000)
    }

    @Test func aLineOfThisLifeGoesWhenItsTimeIsOver() {
        var clock = RetentionClock(newest: 0, at: time(1_000_000, 0))
        #expect(clock.expired(hour, newest: 10, at: time(1_000_060, 60)).upTo == 0)
        #expect(clock.expired(hour, newest: 20, at: time(1_001_800, 1_800)).upTo == 0)
        #expect(clock.expired(hour, newest: 30, at: time(1_003_720, 3_720)).upTo == 10)
        #expect(clock.expired(hour, newest: 30, at: time(1_005_400, 5_400)).upTo == 20)
    }

    @Test func aClockThatJumpsForwardTakesNothingNew() {
        var clock = RetentionClock(newest: 0, at: time(0, 0))
        _ = clock.expired(hour, newest: 10, at: time(60, 60))
        let expired = clock.expired(hour, newest: 20, at: time(1_800_000_000, 120))
        #expect(expired == RetentionClock.Expired(upTo: 0, earlier: nil))
    }

    @Test func aClockThatJumpsBackKeepsNothingLonger() {
        var clock = RetentionClock(newest: 5, at: time(1_800_000_000, 0))
        _ = clock.expired(hour, newest: 10, at: time(1_800_000_060, 60))
        // Set back by years: the lines of this life go by the steady clock, those of earlier ones with its beginning.
        #expect(clock.expired(hour, newest: 10, at: time(100, 3_600)).upTo == 5)
        #expect(clock.expired(hour, newest: 10, at: time(160, 3_660)).upTo == 10)
    }

    @Test func linesOfEarlierLivesGoByTheTimeOnThem() {
        var clock = RetentionClock(newest: 50, at: time(1_000_000, 0))
        let expired = clock.expired(hour, newest: 50, at: time(1_000_060, 60))
        #expect(expired.earlier == .init(upTo: 50, before: (1_000_060 - 3_600) * 1_000))
    }

    @Test func theNewestNumbersStay() {
        var clock = RetentionClock(newest: 0, at: time(0, 0))
        #expect(clock.expired(RetentionRule(keepMessages: 100), newest: 250, at: time(1, 1)).upTo == 150)
        #expect(clock.expired(RetentionRule(keepMessages: 100), newest: 50, at: time(1, 1)).upTo == 0)
        #expect(clock.expired(.everything, newest: 1_000_000, at: time(1 << 40, 1 << 40)) == .init())
    }

    @Test func marksStayFew() {
        var clock = RetentionClock(newest: 0, at: time(0, 0))
        for second in 1...20_000 { _ = clock.expired(hour, newest: second, at: time(second, second)) }
        let size = Mirror(reflecting: clock).descendant("marks", "marks") as? [Any]
        #expect((size?.count ?? .max) <= RetentionMarks.most + 2)
        #expect(clock.expired(hour, newest: 20_000, at: time(20_000, 20_000)).upTo >= 20_000 - 3_600 - 20)
    }
}

struct FoldingTests {
    @Test(arguments: [
        ("Ärger", "arger"), ("ÉTÉ", "ete"), ("Straße", "strasse"), ("İstanbul", "istanbul"), ("ﬁn", "fin"),
        ("Ｗｉｄｅ　１２", "wide 12"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Ёлка", "елка"), ("السَّلَامُ", "السلام"), ("٣٤", "34"),
        ("नमस्ते", "नमस्ते"), ("สวัสดี", "สวัสดี"), ("が", "が"), ("한국", "한국"), ("e\u{301}", "e"),
    ])
    func isSensible(_ text: String, _ folded: String) {
        #expect(String(decoding: Folding.fold(text), as: UTF8.self) == folded)
    }

    @Test func rangesAreThoseOfTheOriginal() {
        let text = "Die Straße nach Étaples, die STRASSE"
        let ranges = SearchTerms("strasse etap").ranges(in: text)
        let found = ranges.map { String(text[$0]) }
        #expect(found == ["Straße", "Étap", "STRASSE"])
        let decomposed = "cafe\u{301} au lait"
        let accented = SearchTerms("café").ranges(in: decomposed).map { String(decomposed[$0]) }
        #expect(accented == ["cafe\u{301}"])
    }

    @Test func termsAreWordsOrWhatStandsInQuotationMarks() {
        #expect(
            SearchTerms("  one \"two three\" four ").terms.map { String(decoding: $0, as: UTF8.self) }
                == ["one", "two three", "four"])
        #expect(SearchTerms("\" \" \u{301}").terms.isEmpty)
        #expect(SearchTerms("血压 高").terms.count == 2)
    }
}

struct SmallPartsTests {
    /// The vectors of the SipHash paper's reference code: key 00…0f, messages 00, 00 01, …
    @Test(arguments: [
        (0, 0x726f_db47_dd0e_0e31 as UInt64), (1, 0x74f8_39c5_93dc_67fd), (7, 0xab02_00f5_8b01_d137),
        (8, 0x93f5_f579_9a93_2462), (15, 0xa129_ca61_49be_45e5),
    ])
    func sipHash(_ length: Int, _ expected: UInt64) {
        let key = SipKey(bytes: (0..<16).map { UInt8($0) })!
        #expect(SipKey.hash((0..<length).map { UInt8($0) }, key) == expected)
    }

    @Test func idsComeBackAsTheyWere() throws {
        for _ in 0..<100 {
            let id = MessageID()
            let (high, low) = id.value.stored
            #expect(MessageID.Value(high, low) == id.value && id.isPlain)
        }
        let capitals = try #require(MessageID("A987FBC9-4BED-4078-8F07-9141BA07C9F3"))
        #expect(!capitals.isPlain)
    }

    @Test func theTableOfIdsKnowsWhatItWasTold() {
        let table = KnownIDs()
        let room = RoomNumber(value: 3)
        let ids = (1...5_000).map { (MessageID().value, LineKey(room, $0)) }
        table.insert(ids.map { .init(id: $0.0, row: $0.1.value) })
        for (id, key) in ids { #expect(table.row(of: id, in: room) == key) }
        #expect(table.row(of: ids[0].0, in: RoomNumber(value: 4)) == nil)
        #expect(table.row(of: MessageID().value, in: room) == nil)
    }

    /// A repeat of a line said a moment ago is known, however many have been said before.
    @Test func aFullTableOfIdsKeepsTheNewerHalf() {
        let table = KnownIDs(most: 2_000)
        let room = RoomNumber(value: 3)
        let earlier = (1...5_000).map { (MessageID().value, LineKey(room, $0)) }
        table.insertOlder(earlier.reversed().map { .init(id: $0.0, row: $0.1.value) })
        #expect(table.isFullOfOlder)
        #expect(table.row(of: earlier[4_999].0, in: room) == earlier[4_999].1)
        var newest: [(MessageID.Value, LineKey)] = []
        for seq in 5_001...9_999 {
            newest.append((MessageID().value, LineKey(room, seq)))
            table.insert([.init(id: newest[newest.count - 1].0, row: newest[newest.count - 1].1.value)])
            #expect(newest.suffix(1_000).allSatisfy { table.row(of: $0.0, in: room) == $0.1 })
        }
    }

    @Test func listsOfABlockComeBack() {
        let entries = (0..<1_024).map { KnownIDs.Entry(id: MessageID().value, row: 5 << 40 | $0) }
        let back = IDList.decode(IDList.encode(entries, from: 5 << 40), from: 5 << 40)
        #expect(back.map(\.row) == entries.map(\.row))
        #expect(back.map(\.id) == entries.map(\.id))

        var keys: Set<UInt64> = []
        Grams.collect(Folding.fold("Guten Tag 血压"), into: &keys)
        let data = Grams.encode(keys)
        for term in ["g", "ta", "血", "血压", " t"] {
            #expect(Grams.contain(data, all: [Grams.key(ofTerm: Array(term.utf8))!]), "\(term)")
        }
        for term in ["x", "ga", "压血"] {
            #expect(!Grams.contain(data, all: [Grams.key(ofTerm: Array(term.utf8))!]), "\(term)")
        }
    }
}
