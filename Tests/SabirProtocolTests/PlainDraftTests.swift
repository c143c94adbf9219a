import NIOCore
import Testing

@testable import SabirProtocol

/// What the short way of reading a message takes, the long way takes alike.
@Suite struct PlainDraftTests {
    private static let id = "0198a3f2-7c4d-7e1b-9a55-3f2c1d0e9b8a"
    private static let documents = [
        #"{"type":"message","id":"\#(id)","message":"Take one, not two.","lang":"en"}"#,
        #"{"type":"message","message":"Nehmen Sie eine; nicht zwei. 🙂 لا","from":"anna","lang":"de-AT"}"#,
        #"{"type": "message", "message": "a", "reply": "\#(id)"}"#,
    ]
    private static let alphabet =
        Array(#"{}[]":,\/ 0-anti"#.utf8) + [0x00, 0x0A, 0x1F, 0x7F, 0x80, 0xC2, 0xE2, 0xFF]

    @Test(arguments: documents) func isReadTheShortWay(_ document: String) throws {
        let body = ByteBuffer(string: document)
        let draft = try #require(Draft(plain: body))
        #expect(try MemberPacket(fieldsOf: body) == .message(draft))
    }

    @Test(arguments: documents) func bothWaysAgree(_ document: String) {
        var plain = 0
        for bytes in mutants(of: document, Self.alphabet) {
            let body = ByteBuffer(bytes: bytes)
            guard let draft = Draft(plain: body) else { continue }
            plain += 1
            #expect((try? MemberPacket(fieldsOf: body)) == .message(draft), "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(plain > document.utf8.count, "Too few are read the short way for the test to mean anything.")
    }

    /// The long way's to judge.
    @Test(arguments: [
        #"{"type":"message","message":"a \"b\"","lang":"en"}"#, #"{"type":"message","message":"a","later":"b"}"#,
        #"{"type":"message","message":"a","message":"b"}"#, #"{"type":"message","message":"a","lang":"e"}"#,
        #"{"type":"message","message":"a","id":"1"}"#, #"{"type":"message","message":"\#u{0}"}"#,
        #"{"type":"message","lang":"en"}"#, #"{"message":"a"}"#, #"{"type":"profile","message":"a"}"#,
        #"{"type":"message","message":"a"} "#, #"{"type":"message","message":"a","reply":null}"#,
        #"{"type":"message","message":""}"#, "{", "",
    ]) func leavesTheRest(_ document: String) {
        #expect(Draft(plain: ByteBuffer(string: document)) == nil)
    }

    @Test func leavesWhatIsNotUTF8() {
        let bytes = Array(#"{"type":"message","message":"a","from":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
        #expect(Draft(plain: ByteBuffer(bytes: bytes)) == nil)
    }

    @Test(arguments: [0, 7, 10, 99, 1_000_000, 1_763_990_000_000, .max, -1, -10, .min])
    func aNumberIsWrittenAsItIs(_ number: Int) {
        var writer = JSONWriter()
        writer.digits(number, after: "n=")
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "n=\(number)")
    }

    /// At each place of a text, so at each of the eight that are looked at together.
    @Test(arguments: [0x00, 0x1F, UInt8(ascii: "\""), UInt8(ascii: "\\")]) func plainTextEnds(at special: UInt8) {
        // They differ from a special one by a bit, or by their highest.
        let plain: [UInt8] = [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x80, 0x9F, 0xA2, 0xDC]
        for length in 0..<40 {
            for place in 0...length {
                var bytes = [UInt8](repeating: plain[place % plain.count], count: length)
                if place < length { bytes[place] = special }
                #expect(JSONScanner.endOfPlainText(in: bytes.span, from: 0, to: length) == place)
            }
        }
    }

    @Test func scalarsAreCounted() {
        for text in [
            "", "abc", "é", "Ünïcödé — 🙂🙂🙂", String(repeating: "لا", count: 500), "a\u{10FFFF}b\u{800}cdefghijk",
        ] {
            #expect(WireText.scalarCount(text) == text.unicodeScalars.count, "\(text)")
        }
    }
}
