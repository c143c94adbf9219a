import NIOCore
import Testing

@testable import SabirProtocol

/// What a host makes of what members send.
@Suite struct MemberPacketTests {
    private static let id = "0b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e02"

    private func read(_ json: String) throws -> MemberPacket { try MemberPacket(body: body(json)) }

    @Test func aHelloIsReadInFull() throws {
        let packet = try read(
            #"{"type":"hello","protocol":1,"room":"Reception","name":" anna ","lang":"ES","client":"c/1","#
                + #""device":"secret","resume":{"epoch":"e","seq":4},"auth":{"later":[1]}}"#)
        let expected = Hello(
            room: "Reception", name: "anna", lang: try #require(LanguageTag("es")), client: "c/1", device: "secret",
            resume: Hello.Resume(epoch: "e", seq: 4), features: [])
        #expect(packet == .hello(expected))
    }

    @Test func unknownTypesAndFieldsAreIgnored() throws {
        #expect(try read(#"{"type":"from-the-future","id":7,"x":{"type":"bye"}}"#) == .unknown("from-the-future"))
        #expect(try read(#"{"x":1,"type":"bye","type2":"who"}"#) == .bye)
    }

    @Test func fromIsIgnored() throws {
        #expect(try read(#"{"type":"message","message":"hola","from":7}"#) == .message(Draft(text: "hola")))
    }

    @Test func aTypeMayBeEscaped() throws {
        #expect(try read(#"{"type":"by\u0065"}"#) == .bye)
    }

    @Test(arguments: [
        (#"{"type":"hello","name":"a","lang":"es"}"#, ErrorCode.protocolVersion),
        (#"{"type":"hello","protocol":2,"name":"a","lang":"es"}"#, .protocolVersion),
        (#"{"type":"hello","protocol":1,"lang":"es"}"#, .badName),
        (#"{"type":"hello","protocol":1,"name":"\u0007","lang":"es"}"#, .badName),
        (#"{"type":"hello","protocol":1,"name":"a"}"#, .badLang),
        (#"{"type":"hello","protocol":1,"name":"a","lang":"e"}"#, .badLang),
        (#"{"type":"hello","protocol":1,"name":"a","lang":"es","resume":{"epoch":"e","seq":-1}}"#, .badPacket),
        (#"{"type":"hello","protocol":1,"name":"a","lang":"es","resume":{"seq":1}}"#, .badPacket),
        (#"{"type":"hello","protocol":1,"name":"a","lang":"es","resume":7}"#, .badPacket),
        (#"{"type":"message"}"#, .badPacket), (#"{"type":"message","message":""}"#, .badPacket),
        (#"{"type":"message","message":"a","id":"7"}"#, .badPacket),
        (#"{"type":"message","message":"a","reply":"7"}"#, .badPacket),
        (#"{"type":"message","message":"a","lang":"español"}"#, .badLang),
        (#"{"type":"profile","name":" "}"#, .badName), (#"{"type":"profile","lang":""}"#, .badLang),
        (#"{"type":"who","after":1}"#, .badPacket), (#"{"type":"ping","nonce":[]}"#, .badPacket),
    ])
    func aWrongFieldIsRefusedWithoutClosing(json: String, code: ErrorCode) {
        let fault = memberFault(json)
        #expect(fault?.code == code)
        #expect(fault?.fatal == false)
    }

    @Test(arguments: [
        (#""message":"""#, ErrorCode.badPacket), (#""message":7"#, .badPacket), (#""x":1"#, .badPacket),
        (#""message":"a","lang":"e""#, .badLang), (#""message":"a","reply":"e""#, .badPacket),
    ])
    func theRefusalOfAMessageNamesIt(fields: String, code: ErrorCode) {
        let fault = memberFault(#"{"type":"message","id":"\#(Self.id)",\#(fields)}"#)
        #expect(fault?.code == code)
        #expect(fault?.id == MessageID(Self.id))
    }

    @Test(arguments: ["client", "device"])
    func shortTextsHaveAtMost128Bytes(key: String) {
        func hello(_ length: Int) -> String {
            let text = String(repeating: "x", count: length)
            return #"{"type":"hello","protocol":1,"name":"a","lang":"es","\#(key)":"\#(text)"}"#
        }
        #expect(memberFault(hello(128)) == nil)
        #expect(memberFault(hello(129))?.code == .badPacket)
    }

    @Test(arguments: [#""a b""#, #""\u0041\"""#, "17", "-1.50e3", #""é""#])
    func aNonceComesBackExactlyAsItWent(nonce: String) throws {
        guard case .ping(let read?) = try read(#"{"type":"ping","nonce":\#(nonce)}"#) else {
            Issue.record("no nonce was read")
            return
        }
        #expect(String(buffer: ByteBuffer(framing: .pong(read))).hasSuffix(#"{"type":"pong","nonce":\#(nonce)}"#))
    }

    @Test func aNonceHasAtMost128Bytes() {
        func ping(_ length: Int) -> String {
            #"{"type":"ping","nonce":"\#(String(repeating: "n", count: length - 2))"}"#
        }
        #expect(memberFault(ping(128)) == nil)
        #expect(memberFault(ping(129))?.code == .badPacket)
    }
}
