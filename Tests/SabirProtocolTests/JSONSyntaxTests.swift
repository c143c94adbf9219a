import NIOCore
import Testing

@testable import SabirProtocol

/// What the contract calls a breach, by frame body.
@Suite struct JSONSyntaxTests {
    private func nested(_ depth: Int, _ open: String, _ close: String) -> String {
        let inner = String(repeating: open, count: depth - 1) + "1" + String(repeating: close, count: depth - 1)
        return #"{"type":"later","x":\#(inner)}"#
    }

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func nestingSixteenDeepIsFineAndSeventeenIsNot(open: String, close: String) {
        #expect(memberFault(nested(16, open, close)) == nil)
        let fault = memberFault(nested(17, open, close))
        #expect(fault?.code == .badJSON)
        #expect(fault?.fatal == true)
    }

    @Test func aNestingOfThousandsIsRefusedLikeAnyOther() {
        #expect(memberFault(String(repeating: "[", count: 60_000))?.code == .badJSON)
        #expect(memberFault(String(repeating: #"{"a":"#, count: 12_000))?.code == .badJSON)
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
        ] as [[UInt8]])
    func bytesThatAreNotUTF8AreABreach(bytes: [UInt8]) {
        var body = ByteBuffer(string: #"{"type":"x","y":""#)
        body.writeBytes(bytes)
        body.writeString(#""}"#)
        let fault = fault { () throws(WireFault) in try MemberPacket(body: body) }
        #expect(fault?.code == .badFrame)
        #expect(fault?.fatal == true)
    }

    @Test(arguments: [
        "hello", "", " ", "{", "{}{}", #"{"type"}"#, #"{"type":}"#, #"{"type":"bye",}"#, #"{,"type":"bye"}"#,
        #"{"type":"bye"} x"#, #"{type:"bye"}"#, "{'type':'bye'}", #"{"type":"bye"]"#, #"{"type":tru}"#,
        #"{"type":nul}"#, #"{"type":True}"#, #"{"type":"bye""#, #"{"type":"bye}"#, #"{"a":[1,]}"#, #"{"a":[,1]}"#,
        #"{"a":[1 2]}"#, "\u{FEFF}" + #"{"type":"bye"}"#, #"{"type":"bye"/**/}"#, "{\"type\":\"bye\"}\u{0}",
        "{\u{A0}\"type\":\"bye\"}",
    ])
    func whatIsNotJSONIsABreach(text: String) {
        let fault = memberFault(text)
        #expect(fault?.code == .badJSON)
        #expect(fault?.fatal == true)
    }

    @Test(arguments: ["[]", #"["type"]"#, #""bye""#, "1", "null", "true", #" [ { "type" : "bye" } ] "#])
    func whatIsNotAnObjectIsABreach(text: String) {
        let fault = memberFault(text)
        #expect(fault?.code == .badPacket)
        #expect(fault?.fatal == true)
    }

    @Test(arguments: [
        "{}", #"{"type":1}"#, #"{"type":null}"#, #"{"type":["bye"]}"#, #"{"Type":"bye"}"#, #"{"x":{"type":"bye"}}"#,
    ])
    func aPacketWithoutAStringForItsTypeIsABreach(text: String) {
        let fault = memberFault(text)
        #expect(fault?.code == .badPacket)
        #expect(fault?.fatal == true)
    }

    @Test func whiteSpaceIsAllowedWhereJSONAllowsIt() throws {
        let text = "\t\r\n { \"type\" : \"who\" ,\n\"after\"\t:\r\"m1\" } \n"
        #expect(try MemberPacket(body: body(text)) == .who(after: MemberID(rawValue: "m1")))
    }

    // MARK: Numbers

    @Test(arguments: [
        "0", "-0", "1", "-1", "10", "1e5", "1E5", "1e+5", "1e-5", "0.5", "-0.5", "1.25e10", "0e0", "1e400",
        "123456789012345678901234567890",
    ])
    func aNumberOfTheGrammarIsTaken(number: String) {
        #expect(memberFault(#"{"type":"later","x":\#(number)}"#) == nil)
    }

    @Test(arguments: [
        "01", "-01", "1.", ".5", "-", "+1", "1e", "1e+", "1.e5", "0x1", "NaN", "Infinity", "-Infinity", "1_000", "--1",
        "1-", "00", "1e5.5", "-a",
    ])
    func aNumberOutsideTheGrammarIsABreach(number: String) {
        #expect(memberFault(#"{"type":"later","x":\#(number)}"#)?.code == .badJSON)
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("12", 12), ("9007199254740991", WireInteger.largest),
        ("-9007199254740991", -WireInteger.largest), ("9007199254740991.0", WireInteger.largest), ("1e5", 100_000),
        ("1.0", 1), ("-2.50e1", -25),
    ])
    func wholeNumbersAreReadExactly(text: String, expected: Int) throws {
        #expect(try JSONObject(body: body(#"{"x":\#(text)}"#)).int("x") == expected)
    }

    /// RFC 7493, §2.2.
    @Test(arguments: [
        "9007199254740992", "-9007199254740992", "9007199254740993.0", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "1e17", "1e400", "1.5", "\"1\"", "true", "[1]",
    ])
    func whatIsNoWholeNumberThatEveryReaderHoldsIsAWrongField(text: String) throws {
        let object = try JSONObject(body: body(#"{"x":\#(text)}"#))
        let fault = fault { () throws(WireFault) in try object.int("x") }
        #expect(fault?.code == .badPacket)
        #expect(fault?.fatal == false)
    }

    // MARK: Strings

    @Test(arguments: [
        (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"), (#"\u0041\u00e9\u00E9"#, "Aéé"), (#"\u4e2d"#, "中"),
        (#"\ud83d\ude42"#, "🙂"), (#"a\ud83d\ude42b"#, "a🙂b"), (#"\ud83d"#, "\u{FFFD}"), (#"\ude42"#, "\u{FFFD}"),
        (#"\ud83dx\ude42"#, "\u{FFFD}x\u{FFFD}"), (#"\ud83d\u0041"#, "\u{FFFD}A"),
        (#"\ude42\ud83d"#, "\u{FFFD}\u{FFFD}"), (#"\ud83d\ud83d\ude42"#, "\u{FFFD}🙂"), (#"é\n漢🙂\t"#, "é\n漢🙂\t"),
        (#"\u0000"#, "\u{0}"), ("", ""),
    ])
    func escapesAreUndone(json: String, expected: String) throws {
        let text = try JSONObject(body: body(#"{"x":"\#(json)"}"#)).string("x")
        #expect(text.map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
    }

    @Test(arguments: [#"\x41"#, #"\u12"#, #"\u12g4"#, #"\"#, #"\u"#, #"\U0041"#, #"\'"#, #"\ "#])
    func anEscapeOutsideTheGrammarIsABreach(json: String) {
        #expect(memberFault(#"{"type":"later","x":"\#(json)"}"#)?.code == .badJSON)
    }

    @Test func everyRawControlCharacterInAStringIsABreach() throws {
        for value in UInt8(0)..<0x20 {
            let text = "{\"type\":\"later\",\"x\":\"a" + String(UnicodeScalar(value)) + "b\"}"
            #expect(memberFault(text)?.code == .badJSON, "U+\(value)")
        }
        #expect(memberFault("{\"type\":\"later\",\"x\":\"\u{7F}\u{85}\"}") == nil)
    }

    // MARK: Fields

    @Test func ofAKeyGivenTwiceTheLastCounts() throws {
        let twice = try JSONObject(body: body(#"{"x":"one","y":1,"x":"two"}"#))
        #expect(try twice.string("x") == "two")
        let taken = try JSONObject(body: body(#"{"x":"one","x":null}"#))
        #expect(try taken.string("x") == nil)
    }

    @Test func nullCountsAsLeftOut() throws {
        #expect(try MemberPacket(body: body(#"{"type":"who","after":null}"#)) == .who(after: nil))
    }

    @Test func aKeyIsFoundByItsWholeName() throws {
        let object = try JSONObject(body: body(#"{"xx":1,"":2,"X":3}"#))
        #expect(try object.int("x") == nil)
        #expect(try object.int("xx") == 1)
    }
}
