import Testing
import SabirFeed
import SabirProtocol
import SabirRoom

@testable import SabirIRC

@Suite struct LineTests {
    @Test(arguments: [
        ("PING", IRCLine("PING", [])),
        ("privmsg #a :two words", IRCLine("PRIVMSG", ["#a", "two words"])),
        (":anna!u@h  JOIN   #a ", IRCLine(source: "anna!u@h", "JOIN", ["#a"])),
        ("NICK :", IRCLine("NICK", [""])),
        ("TOPIC #a ::-)", IRCLine("TOPIC", ["#a", ":-)"])),
        (
            "@time=12;+a=x\\:y\\sz\\\\;b :s 001 n :hi",
            IRCLine(
                tags: ["time": "12", "+a": "x;y z\\", "b": ""], source: "s", "001", ["n", "hi"])
        ),
        ("@a=1\\ PING x", IRCLine(tags: ["a": "1"], "PING", ["x"])),
        (
            "A 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
            IRCLine(
                "A", (1...14).map(String.init) + ["15 16"])
        ),
    ])
    func aLineIsRead(_ text: String, _ line: IRCLine) { #expect(IRCLine(parsing: text) == line) }

    @Test(arguments: ["", " ", ":source", "@tag", "@tag :source", ":s :words", "PR!VMSG x", "ñ x"])
    func whatHasNoCommandIsNoLine(_ text: String) { #expect(IRCLine(parsing: text) == nil) }

    @Test func whatIsWrittenIsReadAsTheSame() {
        let line = IRCLine(
            tags: ["msgid": "a b;c\\d\ne", "x": ""], source: "anna!es@sabir", "PRIVMSG", ["#a", "uno dos"])
        #expect(IRCLine(parsing: String(line.text.dropLast(1))) == line)
    }

    @Test func noParameterCanBeginAnotherLine() {
        let text = IRCLine("NOTICE", ["#a", "one\r\nQUIT\0"]).text
        #expect(text == "NOTICE #a :one  QUIT \r\n")
    }

    @Test func aLineThatIsTooLongIsCutAndAWordStaysOne() {
        let line = IRCLine("332", ["a b", "", ":c", String(repeating: "ñ ", count: 300)])
        #expect(line.text.hasPrefix("332 a_b * _:c :ñ ñ") && line.text.hasSuffix("…\r\n"))
        #expect((500...512).contains(line.text.utf8.count))
    }

    @Test func anEmptyLastParameterKeepsItsColon() { #expect(IRCLine("TOPIC", ["#a", ""]).text == "TOPIC #a :\r\n") }
}

@Suite struct LineDecoderTests {
    @Test func linesAreTheSameWhereverReadsEnd() {
        let bytes = Array("NICK a\r\nUSER a 0 * :ñandú\n\r\n@x=y PING 1\r\n".utf8)
        var whole = LineDecoder()
        let expected = whole.append(bytes)
        #expect(expected.count == 3)
        for cut in bytes.indices {
            var decoder = LineDecoder()
            #expect(decoder.append(bytes[..<cut]) + decoder.append(bytes[cut...]) == expected)
        }
    }

    @Test func aLineOf512BytesFitsAndALongerOneDoesNot() {
        var decoder = LineDecoder()
        let longest = "PING " + String(repeating: "x", count: 505)
        #expect(decoder.append(Array((longest + "\r\n").utf8)) == [.line(IRCLine(parsing: longest)!)])
        #expect(decoder.append(Array((longest + "x\r\nPING 1\r\n").utf8)) == [.tooLong, .line(IRCLine("PING", ["1"]))])
    }

    @Test func tagsHaveABoundOfTheirOwn() {
        var decoder = LineDecoder()
        let fits = "@" + String(repeating: "t", count: 8_189) + " PING 1\r\n"
        #expect(decoder.append(Array(fits.utf8)).count == 1)
        let long = "@" + String(repeating: "t", count: 9_000) + " PING 1\r\n"
        #expect(decoder.append(Array(long.utf8)) == [.tooLong])
        let longBehind = "@t PING " + String(repeating: "x", count: 600) + "\r\n"
        #expect(decoder.append(Array(longBehind.utf8)) == [.tooLong])
    }

    @Test func whatNeverEndsIsNotKept() {
        var decoder = LineDecoder()
        for _ in 0..<100 { _ = decoder.append([UInt8](repeating: 0x40, count: 10_000)) }
        #expect(decoder.pending.count <= LineDecoder.maximumTags + 1)
    }

    @Test func otherEncodingsAreRefused() {
        var decoder = LineDecoder()
        #expect(decoder.append(Array("PRIVMSG #a :".utf8) + [0xF1, 0x0A]) == [.notUTF8])
    }
}

@Suite struct TextTests {
    @Test func aLongTextIsCutAtSpacesAndNothingIsLost() {
        let text = (1...200).map { "palabra\($0)" }.joined(separator: " ")
        let pieces = TextPieces.cut(text, bytes: 100)
        #expect(pieces.allSatisfy { $0.utf8.count <= 100 })
        #expect(pieces.map { $0.trimmingSpaces }.joined(separator: " ") == text)
    }

    @Test func graphemesAreNotCut() {
        let family = "👨‍👩‍👧‍👦"
        let pieces = TextPieces.cut(String(repeating: family, count: 40), bytes: 60)
        #expect(pieces.allSatisfy { $0.utf8.count <= 60 && $0.allSatisfy { $0 == Character(family) } })
        #expect(pieces.joined().count == 40)
    }

    @Test func aGraphemeWithoutEndIsCutBetweenScalars() {
        let text = "a" + String(repeating: "\u{301}", count: 400)
        let pieces = TextPieces.cut(text, bytes: 50)
        #expect(pieces.allSatisfy { (1...50).contains($0.utf8.count) })
        #expect(pieces.joined().unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func eachParagraphIsALine() {
        #expect(TextPieces.cut("uno\n\ndos", bytes: 100) == ["uno", "dos"])
        #expect(TextPieces.cut("", bytes: 100) == [""])
    }

    @Test(arguments: [
        ("\u{2}2 mg\u{F}", "2 mg"), ("\u{3}04,01rojo", "rojo"), ("\u{3}0420 mg", "20 mg"), ("\u{3},5", ",5"),
        ("\u{4}ff0000,000000x", "x"), ("2 mg", "2 mg"), ("a\u{3}", "a"), ("\u{3}4,a", ",a"),
    ])
    func coloursGoWithTheirDigits(_ text: String, _ plain: String) { #expect(Formatting.plain(text) == plain) }

    @Test func timesAreUTCWithMilliseconds() {
        #expect(IRCTimestamp.utc(1_700_000_000_007) == "2023-11-14T22:13:20.007Z")
    }
}

@Suite struct NameTests {
    @Test(arguments: [
        ("Anna", "Anna"), ("María José", "María_José"), ("1st", "_st"), ("a!b@c,d", "a_b_c_d"), ("فاطمة", "فاطمة"),
        ("می‌روم", "میروم"), (" ", "_"), ("@staff", "_staff"), ("#a", "_a"),
    ])
    func namesAreMadeFit(_ name: String, _ nick: String) {
        #expect(IRCName.fitted(name) == nick)
        #expect(IRCName.isNick(nick))
    }

    @Test func nicksAreBounded() {
        #expect(IRCName.fitted(String(repeating: "x", count: 64)).count == IRCName.maximumNick)
        #expect(IRCName.fitted(String(repeating: "語", count: 64)).utf8.count <= IRCName.maximumNickBytes)
        #expect(!IRCName.isNick(String(repeating: "x", count: 33)) && !IRCName.isNick(""))
    }

    @Test func namesakesGetNumbersAndNobodyIsTheService() {
        var table = NickTable { [$0.lowercased()] }
        let nicks = (1...30).map { table.giveFitted("Anna", to: .client(ConnectionID(number: $0))) }
        #expect(Set(nicks).count == 30 && nicks[0] == "Anna" && nicks[1] == "Anna2")
        #expect(table.giveFitted("Sabir", to: .client(ConnectionID(number: 99))) == "Sabir2")
        table.release(.client(ConnectionID(number: 1)))
        #expect(table.isFree("ANNA", for: .client(ConnectionID(number: 31))))
        #expect(table.bearer(of: "anna2") == .client(ConnectionID(number: 2)))
    }

    @Test func roomsAreChannelsUnlikeEachOther() {
        let names = ["Waiting room", "waiting-room", "Süd"].enumerated()
        let list = IRCListing.list(names.map { RoomFacts(id: "id\($0)", name: $1) })
        #expect(list.map(\.channel) == ["#Waiting-room", "#waiting-room-2", "#Süd"])
        #expect(list[0].isMeant(by: "#WAITING-room") && list[1].isMeant(by: "#ID1") && !list[1].isMeant(by: "#id0"))
    }
}

extension String {
    fileprivate var trimmingSpaces: String { String(reversed().drop { $0 == " " }.reversed()) }
}
