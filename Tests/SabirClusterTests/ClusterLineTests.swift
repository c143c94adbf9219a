import SabirProtocol
import Testing

@testable import SabirCluster

/// A line's way into the stream and out of it.
struct ClusterLineTests {
    @Test func theRoleThatANodeVouchedForStaysWithTheLine() throws {
        let line = ClusterLine(
            id: MessageID(), member: MemberID(rawValue: "m1"), from: "Rosa", lang: LanguageTag("en")!, text: "hello",
            role: .staff
        )
        let stored = try #require(ClusterLine(body: line.body, seq: 7, ts: 9, author: nil))
        #expect(stored.message.role == .staff && stored.message.seq == 7 && stored.message.fields == nil)
    }

    /// Written by a node of a later version.
    @Test func whatANodeDoesNotKnowOfALinePassesOn() throws {
        let body =
            #"{"type":"message","seq":0,"id":"0b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e02","ts":0,"member":"m1","#
            + #""from":"Rosa","lang":"en","message":"hello","mood":{"glad":true}}"#
        let stored = try #require(ClusterLine(body: Array(body.utf8), seq: 7, ts: 9, author: nil))
        let told = String(decoding: [UInt8](packet: .message(stored.message)), as: UTF8.self)
        #expect(told.hasSuffix(#""message":"hello","mood":{"glad":true}}"#))
    }
}
