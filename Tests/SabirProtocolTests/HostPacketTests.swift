import NIOCore
import Testing

@testable import SabirProtocol

/// What a guest makes of what a host sends.
@Suite struct HostPacketTests {
    private func read(_ json: String) throws -> HostPacket { try HostPacket(body: body(json)) }

    private func message(_ fields: String) -> String {
        #"{"type":"message","seq":1,"id":"0b0f3d52-8c39-4b7c-a1b7-5f7d2d2f9e02","ts":1,"member":"m1",\#(fields)}"#
    }

    @Test func aGuestDoesNotTrustItsHostsCleaning() throws {
        let json = message(#""from":"\u001b[1man\u202ena","lang":"es","message":"hola\u0007\u2066!\n""#)
        guard case .message(let read) = try read(json) else {
            Issue.record("no message")
            return
        }
        #expect(read.from == "[1manna")
        #expect(read.text == "hola!\n")
    }

    @Test(arguments: [
        #""from":"anna","lang":"es""#, #""lang":"es","message":"a""#, #""from":"anna","message":"a""#,
        #""from":7,"lang":"es","message":"a""#, #""from":"a","lang":"es","message":"a","reply":"x""#,
        #""from":"a","lang":"es","message":"a","seq":"1""#,
    ])
    func aMessageWithAFieldMissingOrWrongIsRefused(fields: String) {
        #expect(hostFault(message(fields))?.code == .badPacket)
    }

    @Test func aWelcomeOfAnotherVersionIsFatal() {
        #expect(hostFault(#"{"type":"welcome","protocol":2}"#)?.code == .protocolVersion)
        #expect(hostFault(#"{"type":"welcome"}"#)?.fatal == true)
    }

    @Test func limitsThatAreNotToldAreTheContracts() throws {
        let json =
            #"{"type":"welcome","protocol":1,"room":{"id":"r","name":"Reception"},"member":"m1","epoch":"e","#
            + #""seq":0,"n":1,"members":[],"langs":{"es":1,"no tag":5,"fr":"many"}}"#
        guard case .welcome(let welcome) = try read(json) else {
            Issue.record("no welcome")
            return
        }
        #expect(welcome.limits == Welcome.Limits(frame: 65_536, message: 4_000, rate: 0))
        #expect(welcome.langs == [try #require(LanguageTag("es")): 1])
    }

    @Test func aGapEndsWhereItBeginsOrLater() throws {
        #expect(try read(#"{"type":"gap","from":3,"to":3}"#) == .gap(3...3))
        #expect(hostFault(#"{"type":"gap","from":3,"to":2}"#)?.code == .badPacket)
    }

    @Test func unknownTypesAndFieldsAreIgnored() throws {
        #expect(try read(#"{"type":"later","text":"…"}"#) == .unknown("later"))
        #expect(try read(#"{"type":"pong","later":{"nonce":1}}"#) == .pong(nil))
    }
}
