import NIOCore
import Testing

@testable import SabirProtocol

/// Fields of a `message` that a later version adds, on their way through a relay or a node of a cluster.
@Suite struct UnknownFieldsTests {
    private static let line = #""seq":7,"id":"0b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e02","ts":1,"member":"m1","from":"Anna""#

    private func message(_ more: String) throws -> Message {
        let json = #"{"type":"message",\#(Self.line),"lang":"es","message":"hola"\#(more)}"#
        guard case .message(let message) = try HostPacket(body: ByteBuffer(string: json)) else {
            throw WireFault(.badPacket, "no message")
        }
        return message
    }

    private func written(_ packet: HostPacket) -> String {
        String(decoding: ByteBuffer(framing: packet).readableBytesView.dropFirst(4), as: UTF8.self)
    }

    @Test func theyPassAsTheyCameAndStayWithTheLine() throws {
        let later = #","mood":{"glad":[1,2.50,null,"\u00e9\"]"]},"é":true"#
        let message = try message(later)
        #expect(written(.message(message)).hasSuffix(later + "}"))
        let page = written(.lines(HistoryPage(before: 8, messages: [message], more: false)))
        #expect(page.contains(later + "}"))
        guard case .lines(let read) = try HostPacket(body: ByteBuffer(string: page)) else {
            Issue.record("no lines")
            return
        }
        #expect(read.messages == [message])
    }

    @Test func aMessageWithoutAnyHasNone() throws {
        let known = #","reply":"7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a01","via":"Far","role":"staff""#
        let message = try message(known)
        #expect(message.fields == nil && message.role == .staff)
        #expect(written(.message(message)).hasSuffix(known + "}"))
    }

    /// Others would read them as the fields that they spell.
    @Test(arguments: [#","r\u006fle":"staff""#, #","\u0066rom":"Rosa""#, #","messag\u0065":"no""#])
    func aKnownKeyInAnotherSpellingDoesNotPass(field: String) throws {
        #expect(try message(field).fields == nil)
        #expect(try written(.message(message(field + #","mood":1"#))).hasSuffix(#""message":"hola","mood":1}"#))
    }

    @Test func whatIsTooLongOrTooDeepDoesNotPass() throws {
        let most = UnknownFields.most - #""x":"","#.utf8.count
        #expect(try message(#","x":"\#(String(repeating: "y", count: most))""#).fields != nil)
        #expect(try message(#","x":"\#(String(repeating: "y", count: UnknownFields.most))""#).fields == nil)
        func nested(_ depth: Int) -> String {
            #","x":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try message(nested(UnknownFields.deepest)).fields != nil)
        #expect(try message(nested(UnknownFields.deepest + 1)).fields == nil)
        // In a list, behind a relay, it is still read.
        let page = HistoryPage(before: 8, messages: [try message(nested(UnknownFields.deepest))], more: false)
        #expect(throws: Never.self) { try HostPacket(body: ByteBuffer(string: written(.lines(page)))) }
    }

    @Test func aRelayPassesOnWhatItsMembersAddAndNothingWithinFor() throws {
        let json =
            #"{"type":"message","message":"hola","mood":1,"from":"x","seq":9,"role":"staff","#
            + #""for":{"id":"m2","name":"Eva","lang":"es","crown":true}}"#
        guard case .carried(let draft, let carried) = try MemberPacket(body: ByteBuffer(string: json)) else {
            Issue.record("not carried")
            return
        }
        var frames = FrameEncoder()
        frames.append(.carried(draft, for: carried))
        let written = String(decoding: frames.take().readableBytesView.dropFirst(4), as: UTF8.self)
        #expect(written == #"{"type":"message","message":"hola","mood":1,"for":{"id":"m2","name":"Eva","lang":"es"}}"#)
    }
}
