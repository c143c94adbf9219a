import NIOCore
import Testing

@testable import SabirProtocol

@Suite struct ErrorCodeTests {
    private func read(_ json: String) throws -> WireFault? {
        guard case .error(let fault) = try HostPacket(body: body(json)) else { return nil }
        return fault
    }

    @Test(arguments: [true, false])
    func aCodeOfALaterVersionKeepsItsNameAndItsWeight(fatal: Bool) throws {
        let fault = try read(#"{"type":"error","code":"from-the-future","reason":"Later.","fatal":\#(fatal)}"#)
        #expect(fault == WireFault(ErrorCode(rawValue: "from-the-future"), "Later.", fatal: fatal))
    }

    @Test func anErrorWithoutFatalIsNotFatal() throws {
        #expect(try read(#"{"type":"error","code":"muted"}"#) == WireFault(.muted, ""))
    }

    @Test func aReasonIsCleanedBeforeAnybodyReadsIt() throws {
        let fault = try read(#"{"type":"error","code":"muted","reason":"\u001b[2Jgone\u202e"}"#)
        #expect(fault?.reason == "[2Jgone")
    }

    @Test func theCodesAreSpelledAsInTheContract() {
        let codes: [ErrorCode] = [
            .badFrame, .tooLarge, .badJSON, .badPacket, .badName, .badLang, .noRoom, .roomFull, .authRequired,
            .authFailed, .tooFast, .tooSlow, .helloTimeout, .protocolVersion, .duplicateID, .muted, .locked, .removed,
            .banned, .closing,
        ]
        let contract = """
            bad-frame too-large bad-json bad-packet bad-name bad-lang no-room room-full auth-required auth-failed \
            too-fast too-slow hello-timeout protocol duplicate-id muted locked removed banned closing
            """
        let spelled = contract.split(separator: " ").map { String($0) }
        #expect(codes.map(\.rawValue) == spelled)
    }
}
